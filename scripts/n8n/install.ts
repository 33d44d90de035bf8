import { existsSync } from 'node:fs';
import { access, copyFile, mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { lock } from 'proper-lockfile';

import { adoptDatabase, buildDatabase } from './database';
import { npm } from './npm';
import { Problem } from './problem';
import type { Progress } from './progress';
import type { Runtime } from './runtime';

const GIGABYTE = 1_000_000_000;
const NEEDED = 4 * GIGABYTE;

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

	const folders = runtime.packageFolders();
	let compiling = ', compiling the database driver';
	const known = async (): Promise<string> =>
		`${await countDownloads(log)} packages downloaded, ${await countPackages(folders)} of ${folders.length} unpacked${compiling}`;
	await progress.step(`Installing n8n ${version}, once on this machine`, { known }, async () => {
		const [database] = await allOrFirstProblem([
			buildDatabase(runtime, join(folder, 'database.log')).finally(() => (compiling = '')),
			// Scripts of packages download what is not needed here; sqlite3 is the only one that is.
			npm(['ci', '--ignore-scripts', '--loglevel=http'], { cwd: folder, log }),
		]);
		await adoptDatabase(runtime, database);
	});
	await writeFile(runtime.marker, JSON.stringify({ n8n: version, at: new Date().toISOString() }));
}

/** Waits for all, also where one fails, so that nothing runs after the message. */
async function allOrFirstProblem(tasks: Array<Promise<string>>): Promise<string[]> {
	await Promise.allSettled(tasks);
	return await Promise.all(tasks);
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

/** npm logs each response; a package is a tarball. */
async function countDownloads(log: string): Promise<number> {
	const text = await readFile(log, 'utf8').catch(() => '');
	return text.match(/^npm http fetch GET 200 \S+\.tgz /gm)?.length ?? 0;
}

async function countPackages(folders: string[]): Promise<number> {
	const present = await Promise.all(
		folders.map((folder) =>
			access(join(folder, 'package.json')).then(
				() => true,
				() => false,
			),
		),
	);
	return present.filter(Boolean).length;
}
