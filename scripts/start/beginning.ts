import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../n8n/paths';

/** Between the end of an installation and the start that it was made for. */
const SAME_START_MS = 10_000;

/** When the user typed the command: before the dependencies, if they had to be installed first. */
export function beginning(now = Date.now()): number {
	try {
		const file = join(repositoryRoot, 'node_modules/.install-time.json');
		const { began, ended } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
		return now - ended < SAME_START_MS ? began : now;
	} catch {
		return now;
	}
}
