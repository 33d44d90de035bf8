import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../scripts/n8n/paths';
import { git, headerOf } from './provenance';

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
