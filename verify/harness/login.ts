import { type Login, N8nClient } from '../../scripts/n8n/client';
import type { RunningN8n } from '../../scripts/n8n/launch';
import { currentLine, isLine, type Line } from '../../scripts/n8n/runtime';

/** Names the line of n8n to run. */
export const LINE_VARIABLE = 'E2E_N8N_LINE';

export const owner: Login = { email: 'owner@example.com', password: 'End-to-end-1' };

export function chosenLine(): Line {
	const line = process.env[LINE_VARIABLE] ?? currentLine;
	if (!isLine(line)) throw new Error(`There is no runtime for n8n ${line}`);
	return line;
}

/** A client of an n8n that has no owner yet, or this one. */
export async function enter({ url }: Pick<RunningN8n, 'url'>): Promise<N8nClient> {
	const client = new N8nClient(url);
	if (await client.needsOwner()) await client.createOwner(owner);
	await client.logIn(owner);
	return client;
}
