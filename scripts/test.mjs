// The whole of `npm test`: the checks one after the other, until one fails. Further arguments go to
// jest.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { readResult, resultFile, root, writeResult } from './results.mjs';

const bin = (path) => join(root, 'node_modules', path);
const ESLINT = bin('eslint/bin/eslint.js');
const TSC = bin('typescript/bin/tsc');
const PRETTIER = bin('prettier/bin/prettier.cjs');
const GULP = bin('gulp/bin/gulp.js');
const JEST = bin('jest/bin/jest.js');

const PUBLISHED = ['nodes', 'credentials', 'package.json'];
const JEST_ARGS = ['--json', `--outputFile=${resultFile('jest')}`, ...process.argv.slice(2)];

const steps = [
	["n8n's rules for community nodes", ESLINT, '--max-warnings=0', ...PUBLISHED],
	['the rules of n8n-nodes-base', ESLINT, '--config=eslint.nodes-base.config.mjs', ...PUBLISHED],
	['rules for what is not published', ESLINT, '--config=eslint.dev.config.mjs', '.'],
	['types', TSC, '--project', 'tsconfig.dev.json'],
	['format', PRETTIER, '--check', '--log-level=warn', '.'],
	['build', GULP, 'build', '--silent'],
	['tests', JEST, ...JEST_ARGS],
];

// n8n's lint rules take every file for a trigger named "Test" when NODE_ENV is "test".
const env = { ...process.env };
delete env.NODE_ENV;

const seconds = (begin) => `${((performance.now() - begin) / 1000).toFixed(1)} s`;

const totals = { passed: 0, failed: 0 };
const began = performance.now();
mkdirSync(dirname(resultFile('jest')), { recursive: true });
for (const name of ['jest', 'unit']) rmSync(resultFile(name), { force: true });

for (const [index, [name, script, ...args]] of steps.entries()) {
	console.log(`\n[${index + 1}/${steps.length}] ${name}`);
	const begin = performance.now();
	const { status } = spawnSync(process.execPath, [script, ...args], {
		cwd: root,
		env,
		stdio: 'inherit',
	});
	const ok = status === 0;
	console.log(`${ok ? 'passed' : 'FAILED'}: ${name}, ${seconds(begin)}`);

	if (script === JEST) {
		const { passed, failed } = readResult('jest');
		totals.passed += passed;
		totals.failed += ok ? failed : Math.max(failed, 1);
	} else if (ok) {
		totals.passed++;
	} else {
		totals.failed++;
	}
	if (!ok) {
		console.error(`\n"${name}" failed; see above. What comes after it was not run.`);
		break;
	}
}

writeResult('unit', totals);
console.log(`\n${totals.passed} passed, ${totals.failed} failed (${seconds(began)})`);
process.exitCode = totals.failed === 0 ? 0 : 1;
