// The whole of `npm run test:mutants -- [folders]`: changes the code in many small ways, one at a time, and sees
// whether a test notices. Later runs try only what has changed; `--force` tries all again.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import globalSetup from '../test/support/global-setup';
import globalTeardown from '../test/support/global-teardown';
import { byFolder, table, type Report } from './score';

const REPORT = join(__dirname, '../reports/mutants/mutants.json');

async function main(): Promise<void> {
	const { values, positionals: folders } = parseArgs({
		options: {
			force: { type: 'boolean', default: false },
			tests: { type: 'string', multiple: true, default: [] },
		},
		allowPositionals: true,
	});
	const [{ Stryker }, { default: config }] = await Promise.all([
		import('@stryker-mutator/core'),
		import('./stryker.config.mjs'),
	]);
	// The tests that mirror a folder come first: they are quick, and the first failure is the end of a mutant.
	const spec = [...folders.map((name) => `test/${name}/**/*.test.js`), ...values.tests];
	const everything = config.mutate ?? [];
	const left = everything.filter((pattern) => pattern.startsWith('!'));
	globalSetup();
	try {
		await new Stryker({
			...config,
			mutate:
				folders.length === 0 ? everything : [...folders.map((name) => `${name}/**/*.ts`), ...left],
			mochaOptions: { ...config.mochaOptions, spec },
			force: values.force,
		}).runMutationTest();
	} finally {
		globalTeardown();
	}
	const report = JSON.parse(await readFile(REPORT, 'utf8')) as Report;
	console.log(table(byFolder(report)));
}

void main();
