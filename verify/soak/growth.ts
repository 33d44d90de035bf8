import type { Verdict } from '../judge/judge';

/** What was measured of one run. */
export interface Measured {
	seconds: number;
	/** Of the processor, used by the process of n8n. */
	cpuSeconds: number;
	/** The memory that the process of n8n held when the run began. */
	beforeMiB: number;
	/** The most that it held. */
	peakMiB: number;
}

/** One run, and what it left behind. */
export interface Run extends Measured, Verdict {
	/** The heap of n8n after the run, when all garbage was collected. */
	heapMiB: number;
}

/** So much per item, and memory grows for ever: a node that keeps a short text of each takes more. */
export const MAX_KIB_PER_ITEM = 0.4;
/** A heap of n8n is never quite the same. */
const NOISE_MIB = 7;

/** So many items go through n8n after the first run that half a KiB of each is more than noise. */
export const runsOf = (size: number): number => Math.max(3, 1 + Math.ceil(20_000 / size));

export interface Growth {
	mib: number;
	mostMiB: number;
}

/** From the end of the first run to the end of the last. */
export function growthOf(runs: Array<Pick<Run, 'heapMiB' | 'wanted'>>): Growth {
	const [first, ...later] = runs;
	const last = later.at(-1);
	if (first === undefined || last === undefined) {
		throw new Error(`${runs.length} runs are too few to tell whether memory grows`);
	}
	const items = later.reduce((sum, { wanted }) => sum + wanted, 0);
	return {
		mib: last.heapMiB - first.heapMiB,
		mostMiB: Math.max(NOISE_MIB, (items * MAX_KIB_PER_ITEM) / 1024),
	};
}

/** What is not as it should be; empty if all is well. */
export function objectionsTo({ runs }: { runs: Run[] }): string[] {
	const found = runs.flatMap(({ objections }, n) =>
		objections.map((text) => `run ${n + 1}: ${text}`),
	);
	const { mib, mostMiB } = growthOf(runs);
	if (mib > mostMiB) found.push(`the heap grew by ${mib.toFixed(1)} MiB`);
	return found;
}
