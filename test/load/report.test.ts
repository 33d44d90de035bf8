import { page, table, type Results } from '../../load/report';

const run = {
	...{ wanted: 10_000, right: 10_000, lost: 0, wrong: 0, repeated: 0, doubled: 0 },
	...{ seconds: 21.04, cpuSeconds: 20, beforeMiB: 400, peakMiB: 512.4, heapMiB: 200 },
};
const results: Results = {
	date: '2026-01-02T03:04:05.000Z',
	versions: { package: '1.2.3', n8n: '2.0.0', node: '20.0.0' },
	cores: 2,
	missing: [],
	results: [
		{
			id: 'items',
			label: 'Many items',
			warmUpSize: 1_000,
			date: '2026-01-02T03:04:05.000Z',
			loadAverage: [0.5, 1.25],
			runs: [run, { ...run, heapMiB: 202 }],
		},
	],
};

it('the table has a row for each run, and the growth', () => {
	const text = table(results.results);
	expect(text).toMatch(
		/Many items +1 +10,000 of 10,000 +0 +0 +0 +0 +21\.0 +20\.0 +400 MiB +512 MiB/,
	);
	expect(text).toMatch(/Many items +1\.0 % +as expected/);
});

it('the page says under which conditions the figures came about', () => {
	const text = page(results);
	expect(text).toContain('1 of 1 loads are as expected');
	expect(text).toContain('| Many items | 1,000 | 0.5 and 1.3 |');
	expect(text).not.toContain('Not measured');
});

it('the page names what is not as expected, and what was not measured', () => {
	const [items] = results.results;
	const leaking = { ...items, runs: [run, { ...run, heapMiB: 300, lost: 1, right: 9_999 }] };
	const text = page({ ...results, results: [leaking], missing: ['Many rows'] });
	expect(text).toContain('0 of 1 loads are as expected');
	expect(text).toContain('run 2: 1 lost; the heap grew by 50.0 %');
	expect(text).toContain('**Not measured yet:** Many rows.');
});
