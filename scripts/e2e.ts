// The whole of `npm run test:e2e`: node --import tsx scripts/e2e.ts [--n8n <line>] [--images] ...
// With --queue only the tests in queue mode run, which need PostgreSQL and Redis. With --settings
// those of the nodes run in an n8n with other settings than its defaults (verify/harness/settings.ts):
// the named ones, one after the other, or all.
import { join } from 'node:path';

import { N8N_VERSION_VARIABLE } from '../verify/harness/login';
import { ensureServers } from '../verify/harness/servers';
import {
	isSettings,
	SETTINGS,
	SETTINGS_VARIABLE,
	type SettingsId,
} from '../verify/harness/settings';
import { repositoryRoot } from './n8n/paths';
import { explain, Problem } from './n8n/problem';
import { currentVersion, isSupportedVersion, supportedVersions } from './n8n/runtime';
import { runScript } from './processes';
import { emptyReport, type Totals, totalsOf, writeTotals } from './results';
import { ensureChromium, IMAGES_VARIABLE } from './system/chromium';
import { ensureCompiler } from './system/compiler';

/** What runs with other settings unless tests are named: they change what nodes do, not how the editor looks. */
const OF_NODES = ['test/e2e/core', 'test/e2e/examples.test.ts'];

function readArguments(args: string[]) {
	const rest = [...args];
	const has = (name: string): boolean => {
		const at = rest.indexOf(name);
		return at >= 0 && rest.splice(at, 1).length > 0;
	};
	const valueOf = (name: string): string | undefined => {
		const at = rest.indexOf(name);
		return at < 0 ? undefined : (rest.splice(at, 2)[1] ?? '');
	};
	const [images, queue] = [has('--images'), has('--queue')];
	const line = valueOf('--n8n') ?? currentVersion;
	if (!isSupportedVersion(line))
		throw new Problem(`--n8n takes ${supportedVersions.join(' or ')}.`);
	const all = Object.keys(SETTINGS);
	const given = valueOf('--settings');
	const names = given === 'all' ? all : (given?.split(',') ?? []);
	if (!names.every(isSettings)) {
		throw new Problem(`--settings takes all, or some of ${all.join(',')}.`);
	}
	return { line, images, queue, rest, matrix: names };
}

const JEST = join(repositoryRoot, 'node_modules/jest/bin/jest.js');

interface EndToEnd {
	line: string;
	/** Settings of n8n in addition to its defaults. */
	settings?: SettingsId;
	/** Whether to take the pictures of the documentation anew. */
	images: boolean;
	/** Whether to run the tests in queue mode, and no others. */
	queue: boolean;
	/** For jest: which tests, and how. */
	rest: string[];
}

async function runEndToEnd({ line, settings, images, queue, rest }: EndToEnd): Promise<Totals> {
	const name = [queue ? 'queue' : 'e2e', settings].filter(Boolean).join('-');
	const report = emptyReport(name);
	await ensureCompiler();
	const isQueued = settings !== undefined && SETTINGS[settings].mode === 'queue';
	if (queue || isQueued) await ensureServers();
	if (!queue) await ensureChromium();
	const { code } = await runScript(
		JEST,
		[
			...['--selectProjects', queue ? 'queue' : 'e2e', '--maxWorkers=2'],
			...['--testSequencer', join(repositoryRoot, 'test/e2e/support/sequencer.cjs')],
			...['--json', `--outputFile=${report}`],
			...rest,
		],
		{
			cwd: repositoryRoot,
			env: {
				[N8N_VERSION_VARIABLE]: line,
				...(settings && { [SETTINGS_VARIABLE]: settings }),
				...(images && { [IMAGES_VARIABLE]: 'true' }),
			},
			stdio: 'inherit',
		},
	);
	const totals = totalsOf(report, code);
	writeTotals(name, totals);
	return totals;
}

async function main(): Promise<void> {
	const { matrix, rest, ...how } = readArguments(process.argv.slice(2));
	const runs: Array<SettingsId | undefined> = matrix.length > 0 ? matrix : [undefined];
	const results: string[] = [];
	for (const settings of runs) {
		const tests = settings === undefined || rest.length > 0 ? rest : OF_NODES;
		const { passed, failed } = await runEndToEnd({ ...how, settings, rest: tests });
		if (failed > 0 || passed === 0) process.exitCode = 1;
		if (settings) results.push(`${settings}: ${passed} passed, ${failed} failed`);
	}
	if (results.length > 0) console.log(results.join('\n'));
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
