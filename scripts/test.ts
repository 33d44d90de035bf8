// The whole of `npm test`: the build, then the tests, and in parallel the other checks, one after another. Arguments
// go to jest. With --node24 only the tests that depend on Node, on the one that runs n8n.
import { join } from 'node:path';

import { repositoryRoot } from './n8n/paths';
import { explain } from './n8n/problem';
import { runScript } from './processes';
import { type Totals, writeTotals } from './results';
import { otherNode, runUnitTests, since } from './unitTests';

interface Check {
	name: string;
	/** A script and its arguments. */
	command: [string, ...string[]];
}

/** Some tests read dist. */
const build: Check = {
	name: 'build',
	command: ['node_modules/gulp/bin/gulp.js', 'build', '--silent'],
};

const checks: Check[] = [
	{ name: 'format', command: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
	{
		name: "n8n's rules",
		command: [
			'node_modules/eslint/bin/eslint.js',
			...['--config=eslint.published.config.mjs', '--max-warnings=0'],
			...['nodes', 'credentials', 'package.json'],
		],
	},
	{
		name: "the project's own rules",
		// Not by rules that a folder makes for itself.
		command: ['node_modules/oxlint/bin/oxlint', '--disable-nested-config'],
	},
	{
		name: 'types',
		command: ['node_modules/typescript-7/bin/tsc', '--project', 'tsconfig.dev.json'],
	},
	{
		name: 'layers',
		command: [
			'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
			...['--config', '.dependency-cruiser.cjs', '.'],
		],
	},
];

/** Requests, bytes, texts and n8n's engine, which depend on Node. The end-to-end tests run the whole package on that Node. */
const NODE_TESTS = [
	'test/(engine|transcripts|nodes/shared/(http|response|transport|values))/[^/]+$',
	'test/nodes/(connections|hostileTexts|responses|secureConnections|slowResponses|sockets|token|transport)\\.',
];

const NONE: Totals = { passed: 0, failed: 0 };
const pathOf = (script: string): string => join(repositoryRoot, script);

/** One after another. Returns what those that failed printed. */
async function runInTurn(some: Check[]): Promise<string[]> {
	const failures: string[] = [];
	for (const { name, command } of some) {
		const began = performance.now();
		const [script, ...args] = command;
		const { code, output } = await runScript(pathOf(script), args, { cwd: repositoryRoot });
		console.log(`${code === 0 ? 'passed' : 'FAILED'}: ${name}, ${since(began)}`);
		if (code !== 0) failures.push(`FAILED: ${name}\n${output.trim()}`);
	}
	return failures;
}

/** The tests keep every core busy until the end, except while the package is built. */
async function runAll(args: string[]): Promise<Totals> {
	const running = runInTurn(checks);
	const failures = await runInTurn([build]);
	const tests = failures.length > 0 ? NONE : await runUnitTests({ name: 'unit', args });
	failures.push(...(await running));
	// Last, as the tests would push it off the screen.
	for (const failure of failures) console.log(`\n${failure}`);
	if (tests === NONE) console.error('\nThe tests were not run, as the build failed.');
	const passed = tests.passed + 1 + checks.length - failures.length;
	return { passed, failed: tests.failed + failures.length };
}

async function main([first, ...rest]: string[]): Promise<void> {
	const began = performance.now();
	if (first === '--node24') {
		const node = await otherNode();
		if (node === undefined) console.log(`npm test runs them on this Node ${process.versions.node}`);
		const args = rest.length > 0 ? rest : NODE_TESTS;
		const found = node ? await runUnitTests({ name: 'node24', node, args }) : NONE;
		writeTotals('node24', found);
		process.exitCode = found.failed === 0 ? 0 : 1;
		return;
	}
	const totals = await runAll([first ?? [], rest].flat());
	writeTotals('unit', totals);
	console.log(`\n${totals.passed} passed, ${totals.failed} failed (${since(began)})`);
	process.exitCode = totals.failed === 0 ? 0 : 1;
}

main(process.argv.slice(2)).catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
