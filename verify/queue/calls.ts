import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';
import type { IDataObject, INode } from 'n8n-workflow';

import type { Credential, WorkflowDocument } from '../../scripts/n8n/client';
import { fields, node, row, work } from '../harness/workflow';

/** One call of n8n. */
export interface Call {
	/** The profile that is paid for, or read. */
	asked: string;
	kind: 'job' | 'read';
}

export const HOOK = 'Hook';
/** n8n answers at once, and later if Redis is away or the machine is busy. */
const ANSWER_MS = 120_000;
/** Calls that wait for n8n's answer at once. */
const MAX_UNANSWERED = 20;

export const hook = (path: string): INode =>
	node(
		HOOK,
		'n8n-nodes-base.webhook',
		{ path, httpMethod: 'POST' },
		{ webhookId: randomUUID(), typeVersion: 2 },
	);

/** One execution for each call: it submits a job and waits for it. */
export const checking = (credential: Credential): WorkflowDocument =>
	row('Check', [
		hook('job'),
		work(
			'socialBackgroundCheck',
			{
				resource: 'screening',
				operation: 'submitAndWait',
				bodyMode: 'json',
				bodyJson: '={{ JSON.stringify({ profile_url: $json.body.asked }) }}',
				options: { pollInterval: 1 },
			},
			credential,
		),
	]);

/** One execution for each call: it reads a profile. */
export const reading = (credential: Credential): WorkflowDocument =>
	row('Read', [
		hook('read'),
		work(
			'creatorSearch',
			{
				resource: 'profile',
				operation: 'get',
				sendQuery: true,
				query: fields({ identifier: '={{ $json.body.asked }}' }),
			},
			credential,
		),
	]);

/** What an operator runs for jobs whose IDs are in the log. */
export const fetching = (credential: Credential): INode =>
	work(
		'socialBackgroundCheck',
		{ resource: 'screening', operation: 'get', id: '={{ $json.id }}' },
		credential,
	);

/** A call that has been made. */
export interface Made extends Call {
	/** n8n has taken it. Otherwise the caller got an error, and knows. */
	isAccepted: boolean;
	/** How long the caller waited for n8n's answer. */
	answeredMs: number;
}

/** Calls n8n at a steady rate, whatever it answers; more slowly if it does not keep up. */
export async function callAll(
	url: string,
	calls: Call[],
	perSecond: number,
	/** Told after each call how many have been made. */
	progress: (made: number) => void,
): Promise<Made[]> {
	const began = performance.now();
	const all: Array<Promise<Made>> = [];
	const unanswered = new Set<Promise<Made>>();
	for (const [n, each] of calls.entries()) {
		await sleep(Math.max(0, began + (n * 1_000) / perSecond - performance.now()));
		if (unanswered.size >= MAX_UNANSWERED) await Promise.race(unanswered);
		const made = call(url, each);
		all.push(made);
		unanswered.add(made);
		void made.then(() => unanswered.delete(made));
		progress(n + 1);
	}
	return await Promise.all(all);
}

export async function call(url: string, { asked, kind }: Call): Promise<Made> {
	const address = `${url}/webhook/${kind}`;
	const began = performance.now();
	const answer = async () =>
		await axios.post<IDataObject>(address, { asked }, { timeout: ANSWER_MS, proxy: false });
	const isAccepted = await answer().then(
		() => true,
		() => false,
	);
	return { asked, kind, isAccepted, answeredMs: performance.now() - began };
}
