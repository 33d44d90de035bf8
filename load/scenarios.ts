import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { row as rowOf } from '../bench/services';
import { goodItems, holds } from '../faults/observe';
import type { Item, Stage } from '../faults/operations';
import type { LogEntry } from '../sandbox';
import { executionsOf } from '../soak/observe';
import { activated, TRIGGER, trigger, until } from '../test/e2e/support/trigger';
import { chain, fields, items, ours, row } from '../test/e2e/support/workflow';
import type { Out, Seen } from './figures';
import { LOOK_EVERY_MS, type LoadBed } from './LoadBed';

export interface Scenario {
	id: string;
	/** What is done, with the size in it. */
	label: string;
	size: number;
	/** Of the run before those that count. */
	warmUpSize: number;
	run(load: LoadBed, size: number): Promise<Seen>;
}

const WORK = 'Work';
const PAID = '/screening';
/** On a machine that is busy with other things. */
const PATIENCE_MS = 15 * 60_000;

const work = (type: string, parameters: INodeParameters, { credential }: Stage): INode => ({
	...ours(type, parameters, credential),
	name: WORK,
});

const screening = (operation: string, stage: Stage, options: INodeParameters = {}): INode =>
	work(
		'socialBackgroundCheck',
		{
			resource: 'screening',
			operation,
			bodyMode: 'json',
			bodyJson: '={{ JSON.stringify({ profile_url: $json.url }) }}',
			options,
		},
		stage,
	);

/** Different in each run, and for each item. */
function profiles(count: number, name = 'somebody'): Array<{ url: string }> {
	const run = randomUUID();
	return Array.from({ length: count }, (_, n) => ({
		url: `https://pictura.example/${name}?run=${run}&item=${n}`,
	}));
}

const bodiesOf = (requests: LogEntry[]): string[] =>
	requests
		.filter(({ method, path }) => method === 'POST' && path === PAID)
		.map(({ rawBody = '' }) => rawBody);

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

async function submitAll(load: LoadBed, size: number): Promise<Seen> {
	const { bed } = load;
	const stage = await bed.stage();
	const inputs = profiles(size);
	const { execution, ...measured } = await load.execute(
		chain('Submit', [screening('submit', stage)], inputs),
	);
	const outOf = ({ json, input = -1 }: Item): Out => {
		const job = bed.sandbox.jobs.get(String(jobIn(json).id));
		return { key: String(input), isRight: job?.input.profile_url === inputs[input]?.url };
	};
	return {
		...measured,
		wanted: inputs.map((_, input) => String(input)),
		out: goodItems(execution, WORK).map(outOf),
		paid: bodiesOf(bed.requestsOf(stage)),
	};
}

/** The jobs end when the last one has been submitted: until then, all are waited for together. */
async function waitForAll(load: LoadBed, size: number): Promise<Seen> {
	const { bed } = load;
	const stage = await bed.stage();
	const inputs = profiles(size, 'never-finishes');
	const node = screening('submitAndWait', stage, { maxWait: 900 });
	const ofThisRun = () =>
		bed.sandbox.jobs.list('screening', size).filter(({ input }) => {
			return String(input.profile_url).startsWith(inputs[0].url.split('&')[0]);
		});
	const [{ execution, ...measured }] = await Promise.all([
		load.execute(chain('Wait', [node], inputs)),
		until(() => ofThisRun().length === size, PATIENCE_MS).then(() => {
			for (const { id } of ofThisRun()) bed.sandbox.jobs.settle(id, 'finished');
		}),
	]);
	const outOf = async ({ json, input = -1 }: Item): Promise<Out> => {
		const truth = await stage.ask(`/screening/${String(jobIn(json).id)}`);
		const isRight = truth.profile_url === inputs[input]?.url && holds(json, truth);
		return { key: String(input), isRight };
	};
	return {
		...measured,
		wanted: inputs.map((_, input) => String(input)),
		out: await each(goodItems(execution, WORK), outOf),
		paid: bodiesOf(bed.requestsOf(stage)),
	};
}

const PAGE = 1_000;

async function readAll(load: LoadBed, size: number): Promise<Seen> {
	const stage = await load.bed.stage(undefined, load.services.url('rows'));
	const node = work(
		'creatorSearch',
		{
			resource: 'dictionary',
			operation: 'getBrands',
			...(size < ROWS ? { limit: size } : { returnAll: true }),
			sendQuery: true,
			query: fields({ limit: PAGE }),
		},
		stage,
	);
	const { execution, ...measured } = await load.execute(chain('Rows', [node]));
	const found = goodItems(execution, WORK);
	const isInOrder = found.every(({ json }, at) => json.id === at);
	return {
		...measured,
		wanted: Array.from({ length: size }, (_, id) => String(id)),
		out: found.map(({ json }) => ({
			key: String(json.id),
			isRight: holds(json, rowOf(Number(json.id))),
		})),
		paid: [],
		objections: isInOrder ? [] : ['the rows are not in order'],
	};
}

/** n8n takes no interval under a minute, but as many times in a minute as one enters. */
const everySecond = {
	item: Array.from({ length: 60 }, (_, second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};

async function watchAll(load: LoadBed, size: number): Promise<Seen> {
	const { bed } = load;
	const { n8n, sandbox } = bed;
	const stage = await bed.stage();
	const ids = profiles(size, 'never-finishes').map(({ url }) =>
		String(sandbox.jobs.submit('screening', stage.token, { profile_url: url }).id),
	);
	const eventOf = (id: string) => `screening/${id}/finished`;
	const found: IDataObject[] = [];
	/** Items of each execution that was read, by its ID. */
	const read = new Map<string, number>();
	let workflowId = '';
	const collect = async () => {
		const known = await executionsOf(n8n, workflowId);
		for (const { id, status } of known) {
			if (read.has(id) || status === 'new' || status === 'running') continue;
			const came = items(await n8n.execution(id), TRIGGER);
			read.set(id, came.length);
			found.push(...came);
		}
		return known[0]?.id;
	};
	const measured = await load.measured(async () => {
		const node = trigger({ ids: ids.join(), pollTimes: everySecond }, stage.credential);
		({ id: workflowId } = await activated(n8n, row('Trigger', [node])));
		for (const id of ids) sandbox.jobs.settle(id, 'finished');
		const deadline = Date.now() + PATIENCE_MS;
		await until(async () => {
			await sleep(LOOK_EVERY_MS);
			await collect();
			// What never comes is lost: the tally says so.
			return found.length >= ids.length || Date.now() > deadline;
		}, 2 * PATIENCE_MS);
	});
	// The last execution has no items: it records that all has come out.
	await until(async () => read.get((await collect()) ?? '') === 0, PATIENCE_MS);
	await n8n.deactivate(await n8n.readWorkflow(workflowId));
	const outOf = async (json: IDataObject): Promise<Out> => {
		const { id, eventId } = jobIn(json);
		const isRight = holds(json, await stage.ask(`/screening/${String(id)}`));
		return { key: String(eventId), isRight };
	};
	return {
		...measured,
		wanted: ids.map(eventOf),
		out: await each(found, outOf),
		paid: bodiesOf(bed.requestsOf(stage)),
	};
}

const ROWS = 100_000;

export const scenarios: Scenario[] = [
	{
		id: 'items',
		label: '10,000 items through one node, each a Submit',
		size: 10_000,
		warmUpSize: 1_000,
		run: submitAll,
	},
	{
		id: 'jobs',
		label: '1,000 jobs waited for together with Submit and Wait',
		size: 1_000,
		warmUpSize: 1_000,
		run: waitForAll,
	},
	{
		id: 'rows',
		label: '100,000 rows with Return All, in pages of 1,000',
		size: ROWS,
		warmUpSize: ROWS,
		run: readAll,
	},
	{
		id: 'trigger',
		label: '10,000 IDs in one trigger, all of which finish',
		size: 10_000,
		warmUpSize: 1_000,
		run: watchAll,
	},
];
