import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { npm } from '../n8n/npm';
import { repositoryRoot } from '../n8n/paths';
import { Problem } from '../n8n/problem';
import { packPackage, type Tarball } from '../n8n/tarball';
import { run } from '../processes';

/** What is committed, without anything that this folder has besides, built and packed. */
export interface Clone {
	folder: string;
	tarball: Tarball;
}

export async function git(...args: string[]): Promise<string> {
	const { code, output, stdout } = await run('git', args, { cwd: repositoryRoot });
	if (code !== 0) throw new Problem(`git ${args[0]} failed.`, output);
	return stdout.trim();
}

/** Clones a commit, installs its dependencies, builds and packs it. */
export async function buildClone(commit: string, home: string, name: string): Promise<Clone> {
	const folder = join(home, name);
	const log = join(home, `${name}.log`);
	await git('clone', '--quiet', '--no-checkout', repositoryRoot, folder);
	await git('-C', folder, 'checkout', '--quiet', '--detach', commit);
	await npm(['ci', '--no-audit', '--no-fund'], { cwd: folder, log });
	await npm(['run', 'build'], { cwd: folder, log });
	return { folder, tarball: await packPackage(join(home, `${name}-package`), folder) };
}

/** What differs between two tarballs; nothing if all their bytes are the same. */
export async function differences(first: Tarball, second: Tarball): Promise<string[]> {
	const [one, other] = await Promise.all([first, second].map(({ file }) => readFile(file)));
	if (one.equals(other)) return [];
	const sizes = await Promise.all([first, second].map(async ({ file }) => (await stat(file)).size));
	const names = first.paths.filter((path) => !second.paths.includes(path));
	return [
		`two builds differ: ${sizes.join(' and ')} bytes; only in the first: ${names.join(', ')}`,
	];
}
