// Changes the code that decides about money in many small ways, one at a time, and sees whether a test notices.
// All of it in one run of one commit; --short tries one file. The score is a guide: a person reads the survivors, which
// reports/mutants.html shows. What people get wrong is in verify/mistakes.
import { readFileSync } from 'node:fs';

import type { Totals } from '../../scripts/results';
import setUp from '../../test/support/global-setup';
import tearDown from '../../test/support/global-teardown';
import type { Arguments } from '../experiment';
import { markdown } from '../report/tables';

/** They decide whether a paid request is sent, repeated or lost: the ledger, the client, jobs and the trigger. */
const FOLDERS = [
	...['ledger', 'transport', 'jobs'].map((name) => `nodes/shared/${name}`),
	...['submit', 'watch', 'memory'].map((name) => `nodes/CreatorIntelligenceTrigger/${name}`),
];

/** The tests that mirror them, those on n8n's engine, and the transcripts. */
const TESTS = [
	...FOLDERS.map((folder) => `test/${folder}/**/*.test.js`),
	'test/nodes/*.test.js',
	'test/nodes/CreatorIntelligenceTrigger/*.test.js',
	'test/transcripts/*.test.js',
];

const SHORT = 'nodes/shared/jobs/*.ts';
const MIN_PERCENT = 85;
const REPORT = 'reports/mutants.json';

/** What no test reaches counts as survived. Others, such as errors of the runner, do not count. */
const NOTICED = ['Killed', 'Timeout'];
const SURVIVED = ['Survived', 'NoCoverage'];

/** The part of Stryker's report that is read here. */
interface Report {
	files: Record<string, { mutants: Array<{ status: string }> }>;
}

export async function run({ isShort }: Arguments): Promise<Totals> {
	const { Stryker } = await import('@stryker-mutator/core');
	setUp();
	try {
		await new Stryker({
			mutate: isShort ? [SHORT] : FOLDERS.map((folder) => `${folder}/**/*.ts`),
			testRunner: 'mocha',
			coverageAnalysis: 'perTest',
			// Tables and patterns are made once, when a module is loaded: a mutant of theirs needs a process of its own.
			ignoreStatic: true,
			// No check of types: a mutant that the compiler would refuse has to be killed like any other.
			checkers: [],
			buildCommand: 'node verify/mutants/transpile.cjs',
			mochaOptions: {
				require: ['./verify/mutants/setup.cjs'],
				ui: 'qunit',
				spec: TESTS,
				ignore: [],
			},
			// Not copied for the run.
			ignorePatterns: ['/coverage', '/dist', '/docs', '/examples', '/reports', '/test/e2e'],
			concurrency: 2,
			// On a busy machine, less would take slow tests for endless ones.
			timeoutMS: 15_000,
			dryRunTimeoutMinutes: 30,
			tempDirName: '.stryker-tmp',
			reporters: ['json', 'html', 'progress-append-only'],
			jsonReporter: { fileName: REPORT },
			htmlReporter: { fileName: 'reports/mutants.html' },
		}).runMutationTest();
	} finally {
		tearDown();
	}
	const { files } = JSON.parse(readFileSync(REPORT, 'utf8')) as Report;
	const scores = FOLDERS.map((folder) => {
		const own = Object.entries(files).filter(([file]) => file.startsWith(`${folder}/`));
		const statuses = own.flatMap(([, { mutants }]) => mutants.map(({ status }) => status));
		const noticed = statuses.filter((status) => NOTICED.includes(status)).length;
		const survived = statuses.filter((status) => SURVIVED.includes(status)).length;
		return { folder, noticed, survived, percent: (100 * noticed) / (noticed + survived) };
	}).filter(({ noticed, survived }) => noticed + survived > 0);
	const rows = scores.map(({ folder, noticed, survived, percent }) => [
		...[folder, noticed, survived, `${percent.toFixed(1)} %`],
	]);
	console.log(markdown(['Folder', 'Noticed', 'Survived', ''], rows));
	console.log(
		`Fails below ${MIN_PERCENT} % in a folder. reports/mutants.html shows the survivors.`,
	);
	const failed = scores.filter(({ percent }) => percent < MIN_PERCENT).length;
	return { passed: scores.length - failed, failed };
}
