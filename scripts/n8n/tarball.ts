import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import execa from 'execa';
import { extract } from 'tar';

import { npm } from './npm';
import { packageName, repositoryRoot } from './paths';
import { Problem } from './problem';

/** Builds the package and packs it as it would be published. */
export async function packPackage(folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	const gulp = join(repositoryRoot, 'node_modules/gulp/bin/gulp.js');
	const built = await execa(process.execPath, [gulp, 'build'], {
		cwd: repositoryRoot,
		reject: false,
		all: true,
	});
	if (built.exitCode !== 0) {
		throw new Problem('The package could not be built.', built.all);
	}
	await npm(['pack', '--ignore-scripts', '--pack-destination', folder], {
		cwd: repositoryRoot,
		log: join(folder, 'pack.log'),
	});
	const { version } = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')) as {
		version: string;
	};
	return join(folder, `${packageName}-${version}.tgz`);
}

/**
 * Puts the package where n8n puts community packages, as n8n does: unpacked, and named in the
 * folder's package.json. A link would lead to this repository's own copy of n8n-workflow.
 */
export async function installTarball(tarball: string, userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n/nodes');
	const target = join(nodes, 'node_modules', packageName);
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	await extract({ file: tarball, cwd: target, strip: 1 });
	const manifest = {
		name: 'installed-nodes',
		private: true,
		dependencies: { [packageName]: `file:${tarball}` },
	};
	await writeFile(join(nodes, 'package.json'), JSON.stringify(manifest, null, 2));
}
