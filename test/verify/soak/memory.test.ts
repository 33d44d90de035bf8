import type { Sample } from '../../../verify/harness/memory';
import { trendOf } from '../../../verify/soak/memory';

const samples = (heap: (n: number) => number): Sample[] =>
	Array.from({ length: 40 }, (_, n) => ({ atMs: n, heapMiB: heap(n), rssMiB: 500 }));

it.each<[string, (n: number) => number, boolean]>([
	['stays the same', () => 200, true],
	['grows while n8n warms up only', (n) => 200 + Math.min(n, 10) * 20, true],
	['goes up and down', (n) => 200 + (n % 2) * 50, true],
	['grows for ever', (n) => 200 + n * 4, false],
])('a heap that %s', (_, heap, isFlat) => {
	expect(trendOf(samples(heap)).isFlat).toBe(isFlat);
});

it('compares the second quarter with the last', () => {
	expect(trendOf(samples((n) => 100 + n))).toMatchObject({ earlyMiB: 114.5, lateMiB: 134.5 });
});

it('reports no trend after a few samples', () => {
	expect(() => trendOf(samples(() => 1).slice(0, 7))).toThrow('too few');
});
