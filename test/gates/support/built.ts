import { existsSync, mkdtempSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { lock } from 'proper-lockfile';

import { buildPackage, packPackage, type Tarball, unpack } from '../../../scripts/n8n/tarball';
import { testHome } from '../../support/home';
import { packageJson, projectRoot } from '../../engine/package';

const SOURCES = ['credentials', 'icons', 'nodes', 'gulpfile.js', 'package.json', 'tsconfig.json'];

/** When a file, or the newest file in a folder, was last changed. */
function newest(path: string): number {
	if (!existsSync(path)) return 0;
	const status = statSync(path);
	if (!status.isDirectory()) return status.mtimeMs;
	return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Builds, unless dist is newer than everything that it is made from. One test file at a time. */
export async function ensureBuilt(): Promise<void> {
	const release = await lock(projectRoot, {
		lockfilePath: join(testHome(), 'build.lock'),
		retries: { forever: true, maxTimeout: 1_000 },
	});
	try {
		await buildIfOld();
	} finally {
		await release();
	}
}

async function buildIfOld(): Promise<void> {
	const changed = Math.max(...SOURCES.map((source) => newest(join(projectRoot, source))));
	const listed = [...packageJson.n8n.nodes, ...packageJson.n8n.credentials];
	const complete = listed.every((file) => existsSync(join(projectRoot, file)));
	if (complete && newest(join(projectRoot, 'dist')) > changed) return;
	await buildPackage();
}

export interface Packed extends Tarball {
	/** The package unpacked where n8n would install it, with n8n-workflow beside it. */
	folder: string;
}

/** Packs what would be published, and installs it into a folder of its own. */
export async function pack(): Promise<Packed> {
	const home = mkdtempSync(join(testHome(), 'packed-'));
	const tarball = await packPackage(home);
	const folder = join(home, 'node_modules', packageJson.name);
	await unpack(tarball, folder);
	const workflow = 'node_modules/n8n-workflow';
	symlinkSync(join(projectRoot, workflow), join(home, workflow));
	return { ...tarball, folder };
}
