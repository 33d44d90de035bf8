import { growthOf, objectionsTo, tally, type Out, type Run } from '../../load/figures';

const out = (key: string | undefined, isRight = true): Out => ({ key, isRight });

it.each<[string, Out[], object]>([
	['all come out', [out('a'), out('b')], { right: 2, lost: 0, wrong: 0, repeated: 0 }],
	['one is missing', [out('a')], { right: 1, lost: 1, wrong: 0, repeated: 0 }],
	['one is wrong', [out('a'), out('b', false)], { right: 1, lost: 0, wrong: 1, repeated: 0 }],
	['one comes twice', [out('a'), out('b'), out('b')], { right: 2, lost: 0, wrong: 0, repeated: 1 }],
	['one was not asked for', [out('a'), out('b'), out('c')], { right: 2, lost: 0, wrong: 1 }],
	['one belongs to nothing', [out('a'), out('b'), out(undefined)], { right: 2, wrong: 1 }],
])('%s', (_, came, counts) => {
	expect(tally({ wanted: ['a', 'b'], out: came, paid: [] })).toMatchObject(counts);
});

it('counts paid requests that were sent again', () => {
	expect(tally({ wanted: [], out: [], paid: ['x', 'y', 'x', 'x'] }).doubled).toBe(2);
});

const run = (heapMiB: number, seen: Partial<Run> = {}): Run => ({
	...{ wanted: 2, right: 2, lost: 0, wrong: 0, repeated: 0, doubled: 0 },
	...{ seconds: 1, cpuSeconds: 1, beforeMiB: 400, peakMiB: 500, heapMiB },
	...seen,
});

it('growth is that of the last run against the first', () => {
	expect(growthOf([run(200), run(260), run(220)])).toBeCloseTo(0.1);
	expect(() => growthOf([run(200)])).toThrow('too few');
});

it.each<[string, Run[], string[]]>([
	['all is well', [run(200), run(230), run(209)], []],
	['the heap grows', [run(200), run(210), run(211)], ['the heap grew by 5.5 %']],
	[
		'something is lost',
		[run(200), run(200, { right: 1, lost: 1 })],
		['run 2: 1 of 2 right', 'run 2: 1 lost'],
	],
	['something is doubled', [run(200, { doubled: 3 }), run(200)], ['run 1: 3 doubled']],
	[
		'something else is wrong',
		[run(200, { objections: ['not together'] }), run(200)],
		['run 1: not together'],
	],
])('%s', (_, runs, objections) => {
	expect(objectionsTo({ runs })).toEqual(objections);
});
