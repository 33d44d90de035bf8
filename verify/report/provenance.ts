import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';

import { repositoryRoot } from '../../scripts/n8n/paths';
import { currentVersion, type N8nVersion, Runtime } from '../../scripts/n8n/runtime';

/** Where figures come from. */
export interface Provenance {
	commit: string;
	date: string;
	command: string;
	/** Files and folders whose change makes the figures old. */
	measures: string[];
	versions: { n8n: string; node: string };
	machine: { cores: number; load: number };
}

function git(...args: string[]): string {
	return execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' }).trim();
}

/** Of what is measured now; `also` is measured with the nodes. */
export function measuredNow(
	command: string,
	also: string[],
	line: N8nVersion = currentVersion,
): Provenance {
	const measures = ['nodes', 'credentials', ...also];
	const isChanged = git('status', '--porcelain', '--', ...measures) !== '';
	return {
		commit: git('rev-parse', '--short', 'HEAD') + (isChanged ? ' with changes' : ''),
		date: new Date().toISOString(),
		command: `npm run verify -- ${command}`,
		measures,
		versions: { n8n: new Runtime(line).version, node: process.versions.node },
		machine: { cores: cpus().length, load: Number(loadavg()[0].toFixed(1)) },
	};
}

/** n8n runs on its own Node, the experiment on that of the machine. */
export const sentence = ({ commit, date, versions, machine, command }: Provenance): string =>
	`Measured on ${date.slice(0, 10)} at commit \`${commit}\` with n8n ${versions.n8n} on Node 24, driven by Node ${versions.node}, on a machine with ${machine.cores} cores and a load of ${machine.load} at the start, by \`${command}\`.`;

/** For the top of a page; GitHub shows it as a table. */
export const header = ({ commit, date, command, measures }: Provenance): string =>
	[
		...['---', `commit: ${commit}`, `date: ${date.slice(0, 10)}`, `command: ${command}`],
		...[`measures: ${measures.join(' ')}`, '---', ''],
	].join('\n');

/** What a page says of itself; undefined if something is missing. */
export function headerOf(page: string) {
	const [, text] = /^---\n([^]*?)\n---\n/.exec(page) ?? [];
	const found = Object.fromEntries(
		(text ?? '').split('\n').map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? []),
	) as Partial<Record<'commit' | 'date' | 'command' | 'measures', string>>;
	const { commit, date, command, measures } = found;
	return commit && date && command && measures ? { commit, date, command, measures } : undefined;
}

const FOLDER = join(repositoryRoot, 'docs/evidence');

export const evidence = (): string[] =>
	readdirSync(FOLDER)
		.filter((file) => file.endsWith('.md') && file !== 'README.md')
		.map((file) => file.slice(0, -'.md'.length));

/** One line for each page of evidence: how old its figures are. The oldest part of a page counts. */
export const ages = (): string[] =>
	evidence().map((name) => ageOf(name, readFileSync(join(FOLDER, `${name}.md`), 'utf8')));

export function ageOf(name: string, text: string, since = sinceInGit): string {
	const page = `docs/evidence/${name}.md`;
	const header = headerOf(text);
	if (header === undefined) return `OLD  ${page} does not say what it was measured at`;
	const { commit, date, command, measures } = header;
	const changes = since(commit, measures.split(' '));
	if (changes === undefined)
		return `OLD  ${page}: git does not know the commit ${commit} of ${date}`;
	if (changes === 0) return `new  ${page}: measured at ${commit}, ${date}`;
	return `OLD  ${page}: measured at ${commit}, ${date}; changes since: ${changes}. ${command}`;
}

/** Changes since then of what a page measures; undefined if the clone does not have the commit. */
function sinceInGit(commit: string, paths: string[]): number | undefined {
	try {
		const later = git('log', '--format=%h', `${commit}..HEAD`, '--', ...paths);
		const unsaved = git('status', '--porcelain', '--', ...paths);
		return [...later.split('\n'), unsaved].filter((line) => line !== '').length;
	} catch {
		return undefined;
	}
}
