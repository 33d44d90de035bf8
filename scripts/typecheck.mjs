// Checks the types of everything by TypeScript 7, which n8n's package scan brings along: it takes a quarter of the time.
// What is published is built by TypeScript 5, whose interface n8n's rules need.
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
