import { count, type Seen } from '../../../verify/judge/judge';
import { page, table, type Results } from '../../../verify/queue/report';
import { measured } from '../measured';

/** So many calls, of which so many were returned. */
const seen = (calls: number, right: number): Seen => ({
	...{ requests: calls, paid: [], reported: [], log: '' },
	wanted: Array.from({ length: calls }, (_, input) => ({ key: String(input), input })),
	out: Array.from({ length: right }, (_, n) => ({ key: String(n), isRight: true })),
});

const results: Results = {
	plan: {
		...{ jobs: 500, reads: 100, perSecond: 6 },
		...{ jobMs: 3_000, concurrency: 10, redisDownMs: 3_000 },
	},
	objections: [],
	counts: { job: count(seen(500, 493)), read: count(seen(100, 99)) },
	around: {
		...{ concurrency: 10, running: 8, named: 7, recovered: 7, underWay: 0 },
		...{ statuses: { success: 592, error: 8 }, ended: [] },
	},
	times: {
		...{ all: 120, noticed: 71 },
		...{ latency: { median: 4, most: 20 }, answer: { median: 0.05, most: 3 } },
	},
	explanations: { 'job stalled': 8 },
};

it('the table shows the outcome of all calls', () => {
	const text = table(results);
	expect(text).toMatch(/right +493 +99/);
	expect(text).toMatch(/lost +7 +1/);
	expect(text).toContain('592 "success", 8 "error"');
	expect(text).toContain('as expected');
});

it('the page uses the figures of the run', () => {
	const text = page(results, measured);
	expect(text).toContain('600 executions');
	expect(text).toContain('7 of 500 executions with jobs and 1 of 100 reads');
	expect(text).toContain('after 71 seconds');
	expect(text).toContain('All is as expected.');
});

it('the page says what is not as expected', () => {
	const text = page({ ...results, objections: ['1 doubled'] }, measured);
	expect(text).toContain('**Not as expected: 1 doubled.**');
	expect(text).not.toContain('All is as expected.');
});
