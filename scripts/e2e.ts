// The whole of `npm run test:e2e`: node --import tsx scripts/e2e.ts [--n8n <line>] [for jest ...]
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import execa from 'execa';

import { repositoryRoot } from './n8n/paths';
import { explain, Problem } from './n8n/problem';
import { currentLine, isLine, lines } from './n8n/runtime';

const JEST = join(repositoryRoot, 'node_modules/jest/bin/jest.js');
const CONFIG = join(repositoryRoot, 'jest.e2e.config.js');
/** Where scripts/sum.mjs looks. */
const RESULT = join(repositoryRoot, 'coverage/results/e2e.json');

function readArguments(args: string[]): { line: string; rest: string[] } {
	const at = args.indexOf('--n8n');
	if (at < 0) return { line: currentLine, rest: args };
	const line = args[at + 1] ?? '';
	if (!isLine(line)) throw new Problem(`--n8n takes ${lines.join(' or ')}.`);
	return { line, rest: [...args.slice(0, at), ...args.slice(at + 2)] };
}

async function main(): Promise<void> {
	const { line, rest } = readArguments(process.argv.slice(2));
	mkdirSync(dirname(RESULT), { recursive: true });
	rmSync(RESULT, { force: true });
	// The editor and the examples are those of the current line; the core is the same in both.
	const selected = line === currentLine ? [] : ['test/e2e/core'];
	const { exitCode } = await execa(
		process.execPath,
		[JEST, '--config', CONFIG, '--json', `--outputFile=${RESULT}`, ...selected, ...rest],
		{
			cwd: repositoryRoot,
			env: { E2E_N8N_LINE: line },
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
