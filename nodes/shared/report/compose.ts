import type { IDataObject } from 'n8n-workflow';

import { findTraits, type Traits } from '../recognition/traits';
import type { Part, ReportDocument, Section } from './document';
import { isRowKind, subjectOf, type Kind, type Subject } from './kind';
import { analyticsPart } from './parts/analytics';
import { commentsPart } from './parts/comments';
import { creatorsPart, creatorTable } from './parts/creators';
import { jobPart, otherPart } from './parts/other';
import { overlapPart } from './parts/overlap';
import { postsPart } from './parts/posts';
import { changePart, screeningPart } from './parts/screening';
import { shortAddress } from './words';

interface Composition {
	items: readonly IDataObject[];
	/** The user's; if empty, one that says what the report is about. */
	title: string;
	madeAt: number;
}

/** What a report of some items says, in which order. */
export function compose({ items, title, madeAt }: Composition): ReportDocument {
	const groups = grouped(items.map(subjectOf));
	const parts = groups.map(partOf);
	return {
		title: title === '' ? titleOf(parts) : title,
		isTitled: title !== '',
		madeAt,
		overview: overviewOf(groups),
		parts: parts.length > 0 ? parts : [EMPTY],
	};
}

const EMPTY: Part = {
	what: 'Result',
	title: 'No items',
	about: [],
	sections: [{ kind: 'note', text: 'There were no items to report on.' }],
};

/** A subject, with others that belong to it: rows of the same kind, or what a screening flagged. */
type Group = [Subject, ...Subject[]];

/** Rows of one kind belong together, wherever they stand; anything else stands alone. */
function grouped(subjects: readonly Subject[]): Group[] {
	const screenings = subjects.filter(({ kind }) => kind === 'screening');
	const groups = new Map<Kind | Subject, Group>();
	for (const subject of subjects) {
		const owner = subject.kind === 'flagged' ? screeningOf(subject, screenings) : undefined;
		const first = owner ?? subject;
		const key = isRowKind(first.kind) ? first.kind : first;
		const group = groups.get(key);
		if (group === undefined) groups.set(key, owner === undefined ? [subject] : [owner, subject]);
		// A screening may come after what it flagged.
		else if (subject !== group[0]) group.push(subject);
	}
	return [...groups.values()];
}

/** The only screening that there is, or the one of the profile that the item is below. */
function screeningOf(
	{ traits: { url } }: Subject,
	screenings: readonly Subject[],
): Subject | undefined {
	const [only, second] = screenings;
	if (second === undefined) return only;
	if (url === undefined) return undefined;
	return screenings.find(
		({ traits }) =>
			traits.url !== undefined && shortAddress(url).startsWith(`${shortAddress(traits.url)}/`),
	);
}

function partOf([subject, ...others]: Group): Part {
	switch (subject.kind) {
		case 'screening':
			return screeningPart(subject, others);
		case 'change':
			return changePart(subject);
		case 'analytics':
			return analyticsPart(subject);
		case 'overlap':
			return overlapPart(subject);
		case 'purchaseIntent':
		case 'commentsRelevance':
			return commentsPart(subject.kind, subject);
		case 'job':
			return jobPart(subject);
		case 'creators':
			return creatorsPart([subject, ...others]);
		case 'contents':
		case 'flagged':
		case 'comments':
		case 'mentions':
			return postsPart(subject.kind, [subject, ...others]);
		case 'other':
			return otherPart(subject);
	}
}

function titleOf(parts: readonly Part[]): string {
	const [first] = parts;
	if (first === undefined) return 'Report';
	if (parts.length === 1) return `${first.what}: ${first.title}`;
	const kinds = [...new Set(parts.map(({ what }) => what))];
	return kinds.length === 1 ? `${first.what}: ${parts.length} compared` : 'Report';
}

const OF_A_PROFILE: readonly Kind[] = ['screening', 'analytics', 'purchaseIntent'];

/** Profiles side by side, each in one row with all that the items say of it. */
function overviewOf(groups: readonly Group[]): Section[] {
	const singles = groups
		.map(([subject]) => subject)
		.filter(({ kind }) => OF_A_PROFILE.includes(kind));
	const found = groups.flatMap(profilesIn);
	const rows: Traits[] = [];
	for (const { traits } of singles) {
		const at = rows.findIndex((row) => isSameProfile(row, traits));
		const known = rows[at] ?? merged(found.filter((each) => isSameProfile(each, traits)));
		rows.splice(at === -1 ? rows.length : at, 1, { ...known, ...traits });
	}
	return rows.length < 2 ? [] : [creatorTable('Side by side', rows)];
}

/** What searches and comparisons say of profiles. */
function profilesIn([subject, ...others]: Group): Traits[] {
	if (subject.kind === 'overlap') return subject.lists.profiles.map(findTraits);
	if (subject.kind !== 'creators') return [];
	return [subject, ...others].map(({ traits }) => traits);
}

function merged(all: readonly Traits[]): Traits {
	return all.reduceRight<Traits>((known, each) => ({ ...known, ...each }), {});
}

/** Answers know a profile by its address or by its handle; a handle may be taken on several platforms. */
function isSameProfile(one: Traits, other: Traits): boolean {
	if (one.url !== undefined && other.url !== undefined) {
		return addressOf(one.url) === addressOf(other.url);
	}
	const platforms = [one.platform, other.platform].filter((each) => each !== undefined);
	const [first, second = first] = platforms.map((each) => each.toLowerCase());
	return first === second && handleOf(one) === handleOf(other);
}

function addressOf(url: string): string {
	return shortAddress(url).toLowerCase();
}

function handleOf({ url, handle, name }: Traits): string {
	const end = url
		?.replace(/[?#].*$/, '')
		.split('/')
		.filter(Boolean)
		.at(-1);
	return (end ?? handle ?? name ?? '').replace(/^@/, '').toLowerCase();
}
