// Makes each mistake of mistakes.txt in a copy of the last commit, and reports whether a test fails. They were chosen
// by reading nodes/ without a look at the tests; more than half are in code that decides about money. A line is
// file | text, which occurs once | replacement. One whose text is gone is listed, and has to be chosen anew.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { transpileModule } from 'typescript';

import { repositoryRoot } from '../../scripts/n8n/paths';
import { Problem } from '../../scripts/n8n/problem';
import { endChild, outcomeOf, run as runProgram, startChild } from '../../scripts/processes';
import type { Experiment } from '../experiment';

/** The same for each run, so that jest finds what it has transpiled before. */
const COPY = join(tmpdir(), `mistakes-${basename(repositoryRoot)}`);
/** Several times as long as all tests take on a busy machine: some mistakes never end. */
const MAX_RUN_MS = 40 * 60_000;

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

async function command(program: string, ...args: string[]): Promise<void> {
	const { code, output } = await runProgram(program, args, { cwd: repositoryRoot });
	if (code !== 0) throw new Problem(`${program} ${args[0]} failed: ${output}`);
}

/** The first test that fails; nothing if all pass. */
async function firstFailure(args: string[]): Promise<string | undefined> {
	// An earlier mistake may have been built into it.
	rmSync(join(COPY, 'dist'), { recursive: true, force: true });
	const options = { cwd: COPY, env: { ...process.env, NODE_ENV: undefined } };
	const jest = startChild('node_modules/.bin/jest', ['--bail', ...args], options);
	const timer = setTimeout(() => void endChild(jest, 0), MAX_RUN_MS);
	const { code, output } = await outcomeOf(jest);
	clearTimeout(timer);
	if (code === 0) return undefined;
	if (code > 128) return 'The tests did not end';
	const file = /^FAIL (?:unit )?(\S+)/m.exec(output)?.[1];
	if (file === undefined) throw new Problem(`jest failed without a test: ${output.slice(-2_000)}`);
	return `${file}: ${/^ +● (?!Console)(.+)$/m.exec(output)?.[1] ?? 'does not load'}`;
}

export const run: Experiment = async ({ only = '1-100' }) => {
	const [first = NaN, last = first] = only.split('-').map(Number);
	rmSync(COPY, { recursive: true, force: true });
	await command('git', 'clone', '--quiet', '--shared', repositoryRoot, COPY);
	await command('cp', '-al', join(repositoryRoot, 'node_modules'), COPY);
	const lines = readFileSync(join(__dirname, 'mistakes.txt'), 'utf8').trim().split('\n');
	const totals = { passed: 0, failed: 0 };
	for (const { number, file, source, changed } of lines.map(readMistake)) {
		if (number < first || number > last) continue;
		const path = join(COPY, 'nodes', file);
		writeFileSync(path, changed ?? source);
		const tests = `test/nodes/${dirname(file)}/`;
		const failure =
			changed && ((await firstFailure(['--passWithNoTests', tests])) ?? (await firstFailure([])));
		writeFileSync(path, source);
		totals[failure === undefined ? 'failed' : 'passed'] += 1;
		const outcome = failure === undefined ? 'NOT NOTICED' : `noticed by ${failure}`;
		console.log([number, file, changed === undefined ? 'GONE' : outcome].join('\t'));
	}
	rmSync(COPY, { recursive: true, force: true });
	return totals;
};
