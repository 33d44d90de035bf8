// Changes each named number of the code, which Stryker leaves alone, and sees which test notices.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../../scripts/n8n/paths';
import { runScript } from '../../../scripts/processes';
import { emptyReport, type Totals } from '../../../scripts/results';
import { type Arguments, totalsOf } from '../../experiment';
import { FOLDERS, MEASURED, MIN_PERCENT, SHORT } from '../folders';
import { saveEvidence } from '../../report/evidence';
import { measuredNow } from '../../report/provenance';
import { changesOf, type Constant, constantsIn } from './constants';
import { type Change, countNoticed, page, percentNoticed } from './page';

export async function tryConstants({ folders: [only], isShort }: Arguments): Promise<Totals> {
	const provenance = measuredNow('mutants --only constants', MEASURED);
	const changes: Change[] = [];
	const [wanted = ''] = isShort ? SHORT : [only];
	const sources = ['nodes/', 'credentials/'].flatMap((folder) => filesIn(folder, '.ts'));
	for (const file of sources.filter((name) => name.includes(wanted))) {
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
	console.log(`${countNoticed(changes)} of ${changes.length} changes noticed`);
	const isLow = percentNoticed(changes) < MIN_PERCENT;
	return totalsOf([{ objections: isLow ? ['too few changes were noticed'] : [] }]);
}

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
	const all = filesIn(folder, '.test.ts');
	return [all.filter((name) => name === own), all, further].filter(({ length }) => length > 0);
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
	const report = emptyReport('constants');
	const { code } = await runScript(
		'node_modules/jest/bin/jest.js',
		[
			...['--config', 'verify/mutants/constants/jest.config.cjs', '--runInBand', '--forceExit'],
			...['--json', '--outputFile', report, '--runTestsByPath'],
			...tests,
		],
		{ cwd: repositoryRoot, env: { CHANGED_CONSTANT: JSON.stringify(change) } },
	);
	if (code === 0) return undefined;
	const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JestReport;
	const failing = testResults.flatMap(({ assertionResults }) =>
		assertionResults.filter(({ status }) => status === 'failed'),
	);
	return failing[0]?.fullName ?? 'the tests do not load';
}

/** With their paths from the root of the repository. */
function filesIn(folder: string, ending: string): string[] {
	const root = join(repositoryRoot, folder);
	if (!existsSync(root)) return [];
	return readdirSync(root, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(ending))
		.map((name) => folder + name)
		.sort();
}

const lineOf = ({ file, name, from, to, noticedBy }: Change): string =>
	`${noticedBy === undefined ? 'MISSED ' : 'noticed'} ${file} ${name} ${from} -> ${to} ${noticedBy ?? ''}`;
