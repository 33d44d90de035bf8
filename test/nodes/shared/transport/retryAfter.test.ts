import { retryAfterMs, serviceTime } from '../../../../nodes/shared/transport/retryAfter';

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
		expect(retryAfterMs(header === undefined ? {} : { 'retry-after': header }, NOW)).toBe(ms);
	});

	it.each<[string, string, number]>([
		['a day ahead', 'Thu, 16 Jan 2025 09:00:00 GMT', 30_000],
		['a day behind', 'Tue, 14 Jan 2025 09:00:00 GMT', 2 * 86_400_000 + 30_000],
		['that agrees with ours', 'Wed, 15 Jan 2025 08:59:59 GMT', 86_400_000 + 30_000],
		['that is none', 'today', 86_400_000 + 30_000],
	])('is a date by the clock of the service: one %s', (_, date, ms) => {
		const headers = { 'retry-after': 'Thu, 16 Jan 2025 09:00:30 GMT', date };
		expect(retryAfterMs(headers, NOW)).toBe(ms);
		expect(retryAfterMs({ ...headers, 'retry-after': '5' }, NOW)).toBe(5_000);
	});
});

it.each([
	[-2_000, -2_000],
	[-1_999, 0],
	[1_999, 0],
	[2_000, 2_000],
])('a clock that is %d ms off: by %d ms', (offMs, countedMs) => {
	const date = new Date(NOW + offMs).toISOString();
	expect(serviceTime({ date }, NOW)).toBe(NOW + countedMs);
});
