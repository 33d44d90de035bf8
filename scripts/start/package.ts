import { createHash } from 'node:crypto';
import { existsSync, watch } from 'node:fs';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { packageName, repositoryRoot } from '../n8n/paths';
import type { Progress } from '../n8n/progress';
import { explain } from '../n8n/problem';
import { buildPackage, installTarball, makeTarball } from '../n8n/tarball';
import type { State } from './state';

const SOURCES = ['credentials', 'icons', 'nodes'];
const FILES = ['gulpfile.js', 'package.json', 'tsconfig.json'];

/** Builds, packs and installs the package, unless n8n has it as it is. */
export async function installPackage(state: State, progress: Progress): Promise<void> {
	const key = await sourceKey();
	const isInstalled = existsSync(join(installedIn(state), 'package.json'));
	if (state.saved.packed === key && isInstalled) return;
	await progress.step('Building and installing the package', {}, async () => {
		const tarball = await makeTarball(join(state.folder, 'package'));
		await installTarball(tarball, state.userFolder);
	});
	state.save({ packed: key });
}

/** An editor that saves a file writes it more than once. */
const SETTLED_MS = 300;

/** Builds the package again after each change, and puts the files where n8n has loaded them from. */
export function rebuildOnChange(state: State, progress: Progress): void {
	let timer: NodeJS.Timeout | undefined;
	let last = Promise.resolve();
	const rebuild = async (): Promise<void> => {
		await progress.step('Building the nodes again', {}, async () => {
			await buildPackage();
			const target = join(installedIn(state), 'dist');
			await cp(join(repositoryRoot, 'dist'), target, { recursive: true });
		});
		progress.note('n8n loads the nodes again: reload the editor to see changes of a form');
	};
	const onChange = (): void => {
		clearTimeout(timer);
		// One after the other: two builds would write the same files.
		timer = setTimeout(() => {
			last = last.then(rebuild).catch((error: unknown) => console.error(explain(error)));
		}, SETTLED_MS);
	};
	for (const folder of SOURCES) watch(join(repositoryRoot, folder), { recursive: true }, onChange);
}

const installedIn = ({ userFolder }: State): string =>
	join(userFolder, '.n8n/nodes/node_modules', packageName);

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
