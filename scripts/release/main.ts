// The whole of `npm run release:check`: what a package has to pass before n8n verifies it, on what is committed.
// All checks and tests run in a clean clone, on each version of Node, and a second clone gives the same package.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { npm } from '../n8n/npm';
import { repositoryRoot } from '../n8n/paths';
import { explain, Problem } from '../n8n/problem';
import { packPackage, type Tarball } from '../n8n/tarball';
import { run } from '../processes';

async function git(...args: string[]): Promise<void> {
	const { code, output } = await run('git', args, { cwd: repositoryRoot });
	if (code !== 0) throw new Problem(`git ${args[0]} failed.`, output);
}

/** What is committed, without anything that this folder has besides, built and packed. */
async function buildClone(
	home: string,
	name: string,
): Promise<{ folder: string; packed: Tarball }> {
	const folder = join(home, name);
	const log = join(home, `${name}.log`);
	await git('clone', '--quiet', repositoryRoot, folder);
	await npm(['ci', '--no-audit', '--no-fund'], { cwd: folder, log });
	await npm(['run', 'build'], { cwd: folder, log });
	return { folder, packed: await packPackage(join(home, `${name}-package`), folder) };
}

/** The lines that only an owner can fill in: addresses, the author, and what is right only before the first release. */
async function listPlaceholders(folder: string): Promise<void> {
	const { author, repository } = JSON.parse(
		await readFile(join(folder, 'package.json'), 'utf8'),
	) as { author: Record<string, string>; repository: { url: string } };
	const address = repository.url.replace(/^git\+|\.git$/g, '');
	const wanted = [address, ...Object.values(author), 'not on npm yet'];
	const credentials = (await readdir(join(folder, 'credentials'))).map((it) => `credentials/${it}`);
	console.log('\nOnly the owner of the package can fill these in:');
	for (const file of ['package.json', 'README.md', ...credentials]) {
		const lines = (await readFile(join(folder, file), 'utf8')).split('\n');
		for (const [at, line] of lines.entries()) {
			if (wanted.some((text) => line.includes(text))) console.log(`  ${file}:${at + 1}  ${line}`);
		}
	}
}

async function main(): Promise<void> {
	const home = await mkdtemp(join(tmpdir(), 'creator-intelligence-release-'));
	const check = (name: string, isGood: boolean): void => {
		console.log(`${isGood ? 'ok    ' : 'FAILED'} ${name}`);
		if (!isGood) process.exitCode = 1;
	};
	try {
		const { folder, packed } = await buildClone(home, 'first');
		const second = await buildClone(home, 'second');
		const [one, other] = await Promise.all(
			[packed, second.packed].map(async ({ file }) => await readFile(file)),
		);
		check('the same package from two clean clones', one.equals(other));
		for (const script of ['test', 'test:node24']) {
			const { code } = await run('npm', ['run', script], { cwd: folder, stdio: 'inherit' });
			check(`npm run ${script}`, code === 0);
		}
		const options = { cwd: folder, log: join(home, 'publish.log') };
		await npm(['publish', '--dry-run', '--ignore-scripts', packed.file], options);
		check('npm publish --dry-run', true);
		await listPlaceholders(folder);
	} finally {
		await rm(home, { recursive: true, force: true });
	}
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
