// The whole of `npm run test:e2e`: node --import tsx scripts/e2e.ts [--n8n <line>] [--images] ...
// With --queue only the tests in queue mode run, which nothing else runs: they need PostgreSQL and
// Redis, and take five minutes.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import execa from 'execa';

import { ensureServers } from '../test/e2e/queue/servers';
import { IMAGES_VARIABLE } from '../test/e2e/support/browser';
import { ensureChromium } from '../test/e2e/support/chromium';
import { LINE_VARIABLE } from '../test/e2e/support/instance';
import { repositoryRoot } from './n8n/paths';
import { explain, Problem } from './n8n/problem';
import { currentLine, isLine, lines } from './n8n/runtime';

const JEST = join(repositoryRoot, 'node_modules/jest/bin/jest.js');
const CONFIG = join(repositoryRoot, 'jest.e2e.config.js');
const QUEUE_CONFIG = join(repositoryRoot, 'jest.queue.config.js');
/** Where scripts/sum.mjs looks. */
const RESULTS = join(repositoryRoot, 'coverage/results');

interface Arguments {
	line: string;
	/** Whether to take the pictures of the documentation anew. */
	images: boolean;
	/** Whether to test the queue mode, and nothing else. */
	queue: boolean;
	/** For jest. */
	rest: string[];
}

function readArguments(args: string[]): Arguments {
	const images = args.includes('--images');
	const queue = args.includes('--queue');
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
	const config = queue ? QUEUE_CONFIG : CONFIG;
	const result = join(RESULTS, queue ? 'queue.json' : 'e2e.json');
	mkdirSync(RESULTS, { recursive: true });
	rmSync(result, { force: true });
	// The editor and the examples are those of the current line; the core is the same in both.
	const selected = line === currentLine || queue ? [] : ['test/e2e/core', '--runInBand'];
	if (queue) await ensureServers();
	else if (line === currentLine) await ensureChromium();
	const { exitCode } = await execa(
		process.execPath,
		[JEST, '--config', config, '--json', `--outputFile=${result}`, ...selected, ...rest],
		{
			cwd: repositoryRoot,
			env: { [LINE_VARIABLE]: line, ...(images && { [IMAGES_VARIABLE]: 'true' }) },
			stdio: 'inherit',
			reject: false,
		},
	);
	process.exitCode = exitCode;
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
