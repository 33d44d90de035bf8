import { type Login, N8nClient } from '../../scripts/n8n/client';
import type { RunningN8n } from '../../scripts/n8n/launch';
import { currentVersion, isSupportedVersion, type N8nVersion } from '../../scripts/n8n/runtime';

/** Names the line of n8n to run. */
export const N8N_VERSION_VARIABLE = 'E2E_N8N_LINE';

export const owner: Login = { email: 'owner@example.com', password: 'End-to-end-1' };

export function chosenLine(): N8nVersion {
	const line = process.env[N8N_VERSION_VARIABLE] ?? currentVersion;
	if (!isSupportedVersion(line)) throw new Error(`There is no runtime for n8n ${line}`);
	return line;
}

/** A client of an n8n that has no owner yet, or this one. */
export async function enter({ url }: Pick<RunningN8n, 'url'>): Promise<N8nClient> {
	const client = new N8nClient(url);
	if (await client.needsOwner()) await client.createOwner(owner);
	await client.logIn(owner);
	return client;
}
