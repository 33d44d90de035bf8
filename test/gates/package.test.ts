import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import '../engine/logs';

import { PackageDirectoryLoader } from 'n8n-core';
import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';

import { previewOf } from '../../nodes/shared/description/preview';
import { runScript } from '../../scripts/processes';
import { areas } from '../nodes/areas';
import { testHome } from '../support/home';
import { classNameOf, packageJson, projectRoot } from '../engine/package';
import type { Packed } from './support/built';
import { ensureBuilt, pack } from './support/built';

const MAX_TARBALL_BYTES = 262_144;
/** Of processor time, on a machine with other work: about 40 where there is none. */
const MAX_LOAD_MS = 120;
const LOAD_RUNS = 3;

const scan = join(projectRoot, 'test/gates/support/scan.mjs');
const loadTime = join(projectRoot, 'test/gates/support/load-time.mjs');

let packed: Packed;

beforeAll(async () => {
	await ensureBuilt();
	packed = await pack();
});

describe('the published tarball', () => {
	it('is small', () => {
		expect(packed.size).toBeLessThan(MAX_TARBALL_BYTES);
	});

	it('contains the build and its documents, nothing else', () => {
		const allowed =
			/^(dist\/(nodes|credentials|icons)\/|(README|LICENSE|CHANGELOG)(\.md)?$|package\.json$)/;
		const surplus = /\.ts$|\.map$|\.tsbuildinfo$|\.test\./;
		const { paths } = packed;

		expect(paths.filter((path) => !allowed.test(path) || surplus.test(path))).toEqual([]);
		expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json']));
	});

	it.each(packageJson.n8n.nodes)('contains %s with its codex file', (file) => {
		expect(existsSync(join(packed.folder, file))).toBe(true);
		const codex = JSON.parse(readFileSync(join(packed.folder, `${file}on`), 'utf8')) as {
			node: string;
		};
		const name = classNameOf(file);
		expect(codex.node).toBe(`${packageJson.name}.${name.charAt(0).toLowerCase()}${name.slice(1)}`);
	});

	it('depends on nothing at run time', () => {
		expect(packageJson.dependencies ?? {}).toEqual({});
	});
});

it('the community scan of n8n finds what n8n forbids, and nothing here', async () => {
	const forbidden = mkdtempSync(join(testHome(), 'scan-'));
	writeFileSync(join(forbidden, 'a.js'), "require('node:fs');");
	const { code, stdout, stderr } = await runScript(scan, [
		...['package', packed.folder],
		...['source', projectRoot],
		...['package', forbidden],
	]);
	expect(stderr).toBe('');
	expect(JSON.parse(stdout)).toEqual(['', '', expect.stringContaining('no-restricted-imports')]);
	expect(code).toBe(1);
});

it(`the node files load in less than ${MAX_LOAD_MS} ms`, async () => {
	const times: number[] = [];
	for (let run = 0; run < LOAD_RUNS; run++) {
		const { code, stdout, stderr } = await runScript(loadTime, [packed.folder]);
		if (code !== 0) throw new Error(stderr);
		times.push(Number(stdout));
	}
	// Other work can only add to it.
	expect(Math.min(...times)).toBeLessThan(MAX_LOAD_MS);
});

/** Where n8n looks for the preview of a node of version 1. */
const folderOf = (className: string) =>
	join(packed.folder, 'dist/nodes', className, '__schema__/v1.0.0');

describe('previews of the output in the published package', () => {
	it.each(areas.map(({ node, catalogue }) => [node.constructor.name, catalogue] as const))(
		'%s has those that the catalogue declares, and no others',
		(className, catalogue) => {
			const expected = catalogue.flatMap(({ value, operations }) =>
				operations
					.map((operation) => [`${value}/${operation.value}.json`, previewOf(operation)] as const)
					.filter(([, preview]) => preview !== undefined),
			);
			expect(expected.length).toBeGreaterThan(0);
			const folder = folderOf(className);
			const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
				.filter((path) => path.endsWith('.json'))
				.map((path): [string, unknown] => [
					path,
					JSON.parse(readFileSync(join(folder, path), 'utf8')),
				]);
			expect(new Map(files)).toEqual(new Map(expected));
		},
	);
});

describe('loaded by n8n', () => {
	const iconFiles = ({ iconUrl }: INodeTypeDescription | ICredentialType): string[] => {
		const { light, dark } = typeof iconUrl === 'object' ? iconUrl : {};
		return [light ?? '', dark ?? ''].map((url) => url.replace(`icons/${packageJson.name}/`, ''));
	};

	it('gives every node and credential, each with a light and a dark icon', async () => {
		const loader = new PackageDirectoryLoader(packed.folder);
		await loader.loadAll();
		const { nodes, credentials } = loader.types;

		expect(nodes.map(({ name }) => name)).toEqual(
			packageJson.n8n.nodes.map((file) => {
				const name = classNameOf(basename(file));
				return name.charAt(0).toLowerCase() + name.slice(1);
			}),
		);
		expect(credentials).toHaveLength(packageJson.n8n.credentials.length);
		for (const type of [...nodes, ...credentials]) {
			const icons = iconFiles(type);
			expect(new Set(icons).size).toBe(2);
			for (const icon of icons)
				expect([icon, existsSync(join(packed.folder, icon))]).toEqual([icon, true]);
		}
		for (const { codex } of nodes) expect(codex?.categories).not.toHaveLength(0);
	});
});
