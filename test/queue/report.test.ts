import { page, table, type Results } from '../../queue/report';

const tally = { wrong: 0, repeated: 0, doubled: 0 };
const results: Results = {
	date: '2026-01-02T03:04:05.000Z',
	versions: { package: '1.2.3', n8n: '2.0.0', node: '20.0.0' },
	machine: { cores: 2, loadAtStart: 0.5, loadAtEnd: 1 },
	plan: {
		...{ jobs: 500, reads: 100, perSecond: 6 },
		...{ jobMs: 3_000, concurrency: 10, redisDownMs: 3_000 },
	},
	objections: [],
	tallies: {
		job: {
			...tally,
			calls: 500,
			fates: { arrived: 493, named: 7, underWay: 0, unnamed: 0, noJob: 0, refused: 0 },
		},
		read: {
			...tally,
			calls: 100,
			fates: { arrived: 99, named: 0, underWay: 0, unnamed: 0, noJob: 1, refused: 0 },
		},
	},
	around: {
		...{ concurrency: 10, running: 8, recovered: 7 },
		...{ statuses: { success: 592, error: 8 }, ended: [] },
	},
	times: {
		...{ all: 120, noticed: 71 },
		...{ latency: { median: 4, most: 20 }, answer: { median: 0.05, most: 3 } },
	},
	explanations: { 'job stalled': 8 },
};

it('the table tells what became of all calls', () => {
	const text = table(results);
	expect(text).toMatch(/arrived: .+ 493 +99/);
	expect(text).toMatch(/named: .+ 7 +0/);
	expect(text).toContain('592 "success", 8 "error"');
	expect(text).toContain('as expected');
});

it('the page reckons with the figures of the run', () => {
	const text = page(results);
	expect(text).toContain('5 executions per second with jobs of 3 seconds need 15 slots');
	expect(text).toContain('7 of 500 executions with jobs and 1 of 100 reads');
	expect(text).toContain('after 71 seconds');
	expect(text).toContain('All is as expected.');
});

it('the page says what is not as expected', () => {
	const text = page({ ...results, objections: ['1 doubled'] });
	expect(text).toContain('**Not as expected: 1 doubled.**');
	expect(text).not.toContain('All is as expected.');
});
