import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { LogEntry } from '../../sandbox';
import { isOver, type WorkflowDocument } from '../../scripts/n8n/client';
import { goodItems, type Item, over } from '../harness/executions';
import { cpuSecondsOf, followMemory } from '../harness/memory';
import { row as rowOf, ROWS, type Services } from '../harness/services';
import type { Stage, Harness } from '../harness/Harness';
import { MINUTE, SECOND, until } from '../harness/time';
import { activated, TRIGGER, trigger } from '../harness/trigger';
import { chain, fields, items, row, START, WORK, work } from '../harness/workflow';
import { holds, paidIn } from '../judge/compare';
import type { Out, Seen } from '../judge/judge';
import type { Measured } from './figures';

export interface Site {
	harness: Harness;
	/** A service that has a hundred thousand rows. */
	services: Services;
}

/** The result of a run. */
interface Load {
	measured: Measured;
	seen: Seen;
	isInOrder?: boolean;
}

export interface Scenario {
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
): Promise<{ measured: Measured; found: Item[] }> {
	const workflow = await n8n.createWorkflow(document);
	let id = '';
	const measured = await measure(own.pid, async () => {
		id = await n8n.run(workflow, START);
		await over(n8n, workflow.id, id, { everyMs: LOOK_EVERY_MS });
	});
	return { measured, found: goodItems(await n8n.execution(id), WORK) };
}

/** Each is wanted once, in the order of the input; `urls` are those that were paid for. */
function seenOf(requests: LogEntry[], wanted: string[], out: Out[], urls: string[] = []): Seen {
	const inputs = new Map(urls.map((url, input) => [url, input]));
	return {
		requests: requests.length,
		wanted: wanted.map((key, input) => ({ key, input })),
		out,
		paid: paidIn(requests, PAID, ({ profile_url }) => inputs.get(String(profile_url))),
		reported: [],
		log: '',
	};
}

const numbers = (count: number): string[] => Array.from({ length: count }, (_, n) => String(n));

const screening = (
	operation: string,
	{ credential }: Stage,
	options: INodeParameters = {},
): INode =>
	work(
		'socialBackgroundCheck',
		{
			resource: 'screening',
			operation,
			bodyMode: 'json',
			bodyJson: '={{ JSON.stringify({ profile_url: $json.url }) }}',
			options,
		},
		credential,
	);

/** Different in each run, and for each item. */
function profiles(count: number, name = 'somebody'): Array<{ url: string }> {
	const run = randomUUID();
	return Array.from({ length: count }, (_, n) => ({
		url: `https://pictura.example/${name}?run=${run}&item=${n}`,
	}));
}

const jobIn = ({ job }: IDataObject) => job as IDataObject;

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
	const { measured, found } = await execute(
		harness,
		chain('Submit', [screening('submit', stage)], inputs),
	);
	const outOf = ({ json, input = -1 }: Item): Out => {
		const job = harness.sandbox.jobs.get(String(jobIn(json).id));
		return { key: String(input), isRight: job?.input.profile_url === inputs[input]?.url };
	};
	const urls = inputs.map(({ url }) => url);
	const requests = harness.requestsOf(stage);
	return { measured, seen: seenOf(requests, numbers(size), found.map(outOf), urls) };
}

/** The jobs end when the last one has been submitted: until then, all are waited for together. */
async function waitForAll({ harness }: Site, size: number): Promise<Load> {
	const stage = await harness.stage();
	const inputs = profiles(size, 'never-finishes');
	const node = screening('submitAndWait', stage, { maxWait: 900 });
	const ofThisRun = () =>
		harness.sandbox.jobs.list('screening', size).filter(({ input }) => {
			return String(input.profile_url).startsWith(inputs[0].url.split('&')[0]);
		});
	const [{ measured, found }] = await Promise.all([
		execute(harness, chain('Wait', [node], inputs)),
		until(() => ofThisRun().length === size, PATIENCE).then(() => {
			for (const { id } of ofThisRun()) harness.sandbox.jobs.settle(id, 'finished');
		}),
	]);
	const outOf = async ({ json, input = -1 }: Item): Promise<Out> => {
		const truth = await stage.ask(`/screening/${String(jobIn(json).id)}`);
		const isRight = truth.profile_url === inputs[input]?.url && holds(json, truth);
		return { key: String(input), isRight };
	};
	const urls = inputs.map(({ url }) => url);
	const out = await each(found, outOf);
	return { measured, seen: seenOf(harness.requestsOf(stage), numbers(size), out, urls) };
}

const PAGE = 1_000;

async function readAll({ harness, services }: Site, size: number): Promise<Load> {
	const stage = await harness.stage(undefined, services.url('rows'));
	const node = work(
		'creatorSearch',
		{
			resource: 'dictionary',
			operation: 'getBrands',
			...(size < ROWS ? { limit: size } : { returnAll: true }),
			sendQuery: true,
			query: fields({ limit: PAGE }),
		},
		stage.credential,
	);
	const { measured, found } = await execute(harness, chain('Rows', [node]));
	const out = found.map(({ json }) => ({
		key: String(json.id),
		isRight: holds(json, rowOf(Number(json.id))),
	}));
	const isInOrder = found.every(({ json }, at) => json.id === at);
	return { measured, isInOrder, seen: seenOf([], numbers(size), out) };
}

async function watchAll({ harness }: Site, size: number): Promise<Load> {
	const { n8n, sandbox } = harness;
	const stage = await harness.stage();
	const ids = profiles(size, 'never-finishes').map(({ url }) =>
		String(sandbox.jobs.submit('screening', stage.token, { profile_url: url }).id),
	);
	const found: IDataObject[] = [];
	/** Items of each execution that was read, by its ID. */
	const read = new Map<string, number>();
	let workflowId = '';
	const collect = async () => {
		const known = await n8n.executions(workflowId);
		for (const { id } of known.filter((one) => isOver(one) && !read.has(one.id))) {
			const came = items(await n8n.execution(id), TRIGGER);
			read.set(id, came.length);
			found.push(...came);
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
			return found.length >= ids.length;
		};
		await until(isOut, PATIENCE).catch(() => undefined);
	});
	// The last execution has no items: it records that all was emitted.
	await until(async () => read.get((await collect()) ?? '') === 0, PATIENCE);
	await n8n.deactivate(await n8n.readWorkflow(workflowId));
	const outOf = async (json: IDataObject): Promise<Out> => {
		const { id, eventId } = jobIn(json);
		const isRight = holds(json, await stage.ask(`/screening/${String(id)}`));
		return { key: String(eventId), isRight };
	};
	const wanted = ids.map((id) => `screening/${id}/finished`);
	return { measured, seen: seenOf(harness.requestsOf(stage), wanted, await each(found, outOf)) };
}

export const scenarios: Scenario[] = [
	{
		id: 'items',
		label: '10,000 items through one node, each a Submit',
		size: 10_000,
		run: submitAll,
	},
	{
		id: 'jobs',
		label: '1,000 jobs waited for together with Submit and Wait',
		size: 1_000,
		run: waitForAll,
	},
	{
		id: 'rows',
		label: '100,000 rows with Return All, in pages of 1,000',
		size: ROWS,
		run: readAll,
	},
	{
		id: 'trigger',
		label: '10,000 IDs in one trigger, all of which finish',
		size: 10_000,
		run: watchAll,
	},
];
