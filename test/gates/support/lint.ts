import { join } from 'node:path';

import { runScript } from '../../../scripts/processes';
import { projectRoot } from '../../support/package';

export interface LintProblem {
	file: string;
	line: number;
	rule: string;
	severity: 'error' | 'warning';
	message: string;
	/** The line that it is about: in a rendered file, the number alone helps nobody. */
	text: string;
}

interface EslintResult {
	filePath: string;
	/** The text of the file; only present if there is something to say about it. */
	source?: string;
	messages: Array<{ line: number; ruleId: string | null; severity: 1 | 2; message: string }>;
}

/**
 * Lints folders with the project's configuration: what is wrong, for each of them. ESLint runs in a
 * process of its own, as n8n's rules are ES modules, which jest cannot load. One process is enough
 * for all: to start it takes as long as to lint.
 */
export async function lintFolders(folders: string[]): Promise<LintProblem[][]> {
	const script = join(projectRoot, 'test/gates/support/lint-folders.mjs');
	const outcome = await runScript(script, folders);
	if (outcome.code !== 0) throw new Error(`ESLint failed: ${outcome.stderr}`);
	const answers = JSON.parse(outcome.stdout) as EslintResult[][];
	return answers.map((results, at) => problemsIn(results, folders[at]));
}

function problemsIn(results: EslintResult[], folder: string): LintProblem[] {
	return results.flatMap(({ filePath, messages, source = '' }) =>
		messages.map(({ line, ruleId, severity, message }) => ({
			file: filePath.slice(folder.length + 1),
			line,
			rule: ruleId ?? 'parse',
			severity: severity === 2 ? 'error' : 'warning',
			message,
			text: source.split('\n')[line - 1]?.trim() ?? '',
		})),
	);
}

/** One line for each problem, for a readable failure. */
export const describeProblems = (problems: LintProblem[]): string[] =>
	problems.map(
		({ file, line, rule, severity, message, text }) =>
			`${severity} ${file}:${line} ${rule}: ${message} | ${text}`,
	);
