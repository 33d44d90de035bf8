import { readAllowance, readRetryAfterMs } from '../../../../nodes/shared/transport/rateLimit';

const NOW = Date.UTC(2025, 0, 15, 9);
const IN_30_S = (NOW + 30_000) / 1_000;

type Expected = ReturnType<typeof readAllowance>;

describe('the remaining quota', () => {
	it.each<[string, Record<string, string>, Expected]>([
		[
			'the three fields of an earlier draft',
			{
				'ratelimit-limit': '100, 100;w=60',
				'ratelimit-remaining': '50',
				'ratelimit-reset': '30',
			},
			{ remaining: 50, resetMs: 30_000 },
		],
		[
			'X-RateLimit with seconds',
			{ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' },
			{ remaining: 0, resetMs: 30_000 },
		],
		[
			'X-RateLimit with a time in seconds',
			{ 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': String(IN_30_S) },
			{ remaining: 5, resetMs: 30_000 },
		],
		[
			'X-RateLimit with a time that is long over',
			{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '986000000' },
			{ remaining: 0, resetMs: 0 },
		],
		[
			'X-RateLimit with a time in milliseconds',
			{ 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': String(IN_30_S * 1_000) },
			{ remaining: 5, resetMs: 30_000 },
		],
		[
			'X-RateLimit with a date',
			{ 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': 'Wed, 15 Jan 2025 09:00:30 GMT' },
			{ remaining: 5, resetMs: 30_000 },
		],
		[
			'a time by a clock that is wrong',
			{
				'x-ratelimit-remaining': '5',
				'x-ratelimit-reset': String(IN_30_S + 3_600),
				date: 'Wed, 15 Jan 2025 10:00:00 GMT',
			},
			{ remaining: 5, resetMs: 30_000 },
		],
		[
			'X-Rate-Limit',
			{ 'x-rate-limit-remaining': '5', 'x-rate-limit-reset': '30' },
			{ remaining: 5, resetMs: 30_000 },
		],
		[
			'a time that has passed',
			{ 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': String(IN_30_S - 60) },
			{ remaining: 5, resetMs: 0 },
		],
		[
			'values with blanks and fractions',
			{ 'ratelimit-remaining': ' 5 ', 'ratelimit-reset': '30.25' },
			{ remaining: 5, resetMs: 30_250 },
		],
	])('is read from %s', (_, headers, expected) => {
		expect(readAllowance(headers, NOW)).toEqual(expected);
	});

	it.each<[string, Record<string, string>]>([
		[
			'a limit of 0, which is none',
			{ 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '25' },
		],
		['no such field', {}],
		['a limit alone', { 'x-ratelimit-limit': '100' }],
		[
			'a limit of 0, which says that there is none',
			{ 'ratelimit-limit': '0', 'ratelimit-remaining': '5', 'ratelimit-reset': '30' },
		],
		['no end', { 'x-ratelimit-remaining': '5' }],
		['no number', { 'x-ratelimit-remaining': 'many', 'x-ratelimit-reset': '30' }],
		['a number with more behind it', { 'x-ratelimit-remaining': '5x', 'x-ratelimit-reset': '30' }],
		['a negative number', { 'x-ratelimit-remaining': '-1', 'x-ratelimit-reset': '30' }],
	])('is not known from %s', (_, headers) => {
		expect(readAllowance(headers, NOW)).toBeUndefined();
	});
});

describe('Retry-After', () => {
	it.each<[string | undefined, number | undefined]>([
		['5', 5_000],
		[' 0 ', 0],
		['1.5', 1_500],
		[String(IN_30_S), 30_000],
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
		expect(readRetryAfterMs(header === undefined ? {} : { 'retry-after': header }, NOW)).toBe(ms);
	});

	it.each<[string, string, number]>([
		['a day ahead', 'Thu, 16 Jan 2025 09:00:00 GMT', 30_000],
		['a day behind', 'Tue, 14 Jan 2025 09:00:00 GMT', 2 * 86_400_000 + 30_000],
		['that agrees with ours', 'Wed, 15 Jan 2025 08:59:59 GMT', 86_400_000 + 30_000],
		['that is none', 'today', 86_400_000 + 30_000],
	])('is a date by the clock of the service: one %s', (_, date, ms) => {
		const headers = { 'retry-after': 'Thu, 16 Jan 2025 09:00:30 GMT', date };
		expect(readRetryAfterMs(headers, NOW)).toBe(ms);
		expect(readRetryAfterMs({ ...headers, 'retry-after': '5' }, NOW)).toBe(5_000);
	});
});
