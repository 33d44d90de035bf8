import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import type { LogEntry } from '../../sandbox';
import { isOver, type WorkflowDocument } from '../../scripts/n8n/client';
import { goodItems, over } from '../harness/executions';
import { cpuSecondsOf, followMemory, heapMeasured, heapNow } from '../harness/memory';
import { screeningItem } from '../harness/service';
import { row as rowOf, ROWS, startServices, type Services } from '../harness/services';
import { Harness } from '../harness/Harness';
import { MINUTE, SECOND, until } from '../harness/time';
import { activated, finishedEvent, TRIGGER, trigger } from '../harness/trigger';
import { chain, fields, items, row, screeningWork, START, WORK, work } from '../harness/workflow';
import { requestsIn } from '../judge/books';
import { judge } from '../judge/judge';
import type { Item, Observation, SentRequest } from '../judge/types';
import { type Measured, type Run, runsOf } from './growth';

interface Site {
	harness: Harness;
	/** A service that has a hundred thousand rows. */
	services: Services;
}

/** The result of a run. */
interface Load {
	measured: Measured;
	observation: Observation;
}

interface Scenario {
	id: string;
	/** What is done, with the size in it. */
	label: string;
	size: number;
	run(site: Site, size: number): Promise<Load>;
}

const PAID = '/screening';
/** On a machine that is busy with other things. */
const PATIENCE = 15 * MINUTE;
/** Looking keeps n8n busy, too. */
const LOOK_EVERY_MS = 500;

async function measure(pid: number, act: () => Promise<void>): Promise<Measured> {
	const memory = followMemory(pid);
	const [began, cpuBefore] = [performance.now(), await cpuSecondsOf(pid)];
	await act();
	const seconds = (performance.now() - began) / 1_000;
	const cpuSeconds = (await cpuSecondsOf(pid)) - cpuBefore;
	const { firstMiB: beforeMiB, peakMiB } = await memory.stop();
	return { seconds, cpuSeconds, beforeMiB, peakMiB };
}

/** Runs a workflow; answers its good items. */
async function execute(
	{ n8n, own }: Harness,
	document: WorkflowDocument,
): Promise<{ measured: Measured; items: Item[] }> {
	const workflow = await n8n.createWorkflow(document);
	let id = '';
	const measured = await measure(own.pid, async () => {
		id = await n8n.run(workflow, START);
		await over(n8n, workflow.id, id, { everyMs: LOOK_EVERY_MS });
	});
	return { measured, items: goodItems(await n8n.execution(id), WORK) };
}

/** The service has `truth`: one item for each input, a list for the only one, or events. */
const observed = (
	truth: Array<IDataObject | undefined>,
	items: Item[],
	requests: SentRequest[] = [],
	kind: 'perInput' | 'list' | 'events' = 'perInput',
): Observation => ({
	wanted: {
		items: truth.map((json, n) => ({ json, input: kind === 'perInput' ? n : 0 })),
		isAnyOrder: kind === 'events',
	},
	output: { items, errors: [] },
	requests,
});

/** Every paid request is one for a profile of the input. */
function requestsFor(log: LogEntry[], urls: string[]): SentRequest[] {
	const inputs = new Map(urls.map((url, input) => [url, input]));
	return requestsIn(log, ({ path, body }) => (path === PAID ? inputs.get(urlIn(body)) : undefined));
}

/** Different in each run, and for each item. */
function profiles(count: number, name = 'somebody'): Array<{ url: string }> {
	const run = randomUUID();
	return Array.from({ length: count }, (_, n) => ({
		url: `https://pictura.example/${name}?run=${run}&item=${n}`,
	}));
}

/** So that a comparison with ten thousand answers does not take longer than the run. */
const AT_ONCE = 20;

async function each<T, R>(all: T[], act: (one: T) => Promise<R>): Promise<R[]> {
	const results: R[] = [];
	for (let at = 0; at < all.length; at += AT_ONCE) {
		results.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(act))));
	}
	return results;
}

async function submitAll({ harness }: Site, size: number): Promise<Load> {
	const stage = await harness.stage();
	const inputs = profiles(size);
	const node = screeningWork('submit', '$json.url', stage.credential);
	const { measured, items } = await execute(harness, chain('Submit', [node], inputs));
	const log = harness.requestsOf(stage);
	const answers = new Map(log.map(({ body, answer = '{}' }) => [urlIn(body), answer]));
	const truth = inputs.map(({ url }) => JSON.parse(answers.get(url) ?? '{}') as IDataObject);
	return { measured, observation: observed(truth, items, requestsFor(log, urlsOf(inputs))) };
}

const urlIn = (body: unknown) => String((body as IDataObject | undefined)?.profile_url);
const urlsOf = (inputs: Array<{ url: string }>) => inputs.map(({ url }) => url);

/** The jobs end when the last one has been submitted: until then, all are waited for together. */
async function waitForAll({ harness }: Site, size: number): Promise<Load> {
	const stage = await harness.stage();
	const inputs = profiles(size, 'never-finishes');
	const options = { maxWait: 900 };
	const node = screeningWork('submitAndWait', '$json.url', stage.credential, options);
	const ofThisRun = () =>
		harness.sandbox.jobs.list('screening', size).filter(({ input }) => {
			return String(input.profile_url).startsWith(inputs[0].url.split('&')[0]);
		});
	const [{ measured, items }] = await Promise.all([
		execute(harness, chain('Wait', [node], inputs)),
		until(() => ofThisRun().length === size, PATIENCE).then(() => {
			for (const { id } of ofThisRun()) harness.sandbox.jobs.settle(id, 'finished');
		}),
	]);
	const requests = requestsFor(harness.requestsOf(stage), urlsOf(inputs));
	const jobs = new Map(requests.map(({ input, job }) => [input, job]));
	const truth = await each([...inputs.keys()], async (input) => {
		const job = jobs.get(input);
		return job === undefined ? job : screeningItem(await stage.ask(`/screening/${job}`));
	});
	return { measured, observation: observed(truth, items, requests) };
}

const PAGE = 1_000;

async function readAll({ harness, services }: Site, size: number): Promise<Load> {
	const stage = await harness.stage(undefined, services.url('rows'));
	const brands = { resource: 'dictionary', operation: 'getBrands', sendQuery: true };
	const count = size < ROWS ? { limit: size } : { returnAll: true };
	const parameters = { ...brands, ...count, query: fields({ limit: PAGE }) };
	const node = work('creatorSearch', parameters, stage.credential);
	const { measured, items } = await execute(harness, chain('Rows', [node]));
	const truth = Array.from({ length: size }, (_, n) => rowOf(n));
	return { measured, observation: observed(truth, items, [], 'list') };
}

async function watchAll({ harness }: Site, size: number): Promise<Load> {
	const { n8n, sandbox } = harness;
	const stage = await harness.stage();
	const ids = profiles(size, 'never-finishes').map(({ url }) =>
		String(sandbox.jobs.submit('screening', stage.token, { profile_url: url }).id),
	);
	const events: Item[] = [];
	/** Items of each execution that was read, by its ID. */
	const read = new Map<string, number>();
	let workflowId = '';
	const collect = async () => {
		const known = await n8n.executions(workflowId);
		for (const { id } of known.filter((one) => isOver(one) && !read.has(one.id))) {
			const came = items(await n8n.execution(id), TRIGGER);
			read.set(id, came.length);
			events.push(...came.map((json) => ({ json, input: 0 })));
		}
		return known[0]?.id;
	};
	const measured = await measure(harness.own.pid, async () => {
		const node = trigger({ ids: ids.join() }, stage.credential, SECOND);
		({ id: workflowId } = await activated(n8n, row('Trigger', [node])));
		for (const id of ids) sandbox.jobs.settle(id, 'finished');
		// What never comes is lost: the judge says so.
		const isOut = async () => {
			await sleep(LOOK_EVERY_MS);
			await collect();
			return events.length >= ids.length;
		};
		await until(isOut, PATIENCE).catch(() => undefined);
	});
	// The last execution has no items: it records that all was emitted.
	await until(async () => read.get((await collect()) ?? '') === 0, PATIENCE);
	await n8n.deactivate(await n8n.readWorkflow(workflowId));
	const truth = await each(ids, async (id) => await finishedEvent(stage, id));
	const requests = requestsIn(harness.requestsOf(stage), () => undefined);
	return { measured, observation: observed(truth, events, requests, 'events') };
}

const LABELS = {
	items: '10,000 items through one node, each a Submit',
	jobs: '1,000 jobs waited for together with Submit and Wait',
	rows: '100,000 rows with Return All, in pages of 1,000',
	trigger: '10,000 IDs in one trigger, all of which finish',
};

export const LOADS: Scenario[] = [
	{ id: 'items', label: LABELS.items, size: 10_000, run: submitAll },
	{ id: 'jobs', label: LABELS.jobs, size: 1_000, run: waitForAll },
	{ id: 'rows', label: LABELS.rows, size: ROWS, run: readAll },
	{ id: 'trigger', label: LABELS.trigger, size: 10_000, run: watchAll },
];

export interface LoadResult {
	id: string;
	label: string;
	/** Of the machine, over a minute, when it began. */
	loadAverage: number;
	runs: Run[];
}

const MAX_JOBS = 100_000;
const SHORT = { part: 10, runs: 2 };

/** Each load several times on one process of n8n; a short one is a tenth of it. */
export async function runLoads(
	isShort: boolean,
	chosen: Scenario[] = LOADS,
): Promise<LoadResult[]> {
	const loads = chosen.map((each) => ({
		...each,
		size: isShort ? each.size / SHORT.part : each.size,
		count: isShort ? SHORT.runs : runsOf(each.size),
	}));
	const accounts = loads.reduce((sum, { count }) => sum + count + 1, 0);
	const environment = (folder: string) => heapMeasured(folder, true);
	const harness = await Harness.open('load', accounts, environment, { jobCapacity: MAX_JOBS });
	const services = await startServices();
	const results: LoadResult[] = [];
	try {
		for (const [n, { id, label, size, count, run }] of loads.entries()) {
			// Memory that n8n took for other work is not given back.
			if (n > 0) await harness.restart();
			console.log(label);
			const result: LoadResult = { id, label, loadAverage: loadavg()[0], runs: [] };
			// n8n loads code and fills its caches when it first does something: the first run does not count.
			for (let at = 0; at <= count; at++) {
				const { measured, observation } = await run({ harness, services }, size);
				const found = { ...judge(observation), ...measured, heapMiB: await heapNow(harness.own) };
				if (at > 0) result.runs.push(found);
			}
			results.push(result);
		}
	} finally {
		await harness.close();
		await services.close();
	}
	return results;
}
