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

export const N8N_CONFIG = 'eslint.config.mjs';
export const NODES_BASE_CONFIG = 'eslint.nodes-base.config.mjs';

/**
 * Lints a folder with one of the project's configurations. ESLint runs in a process of its own:
 * n8n's rules are ES modules, which jest cannot load.
 */
export async function lintFolder(folder: string, config: string): Promise<LintProblem[]> {
	const outcome = await runScript(
		join(projectRoot, 'node_modules/eslint/bin/eslint.js'),
		[
			...['--config', join(projectRoot, config), '--format', 'json', '--no-warn-ignored'],
			...['nodes', 'credentials', 'package.json'],
		],
		{ cwd: folder },
	);
	if (outcome.code > 1) throw new Error(`ESLint failed: ${outcome.stderr}`);
	const results = JSON.parse(outcome.stdout) as EslintResult[];
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
