import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { repositoryRoot } from './n8n/paths';

const fileOf = (name: string): string => join(repositoryRoot, 'docs', name);

/** Writes a page, or its figures, in the form that the project has. */
export async function writeDocument(name: string, text: string): Promise<void> {
	const filepath = fileOf(name);
	const options = await resolveConfig(filepath);
	writeFileSync(filepath, await format(text, { ...options, filepath }));
}

/** Figures that were saved, if there are any. */
export function savedFigures<T>(name: string): T | undefined {
	const file = fileOf(name);
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}
