import { setTimeout as sleep } from 'node:timers/promises';

import { Harness } from '../harness/Harness';
import { heapMeasured, heapSamples } from '../harness/memory';
import { SECOND } from '../harness/time';
import { type Counts, judge, total, type Verdict } from '../judge/judge';
import type { Begun, Observe } from '../operations/actions';
import { operations } from '../operations/operations';
import { prepare } from '../operations/triggers';
import { planFaults } from './faultSchedule';
import { type Trend, trendOf } from './heap';

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
	trend: Trend;
}

const PAUSE_MS = SECOND;
const CAPACITY = 100_000;

/** Every operation over and over, all at once, while faults come and go. */
export async function runLanes(lengthMs: number, seed: number): Promise<UnderFaults> {
	const harness = await Harness.open('soak', heapMeasured, {
		jobCapacity: CAPACITY,
	});
	try {
		const starts = [];
		for (const operation of operations) {
			const stage = await harness.stage();
			starts.push(await prepare(operation, { harness, stage, contender: 'ours' }));
		}
		const deadline = Date.now() + lengthMs;
		const running = starts.map(async (start) => await repeat(start, deadline));
		await injectFaults(harness, seed, lengthMs);
		const observed = await Promise.all(running);
		const trend = trendOf(await heapSamples(harness.own.folder));
		const lanes: Lane[] = [];
		for (const [n, { label }] of operations.entries()) {
			lanes.push(await laneOf(label, observed[n]));
		}
		return { lanes, trend };
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
const MAX_SHOWN = 3;

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
			...bad.slice(0, MAX_SHOWN),
			...(bad.length > MAX_SHOWN ? [`${bad.length - MAX_SHOWN} more`] : []),
			...(counts.right < Math.max(1, MIN_RIGHT * counts.wanted)
				? [`${counts.right} of ${counts.wanted} right`]
				: []),
		],
	};
}
