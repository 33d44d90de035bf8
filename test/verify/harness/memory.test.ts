import { readSamples } from '../../../verify/harness/memory';

it('reads the written samples, without an incomplete line', () => {
	const sample = { atMs: 1, heapMiB: 1, rssMiB: 500 };
	expect(readSamples(`${JSON.stringify(sample)}\n{"atMs":`)).toEqual([sample]);
});
