import { growthOf, objectionsTo, type Run, runsOf } from '../../../verify/soak/growth';
import { LOADS } from '../../../verify/soak/loads';
import { judge } from '../../../verify/judge/judge';

const item = { json: {}, input: 0 };
const verdict = judge({
	wanted: { items: [item] },
	output: { items: [item], errors: [] },
	requests: [],
});

const run = (heapMiB: number, given: Partial<Run> = {}): Run => ({
	...verdict,
	...{ wanted: 2, seconds: 1, cpuSeconds: 1, beforeMiB: 400, peakMiB: 500, heapMiB },
	...given,
});

it('growth is the difference between the last run and the first', () => {
	expect(growthOf([run(200), run(260), run(220)])).toEqual({ mib: 20, mostMiB: 7 });
	expect(() => growthOf([run(200)])).toThrow('too few');
});

it.each<[string, Run[], string[]]>([
	['all is well', [run(200), run(230), run(206)], []],
	['the heap grows', [run(200), run(210), run(211)], ['the heap grew by 11.0 MiB']],
	['something is lost', [run(200), run(200, { objections: ['1 lost'] })], ['run 2: 1 lost']],
])('%s', (_, runs, objections) => {
	expect(objectionsTo({ runs })).toEqual(objections);
});

describe.each(LOADS.map(({ label, size }) => [label, size] as const))('%s', (_, wanted) => {
	const leaking = (kibPerItem: number) =>
		Array.from({ length: runsOf(wanted) }, (_none, n) =>
			run(200 + (n * wanted * kibPerItem) / 1024, { wanted }),
		);

	it('shows a node that keeps half a KiB of each item', () => {
		expect(objectionsTo({ runs: leaking(0.5) })).toEqual([expect.stringContaining('grew by')]);
	});

	it('does not report less as a leak', () => {
		expect(objectionsTo({ runs: leaking(0.3) })).toEqual([]);
	});
});
