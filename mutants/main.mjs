// The whole of `npm run test:mutants -- [folders]`: changes the code in many small ways, one at a time, and sees
// whether a test notices. Later runs try only what has changed; `--force` tries all again.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Stryker } from '@stryker-mutator/core';

import setUpModule from '../test/support/global-setup.ts';
import tearDownModule from '../test/support/global-teardown.ts';
import { FOLDERS } from './folders.mjs';
import { percent, scoreFor, sum, table } from './score.ts';
import config from './stryker.config.mjs';

// TypeScript is loaded as CommonJS here.
const { default: setUp } = setUpModule;
const { default: tearDown } = tearDownModule;

const REPORTS = 'reports/mutants';
const LEAST_PERCENT = 85;

async function main() {
	const { values, positionals } = parseArgs({
		options: { force: { type: 'boolean', default: false } },
		allowPositionals: true,
	});
	const folders = positionals.length === 0 ? Object.keys(FOLDERS) : positionals;
	const scores = [];
	setUp();
	try {
		for (const folder of folders) {
			scores.push(await scoreFolder(folder, values));
			console.log(table(scores));
		}
	} finally {
		tearDown();
	}
	if (percent(sum(scores)) < LEAST_PERCENT) process.exitCode = 1;
}

/** Folders one by one: only tests that mirror a folder are loaded, which is what makes a mutant quick. */
async function scoreFolder(folder, { force }) {
	const name = folder.replaceAll('/', '.');
	const [report, incrementalFile, page] = ['json', 'incremental.json', 'html'].map((ending) =>
		join(REPORTS, `${name}.${ending}`),
	);
	const source = folder.endsWith('.ts') ? folder : `${folder}/**/*.ts`;
	await new Stryker({
		...config,
		force,
		mutate: [source, ...config.mutate],
		mochaOptions: {
			...config.mochaOptions,
			spec: [`test/${source.replace(/\.ts$/, '.test.js')}`, ...(FOLDERS[folder] ?? [])],
		},
		incrementalFile,
		jsonReporter: { fileName: report },
		htmlReporter: { fileName: page },
	}).runMutationTest();
	return scoreFor(folder, JSON.parse(await readFile(report, 'utf8')));
}

await main();
