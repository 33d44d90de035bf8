import { join } from 'node:path';

import { runScript } from '../../../scripts/processes';
import { projectRoot } from '../../engine/package';

interface EslintResult {
	filePath: string;
	/** The text of the file; only present if there is something to say about it. */
	source?: string;
	messages: Array<{ line: number; ruleId: string | null; message: string }>;
}

/**
 * Lints folders with the project's configuration: a line for each problem, for each of them. ESLint runs in a
 * process of its own, as n8n's rules are ES modules, which jest cannot load. One process is enough
 * for all: to start it takes as long as to lint.
 */
export async function lintFolders(folders: string[]): Promise<string[][]> {
	const script = join(projectRoot, 'test/gates/support/lint-folders.mjs');
	const outcome = await runScript(script, folders);
	if (outcome.code !== 0) throw new Error(`ESLint failed: ${outcome.stderr}`);
	const answers = JSON.parse(outcome.stdout) as EslintResult[][];
	return answers.map((results) => results.flatMap(problemsIn));
}

const problemsIn = ({ filePath, messages, source = '' }: EslintResult): string[] =>
	messages.map(({ line, ruleId, message }) => {
		// In a rendered file, the number alone helps nobody.
		const text = source.split('\n')[line - 1]?.trim() ?? '';
		return `${ruleId ?? 'parse'}: ${message} | ${filePath}:${line} ${text}`;
	});
