// Pages under docs/ that commands write, and the tables on them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { repositoryRoot } from './n8n/paths';

export const DOCS = join(repositoryRoot, 'docs');

/** Writes a file of docs/, laid out like all others. */
export async function writeDoc(name: string, text: string): Promise<void> {
	const filepath = join(DOCS, name);
	const options = await resolveConfig(filepath);
	writeFileSync(filepath, await format(text, { ...options, filepath }));
}

/** A table for the terminal. */
export function aligned(rows: string[][]): string {
	const widths: number[] = [];
	for (const row of rows) {
		row.forEach((text, at) => (widths[at] = Math.max(widths[at] ?? 0, text.length)));
	}
	return rows
		.map((row) =>
			row
				.map((text, at) => text.padEnd(widths[at]))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

/** The same for a page. */
export function markdown(heads: string[], rows: Array<Array<string | number>>): string {
	const line = (cells: Array<string | number>) =>
		`| ${cells.map((cell) => String(cell).replace(/\|/g, '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
	return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
