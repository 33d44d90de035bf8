import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { repositoryRoot } from '../../scripts/n8n/paths';

const fileOf = (name: string): string => join(repositoryRoot, 'docs', name);

/** Writes a page, its figures or its chart below docs, in the form that the project has. */
export async function writeDocument(name: string, text: string): Promise<void> {
	const filepath = fileOf(name);
	mkdirSync(dirname(filepath), { recursive: true });
	// Not before it is needed: it is an ES module, and tests read pages.
	const { format, resolveConfig } = await import('prettier');
	const options = await resolveConfig(filepath);
	const isPage = name.endsWith('.md');
	writeFileSync(filepath, isPage ? await format(text, { ...options, filepath }) : text);
}

/** Figures that were saved, if there are any. */
export function savedFigures<T>(name: string): T | undefined {
	const file = fileOf(name);
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}
