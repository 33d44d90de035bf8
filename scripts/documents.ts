import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { repositoryRoot } from './n8n/paths';

/** Where a page or its figures are. */
export const documentOf = (name: string): string => join(repositoryRoot, 'docs', name);

/** Writes a page, or its figures, in the form that the project has. */
export async function writeDocument(name: string, text: string): Promise<void> {
	const filepath = documentOf(name);
	const options = await resolveConfig(filepath);
	writeFileSync(filepath, await format(text, { ...options, filepath }));
}
