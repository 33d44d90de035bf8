import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { repositoryRoot } from '../../scripts/n8n/paths';
import type { Step } from './inputs';

/** Long enough for the square of it to take seconds. */
const LENGTH = 30_000;
const COMMON = [' ', '\n', '0', 'a', 'A', '_', '-', '.', '/', '<', '"', '\\', ':', ';', ',', '='];

/** Every regular expression of the published code, over rows of what it looks for itself. */
export function expressions(): Step[] {
	return ['nodes', 'credentials'].flatMap(sources).map(({ at, pattern, flags }) => ({
		step: `/${pattern.slice(0, 40)}/${flags}`,
		input: at,
		prepare: () => {
			const texts = hostile(pattern);
			return async () => {
				for (const text of texts) {
					text.replace(new RegExp(pattern, flags), '');
					await new Promise(setImmediate);
				}
			};
		},
	}));
}

function sources(folder: string): Array<{ at: string; pattern: string; flags: string }> {
	const files = readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' });
	return files
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) => {
			const text = readFileSync(join(repositoryRoot, folder, file), 'utf8');
			const found: Array<{ at: string; pattern: string; flags: string }> = [];
			const visit = (node: ts.Node): void => {
				if (ts.isRegularExpressionLiteral(node)) {
					const end = node.text.lastIndexOf('/');
					const pattern = node.text.slice(1, end);
					found.push({ at: `${folder}/${file}`, pattern, flags: node.text.slice(end + 1) });
				}
				ts.forEachChild(node, visit);
			};
			visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
			return found;
		});
}

/** Rows of the words and characters of the pattern, with something before them and behind them. */
function hostile(pattern: string): string[] {
	const words = [...new Set(pattern.match(/[A-Za-z]{2,}/g) ?? [])].slice(0, 6);
	const signs = [...new Set(pattern.match(/[^A-Za-z0-9\s]/g) ?? [])];
	const units = new Set([...COMMON, ...signs, ...words, ...words.map((word) => `${word} `)]);
	for (const word of words.slice(0, 3)) for (const sign of signs) units.add(sign + word);
	const starts = ['', ...words.slice(0, 1), ...signs.slice(0, 2), '0'];
	return [...units].flatMap((unit) =>
		starts.map((start) => `${start}${unit.repeat(Math.ceil(LENGTH / unit.length))}\u0001`),
	);
}
