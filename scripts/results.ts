// What a test command found, kept in a file for scripts/sum.mjs, which adds the commands up.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { repositoryRoot } from './n8n/paths';

export interface Totals {
	passed: number;
	failed: number;
}

/** Below `coverage`, which git ignores. */
const fileOf = (name: string): string => join(repositoryRoot, 'coverage/results', `${name}.json`);

/** Where jest is to write its report; that of an earlier run is gone. */
export function emptyReport(name: string): string {
	const file = fileOf(name);
	mkdirSync(dirname(file), { recursive: true });
	rmSync(file, { force: true });
	return file;
}

interface JestReport {
	numPassedTests: number;
	numFailedTests: number;
	numRuntimeErrorTestSuites: number;
}

/** Jest's report in two numbers. A test file that does not load has failed, and so has no report. */
export function totalsOf(report: string, code: number): Totals {
	const least = code === 0 ? 0 : 1;
	if (!existsSync(report)) return { passed: 0, failed: least };
	const found = JSON.parse(readFileSync(report, 'utf8')) as JestReport;
	const failed = found.numFailedTests + found.numRuntimeErrorTestSuites;
	return { passed: found.numPassedTests, failed: Math.max(failed, least) };
}

export function writeTotals(name: string, totals: Totals): void {
	writeFileSync(emptyReport(name), JSON.stringify(totals));
}
