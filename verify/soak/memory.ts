import type { Sample } from '../harness/memory';
import { median } from '../report/figures';

export interface Trend {
	/** The median of the second quarter of the run; the first one is for warming up. */
	earlyMiB: number;
	/** The median of the last quarter. */
	lateMiB: number;
	growth: number;
	isFlat: boolean;
}

/** Growth of the heap beyond this is a leak. */
export const MAX_GROWTH = 0.1;
const FEWEST = 8;

export function trendOf(samples: Sample[], name: 'heapMiB' | 'rssMiB' = 'heapMiB'): Trend {
	if (samples.length < FEWEST) throw new Error(`${samples.length} samples are too few for a trend`);
	const quarter = Math.floor(samples.length / 4);
	const of = (part: Sample[]) => median(part.map((sample) => sample[name]));
	const earlyMiB = of(samples.slice(quarter, 2 * quarter));
	const lateMiB = of(samples.slice(-quarter));
	const growth = lateMiB / earlyMiB - 1;
	return { earlyMiB, lateMiB, growth, isFlat: growth <= MAX_GROWTH };
}
