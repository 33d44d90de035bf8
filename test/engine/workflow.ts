import type {
	IConnections,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	INode,
	INodeCredentials,
	INodeParameters,
	INodeType,
	INodeTypes,
	IWorkflowBase,
	NodeConnectionType,
} from 'n8n-workflow';
import { NodeConnectionTypes, Workflow } from 'n8n-workflow';

import { InMemoryCredentials } from './credentials';
import { withGroups } from '../../verify/harness/options';
import { loadCredentialSources, packageJson } from './package';

type NodeSettings = Partial<
	Pick<INode, 'continueOnFail' | 'maxTries' | 'onError' | 'retryOnFail' | 'waitBetweenTries'>
>;

export interface WorkflowNode extends NodeSettings {
	name: string;
	type: INodeType;
	/** Options may be given by their names alone. */
	parameters?: INodeParameters;
	/** Values for the first credential that the node type names; null or absent: none is set. */
	credentials?: ICredentialDataDecryptedObject | null;
}

interface Link {
	from: string;
	to: string;
	output?: number;
	kind?: NodeConnectionType;
}

export interface WorkflowSpec {
	nodes: WorkflowNode[];
	links?: Link[];
	staticData?: IDataObject;
}

export interface BuiltWorkflow {
	workflow: Workflow;
	base: IWorkflowBase;
	credentialsHelper: InMemoryCredentials;
}

const typeName = (type: INodeType) => `${packageJson.name}.${type.description.name}`;

function nodeTypesOf(nodes: WorkflowNode[]): INodeTypes {
	const types = new Map(nodes.map(({ type }) => [typeName(type), type]));
	const find = (name: string): INodeType => {
		const type = types.get(name);
		if (!type) throw new Error(`Unrecognized node type: ${name}`);
		return type;
	};
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
}

function connectionsOf(links: Link[]): IConnections {
	const connections: IConnections = {};
	for (const { from, to, output = 0, kind = NodeConnectionTypes.Main } of links) {
		const outputs = ((connections[from] ??= {})[kind] ??= []);
		while (outputs.length <= output) outputs.push([]);
		outputs[output]?.push({ node: to, type: kind, index: 0 });
	}
	return connections;
}

async function findCredentialType(name: string): Promise<ICredentialType> {
	const found = (await loadCredentialSources()).find(({ type }) => type.name === name);
	if (!found) throw new Error(`Unknown credential type "${name}"`);
	return found.type;
}

/** The highest version that a node type offers, as the editor picks it for a new node. */
function latestVersion({ description }: INodeType): number {
	const { version, defaultVersion } = description;
	return defaultVersion ?? (Array.isArray(version) ? Math.max(...version) : version);
}

/** Builds n8n's `Workflow` from the short form that tests use. */
export async function buildWorkflow(spec: WorkflowSpec): Promise<BuiltWorkflow> {
	const credentialsHelper = new InMemoryCredentials();
	const nodes: INode[] = [];

	for (const { name, type, parameters = {}, credentials, ...settings } of spec.nodes) {
		let stored: INodeCredentials | undefined;
		if (credentials) {
			const credentialName = type.description.credentials?.[0]?.name;
			if (!credentialName) throw new Error(`${type.description.name} takes no credential`);
			stored = {
				[credentialName]: credentialsHelper.store({
					type: await findCredentialType(credentialName),
					data: credentials,
				}),
			};
		}
		nodes.push({
			id: `node-${nodes.length + 1}`,
			name,
			type: typeName(type),
			typeVersion: latestVersion(type),
			position: [nodes.length * 200, 0],
			parameters: withGroups(parameters),
			credentials: stored,
			...settings,
		});
	}

	const base: IWorkflowBase = {
		id: 'workflow-1',
		name: 'Test workflow',
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		nodes,
		connections: connectionsOf(spec.links ?? []),
		settings: { executionOrder: 'v1' },
		staticData: spec.staticData,
	};
	const workflow = new Workflow({ ...base, nodeTypes: nodeTypesOf(spec.nodes) });
	return { workflow, base, credentialsHelper };
}
