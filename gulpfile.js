const { spawn } = require('node:child_process');
const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { dirname, join, resolve } = require('node:path');

const { dest, parallel, series, src } = require('gulp');

const OUT = 'dist';

/** What a node needs beside its code, as it is. */
const ASSETS = ['icons/*.svg', 'nodes/**/*.svg'];

/** What the Docs link of each node leads to. */
const PAGES = {
	CommentsRelevance: 'docs/nodes/comments-relevance.md',
	ContentAndComments: 'docs/nodes/content-and-comments.md',
	CreatorIntelligenceTrigger: 'docs/trigger.md',
	CreatorSearch: 'docs/nodes/creator-search.md',
	PurchaseIntent: 'docs/nodes/purchase-intent.md',
	SocialBackgroundCheck: 'docs/nodes/social-background-check.md',
	SocialListening: 'docs/nodes/social-listening.md',
};
const CREDENTIAL_PAGE = 'docs/credential.md';

const clean = async () => await rm(OUT, { recursive: true, force: true });

/** A child process is a task to gulp: it has failed if its exit code says so. */
function compile() {
	const tsc = join(__dirname, 'node_modules/typescript-7/bin/tsc');
	return spawn(process.execPath, [tsc, '--project', 'tsconfig.json'], { stdio: 'inherit' });
}

// The folders are kept below dist, so a `file:` reference leads to the same icon there as here.
// `encoding: false` copies bytes as they are.
const copyAssets = () => src(ASSETS, { base: '.', encoding: false }).pipe(dest(OUT));

/** Codex files: the words of a node, and what all nodes share. The address of the repository stands in package.json alone. */
async function writeCodex() {
	const { name, repository } = require('./package.json');
	const shared = {
		nodeVersion: '1.0',
		codexVersion: '1.0',
		categories: ['Marketing', 'Data & Storage'],
	};
	const link = (page) => {
		const root = repository.url.replace(/^git\+|\.git$/g, '');
		return [{ url: `${root}/blob/HEAD/${page}` }];
	};
	for (const [folder, page] of Object.entries(PAGES)) {
		const path = join('nodes', folder, `${folder}.node.json`);
		const own = JSON.parse(await readFile(path, 'utf8'));
		const node = `${name}.${folder.charAt(0).toLowerCase()}${folder.slice(1)}`;
		const resources = {
			primaryDocumentation: link(page),
			credentialDocumentation: link(CREDENTIAL_PAGE),
		};
		await mkdir(join(OUT, 'nodes', folder), { recursive: true });
		await writeFile(join(OUT, path), JSON.stringify({ node, ...shared, ...own, resources }));
	}
}

/**
 * Sample outputs, which the editor shows before anything ran. They come from the compiled
 * catalogues; n8n finds them by the node's version, the resource and the operation.
 */
async function writePreviews() {
	const nodes = resolve(OUT, 'nodes');
	const { previewOf } = require(join(nodes, 'shared/description/preview'));
	const areas = (await readdir(nodes)).filter((name) => !/^shared$|Trigger$|\.js$/.test(name));
	for (const area of areas) {
		const [resources] = Object.values(require(join(nodes, area, 'catalogue')));
		for (const { value: resource, operations } of resources) {
			for (const operation of operations) {
				const preview = previewOf(operation);
				if (preview === undefined) continue;
				const path = join(nodes, area, '__schema__/v1.0.0', resource, `${operation.value}.json`);
				await mkdir(dirname(path), { recursive: true });
				await writeFile(path, JSON.stringify(preview));
			}
		}
	}
}

exports.clean = clean;
exports.build = series(clean, parallel(compile, copyAssets, writeCodex), writePreviews);
exports.default = exports.build;
