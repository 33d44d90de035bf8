import type { Traits } from '../recognition/traits';
import type { Steps } from '../values/steps';
import type { Part, PartDraft, ReportDocument, Section } from './document';
import { isRowKind, type Kind, type Row, type Subject } from './kind';
import { analyticsPart } from './parts/analytics';
import { commentsPart } from './parts/comments';
import { creatorsPart, creatorTable } from './parts/creators';
import { jobPart, otherPart } from './parts/other';
import { overlapPart } from './parts/overlap';
import { postsPart } from './parts/posts';
import { changePart, screeningPart } from './parts/screening';
import { endOfAddress, shortAddress } from './words';

interface Composition {
	subjects: readonly Subject[];
	/** The user's; if empty, one that says what the report is about. */
	title: string;
	madeAt: number;
}

/** What a report of some items says, in which order. */
export function* compose({ subjects, title, madeAt }: Composition): Steps<ReportDocument> {
	const groups = yield* grouped(subjects);
	const parts: Part[] = [];
	for (const group of groups) parts.push(yield* finished(yield* partOf(group)));
	return {
		title: title === '' ? titleOf(parts) : title,
		isTitled: title !== '',
		madeAt,
		overview: yield* overviewOf(groups),
		parts: parts.length > 0 ? parts : [EMPTY],
	};
}

/** The part with its sections. */
function* finished(draft: PartDraft): Steps<Part> {
	const sections: Section[] = [];
	for (const make of draft.sections) {
		yield;
		const made = make();
		sections.push(...(Array.isArray(made) ? made : yield* made));
	}
	return { ...draft, sections: sections.length > 0 ? sections : [NOTHING] };
}

const NOTHING: Section = { kind: 'note', text: 'The item holds nothing to show.' };

const EMPTY: Part = {
	what: 'Result',
	title: 'No items',
	about: [],
	sections: [{ kind: 'note', text: 'There were no items to report on.' }],
};

/** A subject, with others that belong to it: rows of the same kind, or what a screening flagged. */
type Group = [Subject, ...Subject[]];

/** Rows of one kind belong together, wherever they stand; anything else stands alone. */
function* grouped(subjects: readonly Subject[]): Steps<Group[]> {
	const screenings = subjects.filter(({ kind }) => kind === 'screening').map(withAddress);
	const groups = new Map<Kind | Subject, Group>();
	for (const subject of subjects) {
		yield;
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

interface Addressed {
	subject: Subject;
	address?: string;
}

function withAddress(subject: Subject): Addressed {
	const { url } = subject.traits;
	return { subject, address: url === undefined ? undefined : shortAddress(url) };
}

/** The only screening that there is, or the one of the profile that the item is below. */
function screeningOf(flagged: Subject, screenings: readonly Addressed[]): Subject | undefined {
	const [only, second] = screenings;
	if (second === undefined) return only?.subject;
	const { address: below } = withAddress(flagged);
	const found = screenings.find(
		({ address }) => address !== undefined && below?.startsWith(`${address}/`) === true,
	);
	return found?.subject;
}

function* partOf([subject, ...others]: Group): Steps<PartDraft> {
	switch (subject.kind) {
		case 'screening':
			return screeningPart(subject, others);
		case 'change':
			return yield* changePart(subject);
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
function* overviewOf(groups: readonly Group[]): Steps<Section[]> {
	const singles = groups
		.map(([subject]) => subject)
		.filter(({ kind }) => OF_A_PROFILE.includes(kind));
	if (singles.length < 2) return [];
	// Whatever is the same has the same handle.
	const found = new Map<string, Profile[]>();
	for (const { traits } of groups.flatMap(profilesIn)) {
		const profile = profileOf(traits);
		found.set(profile.handle, [...(found.get(profile.handle) ?? []), profile]);
		yield;
	}
	const rows: Profile[] = [];
	for (const { traits } of singles) {
		const single = profileOf(traits);
		const at = rows.findIndex((row) => isSame(row, single));
		const alike = found.get(single.handle)?.filter((each) => isSame(each, single)) ?? [];
		const known = rows[at]?.traits ?? merged(alike);
		rows.splice(at === -1 ? rows.length : at, 1, profileOf({ ...known, ...traits }));
		yield;
	}
	const all = rows.map(({ traits }) => traits);
	return all.length < 2 ? [] : [creatorTable('Side by side', all)];
}

/** What searches and comparisons say of profiles. */
function profilesIn([subject, ...others]: Group): Row[] {
	if (subject.kind === 'overlap') return subject.lists.profiles;
	return subject.kind === 'creators' ? [subject, ...others] : [];
}

/** What answers know a profile by, read once: each is compared with all others. */
interface Profile {
	traits: Traits;
	address?: string;
	platform?: string;
	handle: string;
}

function profileOf(traits: Traits): Profile {
	const { url, platform, handle, name } = traits;
	const end = url === undefined ? undefined : endOfAddress(url);
	return {
		traits,
		address: url === undefined ? undefined : shortAddress(url).toLowerCase(),
		platform: platform?.toLowerCase(),
		handle: (end ?? handle ?? name ?? '').replace(/^@/, '').toLowerCase(),
	};
}

/** By its address or by its handle, which may be taken on several platforms. */
function isSame(one: Profile, other: Profile): boolean {
	if (one.address !== undefined && other.address !== undefined)
		return one.address === other.address;
	const isElsewhere = (one.platform ?? other.platform) !== (other.platform ?? one.platform);
	return !isElsewhere && one.handle === other.handle;
}

function merged(all: readonly Profile[]): Traits {
	return all.reduceRight<Traits>((known, { traits }) => ({ ...known, ...traits }), {});
}
