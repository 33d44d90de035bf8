// Makes each mistake of mistakes.txt in a copy of the last commit, and reports whether a test fails. Results are
// saved as they come: a run that was ended continues, unless nodes/ or test/ have changed. --force starts again.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { transpileModule } from 'typescript';

import { repositoryRoot } from '../../scripts/n8n/paths';
import { Problem } from '../../scripts/n8n/problem';
import { endChild, outcomeOf, run as runProgram, startChild } from '../../scripts/processes';
import type { Experiment } from '../experiment';

const MISTAKES = 'verify/mistakes/mistakes.txt';
const RESULTS = join(repositoryRoot, 'coverage/mistakes.json');
/** The same for each run, so that jest finds what it has transpiled before. */
const COPY = join(tmpdir(), `mistakes-${basename(repositoryRoot)}`);
/** Several times as long as all tests take on a busy machine: some mistakes never end. */
const MAX_RUN_MS = 40 * 60_000;

/** `test` is the first that failed; absent if all passed. */
type Result = { test?: string; seconds: number };

function readMistakes() {
	const [, ...entries] = readFileSync(join(repositoryRoot, MISTAKES), 'utf8').trim().split('\n\n');
	return entries.map((entry) => {
		const [head = '', , ...lines] = entry.split('\n');
		const [number, subject = '', area = '', path] = head.split(' ');
		const textBehind = (sign: string) =>
			lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(2)] : [])).join('\n');
		const texts = { text: textBehind('-'), replacement: textBehind('+') };
		return { number: Number(number), subject, area, file: `nodes/${path}`, ...texts };
	});
}

/** The source with the mistake; nothing if the code that it was chosen in is gone. */
function mistaken(source: string, text: string, replacement: string): string | undefined {
	const parts = source.split(text);
	if (parts.length === 1) return undefined;
	const changed = parts.join(replacement);
	const { diagnostics = [] } = transpileModule(changed, { reportDiagnostics: true });
	if (parts.length === 2 && diagnostics.length === 0) return changed;
	throw new Problem(`This text occurs twice, or its replacement cannot be transpiled: ${text}`);
}

async function command(program: string, ...args: string[]): Promise<string> {
	const { code, stdout, output } = await runProgram(program, args, { cwd: repositoryRoot });
	if (code !== 0) throw new Problem(`${program} ${args[0]} failed: ${output}`);
	return stdout.trim();
}

/** The first test that fails; nothing if all pass. An earlier mistake may have been built into dist. */
async function firstFailure(args: string[]): Promise<string | undefined> {
	rmSync(join(COPY, 'dist'), { recursive: true, force: true });
	const options = { cwd: COPY, env: { ...process.env, NODE_ENV: undefined } };
	const jest = startChild('node_modules/.bin/jest', ['--bail', ...args], options);
	const timer = setTimeout(() => void endChild(jest, 0), MAX_RUN_MS);
	const { code, output } = await outcomeOf(jest);
	clearTimeout(timer);
	if (code === 0) return undefined;
	if (code > 128) return 'The tests did not end';
	const file = /^FAIL (\S+)/m.exec(output)?.[1];
	if (file === undefined) throw new Problem(`jest failed without a test: ${output.slice(-2_000)}`);
	return `${file}: ${/^ +● (?!Console)(.+)$/m.exec(output)?.[1] ?? 'does not load'}`;
}

/** Of all tests, those of the folder come first, then those that depend on the file. */
async function tryTests(file: string, tests?: string): Promise<Result> {
	const began = performance.now();
	const related = ['--roots=test', '--roots=nodes', '--findRelatedTests', file];
	const some = [[`test/${dirname(file)}/`], related].map((args) => ['--passWithNoTests', ...args]);
	const steps = tests ? [[tests]] : [...(file ? some : []), []];
	let test: string | undefined;
	for (const step of steps) test ??= await firstFailure(step);
	return { test, seconds: Math.round((performance.now() - began) / 1_000) };
}

const isIn = (number: number, only: string): boolean =>
	only.split(',').some((range) => {
		const [first = NaN, last = first] = range.split('-').map(Number);
		return number >= first && number <= last;
	});

export const run: Experiment = async ({ only = '1-100', tests, force }) => {
	const parts = ['nodes', 'test', MISTAKES].map((part) => `HEAD:${part}`);
	const key = `${tests ?? 'all'}\n${await command('git', 'rev-parse', ...parts)}`;
	const saved = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : '{}';
	const all = JSON.parse(saved) as Record<string, Record<number, Result>>;
	const results = force ? {} : (all[key] ?? {});
	const resultOf = async (number: number, file = ''): Promise<Result> => {
		const result = (results[number] ??= await tryTests(file, tests));
		if (number === 0 && result.test) throw new Problem(`Without a mistake: ${result.test}`);
		writeFileSync(RESULTS, JSON.stringify({ ...all, [key]: results }, null, '\t'));
		return result;
	};
	mkdirSync(dirname(RESULTS), { recursive: true });
	rmSync(COPY, { recursive: true, force: true });
	await command('git', 'clone', '--quiet', '--shared', repositoryRoot, COPY);
	await command('cp', '-al', join(repositoryRoot, 'node_modules'), COPY);
	const changes = readMistakes().map((each) => {
		const path = join(COPY, each.file);
		const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
		return { ...each, path, source, changed: mistaken(source, each.text, each.replacement) };
	});
	await resultOf(0);
	const totals = { passed: 0, failed: 0 };
	for (const { number, subject, area, file, path, source, changed } of changes) {
		if (changed === undefined || !isIn(number, only)) continue;
		writeFileSync(path, changed);
		const { test, seconds } = await resultOf(number, file);
		writeFileSync(path, source);
		totals[test === undefined ? 'failed' : 'passed'] += 1;
		const outcome = test === undefined ? 'NOT NOTICED' : `noticed by ${test}`;
		console.log([number, subject, area, file, `${seconds} s`, outcome].join('\t'));
	}
	rmSync(COPY, { recursive: true, force: true });
	const gone = changes.filter(({ changed }) => changed === undefined).length;
	console.log(`${totals.passed} of ${totals.passed + totals.failed} noticed, ${gone} gone`);
	return totals;
};
