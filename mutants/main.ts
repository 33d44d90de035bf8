// The whole of `npm run test:mutants -- [folders]`: changes the code in many small ways, one at a time, and sees
// whether a test notices. Later runs try only what has changed; `--force` tries all again.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import type { PartialStrykerOptions } from '@stryker-mutator/api/core';

import globalSetup from '../test/support/global-setup';
import globalTeardown from '../test/support/global-teardown';
import { FOLDERS } from './folders';
import { percent, scoreFor, sum, table, type Report, type Score } from './score';

const REPORTS = 'reports/mutants';
const LEAST_PERCENT = 85;

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: { force: { type: 'boolean', default: false } },
		allowPositionals: true,
	});
	const folders = positionals.length === 0 ? Object.keys(FOLDERS) : positionals;
	const { default: config } = await import('./stryker.config.mjs');
	const scores: Score[] = [];
	globalSetup();
	try {
		for (const folder of folders) {
			scores.push(await scoreFolder(folder, { ...config, force: values.force }));
			console.log(table(scores));
		}
	} finally {
		globalTeardown();
	}
	if (percent(sum(scores)) < LEAST_PERCENT) process.exitCode = 1;
}

/** Folders one by one: only tests that mirror a folder are loaded, which is what makes a mutant quick. */
async function scoreFolder(folder: string, config: PartialStrykerOptions): Promise<Score> {
	const name = folder.replaceAll('/', '.');
	const [report, incrementalFile, page] = ['json', 'incremental.json', 'html'].map((ending) =>
		join(REPORTS, `${name}.${ending}`),
	);
	const { Stryker } = await import('@stryker-mutator/core');
	await new Stryker({
		...config,
		mutate: [`${folder}/**/*.ts`, ...(config.mutate ?? [])],
		mochaOptions: {
			...config.mochaOptions,
			spec: [`test/${folder}/**/*.test.js`, ...(FOLDERS[folder] ?? [])],
		},
		incrementalFile,
		jsonReporter: { fileName: report },
		htmlReporter: { fileName: page },
	}).runMutationTest();
	return scoreFor(folder, JSON.parse(await readFile(report, 'utf8')) as Report);
}

void main();
