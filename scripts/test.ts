// The whole of `npm test`: the checks side by side, then the tests if all of them passed. Arguments
// go to jest.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { repositoryRoot } from './n8n/paths';
import { runScript } from './processes';
import { emptyReport, slowestOf, type Totals, totalsOf, writeTotals } from './results';

const ESLINT = 'node_modules/eslint/bin/eslint.js';
const JEST = 'node_modules/jest/bin/jest.js';
/** Test files that are named, as they take longest. */
const SHOWN = 15;
const PUBLISHED = ['nodes', 'credentials', 'package.json'];

interface Check {
	name: string;
	/** A script and its arguments. */
	command: [string, ...string[]];
}

/** Those that take longest come first, so that none is left over at the end. */
const checks: Check[] = [
	{
		name: 'format',
		command: [
			'node_modules/prettier/bin/prettier.cjs',
			...['--check', '--cache', '--log-level=warn', '.'],
		],
	},
	{ name: 'build', command: ['node_modules/gulp/bin/gulp.js', 'build', '--silent'] },
	{
		name: "n8n's rules for community nodes",
		command: [ESLINT, '--max-warnings=0', ...PUBLISHED],
	},
	{
		name: 'the rules of n8n-nodes-base',
		command: [ESLINT, '--config=eslint.nodes-base.config.mjs', ...PUBLISHED],
	},
	{
		name: "the project's own rules",
		// Not by rules that a folder makes for itself.
		command: ['node_modules/oxlint/bin/oxlint', '--disable-nested-config'],
	},
	{ name: 'types', command: ['scripts/typecheck.mjs'] },
	{
		name: 'layers',
		command: [
			'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
			...['--config', '.dependency-cruiser.cjs', '.'],
		],
	},
];

const pathOf = (script: string): string => join(repositoryRoot, script);

const since = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;

async function runCheck({ name, command: [script, ...args] }: Check): Promise<boolean> {
	const began = performance.now();
	const { code, output } = await runScript(pathOf(script), args, { cwd: repositoryRoot });
	const passed = code === 0;
	if (!passed) console.log(`\n${output.trim()}`);
	console.log(`${passed ? 'passed' : 'FAILED'}: ${name}, ${since(began)}`);
	return passed;
}

/** As many at once as there are cores. What a check says is shown at its end, if it failed. */
async function runChecks(): Promise<Totals> {
	const totals = { passed: 0, failed: 0 };
	const waiting = [...checks];
	const work = async (): Promise<void> => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			totals[(await runCheck(next)) ? 'passed' : 'failed'] += 1;
		}
	};
	await Promise.all(Array.from({ length: availableParallelism() }, work));
	return totals;
}

async function runTests(args: string[]): Promise<Totals> {
	const began = performance.now();
	const report = emptyReport('unit');
	const { code } = await runScript(pathOf(JEST), ['--json', `--outputFile=${report}`, ...args], {
		cwd: repositoryRoot,
		stdio: 'inherit',
	});
	console.log(`\n${code === 0 ? 'passed' : 'FAILED'}: tests, ${since(began)}`);
	console.log(slowestOf(report, SHOWN).join('\n'));
	return totalsOf(report, code);
}

async function main(): Promise<void> {
	const began = performance.now();
	const totals = await runChecks();
	if (totals.failed === 0) {
		const { passed, failed } = await runTests(process.argv.slice(2));
		totals.passed += passed;
		totals.failed += failed;
	} else {
		console.error('\nThe tests were not run, as a check failed; see above.');
	}
	writeTotals('unit', totals);
	console.log(`\n${totals.passed} passed, ${totals.failed} failed (${since(began)})`);
	process.exitCode = totals.failed === 0 ? 0 : 1;
}

void main();
