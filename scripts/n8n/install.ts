import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { lock } from 'proper-lockfile';

import { npm } from './npm';
import { Problem } from './problem';
import type { Progress } from './progress';
import type { Runtime } from './runtime';

const GIGABYTE = 1_000_000_000;
const NEEDED = 4 * GIGABYTE;
const DRIVER = 'sqlite3';

/** Installs the pinned n8n into the user's cache folder, unless it is there. */
export async function installRuntime(runtime: Runtime, progress: Progress): Promise<void> {
	if (runtime.isComplete) return;
	await mkdir(runtime.folder, { recursive: true });
	const release = await waitForLock(runtime, progress);
	try {
		// Whoever held the lock may have done the work.
		if (!runtime.isComplete) await install(runtime, progress);
	} finally {
		await release();
	}
}

async function waitForLock({ folder }: Runtime, progress: Progress): Promise<() => Promise<void>> {
	const options = { stale: 60_000, update: 10_000 };
	try {
		return await lock(folder, options);
	} catch {
		progress.note('Another process is installing n8n: waiting for it');
		return await lock(folder, { ...options, retries: { forever: true, maxTimeout: 2000 } });
	}
}

async function install(runtime: Runtime, progress: Progress): Promise<void> {
	const { folder, version } = runtime;
	if (existsSync(join(folder, 'node_modules'))) {
		progress.note('The last installation of n8n was not finished: starting it again');
	}
	await checkSpace(folder);
	await copyFile(runtime.manifest, join(folder, 'package.json'));
	await copyFile(runtime.lockfile, join(folder, 'package-lock.json'));
	const log = join(folder, 'install.log');
	await rm(log, { force: true });
	const options = { cwd: folder, log };
	await progress.step(`Installing n8n ${version}, once on this machine`, {}, async () => {
		// Scripts of packages download what is not needed here. Only the driver of the database has to be compiled.
		await npm(['ci', '--ignore-scripts'], options);
		// The package of Node includes its headers, so compiling needs no download.
		const home = process.platform === 'win32' ? undefined : runtime.nodeHome;
		const headers = home ? [`--nodedir=${home}`] : [];
		const rebuild = ['rebuild', DRIVER, '--ignore-scripts=false', ...headers];
		await npm(rebuild, { ...options, node: runtime.node });
	});
	await writeFile(runtime.marker, JSON.stringify({ n8n: version, at: new Date().toISOString() }));
}

async function checkSpace(folder: string): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	const free = bavail * bsize;
	if (free >= NEEDED) return;
	const gigabytes = (bytes: number): string => (bytes / GIGABYTE).toFixed(1);
	throw new Problem(
		`n8n takes about ${gigabytes(NEEDED)} GB, and there are ${gigabytes(free)} GB left for ${folder}`,
		'Free some space, or set XDG_CACHE_HOME to a folder on another disk.',
	);
}
