import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../engine/package';
import { repositoryFiles } from './support/files';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

const layers = jest.requireActual<{
	forbidden: Array<{ name: string; from: { path: string } }>;
}>('../../.dependency-cruiser.cjs');
const files = repositoryFiles();

/** Comments that switch a check off, and what the compiler believes. oxlint finds `any`. */
const EVASION =
	/(?:es|ox)lint-(?:disable|enable)|@ts-(?:ignore|nocheck|expect-error)|\bas unknown\s+as\b/;

it('no source gets around the compiler or the linters', () => {
	const sources = files.filter((file) => /\.[cm]?[jt]s$/.test(file));
	expect(sources.length).toBeGreaterThan(10);
	expect(sources.filter((file) => EVASION.test(read(file)))).toEqual([]);
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
