import { setTimeout as sleep } from 'node:timers/promises';

import { Harness } from '../harness/Harness';
import { heapMeasured, heapNow } from '../harness/memory';
import { SECOND } from '../harness/time';
import { type Counts, judge, total, type Verdict } from '../judge/judge';
import type { Begun, Observe } from '../operations/actions';
import { operations } from '../operations/operations';
import { prepare } from '../operations/triggers';
import { planFaults } from './faultSchedule';

/** All executions of one operation. */
export interface Lane {
	name: string;
	executions: number;
	/** Of these, those of which no request was affected by a fault. */
	calm: number;
	counts: Counts;
	/** What is not as it should be; empty if all is well. */
	objections: string[];
}

export interface UnderFaults {
	lanes: Lane[];
	/** The heap of n8n after the first quarter of the run, which is for warming up, and at the end. */
	heapMiB: [early: number, late: number];
	/** What is wrong apart from the lanes; empty if nothing is. */
	objections: string[];
}

/** Growth of the heap beyond this is a leak. */
export const MAX_GROWTH = 0.1;

const PAUSE_MS = SECOND;
const CAPACITY = 100_000;

/** Every operation over and over, all at once, while faults come and go. */
export async function runLanes(lengthMs: number, seed: number): Promise<UnderFaults> {
	const harness = await Harness.open('soak', heapMeasured, { jobCapacity: CAPACITY });
	try {
		const starts: Array<() => Promise<Begun>> = [];
		for (const operation of operations) {
			const stage = await harness.stage();
			starts.push(await prepare(operation, { harness, stage, contender: 'ours' }));
		}
		const runFor = async (ms: number, part: number) => {
			const deadline = Date.now() + ms;
			const running = starts.map(async (start) => await repeat(start, deadline));
			await injectFaults(harness, seed + part, ms);
			const observed = await Promise.all(running);
			return { observed, heapMiB: await heapNow(harness.own) };
		};
		const early = await runFor(lengthMs / 4, 0);
		const late = await runFor((lengthMs * 3) / 4, 1);
		const lanes: Lane[] = [];
		for (const [n, { label }] of operations.entries()) {
			lanes.push(await laneOf(label, [...early.observed[n], ...late.observed[n]]));
		}
		const hasGrown = late.heapMiB / early.heapMiB - 1 > MAX_GROWTH;
		const objections = hasGrown ? ['the heap grew'] : [];
		return { lanes, heapMiB: [early.heapMiB, late.heapMiB], objections };
	} finally {
		await harness.close();
	}
}

/** Executions one after the other. What there was to see is judged when all is calm. */
async function repeat(start: () => Promise<Begun>, deadline: number): Promise<Observe[]> {
	const seen: Observe[] = [];
	while (Date.now() < deadline) {
		const begun = await start();
		seen.push(await begun.end());
		await sleep(PAUSE_MS);
	}
	return seen;
}

async function injectFaults({ sandbox }: Harness, seed: number, lengthMs: number): Promise<void> {
	const began = Date.now();
	const events = planFaults(seed, lengthMs).flatMap(({ atMs, untilMs, rule }) => {
		let fault: ReturnType<typeof sandbox.faults.add> | undefined;
		return [
			{ atMs, act: () => (fault = sandbox.faults.add(rule)) },
			{ atMs: untilMs, act: () => fault?.remove() },
		];
	});
	for (const { atMs, act } of events.sort((a, b) => a.atMs - b.atMs)) {
		await sleep(Math.max(0, began + atMs - Date.now()));
		act();
	}
	sandbox.faults.clear();
}

/** An execution that no fault affected has to be whole. In the others an item may fail, with an error that says so. */
export async function judged(observe: Observe): Promise<Verdict> {
	const { affected, ...observation } = await observe();
	return affected ? judge({ ...observation, affected }, 'reported') : judge(observation);
}

/** A quarter of all requests is affected: an operation of which less is right does not work. */
const MIN_RIGHT = 0.2;

async function laneOf(name: string, seen: Observe[]): Promise<Lane> {
	const verdicts: Verdict[] = [];
	for (const observe of seen) verdicts.push(await judged(observe));
	const counts = total(verdicts);
	const bad = verdicts.flatMap(({ objections, message = '' }, n) =>
		objections.map((text) => `execution ${n + 1}: ${text}: ${message}`),
	);
	return {
		...{ name, counts, executions: verdicts.length },
		calm: verdicts.filter(({ affected }) => affected === 0).length,
		objections: [
			...(bad.length > 0 ? [`${bad.length} objections, the first: ${bad[0]}`] : []),
			...(counts.right < Math.max(1, MIN_RIGHT * counts.wanted)
				? [`${counts.right} of ${counts.wanted} right`]
				: []),
		],
	};
}
