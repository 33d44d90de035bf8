import { judge } from '../../../verify/judge/judge';
import type { Result } from '../../../verify/load/figures';
import { page, table } from '../../../verify/load/report';
import { measured } from '../measured';

const verdict = judge(
	{ requests: 0, paid: [], wanted: [], out: [], reported: [], log: '' },
	'whole',
);
const run = {
	...{ ...verdict, wanted: 10_000, right: 10_000 },
	...{ seconds: 21.04, cpuSeconds: 20, beforeMiB: 400, peakMiB: 512.4, heapMiB: 200 },
};
const result: Result = {
	id: 'items',
	label: 'Many items',
	provenance: measured,
	loadAverage: [0.5, 1.25],
	runs: [run, { ...run, heapMiB: 202 }],
};

it('the table has a row for each run, and the growth', () => {
	const text = table([result]);
	expect(text).toMatch(
		/Many items +1 +10,000 of 10,000 +0 +0 +0 +0 +21\.0 +20\.0 +400 MiB +512 MiB/,
	);
	expect(text).toMatch(/Many items +2\.0 MiB +7\.0 MiB +as expected/);
});

it('the page says under which conditions the figures were measured', () => {
	const text = page([result]);
	expect(text).toContain('1 of 1 loads are as expected');
	expect(text).toMatch(
		/\| Many items \| Measured on 2026-01-02 at commit `abc1234`.*0\.5 and 1\.3/,
	);
});

it('the page names what is not as expected', () => {
	const runs = [run, { ...run, heapMiB: 300, objections: ['1 lost'] }];
	const text = page([{ ...result, runs }]);
	expect(text).toContain('0 of 1 loads are as expected');
	expect(text).toContain('run 2: 1 lost; the heap grew by 100.0 MiB');
});
