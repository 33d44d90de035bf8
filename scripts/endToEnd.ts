import { join } from 'node:path';

import { N8N_VERSION_VARIABLE } from '../verify/harness/login';
import { ensureServers } from '../verify/harness/servers';
import { SETTINGS, SETTINGS_VARIABLE, type SettingsId } from '../verify/harness/settings';
import { repositoryRoot } from './n8n/paths';
import { runScript } from './processes';
import { RECORDING_VARIABLE } from './release/video';
import { emptyReport, type Totals, totalsOf, writeTotals } from './results';
import { ensureChromium, IMAGES_VARIABLE } from './system/chromium';
import { ensureCompiler } from './system/compiler';

const JEST = join(repositoryRoot, 'node_modules/jest/bin/jest.js');
const CONFIG = join(repositoryRoot, 'jest.e2e.config.js');
const APART_CONFIG = join(repositoryRoot, 'jest.apart.config.js');

export interface EndToEnd {
	line: string;
	/** Settings of n8n beside its defaults. */
	settings?: SettingsId;
	/** Whether to take the pictures of the documentation anew. */
	images?: boolean;
	/** Whether to run the tests in queue mode, and no others. */
	queue?: boolean;
	/** Where the pictures of the walk-through go, if it is recorded. */
	recording?: string;
	/** For jest: which tests, and how. */
	rest?: string[];
}

/** Runs the end-to-end tests, or some of them. */
export async function runEndToEnd({
	line,
	settings,
	images = false,
	queue = false,
	recording,
	rest = [],
}: EndToEnd): Promise<Totals> {
	const name = [queue ? 'queue' : 'e2e', settings].filter(Boolean).join('-');
	const report = emptyReport(name);
	await ensureCompiler();
	const isQueued = settings !== undefined && SETTINGS[settings].mode === 'queue';
	if (queue || isQueued) await ensureServers();
	if (!queue) await ensureChromium();
	const { code } = await runScript(
		JEST,
		[
			...['--config', queue ? APART_CONFIG : CONFIG, '--json', `--outputFile=${report}`],
			...(queue ? ['test/e2e/queue'] : []),
			...rest,
		],
		{
			cwd: repositoryRoot,
			env: {
				[N8N_VERSION_VARIABLE]: line,
				...(settings && { [SETTINGS_VARIABLE]: settings }),
				...(recording && { [RECORDING_VARIABLE]: recording }),
				...(images && { [IMAGES_VARIABLE]: 'true' }),
			},
			stdio: 'inherit',
		},
	);
	const totals = totalsOf(report, code);
	writeTotals(name, totals);
	return totals;
}
