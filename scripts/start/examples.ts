import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { WorkflowDocument } from '../n8n/client';
import { repositoryRoot } from '../n8n/paths';

export const examplesFolder = join(repositoryRoot, 'examples');

/** What the README says to try first. */
export const SHOWPIECE = 'j-vetting-a-shortlist.json';

const rank = (file: string): number => (file === SHOWPIECE ? 1 : 0);

export function exampleFiles(): string[] {
	const names = readdirSync(examplesFolder).filter((file) => file.endsWith('.json'));
	// The newest workflow comes first in n8n's list.
	return names.sort((a, b) => rank(a) - rank(b) || (a < b ? 1 : -1));
}

export async function readExample(file: string): Promise<WorkflowDocument> {
	return JSON.parse(await readFile(join(examplesFolder, file), 'utf8')) as WorkflowDocument;
}
