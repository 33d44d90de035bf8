// The whole of `npm run release:check`: what a package has to pass before n8n verifies it, each with a
// line of its own. Works on what is committed; leaves a recording of the nodes in n8n's editor.
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { runEndToEnd } from '../endToEnd';
import { npm } from '../n8n/npm';
import { repositoryRoot } from '../n8n/paths';
import { explain } from '../n8n/problem';
import { currentVersion } from '../n8n/runtime';
import { unpack } from '../n8n/tarball';
import { runScript } from '../processes';
import { ensureFfmpeg } from '../system/ffmpeg';
import { buildClone, type Clone, differences, git } from './clones';
import { brokenLinks, linkCount } from './links';
import { placeholders } from './placeholders';
import { makeVideo } from './video';

/** Below `coverage`, which git ignores and npm does not pack. */
const RECORDING = join(repositoryRoot, 'coverage/walkthrough');
const MAX_SECONDS = 5 * 60;

/** What a check found: a short note, and what is wrong. */
interface Finding {
	note: string;
	problems: string[];
}

interface Workspace {
	home: string;
	commit: string;
	clone: Clone;
	/** The unpacked tarball. */
	packed: string;
}

type Check = [name: string, check: (workspace: Workspace) => Promise<Finding>];

const CHECKS: Check[] = [
	['the same package from two clean clones', sameTwice],
	["n8n's community scan", scan],
	["n8n's lint rules", lint],
	['npm publish --dry-run', publish],
	['links and pictures of the README', links],
	['walk-through in the editor', walkthrough],
];

async function sameTwice({ home, commit, clone }: Workspace): Promise<Finding> {
	const second = await buildClone(commit, home, 'second');
	await rm(second.folder, { recursive: true });
	const { size, paths } = clone.tarball;
	const problems = await differences(clone.tarball, second.tarball);
	return { note: `${paths.length} files, ${size} bytes`, problems };
}

async function scan({ clone, packed }: Workspace): Promise<Finding> {
	const args = ['source', clone.folder, 'package', packed];
	const { stdout, output } = await runScript(join(clone.folder, 'scripts/scan.mjs'), args);
	const found = stdout === '' ? [output] : (JSON.parse(stdout) as string[]);
	return { note: 'source and package', problems: found.filter((each) => each !== '') };
}

async function lint({ clone: { folder } }: Workspace): Promise<Finding> {
	const eslint = join(folder, 'node_modules/eslint/bin/eslint.js');
	const configs = ['eslint.config.mjs', 'eslint.nodes-base.config.mjs'];
	const problems: string[] = [];
	for (const config of configs) {
		const args = [`--config=${config}`, '--max-warnings=0', 'nodes', 'credentials', 'package.json'];
		const { code, output } = await runScript(eslint, args, { cwd: folder });
		if (code !== 0) problems.push(`${config}: ${output.trim()}`);
	}
	return { note: configs.join(', '), problems };
}

async function publish({ home, clone: { folder, tarball } }: Workspace): Promise<Finding> {
	const said = await npm(['publish', '--dry-run', '--json', '--ignore-scripts', tarball.file], {
		cwd: folder,
		log: join(home, 'publish.log'),
	});
	const [{ id }] = Object.values(JSON.parse(said) as Record<string, { id: string }>);
	return { note: id, problems: [] };
}

async function links({ clone: { folder }, packed }: Workspace): Promise<Finding> {
	const readme = await readFile(join(packed, 'README.md'), 'utf8');
	const tracked = (await git('-C', folder, 'ls-files')).split('\n');
	const pages = new Map<string, string>();
	for (const file of tracked) {
		const isPage = file.endsWith('.md');
		pages.set(file, isPage ? await readFile(join(folder, file), 'utf8') : '');
	}
	const read = (path: string): string | undefined => {
		const folderOf = `${path.replace(/\/$/, '')}/`;
		return pages.get(path) ?? (tracked.some((file) => file.startsWith(folderOf)) ? '' : undefined);
	};
	return { note: `${linkCount(readme)} links`, problems: brokenLinks(readme, read) };
}

async function walkthrough(): Promise<Finding> {
	await ensureFfmpeg();
	const folder = join(RECORDING, 'frames');
	const { failed, passed } = await runEndToEnd({
		line: currentVersion,
		recording: folder,
		rest: ['test/e2e/editor/walkthrough'],
	});
	if (failed > 0 || passed === 0) return { note: '', problems: ['its steps failed, see above'] };
	const target = join(RECORDING, 'walkthrough.mp4');
	const seconds = await makeVideo(folder, target);
	const { size } = await stat(target);
	const length = `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
	const note = `${relative(repositoryRoot, target)}, ${length}, ${(size / 1e6).toFixed(1)} MB`;
	return {
		note,
		problems: seconds < MAX_SECONDS ? [] : [`it takes ${length}: n8n wants five minutes`],
	};
}

/** The places that only an owner can fill in. */
async function listPlaceholders(folder: string): Promise<void> {
	const credentials = (await readdir(join(folder, 'credentials'))).map((it) => `credentials/${it}`);
	const names = ['package.json', 'README.md', ...credentials.filter((it) => it.endsWith('.ts'))];
	const texts = await Promise.all(
		names.map(async (it) => await readFile(join(folder, it), 'utf8')),
	);
	const found = placeholders(Object.fromEntries(names.map((name, n) => [name, texts[n]])));
	console.log('\nOnly the owner of the package can fill these in:');
	for (const { place, line } of found) console.log(`  ${place}  ${line}`);
}

async function main(): Promise<void> {
	const wanted = process.argv.slice(2);
	const checks = CHECKS.filter(
		([name]) => wanted.length === 0 || wanted.some((it) => name.includes(it)),
	);
	const home = await mkdtemp(join(tmpdir(), 'creator-intelligence-release-'));
	try {
		const commit = await git('rev-parse', 'HEAD');
		const changed = await git('status', '--porcelain');
		if (changed !== '') console.log('Changes that are not committed are left out.');
		const clone = await buildClone(commit, home, 'first');
		const packed = join(home, 'packed');
		await unpack(clone.tarball, packed);
		for (const [name, check] of checks)
			await report(name, async () => await check({ home, commit, clone, packed }));
		await listPlaceholders(clone.folder);
	} finally {
		await rm(home, { recursive: true, force: true });
	}
}

/** One line for each check; what is wrong stands below it. */
async function report(name: string, check: () => Promise<Finding>): Promise<void> {
	const { note, problems } = await check().catch((error: unknown) => ({
		...{ note: '', problems: [explain(error)] },
	}));
	const isGood = problems.length === 0;
	if (!isGood) process.exitCode = 1;
	console.log([`${isGood ? 'ok    ' : 'FAILED'} ${name}`, note].filter(Boolean).join(': '));
	for (const problem of problems) console.log(problem.replace(/^/gm, '       '));
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
