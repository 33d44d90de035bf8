import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../support/package';
import { repositoryFiles } from './support/files';
import { findEvasions } from './support/source-check';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

const layers = jest.requireActual<{
	forbidden: Array<{ name: string; from: { path: string } }>;
}>('../../.dependency-cruiser.cjs');
const files = repositoryFiles();

it('no source gets around the compiler or the linters', () => {
	const sources = files.filter((file) => /\.[cm]?[jt]s$/.test(file));
	expect(sources.length).toBeGreaterThan(10);
	expect(sources.flatMap((file) => findEvasions(file, read(file)))).toEqual([]);
});

it('finds what it looks for', () => {
	const source = [
		'const a: any = 1;',
		'// eslint-disable-next-line',
		'const b = a as unknown as string;',
		'/* @ts-ignore */',
		"export const text = 'any eslint-disable';",
		'// oxlint-disable-next-line',
		'export const c = 1; // oxlint-disable-line',
		'export const d = 1; // @ts-expect-error because',
		'/* eslint-disable */',
	].join('\n');
	expect(findEvasions('a.ts', source)).toEqual([
		'a.ts:1 any',
		'a.ts:2 eslint-disable',
		'a.ts:3 as unknown as',
		'a.ts:4 @ts-ignore',
		'a.ts:6 oxlint-disable',
		'a.ts:7 oxlint-disable',
		'a.ts:8 @ts-expect-error',
		'a.ts:9 eslint-disable',
	]);
});

// With addresses, an install would only work where they can be reached.
it('lockfiles name no addresses', () => {
	const lockfiles = files.filter((file) => file.endsWith('package-lock.json'));
	expect(lockfiles).toContain('package-lock.json');
	expect(lockfiles.filter((file) => /"resolved": "(?:https?|git)/.test(read(file)))).toEqual([]);
});

it("ESLint's configuration is n8n's default", () => {
	expect(read('eslint.config.mjs').trim()).toBe(
		"import { config } from '@n8n/node-cli/eslint';\n\nexport default config;",
	);
});

it('CONTRIBUTING.md shows the layers in the order that is checked', () => {
	const layer = /nodes\/shared\/(\w+)/;
	const checked = layers.forbidden
		.filter(({ name }) => name === 'imports-run-one-way')
		.flatMap(({ from }) => layer.exec(from.path)?.[1] ?? []);
	const [shown = ''] = /^shared\/node\/[^]*?```/m.exec(read('CONTRIBUTING.md')) ?? [];
	const lineOf = (name: string) =>
		shown.split(new RegExp(`\\b${name}(?:/|\\.ts) `))[0].split('\n').length;
	const lines = checked.map(lineOf);
	expect(checked.length).toBeGreaterThan(10);
	expect(lines).toEqual([...lines].sort((a, b) => b - a));
});
