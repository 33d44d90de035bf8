// The whole of `npm run test:e2e`: node --import tsx scripts/e2e.ts [--n8n <line>] [--images] ...
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import execa from 'execa';

import { IMAGES_VARIABLE } from '../test/e2e/support/browser';
import { ensureChromium } from '../test/e2e/support/chromium';
import { LINE_VARIABLE } from '../test/e2e/support/instance';
import { repositoryRoot } from './n8n/paths';
import { explain, Problem } from './n8n/problem';
import { currentLine, isLine, lines } from './n8n/runtime';

const JEST = join(repositoryRoot, 'node_modules/jest/bin/jest.js');
const CONFIG = join(repositoryRoot, 'jest.e2e.config.js');
/** Where scripts/sum.mjs looks. */
const RESULT = join(repositoryRoot, 'coverage/results/e2e.json');

interface Arguments {
	line: string;
	/** Whether to take the pictures of the documentation anew. */
	images: boolean;
	/** For jest. */
	rest: string[];
}

function readArguments(args: string[]): Arguments {
	const images = args.includes('--images');
	const others = args.filter((arg) => arg !== '--images');
	const at = others.indexOf('--n8n');
	if (at < 0) return { line: currentLine, images, rest: others };
	const line = others[at + 1] ?? '';
	if (!isLine(line)) throw new Problem(`--n8n takes ${lines.join(' or ')}.`);
	return { line, images, rest: others.filter((_, index) => index !== at && index !== at + 1) };
}

async function main(): Promise<void> {
	const { line, images, rest } = readArguments(process.argv.slice(2));
	mkdirSync(dirname(RESULT), { recursive: true });
	rmSync(RESULT, { force: true });
	// The editor and the examples are those of the current line; the core is the same in both.
	const selected = line === currentLine ? [] : ['test/e2e/core'];
	if (line === currentLine) await ensureChromium();
	const { exitCode } = await execa(
		process.execPath,
		[JEST, '--config', CONFIG, '--json', `--outputFile=${RESULT}`, ...selected, ...rest],
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
