import type { Credential, N8nClient, WorkflowDocument } from '../n8n/client';
import { RestError } from '../n8n/client';
import { packageName } from '../n8n/paths';
import { exampleFiles, readExample } from './examples';
import type { State } from './state';

const CREDENTIAL_TYPE = 'creatorIntelligenceApi';
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

/** One credential, which the examples use; it follows the service that was asked for. */
export async function seedCredential(
	client: N8nClient,
	state: State,
	{ name, baseUrl, token, openApiUrl = '' }: Service,
): Promise<Credential> {
	const known = (await client.credentials()).find(({ id }) => id === state.saved.credentialId);
	if (known && !token) return known;
	const input = {
		name: known?.name ?? name,
		type: CREDENTIAL_TYPE,
		data: { baseUrl, apiToken: token ?? '', openApiUrl },
	};
	if (known) {
		await client.updateCredential(known.id, input);
		return known;
	}
	const created = await client.createCredential(input);
	state.save({ credentialId: created.id });
	return created;
}

/** Imports each example once. One that waits for a change is published if there is one to wait for. */
export async function seedExamples(
	client: N8nClient,
	state: State,
	credential: Credential,
	monitoredId?: string,
): Promise<void> {
	for (const file of exampleFiles().filter((each) => !state.saved.examples.includes(each))) {
		const example = withCredential(await readExample(file), credential);
		const watcher = example.nodes.find(({ parameters }) => parameters.event === 'screeningChanged');
		if (watcher && monitoredId) watcher.parameters.ids = monitoredId;
		const workflow = await client.createWorkflow(example);
		if (watcher && monitoredId) await client.activate(workflow);
		state.save({ examples: [...state.saved.examples, file] });
	}
}

/** Examples name no credential, as its id is another in every n8n. */
export function withCredential(
	workflow: WorkflowDocument,
	{ id, name }: Pick<Credential, 'id' | 'name'>,
): WorkflowDocument {
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith(`${packageName}.`)
			? { ...node, credentials: { ...node.credentials, [CREDENTIAL_TYPE]: { id, name } } }
			: node,
	);
	return { ...workflow, nodes };
}
