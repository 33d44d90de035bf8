import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../engine/package';
import { repositoryFiles } from './support/files';

const COUNTED = /\.(ts|cjs|mjs|js|txt|json|ya?ml)$/;
const files = repositoryFiles().filter((path) => COUNTED.test(path));

const linesOf = (folder: string): number =>
	files
		.filter((path) => path.startsWith(`${folder}/`))
		.reduce((sum, path) => sum + newlinesIn(readFileSync(join(projectRoot, path), 'utf8')), 0);

const newlinesIn = (text: string): number => text.split('\n').length - 1;

/** The table between the two marks of CONTRIBUTING.md. */
const page = readFileSync(join(projectRoot, 'CONTRIBUTING.md'), 'utf8');
const [, table = ''] = /<!-- lines -->([^]*)<!-- \/lines -->/.exec(page) ?? [];
const limits = [...table.matchAll(/^\| `([^`]+)\/` +\| +([\d,]+) \|$/gm)].map(
	([, folder = '', limit = '']) => [folder, Number(limit.replace(/,/g, ''))] as const,
);

it.each(limits)('%s has at most %i lines', (folder, limit) => {
	expect(linesOf(folder)).toBeLessThanOrEqual(limit);
});

it('the table has all folders of nodes/shared', () => {
	const folders = readdirSync(join(projectRoot, 'nodes/shared'), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => `nodes/shared/${name}`);
	expect(limits.map(([folder]) => folder)).toEqual(expect.arrayContaining(folders));
});
