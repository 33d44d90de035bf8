// The whole of `npm run test:e2e`: node --import tsx scripts/e2e.ts [--n8n <line>] [--images] ...
// Nothing else runs these: with --queue only the tests in queue mode run, which need PostgreSQL and
// Redis; with --crash only crashes/main.ts, which lets n8n die at each moment of a poll.
import { join } from 'node:path';

import { ensureServers } from '../test/e2e/queue/servers';
import { IMAGES_VARIABLE } from '../test/e2e/support/browser';
import { ensureChromium } from '../test/e2e/support/chromium';
import { ensureCompiler } from '../test/e2e/support/compiler';
import { LINE_VARIABLE } from '../test/e2e/support/instance';
import { repositoryRoot } from './n8n/paths';
import { explain, Problem } from './n8n/problem';
import { currentLine, isLine, lines } from './n8n/runtime';
import { run, runScript } from './processes';
import { emptyReport, totalsOf, writeTotals } from './results';

const JEST = join(repositoryRoot, 'node_modules/jest/bin/jest.js');
const CONFIG = join(repositoryRoot, 'jest.e2e.config.js');
const APART_CONFIG = join(repositoryRoot, 'jest.apart.config.js');
const CRASHES = join(repositoryRoot, 'crashes/main.ts');
const APART = ['queue', 'crash'] as const;

interface Arguments {
	line: string;
	/** Whether to take the pictures of the documentation anew. */
	images: boolean;
	/** The tests to run, and no others. */
	apart?: (typeof APART)[number];
	/** For jest. */
	rest: string[];
}

function readArguments(args: string[]): Arguments {
	const images = args.includes('--images');
	const apart = APART.find((name) => args.includes(`--${name}`));
	const others = args.filter((arg) => arg !== '--images' && arg !== `--${apart}`);
	const at = others.indexOf('--n8n');
	if (at < 0) return { line: currentLine, images, apart, rest: others };
	const line = others[at + 1] ?? '';
	if (!isLine(line)) throw new Problem(`--n8n takes ${lines.join(' or ')}.`);
	const rest = others.filter((_, index) => index !== at && index !== at + 1);
	return { line, images, apart, rest };
}

async function main(): Promise<void> {
	const { line, images, apart, rest } = readArguments(process.argv.slice(2));
	if (apart === 'crash') return await runCrashes(line);
	const config = apart ? APART_CONFIG : CONFIG;
	const name = apart ?? 'e2e';
	const report = emptyReport(name);
	await ensureCompiler();
	if (apart === 'queue') await ensureServers();
	if (!apart) await ensureChromium();
	const selected = apart ? [`test/e2e/${apart}`] : [];
	const { code } = await runScript(
		JEST,
		['--config', config, '--json', `--outputFile=${report}`, ...selected, ...rest],
		{
			cwd: repositoryRoot,
			env: { [LINE_VARIABLE]: line, ...(images && { [IMAGES_VARIABLE]: 'true' }) },
			stdio: 'inherit',
		},
	);
	writeTotals(name, totalsOf(report, code));
	process.exitCode = code;
}

async function runCrashes(line: string): Promise<void> {
	await ensureCompiler();
	const { code } = await run(process.execPath, ['--import', 'tsx', CRASHES, '--n8n', line], {
		cwd: repositoryRoot,
		stdio: 'inherit',
	});
	process.exitCode = code;
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
