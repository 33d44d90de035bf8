import type { LogEntry } from '../../../sandbox';
import { holds, paidIn } from '../../../verify/judge/compare';

const entry = (given: Partial<LogEntry>): LogEntry => ({
	number: 1,
	at: 0,
	method: 'POST',
	path: '/screening',
	query: {},
	headers: {},
	rawBody: '{"url":"x"}',
	body: { url: 'x' },
	answer: '{"id":"7","status":"QUEUED"}',
	status: 200,
	durationMs: 1,
	faults: [],
	...given,
});

describe('the paid requests that were processed', () => {
	it.each<[string, Partial<LogEntry>, number]>([
		['a plain one', {}, 1],
		['one whose answer was cut off', { faults: ['resetAfter'], status: null }, 1],
		['one that was refused', { faults: ['rateLimit'], status: 429 }, 0],
		['one that was reset before it was read', { faults: ['resetBefore'], answer: undefined }, 0],
		['one that has no answer yet', { answer: undefined }, 0],
		['a read', { method: 'GET' }, 0],
		['another path', { path: '/discovery' }, 0],
	])('%s', (_, given, count) => {
		expect(paidIn([entry(given)], '/screening', () => 0)).toHaveLength(count);
	});

	it('include their input and their job', () => {
		expect(paidIn([entry({})], '/screening', ({ url }) => (url === 'x' ? 3 : 4))).toEqual([
			{ request: '{"url":"x"}', input: 3, job: '7' },
		]);
	});
});

describe('an item contains what the service has', () => {
	it.each([
		['with fields of its own beside it', { a: { b: 1 }, job: {} }, true],
		['not with another value', { a: { b: 2 } }, false],
		['not without it', {}, false],
	])('%s', (_, json, expected) => {
		expect(holds(json, { a: { b: 1 }, error: null })).toBe(expected);
	});
});
