// Pages under docs/ that commands write.
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
