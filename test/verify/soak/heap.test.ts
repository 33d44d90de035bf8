import { growthOf, runsOf } from '../../../verify/soak/heap';

it('growth is the difference between the last run and the first', () => {
	const runs = [200, 260, 220].map((heapMiB) => ({ heapMiB, wanted: 2 }));
	expect(growthOf(runs)).toEqual({ mib: 20, mostMiB: 7 });
	expect(() => growthOf(runs.slice(1, 2))).toThrow('too few');
});

it.each([1_000, 10_000, 100_000])(
	'of %i items, half a KiB each is a leak, and less is not',
	(wanted) => {
		const isLeak = (kibPerItem: number) => {
			const heapOf = (run: number) => 200 + (run * wanted * kibPerItem) / 1024;
			const runs = Array.from({ length: runsOf(wanted) }, (_, n) => ({
				heapMiB: heapOf(n),
				wanted,
			}));
			const { mib, mostMiB } = growthOf(runs);
			return mib > mostMiB;
		};
		expect([isLeak(0.5), isLeak(0.3)]).toEqual([true, false]);
	},
);
