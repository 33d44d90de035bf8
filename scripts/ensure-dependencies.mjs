// Installs the dependencies if what is in node_modules is not what the lockfile says. Runs before
// anything is installed, hence without any dependency.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const readPackages = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;

/** Says why an install is needed, or nothing. */
function reasonToInstall() {
	if (!existsSync(join(root, 'node_modules'))) return 'node_modules is missing';

	// npm writes this file last: without it, an install was broken off.
	const record = 'node_modules/.package-lock.json';
	if (!existsSync(join(root, record))) return 'the last installation was not finished';

	const installed = readPackages(record);
	for (const [path, wanted] of Object.entries(readPackages('package-lock.json'))) {
		if (path === '') continue;
		const found = installed[path];
		// Optional packages are those for other systems: absent is right for most of them.
		if (wanted.optional && !found) continue;
		if (found?.version !== wanted.version || found?.integrity !== wanted.integrity) {
			return `${path} is not the version that the lockfile says`;
		}
		if (!existsSync(join(root, path))) return `${path} is missing`;
	}
	return undefined;
}

const began = Date.now();
const reason = reasonToInstall();
if (reason) {
	const args = ['ci', '--include=dev', '--loglevel=error'];
	console.log(`Installing dependencies (${reason}): npm ${args.join(' ')}`);
	const cli = process.env.npm_execpath;
	const [program, ...first] = cli?.endsWith('.js') ? [process.execPath, cli] : ['npm'];
	const { status, error } = spawnSync(program, [...first, ...args], {
		cwd: root,
		stdio: 'inherit',
		shell: program === 'npm' && process.platform === 'win32',
	});
	if (error) console.error(error.message);
	if (status !== 0) console.error('\nThe dependencies could not be installed.');
	else console.log(`Dependencies installed (${Math.ceil((Date.now() - began) / 1000)} s)`);
	process.exitCode = status ?? 1;
}
