import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { testHome } from '../../support/home';
import { packageJson, projectRoot } from '../../support/package';
import { npm, runProgram, runScript } from './run';

const SOURCES = ['credentials', 'icons', 'nodes', 'gulpfile.js', 'package.json', 'tsconfig.json'];

/** When a file, or the newest file in a folder, was last changed. */
function newest(path: string): number {
	if (!existsSync(path)) return 0;
	const status = statSync(path);
	if (!status.isDirectory()) return status.mtimeMs;
	return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Builds, unless dist is newer than everything that it is made from. */
export async function ensureBuilt(): Promise<void> {
	const changed = Math.max(...SOURCES.map((source) => newest(join(projectRoot, source))));
	const listed = [...packageJson.n8n.nodes, ...packageJson.n8n.credentials];
	const complete = listed.every((file) => existsSync(join(projectRoot, file)));
	if (complete && newest(join(projectRoot, 'dist')) > changed) return;

	const gulp = join(projectRoot, 'node_modules/gulp/bin/gulp.js');
	const { code, stdout, stderr } = await runScript(gulp, ['build'], projectRoot);
	if (code !== 0) throw new Error(`gulp build failed:\n${stdout}${stderr}`);
}

export interface PackedFile {
	path: string;
	size: number;
}

export interface Packed {
	/** Bytes of the tarball. */
	size: number;
	files: PackedFile[];
	/** The package unpacked where n8n would install it, with n8n-workflow beside it. */
	folder: string;
}

/** Packs what would be published, and installs it into a folder of its own. */
export async function pack(): Promise<Packed> {
	const home = mkdtempSync(join(testHome(), 'packed-'));
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', home];
	const { code, stdout, stderr } = await npm(args, projectRoot);
	if (code !== 0) throw new Error(`npm pack failed:\n${stderr}`);
	const [packed] = JSON.parse(stdout) as Array<{
		filename: string;
		size: number;
		files: PackedFile[];
	}>;
	if (!packed) throw new Error('npm pack made nothing');

	const folder = join(home, 'node_modules', packageJson.name);
	mkdirSync(folder, { recursive: true });
	const tarball = join(home, packed.filename);
	await runProgram('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'], home);
	const workflow = 'node_modules/n8n-workflow';
	symlinkSync(join(projectRoot, workflow), join(home, workflow));
	return { size: packed.size, files: packed.files, folder };
}
