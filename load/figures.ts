/**
 * What the counts mean, in words. The page prints these sentences, and `tally` carries them out.
 */
export const MEANINGS = {
	right: 'Items that came out as the service has them, each once, for the right input.',
	lost: 'Items that should have come out and did not.',
	wrong: 'Items that came out, but are not what the service has.',
	repeated: 'Items that came out once more.',
	doubled: 'Paid requests that the service got more than once.',
} as const;

/** An item that came out as a good one. */
export interface Out {
	/** Undefined if it belongs to nothing that was asked for. */
	key?: string;
	isRight: boolean;
}

/** Everything that can be seen of one run. */
export interface Seen {
	/** What should come out. */
	wanted: string[];
	out: Out[];
	/** The bodies of the paid requests. Each is different from all others. */
	paid: string[];
	seconds: number;
	/** Of the processor, used by the process of n8n. */
	cpuSeconds: number;
	/** The memory that the process of n8n held when the run began. */
	beforeMiB: number;
	/** The most that it held. */
	peakMiB: number;
	/** What else is not as it should be. */
	objections?: string[];
}

export type Counts = Record<keyof typeof MEANINGS | 'wanted', number>;

export function tally({ wanted, out, paid }: Pick<Seen, 'wanted' | 'out' | 'paid'>): Counts {
	const asked = new Set(wanted);
	const came = new Set<string>();
	const counts = { wanted: wanted.length, right: 0, wrong: 0, repeated: 0 };
	for (const { key, isRight } of out) {
		if (key === undefined || !asked.has(key) || !isRight) counts.wrong += 1;
		else if (came.has(key)) counts.repeated += 1;
		else counts.right += 1;
		if (key !== undefined) came.add(key);
	}
	return {
		...counts,
		lost: wanted.filter((key) => !came.has(key)).length,
		doubled: paid.length - new Set(paid).size,
	};
}

/** One run, and what it left behind. */
export interface Run extends Counts, Omit<Seen, 'wanted' | 'out' | 'paid'> {
	/** The heap of n8n after the run, when all garbage was collected. */
	heapMiB: number;
}

export interface Result {
	id: string;
	label: string;
	/** Of the run before those that count. */
	warmUpSize: number;
	date: string;
	/** Of the machine, over a minute: before and after. */
	loadAverage: [number, number];
	runs: Run[];
}

/** Growth of the heap from the first run to the last beyond this is a leak. */
export const MOST_GROWTH = 0.05;

export function growthOf(runs: Array<Pick<Run, 'heapMiB'>>): number {
	const [first, last] = [runs[0], runs.at(-1)];
	if (first === undefined || last === undefined || runs.length < 2) {
		throw new Error(`${runs.length} runs are too few to tell whether memory grows`);
	}
	return last.heapMiB / first.heapMiB - 1;
}

/** What is not as it should be; empty if all is well. */
export function objectionsTo({ runs }: Pick<Result, 'runs'>): string[] {
	const found = runs.flatMap((run, n) => {
		const bad = (['lost', 'wrong', 'repeated', 'doubled'] as const).filter((name) => run[name] > 0);
		const all = [...bad.map((name) => `${run[name]} ${name}`), ...(run.objections ?? [])];
		if (run.right < run.wanted) all.unshift(`${run.right} of ${run.wanted} right`);
		return all.map((text) => `run ${n + 1}: ${text}`);
	});
	const growth = growthOf(runs);
	if (growth > MOST_GROWTH) found.push(`the heap grew by ${percent(growth)}`);
	return found;
}

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
