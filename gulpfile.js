const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');

const { dest, parallel, series, src } = require('gulp');

const OUT = 'dist';

/** What a node needs beside its code: icons, codex files, and sample outputs for the editor. */
const ASSETS = [
	'icons/*.svg',
	'nodes/**/*.svg',
	'nodes/**/*.node.json',
	'nodes/**/__schema__/**/*.json',
];

const clean = async () => await rm(OUT, { recursive: true, force: true });

/** A child process is a task to gulp: it has failed if its exit code says so. */
function compile() {
	const tsc = require.resolve('typescript/bin/tsc');
	return spawn(process.execPath, [tsc, '--project', 'tsconfig.json'], { stdio: 'inherit' });
}

// The folders are kept below dist, so a `file:` reference leads to the same icon there as here.
// `encoding: false` copies bytes as they are.
const copyAssets = () => src(ASSETS, { base: '.', encoding: false }).pipe(dest(OUT));

exports.clean = clean;
exports.build = series(clean, parallel(compile, copyAssets));
exports.default = exports.build;
