import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Sandbox } from '../../sandbox';
import {
	type Credential,
	type Execution,
	type ExecutionSummary,
	isOver,
	type N8nClient,
} from '../../scripts/n8n/client';
import { type Cluster, MAIN } from '../harness/Cluster';
import { allOver, goodItems } from '../harness/executions';
import { enter } from '../harness/login';
import { asker, createCredential } from '../harness/service';
import { MINUTE, SECOND, until } from '../harness/time';
import { activated } from '../harness/trigger';
import { chain, execute, WORK } from '../harness/workflow';
import { holds } from '../judge/compare';
import { count, type Counts } from '../judge/judge';
import { median } from '../report/figures';
import { call, type Call, callAll, checking, fetching, type Made, reading } from './calls';
import { type Circumstances, countBy, jobsNamedIn, runningAtEndOf } from './figures';
import { jobIdOf, seenOf, underWay } from './observe';

export interface Plan {
	/** Calls that submit a job and wait for it. */
	jobs: number;
	/** Calls that read a profile. */
	reads: number;
	/** Calls per second, of both kinds, at most. */
	perSecond: number;
	jobMs: number;
	/** Executions that one worker runs at once. */
	concurrency: number;
	redisDownMs: number;
}

export interface Outcome {
	counts: Record<Call['kind'], Counts>;
	around: Circumstances;
	times: Times;
	/** How n8n explains the executions that it lost, and how often. */
	explanations: Partial<Record<string, number>>;
}

/** In seconds. */
export interface Times {
	/** From the first call to the end of the last execution that succeeded. */
	all: number;
	/** From the death of the worker until n8n had ended all that it was running. */
	noticed: number;
	/** From a call to the end of its execution, of those that succeeded. */
	latency: { median: number; most: number };
	/** How long a caller waited for n8n's answer. */
	answer: { median: number; most: number };
}

const FIRST = ['worker-1', 'worker-2'];
const VICTIM = 'worker-1';
const ADDED = 'worker-3';
/** Parts of all calls after which things happen. */
const KILL = 0.5;
const RESTART = 0.75;
/** n8n notices a dead worker after a minute and a half at most. */
const PATIENCE = 8 * MINUTE;

export async function run(cluster: Cluster, sandbox: Sandbox, plan: Plan): Promise<Outcome> {
	// The first to start makes the tables.
	const n8n = await enter(await cluster.launch(MAIN));
	await Promise.all(FIRST.map(async (name) => await cluster.launch(name)));
	const credential = await createCredential(n8n, sandbox);
	const workflows = [
		await activated(n8n, checking(credential)),
		await activated(n8n, reading(credential)),
	];
	const wanted = callsOf(plan, sandbox);
	// Webhooks may be there a moment later than the answer to their activation.
	for (const kind of ['job', 'read'] as const) {
		const first = { kind, asked: 'https://pictura.example/first' };
		await until(async () => (await call(n8n.url, first)).isAccepted, MINUTE);
	}

	const steps: Array<Promise<void>> = [];
	const began = Date.now();
	let killedAt = 0;
	const made = await callAll(n8n.url, wanted, plan.perSecond, (count) => {
		if (count === Math.round(wanted.length * KILL)) {
			killedAt = Date.now();
			steps.push(replaceWorker(cluster));
		}
		if (count === Math.round(wanted.length * RESTART)) {
			steps.push(cluster.restartRedis(async () => await sleep(plan.redisDownMs)));
		}
	});
	await Promise.all(steps);
	console.log(`${made.length} calls in ${Math.round((Date.now() - began) / SECOND)} s`);
	// Those that do not end are stuck: the objections say so.
	const patience = { patienceMs: PATIENCE, everyMs: 5 * SECOND };
	const ids = workflows.map(({ id }) => id);
	const summaries = (await allOver(n8n, ids, patience)).filter(
		({ createdAt }) => Date.parse(createdAt) >= began,
	);
	const executions: Execution[] = [];
	for (const summary of summaries.filter(isOver)) executions.push(await n8n.execution(summary.id));
	return await judged({
		...{ cluster, sandbox, n8n, credential, plan, made, summaries, executions },
		...{ began, killedAt, log: await cluster.logs() },
	});
}

/** Every few calls one reads a profile; the others submit a job, each for a profile of its own. */
function callsOf({ jobs, reads }: Plan, { world }: Sandbox): Call[] {
	const mark = randomUUID();
	const total = jobs + reads;
	return Array.from({ length: total }, (_, n) => {
		const before = Math.floor((n * reads) / total);
		const isRead = Math.floor(((n + 1) * reads) / total) > before;
		return isRead
			? { kind: 'read', asked: world.creators[before].url }
			: { kind: 'job', asked: `https://pictura.example/somebody?run=${mark}&call=${n}` };
	});
}

async function replaceWorker(cluster: Cluster): Promise<void> {
	await cluster.kill(VICTIM);
	await cluster.launch(ADDED);
}

interface Finished {
	cluster: Cluster;
	sandbox: Sandbox;
	n8n: N8nClient;
	credential: Credential;
	plan: Plan;
	made: Made[];
	summaries: ExecutionSummary[];
	executions: Execution[];
	/** Of all processes. */
	log: string;
	began: number;
	killedAt: number;
}

async function judged(finished: Finished): Promise<Outcome> {
	const { cluster, sandbox, summaries, executions, plan, log, killedAt } = finished;
	const seen = { job: await seenOf(finished, 'job'), read: await seenOf(finished, 'read') };
	const named = new Set(jobsNamedIn(log));

	// All that an operator has to go by: the log, and the output.
	const items = executions.flatMap((each) => goodItems(each, WORK));
	const came = new Set(items.map(({ json }) => jobIdOf(json)));
	const fetched = await fetchAll(
		finished,
		[...named].filter((id) => !came.has(id)),
	);
	const out = new Set(seen.job.out.flatMap(({ key, isRight }) => (isRight ? [key] : [])));
	const lost = seen.job.paid.filter(({ request, job = '' }) => !out.has(request) && named.has(job));
	return {
		counts: { job: count(seen.job), read: count(seen.read) },
		around: {
			concurrency: plan.concurrency,
			running: runningAtEndOf(await cluster.log(VICTIM)),
			named: lost.length,
			recovered: lost.filter(({ job = '' }) => fetched.has(job)).length,
			underWay: count({ ...seen.job, paid: underWay(seen.job, sandbox, killedAt) }).unsaid,
			statuses: countBy(summaries.map(({ status }) => status)),
			ended: [MAIN, ...FIRST, ADDED].filter((name) => name !== VICTIM && !cluster.isRunning(name)),
		},
		times: timesOf(finished),
		explanations: countBy(
			executions
				.filter(({ status }) => status !== 'success')
				.map(({ data }) => data.resultData.error?.message ?? 'no explanation'),
		),
	};
}

/** Reads results with Get; returns the jobs whose result equals that of the service. */
async function fetchAll(
	{ n8n, sandbox, credential }: Pick<Finished, 'n8n' | 'sandbox' | 'credential'>,
	ids: string[],
): Promise<Set<string>> {
	if (ids.length === 0) return new Set();
	const document = chain(
		'Fetch',
		[fetching(credential)],
		ids.map((id) => ({ id })),
	);
	const ask = asker(sandbox);
	const right = new Set<string>();
	for (const { json } of goodItems(await execute(n8n, document), WORK)) {
		const id = jobIdOf(json);
		if (holds(json, await ask(`/screening/${id}`))) right.add(id);
	}
	return right;
}

function timesOf({ summaries, made, began, killedAt }: Finished): Times {
	const at = (time: string | null) => (time === null ? NaN : Date.parse(time));
	const ended = summaries.filter(({ stoppedAt }) => stoppedAt !== null);
	const good = ended.filter(({ status }) => status === 'success');
	const lost = ended.filter(({ status }) => status !== 'success');
	const latest = (some: ExecutionSummary[]) =>
		Math.max(...some.map(({ stoppedAt }) => at(stoppedAt)));
	const waits = good.map(({ createdAt, stoppedAt }) => (at(stoppedAt) - at(createdAt)) / SECOND);
	const answers = made.map(({ answeredMs }) => answeredMs / SECOND);
	return {
		all: (latest(good) - began) / SECOND,
		noticed: lost.length === 0 ? 0 : (latest(lost) - killedAt) / SECOND,
		latency: { median: median(waits), most: Math.max(...waits) },
		answer: { median: median(answers), most: Math.max(...answers) },
	};
}
