// Makes each mistake of mistakes.txt in a copy of the last commit, and reports which tests notice it. They were chosen
// by reading nodes/ without a look at the tests; more than half are in code that decides about money. A line is
// file | text, which occurs once | replacement. One whose text is gone is listed, and has to be chosen anew.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { transpileModule } from 'typescript';

import { repositoryRoot } from '../../scripts/n8n/paths';
import { Problem } from '../../scripts/n8n/problem';
import { endChild, outcomeOf, startChild } from '../../scripts/processes';
import type { Experiment } from '../experiment';

/** The same for each run, so that jest finds what it has transpiled before. */
const COPY = join(tmpdir(), `mistakes-${basename(repositoryRoot)}`);
/** Cheapest first, as one failure is enough. Some mistakes never end: the limit is for a busy machine. */
const stepsFor = (file: string) =>
	[
		{ by: 'node tests', tests: [`test/nodes/${dirname(file)}/`] },
		{ by: 'transcripts', tests: ['test/transcripts/'] },
		{ by: 'all tests', tests: [] },
	] as const;
const MAX_MS = 40 * 60_000;

interface Mistake {
	number: number;
	/** Below nodes/. */
	file: string;
	source: string;
	/** Absent if the code that it was chosen in is gone. */
	changed?: string;
}

function readMistake(line: string, index: number): Mistake {
	const [file = '', ...texts] = line.split(/ \|(?: |$)/);
	const [text, replacement = ''] = texts.map((each) =>
		each.replace(/\\n(\\t)*/g, (escaped) =>
			escaped.replaceAll('\\n', '\n').replaceAll('\\t', '\t'),
		),
	);
	const source = readFileSync(join(COPY, 'nodes', file), 'utf8');
	const [before, after, ...more] = source.split(text);
	if (after === undefined) return { number: index + 1, file, source };
	const changed = before + replacement + after;
	const { diagnostics = [] } = transpileModule(changed, { reportDiagnostics: true });
	if (more.length === 0 && diagnostics.length === 0) {
		return { number: index + 1, file, source, changed };
	}
	throw new Problem(`This text occurs twice, or its replacement cannot be transpiled: ${text}`);
}

/** The first test that fails; nothing if all pass. */
async function firstFailure(tests: readonly string[]): Promise<string | undefined> {
	// An earlier mistake may have been built into it.
	rmSync(join(COPY, 'dist'), { recursive: true, force: true });
	const options = { cwd: COPY, env: { ...process.env, NODE_ENV: undefined } };
	const args = ['--bail', '--passWithNoTests', ...tests];
	const jest = startChild('node_modules/.bin/jest', args, options);
	const timer = setTimeout(() => void endChild(jest, 0), MAX_MS);
	const { code, output } = await outcomeOf(jest);
	clearTimeout(timer);
	if (code === 0) return undefined;
	if (code > 128) return 'The tests did not end';
	const file = /^FAIL (?:unit )?(\S+)/m.exec(output)?.[1];
	if (file === undefined) throw new Problem(`jest failed without a test: ${output.slice(-2_000)}`);
	return `${file}: ${/^ +● (?!Console)(.+)$/m.exec(output)?.[1] ?? 'does not load'}`;
}

/** Which tests notice what was changed in a file, and the first of them. */
async function noticed(file: string) {
	for (const { by, tests } of stepsFor(file)) {
		const failure = await firstFailure(tests);
		if (failure !== undefined) return { by, failure };
	}
	return undefined;
}

export const run: Experiment = async ({ only = '1-Infinity' }) => {
	const [first = NaN, last = first] = only.split('-').map(Number);
	rmSync(COPY, { recursive: true, force: true });
	execFileSync('git', ['clone', '--quiet', '--shared', repositoryRoot, COPY]);
	execFileSync('cp', ['-al', join(repositoryRoot, 'node_modules'), COPY]);
	// Not those that count lines and pack the nodes: they notice that a file changed, not what it does.
	rmSync(join(COPY, 'test/gates'), { recursive: true });
	const lines = readFileSync(join(__dirname, 'mistakes.txt'), 'utf8').trim().split('\n');
	const chosen = lines.map(readMistake).slice(first - 1, last);
	const counts = { 'node tests': 0, transcripts: 0, 'all tests': 0, nothing: 0 };
	for (const { number, file, source, changed } of chosen) {
		const path = join(COPY, 'nodes', file);
		writeFileSync(path, changed ?? source);
		const found = changed === undefined ? undefined : await noticed(file);
		writeFileSync(path, source);
		const outcome = changed === undefined ? 'GONE' : 'NOT NOTICED';
		console.log([number, file, found ? `${found.by}: ${found.failure}` : outcome].join('\t'));
		counts[found?.by ?? 'nothing'] += 1;
	}
	rmSync(COPY, { recursive: true, force: true });
	const alone = counts['node tests'] + counts.transcripts;
	console.log(
		`Noticed by node tests and transcripts alone: ${alone} (${counts['node tests']} and ${counts.transcripts}); by all tests: ${alone + counts['all tests']}`,
	);
	return { passed: alone + counts['all tests'], failed: counts.nothing };
};
