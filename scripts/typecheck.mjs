// Checks the types of everything: node scripts/typecheck.mjs
// By TypeScript 7, which n8n's package scan brings along: it takes a quarter of the time. What is
// published is built by TypeScript 5, whose interface n8n's rules need. tsconfig.json leaves it
// to each of them how to find modules: the way of the one is unknown to the other.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const scan = import.meta.resolve('@n8n/scan-community-package/scanner/scanner.mjs');
const manifest = createRequire(scan).resolve('typescript/package.json');
const compiler = join(dirname(manifest), 'bin/tsc');

const { status } = spawnSync(process.execPath, [compiler, '--project', 'tsconfig.dev.json'], {
	cwd: fileURLToPath(new URL('..', import.meta.url)),
	stdio: 'inherit',
});
process.exitCode = status ?? 1;
