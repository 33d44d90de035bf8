import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { repositoryRoot } from '../../scripts/n8n/paths';
import { MEANINGS, type Name } from '../judge/judge';
import { header, type Provenance } from './provenance';

interface Evidence {
	name: string;
	provenance: Provenance;
	/** Every round, so that each figure of the page can be computed again. */
	figures: object;
	page: string;
	/** Otherwise the page is only printed. */
	isSaved: boolean;
}

/** Prints a page, and saves it with its figures. */
export function publish(evidence: Evidence): void {
	const { name, provenance, figures, page, isSaved } = evidence;
	console.log(`\n${page}\n`);
	if (!isSaved) return;
	writeDocument(`evidence/${name}.json`, linesOf({ provenance, ...figures }));
	writeDocument(`evidence/${name}.md`, `${header(provenance)}\n${page}\n`);
}

const fileOf = (name: string): string => join(repositoryRoot, 'docs', name);

/** Writes a page, its figures or its chart below docs, in the form that the project has. */
export function writeDocument(name: string, text: string): void {
	const filepath = fileOf(name);
	mkdirSync(dirname(filepath), { recursive: true });
	writeFileSync(filepath, text);
	if (!name.endsWith('.md')) return;
	execFileSync(process.execPath, [join(repositoryRoot, 'node_modules/oxfmt/bin/oxfmt'), filepath]);
}

/** Figures that were saved, if there are any. */
export function savedFigures<T>(name: string): T | undefined {
	const file = fileOf(name);
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}

/** More digits than that are noise. */
const DIGITS = 5;

const short = (value: unknown): string =>
	JSON.stringify(value, (_, each: unknown) =>
		typeof each === 'number' && !Number.isInteger(each) ? Number(each.toPrecision(DIGITS)) : each,
	);

/** One line for each field, and for each record of a list. */
function linesOf(figures: object): string {
	const fields = Object.entries(figures).map(([name, value]: [string, unknown]) => {
		const rows = Array.isArray(value) && value.length > 0 ? value.map(short) : undefined;
		return `"${name}": ${rows ? `[\n${rows.join(',\n')}\n]` : short(value)}`;
	});
	return `{\n${fields.join(',\n')}\n}\n`;
}

/** The sentences that the counts stand for. */
export const meanings = (names: readonly Name[], more: Record<string, string> = {}): string =>
	[...names.map((name) => [name, MEANINGS[name]]), ...Object.entries(more)]
		.map(([name, meaning]) => `- **${name}**: ${meaning}`)
		.join('\n');
