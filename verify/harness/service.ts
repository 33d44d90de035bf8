import { Agent } from 'node:http';

import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import type { Credential, N8nClient } from '../../scripts/n8n/client';

export const CREDENTIAL_TYPE = 'creatorIntelligenceApi';
/** Marks requests that no node has sent. */
export const OURSELVES = 'x-asked-by';

/** A judge asks for thousands of results at once. */
const httpAgent = new Agent({ maxSockets: 50 });

/** Asks the service itself, as an account. */
export type Ask = (path: string, body?: IDataObject) => Promise<IDataObject>;

export function asker({ url, token }: Pick<Sandbox, 'url' | 'token'>): Ask {
	return async (path, body) => {
		const { data } = await axios.request<IDataObject>({
			...{ url: url + path, method: body ? 'POST' : 'GET', data: body, httpAgent },
			headers: { authorization: token, [OURSELVES]: 'judge' },
			validateStatus: () => true,
		});
		return data;
	};
}

export async function createCredential(
	n8n: N8nClient,
	{ url, token }: Pick<Sandbox, 'url' | 'token'>,
	name = 'Sandbox',
): Promise<Credential> {
	const data = { baseUrl: url, apiToken: token };
	return await n8n.createCredential({ name, type: CREDENTIAL_TYPE, data });
}

/** Submits as another client does; returns the job's id. */
export async function submitted(
	sandbox: Sandbox,
	path: string,
	body: IDataObject,
): Promise<string> {
	await asker(sandbox)(path, body);
	return String(sandbox.jobs.list(undefined, 1)[0].id);
}

/** What our nodes return of a screening that has finished. */
export function screeningItem(screening: IDataObject): IDataObject {
	const summary = (screening.report_summary ?? {}) as IDataObject;
	const { risk_rating: riskRating = null, flagged_content_count: flaggedCount = null } = summary;
	const job = { type: 'screening', id: screening.id, state: 'finished' };
	return { riskRating, flaggedCount, reportUrl: summary.url, ...screening, job };
}
