import { isWithin } from '../../../verify/soak/observe';

const at = (seconds: number) => new Date(seconds * 1_000).toISOString();
const execution = { createdAt: at(100), startedAt: at(100), stoppedAt: at(110) };

it.each<[string, number, number | null, boolean]>([
	['before it', 90, 5_000, false],
	['that ends in it', 90, 12_000, true],
	['within it', 105, 1_000, true],
	['after it', 111, 1_000, false],
	['that was cut off long before it', 80, null, false],
	['that was cut off just before it', 95, null, true],
])('a request %s', (_, seconds, durationMs, expected) => {
	expect(isWithin({ at: seconds * 1_000, durationMs }, execution)).toBe(expected);
});

it('an execution that is still running has no end', () => {
	const request = { at: 999_000, durationMs: 1 };
	expect(isWithin(request, { ...execution, startedAt: null, stoppedAt: null })).toBe(true);
});
