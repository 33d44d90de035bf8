/** So much per item, and memory grows for ever: a node that keeps a short text of each takes more. */
export const MAX_KIB_PER_ITEM = 0.4;
/** A heap of n8n is never quite the same. */
const NOISE_MIB = 7;

/** So many items go through n8n after the first run that half a KiB of each is more than noise. */
export const runsOf = (size: number): number => Math.max(3, 1 + Math.ceil(20_000 / size));

/** From the end of the first run of a load to the end of the last. */
export function growthOf(runs: Array<{ heapMiB: number; wanted: number }>): {
	mib: number;
	mostMiB: number;
} {
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
