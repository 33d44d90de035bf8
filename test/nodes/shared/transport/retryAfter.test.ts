import { retryAfterMs } from '../../../../nodes/shared/transport/retryAfter';

const NOW = Date.UTC(2025, 0, 15, 9);

describe('Retry-After', () => {
	it.each<[string | undefined, number | undefined]>([
		['5', 5_000],
		[' 0 ', 0],
		['1.5', 1_500],
		['-3', 0],
		['99999999999999', 365 * 24 * 60 * 60 * 1_000],
		['Wed, 15 Jan 2025 09:00:30 GMT', 30_000],
		['2025-01-15T09:01:00Z', 60_000],
		['Wed, 15 Jan 2025 08:00:00 GMT', 0],
		[undefined, undefined],
		['', undefined],
		['soon', undefined],
		['5s', undefined],
		['in 30 seconds', undefined],
		['try 5', undefined],
		['Infinity', undefined],
	])('%j is %p ms', (header, ms) => {
		expect(retryAfterMs(header, NOW)).toBe(ms);
	});
});
