import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../engine/package';

const FOLDER = join(projectRoot, 'test');
/** As many as there are files in test/groups. */
const GROUPS = 4;

/**
 * Declares the tests of every fourth file. A file costs two seconds before its first test, for n8n-core and the nodes: a
 * run of all tests loads them once per group.
 */
export function declareGroup(group: number): void {
	const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.test.ts') && !/^(e2e|groups)\b/.test(file))
		.sort();
	for (const file of files.filter((_, at) => at % GROUPS === group - 1)) {
		describe(`test/${file}`, () => {
			jest.requireActual(join(FOLDER, file));
		});
	}
}
