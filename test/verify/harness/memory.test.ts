import { readSamples } from '../../../verify/harness/memory';

it('reads what was written, without a line that is not whole', () => {
	const sample = { atMs: 1, heapMiB: 1, rssMiB: 500 };
	expect(readSamples(`${JSON.stringify(sample)}\n{"atMs":`)).toEqual([sample]);
});
