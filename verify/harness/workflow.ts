import { randomUUID } from 'node:crypto';

import type { IDataObject, INode, INodeCredentials, INodeParameters } from 'n8n-workflow';

import type {
	Credential,
	Execution,
	N8nClient,
	Workflow,
	WorkflowDocument,
} from '../../scripts/n8n/client';
import { packageName } from '../../scripts/n8n/paths';
import { withGroups } from './options';
import { CREDENTIAL_TYPE } from './service';

export const START = 'Start';
const STEP = 220;

type NodeSettings = Partial<Omit<INode, 'id' | 'parameters' | 'position'>>;

export function node(
	name: string,
	type: string,
	parameters: INodeParameters = {},
	settings: NodeSettings = {},
): INode {
	return {
		id: randomUUID(),
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		...settings,
	};
}

/** A credential as a node has it. */
export const credentialsOf = ({ id, name }: Credential): INodeCredentials => ({
	[CREDENTIAL_TYPE]: { id, name },
});

/** One of this package's nodes. Options may be given by their names alone. */
export function ours(
	type: string,
	parameters: INodeParameters,
	credential: Credential,
	settings: NodeSettings = {},
): INode {
	const all = { credentials: credentialsOf(credential), ...settings };
	return node(type, `${packageName}.${type}`, withGroups(parameters), all);
}

/** The node whose items count. */
export const WORK = 'Work';
export const work = (...args: Parameters<typeof ours>): INode => ({ ...ours(...args), name: WORK });

/** n8n's own node, with the credential of ours. */
export function httpRequest(
	parameters: INodeParameters,
	credential: Credential,
	settings: NodeSettings = {},
): INode {
	return node(
		'HTTP Request',
		'n8n-nodes-base.httpRequest',
		{
			authentication: 'predefinedCredentialType',
			nodeCredentialType: CREDENTIAL_TYPE,
			options: {},
			...parameters,
		},
		{ typeVersion: 4.2, credentials: credentialsOf(credential), ...settings },
	);
}

export const postJson = (url: string, jsonBody: string): INodeParameters => ({
	method: 'POST',
	url,
	sendBody: true,
	specifyBody: 'json',
	jsonBody,
});

/** What the HTTP Request node has for lists in pages; Split Out makes items of them. */
export const pagination = (type: 'qs' | 'body', page: number): INodeParameters => ({
	pagination: {
		pagination: {
			paginationMode: 'updateAParameterInEachRequest',
			parameters: { parameters: [{ type, name: 'offset', value: `={{ $pageCount * ${page} }}` }] },
			paginationCompleteWhen: 'other',
			completeExpression: `={{ $response.body.data.length < ${page} }}`,
			requestInterval: 0,
		},
	},
});

/** A parameter in the query of the HTTP Request node. */
export const queryOf = (name: string, value: string): INodeParameters => ({
	sendQuery: true,
	queryParameters: { parameters: [{ name, value }] },
});

export const splitOut = (fieldToSplitOut = 'data'): INode =>
	node('Split Out', 'n8n-nodes-base.splitOut', { fieldToSplitOut, options: {} });

const ENDED = 'Ended?';

/** What users build with n8n's own nodes: submit, wait, poll, and again until it has ended. */
export function loop(
	{ submit, poll, ended, seconds }: { submit: INode; poll: INode; ended: string; seconds: number },
	inputs: IDataObject[],
): WorkflowDocument {
	const condition = {
		id: '1',
		leftValue: '={{ $json.status }}',
		rightValue: ended,
		operator: { type: 'string', operation: 'equals' },
	};
	const conditions = {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
		conditions: [condition],
		combinator: 'and',
	};
	const document = chain(
		'Loop',
		[
			{ ...submit, name: 'Submit' },
			node('Wait', 'n8n-nodes-base.wait', { amount: seconds }, { typeVersion: 1.1 }),
			{ ...poll, name: 'Poll' },
			node(ENDED, 'n8n-nodes-base.if', { conditions, options: {} }, { typeVersion: 2.2 }),
		],
		inputs,
	);
	const again = { node: 'Wait', type: 'main' as const, index: 0 };
	const connections = { ...document.connections, [ENDED]: { main: [[], [again]] } };
	return { ...document, connections };
}

/** Typed rows of the control that Edit Fields uses. */
export function fields(values: IDataObject): INodeParameters {
	const assignments = Object.entries(values).map(([name, value]) => ({
		id: randomUUID(),
		name,
		value: value as string,
		type: Array.isArray(value) ? 'array' : typeof value,
	}));
	return { assignments };
}

/** The nodes one after the other, the trigger first. */
export function row(name: string, nodes: INode[]): WorkflowDocument {
	const all = nodes.map((each, index) => ({
		...each,
		position: [index * STEP, 0] as [number, number],
	}));
	const connections = Object.fromEntries(
		all
			.slice(0, -1)
			.map((each, index) => [
				each.name,
				{ main: [[{ node: all[index + 1].name, type: 'main' as const, index: 0 }]] },
			]),
	);
	return { name, nodes: all, connections };
}

/** The name of the node that is last in a row, or asks last in a loop. */
export const lastOf = ({ nodes }: WorkflowDocument): string => nodes[nodes.length - 1].name;

/** A manual trigger that hands out the items, and the nodes one after the other behind it. */
export function chain(name: string, nodes: INode[], items: IDataObject[] = [{}]): WorkflowDocument {
	const start = node(START, 'n8n-nodes-base.manualTrigger');
	const pinData = { [START]: items.map((json) => ({ json })) };
	return { ...row(name, [start, ...nodes]), pinData };
}

export async function start(
	n8n: N8nClient,
	document: WorkflowDocument,
): Promise<{ workflow: Workflow; id: string }> {
	const workflow = await n8n.createWorkflow(document);
	return { workflow, id: await n8n.run(workflow, START) };
}

export async function execute(n8n: N8nClient, document: WorkflowDocument): Promise<Execution> {
	const { id } = await start(n8n, document);
	return await n8n.waitFor(id);
}

/** What a node put out in its last run. */
export function items({ data }: Execution, name: string, output = 0): IDataObject[] {
	const run = data.resultData.runData[name]?.at(-1);
	return (run?.data?.main[output] ?? []).map(({ json }) => json);
}

export function errorOf({ data }: Execution): { message: string; description: string } {
	const { error } = data.resultData;
	if (!error) throw new Error('The execution has no error');
	return { message: error.message, description: String(error.description ?? '') };
}
