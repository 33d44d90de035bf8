import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { CreatorIntelligenceApi } from '../../credentials/CreatorIntelligenceApi.credentials';
import { endpointTable, tableOf } from '../../scripts/nodePages';
import { columnsOf, startQuickSandbox } from '../../scripts/simplified';
import { areas } from '../nodes/areas';
import { publishedEndpoints } from '../support/endpoints';
import { packageJson, projectRoot } from '../engine/package';
import { ensureBuilt } from './support/built';
import { repositoryFiles } from './support/files';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

interface Addresses {
	homepage: string;
	repository: { url: string };
	bugs: { url: string };
}
const { homepage, repository, bugs } = JSON.parse(read('package.json')) as Addresses;
const root = repository.url.replace(/^git\+|\.git$/g, '');

/** The file of this repository that a link leads to. */
const pageOf = (url: string) => url.replace(`${root}/blob/HEAD/`, '');

describe('addresses that are placeholders until the first release', () => {
	it('agree with each other', () => {
		expect(homepage).toBe(`${root}#readme`);
		expect(bugs.url).toBe(`${root}/issues`);
	});

	it('occur where docs/publishing.md says, and nowhere else', () => {
		const named = repositoryFiles().filter(
			(file) => /\.(ts|js|json|md|yml)$/.test(file) && read(file).includes(root),
		);
		expect(named.sort()).toEqual([
			'credentials/CreatorIntelligenceApi.credentials.ts',
			'package.json',
		]);
		for (const file of named) expect(read('docs/publishing.md')).toContain(file);
	});

	it('of the credential lead to a page of this repository', () => {
		expect(
			existsSync(join(projectRoot, pageOf(new CreatorIntelligenceApi().documentationUrl))),
		).toBe(true);
	});
});

describe('the Docs link', () => {
	beforeAll(async () => await ensureBuilt(), 120_000);

	it.each(packageJson.n8n.nodes)('of %s leads to a page of this repository', (file) => {
		const { resources } = JSON.parse(read(`${file}on`)) as {
			resources: Record<string, Array<{ url: string }>>;
		};
		const urls = Object.values(resources).flatMap((links) => links.map(({ url }) => url));
		expect(urls).toHaveLength(2);
		for (const url of urls)
			expect([url, existsSync(join(projectRoot, pageOf(url)))]).toEqual([url, true]);
	});
});

const plain = (text: string) => text.replace(/ +/g, ' ').replace(/-+/g, '-');

it.each(areas.map(({ node, catalogue }) => [node.description.displayName, catalogue] as const))(
	'the page of %s says what the node does, and which columns Simplify returns',
	async (displayName, catalogue) => {
		const page = read(`docs/nodes/${displayName.toLowerCase().replaceAll(' ', '-')}.md`);
		// `npm run docs` writes it; the width of its columns is the formatter's matter.
		const table = page.match(/^\|.*\|$/gm)?.join('\n') ?? '';
		const sandbox = await startQuickSandbox();
		const columns = await columnsOf(sandbox, catalogue);
		await sandbox.close();
		expect(plain(table)).toBe(plain(`${tableOf(catalogue)}\n${columns}`));
	},
);

it('the page on cost lists all endpoints', () => {
	const [table = ''] = /^\| Endpoint.*(\n\|.*)*/m.exec(read('docs/money.md')) ?? [];
	expect(plain(table)).toBe(plain(endpointTable()));
	expect(table.split('\n')).toHaveLength(2 + publishedEndpoints.length);
});

const pages = repositoryFiles().filter((file) => file.endsWith('.md'));

it.each(pages)('the links of %s lead to files of this repository', (page) => {
	const links = [...read(page).matchAll(/\]\(([^)\s]+)\)|(?:href|src)="([^"]+)"/g)]
		.map(([, inText, inTag]) => (inText ?? inTag).split('#')[0])
		.filter((link) => link !== '' && !/^\w+:/.test(link));
	const missing = links.filter((link) => !existsSync(join(projectRoot, dirname(page), link)));
	expect(missing).toEqual([]);
});
