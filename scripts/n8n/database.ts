// The driver of n8n's database is compiled on the machine. That takes minutes, so it is done in a
// folder of its own while the rest of n8n is still being installed.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { npm } from './npm';
import type { LockedPackage, Lockfile, Runtime } from './runtime';

const DRIVER = 'sqlite3';

/** A lockfile with the named packages and what they depend on, and nothing else. */
export function lockfileOf(whole: Lockfile, names: string[]): Lockfile {
	const { packages } = whole;
	const found = new Set<string>();
	const visit = (path: string | undefined): void => {
		if (path === undefined || found.has(path)) return;
		found.add(path);
		const { dependencies, optionalDependencies } = packages[path];
		for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
			visit(placeOf(packages, name, path));
		}
	};
	for (const name of names) visit(placeOf(packages, name, ''));
	const dependencies = Object.fromEntries(
		names.map((name) => [name, packages[`node_modules/${name}`].version ?? '']),
	);
	const kept = Object.entries(packages).filter(([path]) => found.has(path));
	return { ...whole, packages: { '': { dependencies }, ...Object.fromEntries(kept) } };
}

/** Where Node finds a package: in the nearest folder on the way up. */
function placeOf(
	packages: Record<string, LockedPackage>,
	name: string,
	from: string,
): string | undefined {
	const here = [from, 'node_modules', name].filter(Boolean).join('/');
	if (here in packages) return here;
	return from === ''
		? undefined
		: placeOf(packages, name, from.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, ''));
}

/** Compiles the driver with the Node that runs n8n; returns the folder with the result. */
export async function buildDatabase(runtime: Runtime, log: string): Promise<string> {
	const folder = join(runtime.folder, 'database');
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder);
	const { nodePackage } = runtime;
	const lockfile = lockfileOf(runtime.readLockfile(), [
		DRIVER,
		...(nodePackage ? [nodePackage] : []),
	]);
	const { dependencies } = lockfile.packages[''];
	await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
	await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lockfile));
	await npm(['ci', '--ignore-scripts'], { cwd: folder, log });
	// The package includes the headers of its Node, so compiling needs no download.
	const home = process.platform === 'win32' ? undefined : runtime.nodeHomeIn(folder);
	await npm(['rebuild', DRIVER, '--ignore-scripts=false', ...(home ? [`--nodedir=${home}`] : [])], {
		cwd: folder,
		log,
		node: runtime.nodeIn(folder),
	});
	return folder;
}

/** Puts the compiled driver into n8n's own copy of the package. */
export async function adoptDatabase(runtime: Runtime, folder: string): Promise<void> {
	const build = join('node_modules', DRIVER, 'build');
	await cp(join(folder, build), join(runtime.folder, build), { recursive: true });
	await rm(folder, { recursive: true, force: true });
}
