import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../scripts/n8n/paths';
import { git, type Header, headerOf } from './provenance';

const FOLDER = join(repositoryRoot, 'docs/evidence');

export const evidence = (): string[] =>
	readdirSync(FOLDER)
		.filter((file) => file.endsWith('.md') && file !== 'README.md')
		.map((file) => file.slice(0, -'.md'.length));

const read = (name: string) => readFileSync(join(FOLDER, `${name}.md`), 'utf8');

/** Changes since then of what a page measures. */
export type Since = (header: Header) => { changes: number } | 'unknown';

/** Asks git. A commit that it does not know may be in a clone without history. */
export const sinceInGit: Since = ({ commit, measures }) => {
	const paths = measures.split(' ');
	try {
		const later = git('log', '--format=%h', `${commit}..HEAD`, '--', ...paths);
		const unsaved = git('status', '--porcelain', '--', ...paths);
		return { changes: [...later.split('\n'), unsaved].filter((line) => line !== '').length };
	} catch {
		return 'unknown';
	}
};

/** One line for each page of evidence: how old its figures are. */
export function ages(since: Since = sinceInGit): string[] {
	return evidence().map((name) => ageOf(name, headerOf(read(name)), since));
}

export function ageOf(name: string, header: Header | undefined, since: Since): string {
	const page = `docs/evidence/${name}.md`;
	if (header === undefined) return `OLD  ${page} does not say what it was measured at`;
	const { commit, date, command } = header;
	const found = since(header);
	if (found === 'unknown') return `OLD  ${page}: git does not know the commit ${commit} of ${date}`;
	if (found.changes === 0) return `new  ${page}: measured at ${commit}, ${date}`;
	const changes = found.changes === 1 ? '1 change' : `${found.changes} changes`;
	return `OLD  ${page}: measured at ${commit}, ${date}; ${changes} since. ${command}`;
}
