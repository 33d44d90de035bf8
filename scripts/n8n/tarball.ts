import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { extract } from 'tar';

import { runScript } from '../processes';
import { npm } from './npm';
import { packageName, repositoryRoot } from './paths';
import { Problem } from './problem';

export interface Tarball {
	file: string;
	/** In bytes. */
	size: number;
	/** What it holds, as paths below the package's folder. */
	paths: string[];
}

export async function buildPackage(): Promise<void> {
	const gulp = join(repositoryRoot, 'node_modules/gulp/bin/gulp.js');
	const { code, output } = await runScript(gulp, ['build'], { cwd: repositoryRoot });
	if (code !== 0) throw new Problem('The package could not be built.', output);
}

/** Packs what was built, as it would be published. */
export async function packPackage(folder: string, source = repositoryRoot): Promise<Tarball> {
	await mkdir(folder, { recursive: true });
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	const told = await npm(args, { cwd: source, log: join(folder, 'pack.log') });
	const [{ filename, size, files }] = JSON.parse(told) as [
		{ filename: string; size: number; files: Array<{ path: string }> },
	];
	return { file: join(folder, filename), size, paths: files.map(({ path }) => path) };
}

/** Builds the package and packs it. */
export async function makeTarball(folder: string): Promise<Tarball> {
	await buildPackage();
	return await packPackage(folder);
}

/** Unpacks a tarball as npm does: without the folder that all of it is in. */
export async function unpack({ file }: Tarball, folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	await extract({ file, cwd: folder, strip: 1 });
}

/**
 * Puts the package where n8n puts community packages, as n8n does: unpacked, and named in the
 * folder's package.json. A link would lead to this repository's own copy of n8n-workflow.
 */
export async function installTarball(tarball: Tarball, userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n/nodes');
	const target = join(nodes, 'node_modules', packageName);
	await rm(target, { recursive: true, force: true });
	await unpack(tarball, target);
	const manifest = {
		name: 'installed-nodes',
		private: true,
		dependencies: { [packageName]: `file:${tarball.file}` },
	};
	await writeFile(join(nodes, 'package.json'), JSON.stringify(manifest, null, 2));
}
