// Changes the code in many small ways, one at a time, and sees whether a test notices. Later runs try
// only what has changed; --force tries all again.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { repositoryRoot } from '../../scripts/n8n/paths';
import type { Totals } from '../../scripts/results';
import setUp from '../../test/support/global-setup';
import tearDown from '../../test/support/global-teardown';
import { type Arguments, totalsOf } from '../experiment';
import { saveParts } from '../report/evidence';
import { measuredNow, type Provenance, sentence, withoutHeader } from '../report/provenance';
import { config } from './config';
import { tryConstants } from './constants/tryConstants';
import { ABOUT_MONEY, FOLDERS, MEASURED, measuresOf, MIN_PERCENT, NOT_RUN, SHORT } from './folders';
import { percent, type Report, type Score, scoreFor, sum, table } from './score';

const REPORTS = 'reports/mutants';

export async function run(args: Arguments): Promise<Totals> {
	return await (args.only === 'constants' ? tryConstants(args) : tryFolders(args));
}

async function tryFolders({ folders, isShort, force }: Arguments): Promise<Totals> {
	const provenance = measuredNow('mutants', MEASURED);
	const all = Object.keys(FOLDERS);
	const chosen = isShort ? SHORT : folders.length === 0 ? all : folders;
	const scores: Score[] = [];
	setUp();
	try {
		for (const folder of chosen) {
			scores.push(await scoreFolder(folder, force));
			console.log(table(scores));
		}
	} finally {
		tearDown();
	}
	if (!isShort) {
		const at = ({ folder }: Score) => all.indexOf(folder);
		await saveParts({
			...{ name: 'mutants', news: scores, provenance },
			only: folders.length === 0 ? undefined : 'folders',
			idOf: ({ folder }) => folder,
			measuresOf: ({ folder }) => measuresOf(folder),
			page: (results, from, measured) =>
				pageWith(
					[...results].sort((a, b) => at(a) - at(b)),
					from,
					({ folder }) => measured[folder]?.commit ?? '',
				),
		});
	}
	return totalsOf([...scores.filter(decidesAboutMoney), sum(scores)].map(withObjections));
}

const decidesAboutMoney = ({ folder }: Score) => ABOUT_MONEY.includes(folder);

function withObjections(score: Score): { objections: string[] } {
	const isLow = percent(score) < MIN_PERCENT;
	if (isLow) console.log(`${score.folder}: below ${MIN_PERCENT} %`);
	return { objections: isLow ? ['the score is too low'] : [] };
}

const SCORES = /(<!-- scores -->\n)[^]*(\n<!-- \/scores -->)/;

/** The page as it was written by hand, with these scores. */
function pageWith(
	scores: Score[],
	provenance: Provenance,
	commitOf: (score: Score) => string,
): string {
	const file = join(repositoryRoot, 'docs/evidence/mutants.md');
	const text = withoutHeader(readFileSync(file, 'utf8')).trim();
	const measured = `${sentence(provenance)}\n\n${table(scores, commitOf)}`;
	return text.replace(SCORES, (_, begin: string, end: string) => `${begin}\n${measured}\n${end}`);
}

/** Folders one by one: only tests that mirror a folder are loaded, which is what makes a mutant quick. */
async function scoreFolder(folder: string, force: boolean): Promise<Score> {
	const { Stryker } = await import('@stryker-mutator/core');
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
			ignore: NOT_RUN,
		},
		incrementalFile,
		jsonReporter: { fileName: report },
		htmlReporter: { fileName: page },
	}).runMutationTest();
	return scoreFor(folder, JSON.parse(await readFile(report, 'utf8')) as Report);
}
