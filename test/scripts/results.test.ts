import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { slowestOf } from '../../scripts/results';

it('names the test files that took longest, and their share', () => {
	const report = join(mkdtempSync(join(tmpdir(), 'results-')), 'report.json');
	const file = (name: string, endTime: number) => ({ name, startTime: 0, endTime });
	const testResults = [file('b', 1_000), file('a', 6_000), file('c', 3_000)];
	writeFileSync(report, JSON.stringify({ testResults }));
	expect(slowestOf(report, 2)).toEqual([
		'The 2 slowest of 3 files took 90 % of the time:',
		expect.stringMatching(/^ +6\.0 s {2}.*a$/),
		expect.stringMatching(/^ +3\.0 s {2}.*c$/),
	]);
	expect(slowestOf(`${report}.not-there`, 2)).toEqual([]);
});
