import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../../engine/package';

const IGNORED = new Set(['node_modules', 'dist', 'coverage', '.git', '.demo']);

/** All files of the repository, as paths from its root. */
export function repositoryFiles(folder = ''): string[] {
	return readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : repositoryFiles(path);
		return entry.isFile() ? [path] : [];
	});
}
