// The whole of `npm run test:e2e`: node --import tsx scripts/e2e.ts [--n8n <line>] [--images] ...
// With --queue only the tests in queue mode run, which need PostgreSQL and Redis.
import { join } from 'node:path';

import { LINE_VARIABLE } from '../verify/harness/login';
import { ensureServers } from '../verify/harness/servers';
import { repositoryRoot } from './n8n/paths';
import { explain, Problem } from './n8n/problem';
import { currentLine, isLine, lines } from './n8n/runtime';
import { runScript } from './processes';
import { emptyReport, totalsOf, writeTotals } from './results';
import { ensureChromium, IMAGES_VARIABLE } from './system/chromium';
import { ensureCompiler } from './system/compiler';

const JEST = join(repositoryRoot, 'node_modules/jest/bin/jest.js');
const CONFIG = join(repositoryRoot, 'jest.e2e.config.js');
const APART_CONFIG = join(repositoryRoot, 'jest.apart.config.js');

interface Arguments {
	line: string;
	/** Whether to take the pictures of the documentation anew. */
	images: boolean;
	/** Whether to run the tests in queue mode, and no others. */
	queue: boolean;
	/** For jest. */
	rest: string[];
}

function readArguments(args: string[]): Arguments {
	const [images, queue] = ['--images', '--queue'].map((name) => args.includes(name));
	const others = args.filter((arg) => arg !== '--images' && arg !== '--queue');
	const at = others.indexOf('--n8n');
	if (at < 0) return { line: currentLine, images, queue, rest: others };
	const line = others[at + 1] ?? '';
	if (!isLine(line)) throw new Problem(`--n8n takes ${lines.join(' or ')}.`);
	const rest = others.filter((_, index) => index !== at && index !== at + 1);
	return { line, images, queue, rest };
}

async function main(): Promise<void> {
	const { line, images, queue, rest } = readArguments(process.argv.slice(2));
	const name = queue ? 'queue' : 'e2e';
	const report = emptyReport(name);
	await ensureCompiler();
	if (queue) await ensureServers();
	else await ensureChromium();
	const { code } = await runScript(
		JEST,
		[
			...['--config', queue ? APART_CONFIG : CONFIG, '--json', `--outputFile=${report}`],
			...(queue ? ['test/e2e/queue'] : []),
			...rest,
		],
		{
			cwd: repositoryRoot,
			env: { [LINE_VARIABLE]: line, ...(images && { [IMAGES_VARIABLE]: 'true' }) },
			stdio: 'inherit',
		},
	);
	writeTotals(name, totalsOf(report, code));
	process.exitCode = code;
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
