import { randomUUID } from 'node:crypto';

import axios from 'axios';

import { startSandbox } from '../../sandbox';
import type { RateLimit } from '../../sandbox/rules/rateLimit';
import type { Credential, N8nClient } from '../../scripts/n8n/client';
import { type Cluster, WORKERS } from '../harness/Cluster';
import { over, goodItems } from '../harness/executions';
import { createCredential } from '../harness/service';
import { MINUTE, SECOND, until } from '../harness/time';
import { activated } from '../harness/trigger';
import { fields, node, row, splitOut, WORK, work } from '../harness/workflow';
import { type Provenance, sentence } from '../report/provenance';
import { markdown, median } from '../report/tables';

/** A limit of one account, and reads of profiles that two workers share. */
interface Limit {
	name: string;
	limit: RateLimit;
	/** In each of ten executions. */
	items: number;
	/** Of all requests, the share that is as expected: the median of the runs. */
	maxRejectedShare: number;
	/** How often it is measured: which process meets the limit first is chance. */
	runs: number;
	/** What the user sets, which counts for each execution. */
	requestsPerSecond?: number;
}

export interface LimitRun {
	reads: number;
	right: number;
	/** Executions that each worker took. */
	byWorker: number[];
	requests: number;
	/** 429. */
	rejected: number;
	seconds: number;
}

export interface LimitResult {
	name: string;
	runs: LimitRun[];
	/** What is not as it should be; empty if all is well. */
	objections: string[];
}

const EXECUTIONS = 10;
const PER_SECOND = { requests: 10, perSeconds: 1 };
const MANY = { items: 40, maxRejectedShare: 0.1, runs: 3 };

export const LIMITS: Limit[] = [
	{ name: '10 per second, with Retry-After', limit: PER_SECOND, ...MANY },
	{
		name: '10 per second, without a header',
		limit: { ...PER_SECOND, retryAfter: 'none' },
		...MANY,
	},
	{
		name: "10 per second, 'Requests per Second' is 1",
		limit: PER_SECOND,
		...{ ...MANY, maxRejectedShare: 0, requestsPerSecond: 1 },
	},
	{
		name: '60 per minute, with Retry-After',
		limit: { requests: 60, perSeconds: 60 },
		...{ items: 30, maxRejectedShare: 0.25, runs: 1 },
	},
];
export const SHORT_LIMITS: Limit[] = [{ ...LIMITS[0], items: 20, runs: 1 }];

/** One execution for each call: it reads a profile for each of its rows. */
const readingAll = (path: string, credential: Credential, requestsPerSecond = 0) => {
	const hook = { webhookId: randomUUID(), typeVersion: 2 };
	const query = fields({ identifier: '={{ $json.asked }}' });
	const read = { resource: 'profile', operation: 'get', sendQuery: true, query };
	return row('Read all', [
		node('Hook', 'n8n-nodes-base.webhook', { path, httpMethod: 'POST' }, hook),
		splitOut('body.rows'),
		work('creatorSearch', { ...read, options: { requestsPerSecond } }, credential),
	]);
};

/** What two processes do that know nothing of each other, at limits of the service. */
export async function measureLimits(cluster: Cluster, limits: Limit[]): Promise<LimitResult[]> {
	const n8n = await cluster.launchAll();
	const results: LimitResult[] = [];
	for (const limit of limits) {
		const runs: LimitRun[] = [];
		while (runs.length < limit.runs) runs.push(await measured(cluster, n8n, limit));
		results.push({ name: limit.name, runs, objections: objectionsTo(limit, runs) });
	}
	return results;
}

/** With an account of its own. */
async function measured(
	cluster: Cluster,
	n8n: N8nClient,
	{ name, limit, items, requestsPerSecond }: Limit,
): Promise<LimitRun> {
	const sandbox = await startSandbox({
		token: randomUUID(),
		rateLimit: limit,
		creators: EXECUTIONS * items,
		logCapacity: 100_000,
	});
	try {
		const credential = await createCredential(n8n, sandbox, name);
		const path = randomUUID();
		const { id } = await activated(n8n, readingAll(path, credential, requestsPerSecond));
		const send = async (rows: object[]): Promise<boolean> =>
			await axios
				.post(`${n8n.url}/webhook/${path}`, { rows }, { proxy: false })
				.then(Boolean, () => false);
		// Webhooks may be there a moment later than the response to their activation.
		await until(async () => await send([]), MINUTE);
		const startsBefore = await startsOf(cluster);
		const began = Date.now();
		const all = sandbox.world.creators.map(({ url }) => ({ asked: url }));
		for (let at = 0; at < all.length; at += items) await send(all.slice(at, at + items));
		const summaries = await over(n8n, id, { patienceMs: 20 * MINUTE, everyMs: 2 * SECOND });
		const seconds = Math.round((Date.now() - began) / SECOND);
		const read = new Set<string>();
		for (const summary of summaries) {
			const execution = await n8n.execution(summary.id);
			for (const { json } of goodItems(execution, WORK)) read.add(String(json.url));
		}
		const starts = await startsOf(cluster);
		const requests = sandbox.log.all();
		return {
			...{ seconds, reads: all.length },
			right: all.filter(({ asked }) => read.has(asked)).length,
			byWorker: starts.map((count, n) => count - startsBefore[n]),
			requests: requests.length,
			rejected: requests.filter(({ status }) => status === 429).length,
		};
	} finally {
		await sandbox.close();
	}
}

async function startsOf(cluster: Cluster): Promise<number[]> {
	const logs = await Promise.all(WORKERS.map(async (name) => await cluster.process(name).log()));
	return logs.map((log) => log.split('Worker started execution ').length - 1);
}

const shareOf = ({ rejected, requests }: LimitRun): number => rejected / Math.max(1, requests);
/** What a user can expect of any limit. */
const GOAL = 0.1;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const medianShare = (runs: LimitRun[]): number => median(runs.map(shareOf));

export const isMissed = ({ runs }: Pick<LimitResult, 'runs'>): boolean => medianShare(runs) > GOAL;

export const objectionsTo = (
	{ name, maxRejectedShare }: Pick<Limit, 'name' | 'maxRejectedShare'>,
	runs: LimitRun[],
): string[] => [
	...runs
		.filter(({ right, reads }) => right < reads)
		.map(({ right, reads }) => `${right} of ${reads} items at ${name}`),
	...(runs.some(({ byWorker }) => byWorker.includes(0))
		? [`one worker took nothing at ${name}`]
		: []),
	...(medianShare(runs) > maxRejectedShare
		? [`${percent(medianShare(runs))} rejected at ${name}`]
		: []),
];

/** docs/evidence/limits.md. */
export function limitsPage(results: LimitResult[], provenance: Provenance): string {
	const objections = results.flatMap((each) => each.objections);
	const missed = results.filter(isMissed).map(({ name }) => name);
	const rows = results.flatMap(({ name, runs }) =>
		runs.map((run, n) => [
			...[n === 0 ? name : '', n + 1, `${run.right} of ${run.reads}`, run.byWorker.join(' + ')],
			...[run.requests, `${run.rejected} (${percent(shareOf(run))})`, `${run.seconds} s`],
		]),
	);
	return [
		'# Two workers, one limit',
		`Each process of n8n learns by itself how fast the service accepts requests. Here, executions on two workers read profiles with one account, whose limit they share. ${sentence(provenance)} [Scaling out](../scaling.md) says what to set.`,
		markdown(['Limit', 'Run', 'Items', 'Executions', 'Requests', 'Rejected', 'Time'], rows),
		[
			'- **Items**: profiles that were returned as the service has them.',
			'- **Executions**: how many each worker took.',
			'- **Rejected**: requests to which the service returned 429. The nodes send these again.',
		].join('\n'),
		missed.length === 0
			? `At each limit, at most ${percent(GOAL)} are rejected in the median of the runs. That is the goal.`
			: `**Missed:** at most ${percent(GOAL)} should be rejected in the median of the runs. More are at ${missed.join('; ')}.`,
		objections.length === 0
			? 'No item is missing, each worker took a part, and no larger share was rejected than is expected.'
			: `**The command failed: ${objections.join('; ')}.**`,
		'**Why a limit per minute costs more.** It lets 60 requests through at once. By then each process has many under way, and all of these are rejected: that happens once. Afterwards each process looks for its part of one request a second, and takes what the others use for a limit that has changed. n8n gives nodes no place where its processes could agree. So set _Requests per Second_ for such an account: it counts for each execution, and the service then rejects nothing.',
	].join('\n\n');
}
