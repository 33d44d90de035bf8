import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../support/package';
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

it.each(['nodes', 'test', 'verify', 'scripts'])('the table has all of %s', (top) => {
	const inside = limits.map(([folder]) => folder).filter((folder) => folder.startsWith(`${top}/`));
	const folders = files
		.filter((path) => path.startsWith(top === 'nodes' ? 'nodes/shared/' : `${top}/`))
		.map((path) =>
			path
				.split('/')
				.slice(0, top === 'nodes' ? 3 : 1)
				.join('/'),
		)
		.filter((folder) => !/\.\w+$/.test(folder));
	const known = [...inside, ...limits.map(([folder]) => folder)];
	expect([...new Set(folders)].filter((folder) => !known.includes(folder))).toEqual([]);
});
