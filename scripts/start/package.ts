import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { packageName, repositoryRoot } from '../n8n/paths';
import type { Progress } from '../n8n/progress';
import { installTarball, makeTarball } from '../n8n/tarball';
import type { State } from './state';

const SOURCES = ['credentials', 'icons', 'nodes'];
const FILES = ['gulpfile.js', 'package.json', 'tsconfig.json'];

/** Builds, packs and installs the package, unless n8n has it as it is. */
export async function installPackage(state: State, progress: Progress): Promise<void> {
	const key = await sourceKey();
	const installed = join(state.userFolder, '.n8n/nodes/node_modules', packageName, 'package.json');
	if (state.saved.packed === key && existsSync(installed)) return;
	await progress.step('Building and installing the package', {}, async () => {
		const tarball = await makeTarball(join(state.folder, 'package'));
		await installTarball(tarball, state.userFolder);
	});
	state.save({ packed: key });
}

async function sourceKey(): Promise<string> {
	const hash = createHash('sha256');
	const folders = await Promise.all(SOURCES.map((name) => filesOf(join(repositoryRoot, name))));
	const files = [...folders.flat(), ...FILES.map((name) => join(repositoryRoot, name))].sort();
	for (const file of files) hash.update(file).update(await readFile(file));
	return hash.digest('hex');
}

async function filesOf(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
