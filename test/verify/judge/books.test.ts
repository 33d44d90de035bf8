import type { LogEntry } from '../../../sandbox';
import { jobOf, requestsIn } from '../../../verify/judge/books';

const entry = (given: Partial<LogEntry>): LogEntry => ({
	...{ number: 1, at: 0, method: 'POST', path: '/screening', query: {}, headers: {} },
	...{ rawBody: '{"url":"x"}', answer: '{"id":"7","status":"QUEUED"}', status: 200, durationMs: 1 },
	...{ faults: [], ...given },
});

it.each<[string, Partial<LogEntry>, boolean]>([
	['a plain one', {}, true],
	['one whose response was cut off', { faults: ['resetAfter'], status: null }, true],
	['one that the rate limit rejected', { status: 429 }, false],
	['one that was rejected', { faults: ['rateLimit'], status: 429 }, false],
	['one that was reset before it was read', { faults: ['resetBefore'], answer: undefined }, false],
	['one that has no response yet', { answer: undefined }, false],
	['the same response to the same key', { isReplay: true }, false],
])('the service carried out %s', (_, given, isCarriedOut) => {
	expect(requestsIn([entry(given)], () => 3)).toMatchObject([{ isCarriedOut, input: 3 }]);
});

it('of several jobs of an input, the one that was returned counts', () => {
	const ids = ['7', '8', '9'];
	const log = ids.map((id) => entry({ answer: `{"id":"${id}","status":"QUEUED"}` }));
	const requests = requestsIn(log, () => 0);
	expect(jobOf(requests, 0, [{ json: { job: { id: '8' } } }])).toBe('8');
	expect(jobOf(requests, 0, [])).toBe('9');
	expect(jobOf(requests, 1, [])).toBeUndefined();
});
