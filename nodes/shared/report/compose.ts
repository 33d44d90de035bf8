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
	const groups: Group[] = [];
	const ofKind = new Map<Kind, Group>();
	const screenings = subjects.filter(({ kind }) => kind === 'screening');
	const ofScreening = new Map<Subject, Group>();
	for (const subject of subjects) {
		const owner = subject.kind === 'flagged' ? screeningOf(subject, screenings) : undefined;
		const same = (owner && ofScreening.get(owner)) ?? ofKind.get(subject.kind);
		if (same !== undefined) {
			same.push(subject);
			continue;
		}
		const group: Group = [subject];
		groups.push(group);
		if (isRowKind(subject.kind)) ofKind.set(subject.kind, group);
		if (subject.kind === 'screening') ofScreening.set(subject, group);
	}
	return groups;
}

/** The only screening that there is, or the one of the profile that the item is below. */
function screeningOf(
	{ traits: { url } }: Subject,
	screenings: readonly Subject[],
): Subject | undefined {
	const [only, second] = screenings;
	if (second === undefined) return only;
	return screenings.find(
		({ traits }) => traits.url !== undefined && url?.startsWith(`${traits.url}/`) === true,
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
	const rows = new Map<string, Traits>();
	for (const { traits } of singles) {
		const key = keyOf(traits);
		const known = rows.get(key) ?? merged(found.filter((each) => keyOf(each) === key));
		rows.set(key, { ...known, ...traits });
	}
	return rows.size < 2 ? [] : [creatorTable('Side by side', [...rows.values()])];
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

/** Answers know a profile by its address or by its handle. */
function keyOf({ url, handle, name }: Traits): string {
	const end = url
		?.replace(/[?#].*$/, '')
		.split('/')
		.filter(Boolean)
		.at(-1);
	return (end ?? handle ?? name ?? '').replace(/^@/, '').toLowerCase();
}
