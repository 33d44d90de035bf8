import { Harness } from '../harness/Harness';
import { followMemory, heapMeasured, heapNow } from '../harness/memory';
import { row, ROWS, startServices } from '../harness/services';
import { MINUTE, SECOND } from '../harness/time';
import { fields } from '../harness/workflow';
import type { Verdict } from '../judge/judge';
import { type Operation, OPERATIONS, rows } from '../operations/operations';
import { prepare } from '../operations/triggers';
import { growthOf, runsOf } from './heap';
import { judged } from './lanes';

interface Load {
	/** What is done, with the size in it. */
	label: string;
	size: number;
	operation: Operation;
}

const PAGE = 1_000;

const readRows: Operation = {
	label: 'Rows',
	class: 'read',
	targets: [],
	prepare: async (stage, count = ROWS) => {
		const brands = { resource: 'dictionary', operation: 'getBrands', sendQuery: true };
		const amount = count < ROWS ? { limit: count } : { returnAll: true };
		const parameters = { ...brands, ...amount, query: fields({ limit: PAGE }) };
		const truth = Array.from({ length: count }, (_, n) => row(n));
		return rows(stage, truth, { ours: ['creatorSearch', parameters], http: {} });
	},
};

const load = (size: number, operation: Operation, label: string): Load => ({
	size,
	operation,
	label,
});

const LOADS = [
	load(10_000, OPERATIONS.submit, '10,000 items through one node, each a Submit'),
	load(1_000, OPERATIONS.submitAndWait, '1,000 jobs waited for together with Submit and Wait'),
	load(ROWS, readRows, '100,000 rows with Return All, in pages of 1,000'),
	load(10_000, OPERATIONS.triggerWatching, '10,000 IDs in one trigger, all of which finish'),
];

/** One run, and what it left behind. */
export interface Run extends Verdict {
	seconds: number;
	/** The most memory that the process of n8n held. */
	peakMiB: number;
	/** The heap of n8n after the run, when all garbage was collected. */
	heapMiB: number;
}

export interface LoadResult {
	label: string;
	runs: Run[];
	/** What is not as it should be; empty if all is well. */
	objections: string[];
}

function objectionsTo(runs: Run[]): string[] {
	const found = runs.flatMap(({ objections }, n) =>
		objections.map((text) => `run ${n + 1}: ${text}`),
	);
	const { mib, mostMiB } = growthOf(runs);
	return mib > mostMiB ? [...found, `the heap grew by ${mib.toFixed(1)} MiB`] : found;
}

const CAPACITY = 100_000;
/** All jobs are submitted by then, so that the node waits for all of them together. */
const JOB_MS = 30 * SECOND;
const TIMEOUT_S = 60;
const SHORT = { part: 10, runs: 2 };

/** Each load several times on one process of n8n; a short one is a tenth of it. */
export async function runLoads(isShort: boolean): Promise<LoadResult[]> {
	const loads = LOADS.map((each) => ({
		...each,
		size: isShort ? each.size / SHORT.part : each.size,
		count: isShort ? SHORT.runs : runsOf(each.size),
	}));
	const harness = await Harness.open('load', heapMeasured, {
		jobCapacity: CAPACITY,
		durations: { screening: JOB_MS },
	});
	const services = await startServices();
	const results: LoadResult[] = [];
	try {
		for (const [n, { label, size, count, operation }] of loads.entries()) {
			// Memory that n8n took for other work is not given back.
			if (n > 0) await harness.restart();
			console.log(label);
			const runs: Run[] = [];
			// n8n loads code and fills its caches when it first does something: the first run does not count.
			for (let at = 0; at <= count; at++) {
				const url = operation === readRows ? services.url('rows') : undefined;
				const stage = await harness.stage(TIMEOUT_S, url);
				const patienceMs = 15 * MINUTE;
				const setting = { harness, stage, contender: 'ours', count: size, patienceMs } as const;
				const start = await prepare(operation, setting);
				const memory = followMemory(harness.own.pid);
				const began = performance.now();
				const observe = await (await start()).end();
				const seconds = (performance.now() - began) / SECOND;
				const { peakMiB } = await memory.stop();
				const heapMiB = await heapNow(harness.own);
				const run = { ...(await judged(observe)), seconds, peakMiB, heapMiB };
				if (at > 0) runs.push(run);
			}
			results.push({ label, runs, objections: objectionsTo(runs) });
		}
	} finally {
		await harness.close();
		await services.close();
	}
	return results;
}
