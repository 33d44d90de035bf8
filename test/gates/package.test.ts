import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';

import { runScript } from '../../scripts/processes';
import { testHome } from '../support/home';
import { classNameOf, packageJson, projectRoot } from '../support/package';
import { loadPackage } from '../support/package-loader';
import type { Packed } from './support/built';
import { ensureBuilt, pack } from './support/built';

const MAX_TARBALL_BYTES = 220_000;
const MAX_LOAD_MS = 50;
const LOAD_RUNS = 3;

const scan = join(projectRoot, 'scripts/scan.mjs');
const loadTime = join(projectRoot, 'scripts/load-time.mjs');

let packed: Packed;

beforeAll(async () => {
	await ensureBuilt();
	packed = await pack();
}, 120_000);

describe('the published tarball', () => {
	it('is small', () => {
		expect(packed.size).toBeLessThan(MAX_TARBALL_BYTES);
	});

	it('holds the build and its papers, nothing else', () => {
		const allowed =
			/^(dist\/(nodes|credentials|icons)\/|(README|LICENSE|CHANGELOG)(\.md)?$|package\.json$)/;
		const surplus = /\.ts$|\.map$|\.tsbuildinfo$|\.test\./;
		const { paths } = packed;

		expect(paths.filter((path) => !allowed.test(path) || surplus.test(path))).toEqual([]);
		expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json']));
	});

	it.each(packageJson.n8n.nodes)('holds %s with its codex file', (file) => {
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

	it("passes n8n's community scan", async () => {
		const { code, output } = await runScript(scan, [packed.folder, 'package']);
		expect(output).toBe('');
		expect(code).toBe(0);
	});
});

it('the scan finds what n8n forbids', async () => {
	const folder = mkdtempSync(join(testHome(), 'scan-'));
	writeFileSync(join(folder, 'a.js'), "require('node:fs');");
	const { code, stderr } = await runScript(scan, [folder, 'package']);
	expect(stderr).toContain('no-restricted-imports');
	expect(code).toBe(1);
});

it("the source passes n8n's community scan", async () => {
	const { code, output } = await runScript(scan, [projectRoot, 'source']);
	expect(output).toBe('');
	expect(code).toBe(0);
});

it(`the node files load in less than ${MAX_LOAD_MS} ms`, async () => {
	const times: number[] = [];
	for (let run = 0; run < LOAD_RUNS; run++) {
		const { code, stdout, stderr } = await runScript(loadTime, [packed.folder]);
		if (code !== 0) throw new Error(stderr);
		times.push(Number(stdout));
	}
	times.sort((a, b) => a - b);
	expect(times[Math.floor(LOAD_RUNS / 2)]).toBeLessThan(MAX_LOAD_MS);
});

describe('loaded by n8n', () => {
	const iconFiles = ({ iconUrl }: INodeTypeDescription | ICredentialType): string[] => {
		const { light, dark } = typeof iconUrl === 'object' ? iconUrl : {};
		return [light ?? '', dark ?? ''].map((url) => url.replace(`icons/${packageJson.name}/`, ''));
	};

	it('gives every node and credential, each with a light and a dark icon', async () => {
		const { nodes, credentials } = await loadPackage(packed.folder);

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
