import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { savedFigures } from './documents';
import { repositoryRoot } from '../../scripts/n8n/paths';
import type { SavedParts } from './evidence';
import { git, type Header, headerFor, headerOf } from './provenance';

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
	return evidence().map((name) => ageOf(name, headersOf(name), since));
}

/** Of each part, if a page is measured part by part. */
function headersOf(name: string): Header[] {
	const saved = savedFigures<SavedParts<unknown>>(`evidence/${name}.json`);
	const whole = headerOf(read(name));
	if (whole === undefined) return [];
	return saved?.measured ? Object.values(saved.measured).map(headerFor) : [whole];
}

/** A page is as old as the part with the most changes since. */
export function ageOf(name: string, headers: Header[], since: Since): string {
	const page = `docs/evidence/${name}.md`;
	const [part] = headers
		.map((header) => ({ ...header, found: since(header) }))
		.sort((a, b) => countOf(b.found) - countOf(a.found));
	if (part === undefined) return `OLD  ${page} does not say what it was measured at`;
	const { commit, date, command, found } = part;
	if (found === 'unknown') return `OLD  ${page}: git does not know the commit ${commit} of ${date}`;
	if (found.changes === 0) return `new  ${page}: measured at ${commit}, ${date}`;
	const changes = found.changes === 1 ? '1 change' : `${found.changes} changes`;
	return `OLD  ${page}: measured at ${commit}, ${date}; ${changes} since. ${command}`;
}

const countOf = (found: ReturnType<Since>) => (found === 'unknown' ? Infinity : found.changes);
