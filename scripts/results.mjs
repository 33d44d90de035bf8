// What a test command found, kept in a file for whoever adds the commands up.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Below `coverage`, which git ignores. */
export const resultFile = (name) => join(root, 'coverage', 'results', `${name}.json`);

export function writeResult(name, result) {
	mkdirSync(dirname(resultFile(name)), { recursive: true });
	writeFileSync(resultFile(name), JSON.stringify(result));
}

/** Reads `{ passed, failed }`, or jest's own report. A test file that does not load has failed. */
export function readResult(name) {
	if (!existsSync(resultFile(name))) return { passed: 0, failed: 0 };
	const report = JSON.parse(readFileSync(resultFile(name), 'utf8'));
	return {
		passed: report.passed ?? report.numPassedTests ?? 0,
		failed: report.failed ?? (report.numFailedTests ?? 0) + (report.numRuntimeErrorTestSuites ?? 0),
	};
}
