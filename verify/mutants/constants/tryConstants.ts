// Changes each named number of the code, which Stryker leaves alone, and sees which test notices.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../../scripts/n8n/paths';
import { runScript } from '../../../scripts/processes';
import type { Totals } from '../../../scripts/results';
import type { Arguments } from '../../experiment';
import { FOLDERS } from '../folders';
import { saveEvidence } from '../../report/evidence';
import { measuredNow } from '../../report/provenance';
import { changesOf, type Constant, constantsIn } from './constants';
import { type Change, page } from './page';

const REPORT = 'reports/constants/jest.json';
const MIN_PERCENT = 85;
/** What --short tries. */
const SHORT = 'nodes/shared/jobs/afterPoll.ts';

export async function tryConstants({ folders: [only], isShort }: Arguments): Promise<Totals> {
	const provenance = measuredNow('mutants --only constants', [
		'test/nodes',
		'test/support',
		'verify/mutants',
	]);
	mkdirSync(join(repositoryRoot, 'reports/constants'), { recursive: true });
	const changes: Change[] = [];
	const wanted = isShort ? SHORT : (only ?? '');
	for (const file of sources().filter((name) => name.includes(wanted))) {
		for (const constant of constantsIn(readFileSync(join(repositoryRoot, file), 'utf8'))) {
			for (const to of changesOf(constant)) {
				const noticedBy = await firstFailing(file, constant, to);
				const change = { file, name: constant.name, from: constant.value, to, noticedBy };
				console.log(lineOf(change));
				changes.push(change);
			}
		}
	}
	if (!isShort && only === undefined)
		await saveEvidence('constants', provenance, { changes }, page(changes, provenance));
	const passed = changes.filter(({ noticedBy }) => noticedBy !== undefined).length;
	console.log(`${passed} of ${changes.length} changes noticed`);
	return (100 * passed) / changes.length < MIN_PERCENT
		? { passed: 0, failed: 1 }
		: { passed: 1, failed: 0 };
}

const sources = (): string[] =>
	['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
			.map((name) => `${folder}/${name}`)
			.filter((name) => name.endsWith('.ts'))
			.sort(),
	);

/** The tests of the module are asked first, then those of its folder, then those on n8n's engine. */
async function firstFailing(
	file: string,
	constant: Constant,
	to: number,
): Promise<string | undefined> {
	for (const tests of testsOf(file)) {
		const failing = await runTests(tests, { ...constant, file, value: to });
		if (failing !== undefined) return failing;
	}
	return undefined;
}

function testsOf(file: string): string[][] {
	const own = `test/${file.replace(/\.ts$/, '.test.ts')}`;
	const folder = `test/${file.replace(/\/[^/]*$/, '/')}`;
	const area = Object.keys(FOLDERS).find((name) => file.startsWith(name));
	const further = (area === undefined ? [] : FOLDERS[area]).map((name) =>
		name.replace(/js$/, 'ts'),
	);
	return [existsSync(own) ? [own] : [], filesIn(folder), further].filter((each) => each.length > 0);
}

interface JestReport {
	testResults: Array<{
		assertionResults: Array<{ status: string; fullName: string }>;
	}>;
}

async function runTests(
	tests: string[],
	change: Constant & { file: string },
): Promise<string | undefined> {
	const { code } = await runScript(
		'node_modules/jest/bin/jest.js',
		[
			...['--config', 'verify/mutants/constants/jest.config.cjs', '--runInBand', '--forceExit'],
			...['--json', '--outputFile', REPORT, '--runTestsByPath'],
			...tests,
		],
		{ cwd: repositoryRoot, env: { CHANGED_CONSTANT: JSON.stringify(change) } },
	);
	if (code === 0) return undefined;
	const { testResults } = JSON.parse(
		readFileSync(join(repositoryRoot, REPORT), 'utf8'),
	) as JestReport;
	const failing = testResults.flatMap(({ assertionResults }) =>
		assertionResults.filter(({ status }) => status === 'failed'),
	);
	return failing[0]?.fullName ?? 'the tests do not load';
}

const filesIn = (folder: string): string[] =>
	existsSync(folder)
		? readdirSync(folder, { recursive: true, encoding: 'utf8' })
				.filter((name) => name.endsWith('.test.ts'))
				.map((name) => folder + name)
		: [];

const lineOf = ({ file, name, from, to, noticedBy }: Change): string =>
	`${noticedBy === undefined ? 'MISSED ' : 'noticed'} ${file} ${name} ${from} -> ${to} ${noticedBy ?? ''}`;
