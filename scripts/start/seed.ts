import type { Credential, CredentialInput, N8nClient, WorkflowDocument } from '../n8n/client';
import { RestError } from '../n8n/client';
import { packageName } from '../n8n/paths';
import { exampleFiles, readExample } from './examples';
import type { State } from './state';

const CREDENTIAL_TYPE = 'creatorIntelligenceApi';
const MODEL_TYPE = '@n8n/n8n-nodes-langchain.lmChatOpenAi';
const MODEL_CREDENTIAL_TYPE = 'openAiApi';
const UNAUTHORIZED = 401;

export interface Service {
	name: string;
	baseUrl: string;
	/** Absent if the one that n8n keeps is still right. */
	token?: string;
	/** Where its OpenAPI document is, if it has one. */
	openApiUrl?: string;
	/** A screening that it monitors, for the example that waits for a change. */
	monitoredId?: string;
	/** The address of a model for the example with an agent. */
	modelUrl?: string;
}

/** What the examples use. */
export interface Credentials {
	service: Credential;
	model?: Credential;
}

/** Logs in, as a new owner at first. False if the user has changed the log-in since. */
export async function logIn(client: N8nClient, { saved }: State): Promise<boolean> {
	if (await client.needsOwner()) {
		await client.createOwner(saved.login);
		return true;
	}
	try {
		await client.logIn(saved.login);
		return true;
	} catch (error) {
		if (error instanceof RestError && error.status === UNAUTHORIZED) return false;
		throw error;
	}
}

/** The credentials follow the service that was asked for, and the model of the demo. */
export async function seedCredentials(
	client: N8nClient,
	state: State,
	{ name, baseUrl, token, openApiUrl = '', modelUrl }: Service,
): Promise<Credentials> {
	const data = { baseUrl, apiToken: token ?? '', openApiUrl };
	const ours = { name, type: CREDENTIAL_TYPE, data };
	const service = await seedCredential(client, state, 'credentialId', ours, token !== undefined);
	if (modelUrl === undefined) return { service };
	const model = await seedCredential(client, state, 'modelCredentialId', {
		name: 'Stand-in model',
		type: MODEL_CREDENTIAL_TYPE,
		data: { apiKey: 'none', url: modelUrl },
	});
	return { service, model };
}

async function seedCredential(
	client: N8nClient,
	state: State,
	key: 'credentialId' | 'modelCredentialId',
	input: CredentialInput,
	isUpdated = true,
): Promise<Credential> {
	const known = (await client.credentials()).find(({ id }) => id === state.saved[key]);
	if (known) {
		if (isUpdated) await client.updateCredential(known.id, { ...input, name: known.name });
		return known;
	}
	const created = await client.createCredential(input);
	state.save({ [key]: created.id });
	return created;
}

/** Imports each example once. One that waits for a change is published if there is one to wait for. */
export async function seedExamples(
	client: N8nClient,
	state: State,
	{ service, model }: Credentials,
	monitoredId?: string,
): Promise<void> {
	for (const file of exampleFiles().filter((each) => !state.saved.examples.includes(each))) {
		const example = withModel(withCredential(await readExample(file), service), model);
		const watcher = example.nodes.find(({ parameters }) => parameters.event === 'screeningChanged');
		if (watcher && monitoredId) watcher.parameters.ids = monitoredId;
		const workflow = await client.createWorkflow(example);
		if (watcher && monitoredId) await client.activate(workflow);
		state.save({ examples: [...state.saved.examples, file] });
	}
}

type Named = Pick<Credential, 'id' | 'name'>;

/** Examples name no credential, as its id is another in every n8n. */
export function withCredential(workflow: WorkflowDocument, credential: Named): WorkflowDocument {
	const isOurs = (type: string) => type.startsWith(`${packageName}.`);
	return withCredentialOf(CREDENTIAL_TYPE, workflow, isOurs, credential);
}

/** The same for chat models. */
export function withModel(workflow: WorkflowDocument, credential?: Named): WorkflowDocument {
	if (credential === undefined) return workflow;
	const isModel = (type: string) => type === MODEL_TYPE;
	return withCredentialOf(MODEL_CREDENTIAL_TYPE, workflow, isModel, credential);
}

function withCredentialOf(
	credentialType: string,
	workflow: WorkflowDocument,
	needsIt: (type: string) => boolean,
	{ id, name }: Named,
): WorkflowDocument {
	const nodes = workflow.nodes.map((node) =>
		needsIt(node.type)
			? { ...node, credentials: { ...node.credentials, [credentialType]: { id, name } } }
			: node,
	);
	return { ...workflow, nodes };
}
