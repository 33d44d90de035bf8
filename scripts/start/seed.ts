import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Credential, N8nClient, WorkflowDocument } from '../n8n/client';
import { RestError } from '../n8n/client';
import { packageName, repositoryRoot } from '../n8n/paths';
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

/** Imports each example once. Answers how many were new. */
export async function seedExamples(
	client: N8nClient,
	state: State,
	credential: Credential,
): Promise<number> {
	const files = exampleFiles().filter((file) => !state.saved.examples.includes(file));
	for (const file of files) {
		const workflow = JSON.parse(await readFile(join(examplesFolder, file), 'utf8'));
		await client.createWorkflow(withCredential(workflow as WorkflowDocument, credential));
		state.save({ examples: [...state.saved.examples, file] });
	}
	return files.length;
}

export const examplesFolder = join(repositoryRoot, 'examples');

export function exampleFiles(): string[] {
	const files = existsSync(examplesFolder) ? readdirSync(examplesFolder) : [];
	const names = files.filter((file) => file.endsWith('.json'));
	// The newest workflow comes first in n8n's list.
	return names.sort((a, b) => rank(a) - rank(b) || (a < b ? 1 : -1));
}

/** What the README says to try first. */
const SHOWPIECE = 'j-vetting-a-shortlist.json';

const rank = (file: string): number => (file === SHOWPIECE ? 1 : 0);

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
