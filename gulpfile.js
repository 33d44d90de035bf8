const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { promisify } = require('node:util');

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

async function compile() {
	const tsc = require.resolve('typescript/bin/tsc');
	try {
		await promisify(execFile)(process.execPath, [tsc, '--project', 'tsconfig.json']);
	} catch (error) {
		// tsc prints what is wrong to its standard output, which an exit code alone would hide.
		throw new Error(error.stdout || error.message);
	}
}

// The folders are kept below dist, so a `file:` reference leads to the same icon there as here.
// `encoding: false` copies bytes as they are.
const copyAssets = () => src(ASSETS, { base: '.', encoding: false }).pipe(dest(OUT));

exports.clean = clean;
exports.build = series(clean, parallel(compile, copyAssets));
exports.default = exports.build;
