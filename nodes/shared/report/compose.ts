import type { Traits } from '../recognition/traits';
import { isRecord } from '../values/records';
import type { Steps } from '../values/steps';
import type { Part, PartDraft, ReportDocument, Section } from './document';
import { isRowKind, type Group, type Kind, type Row, type Subject } from './kind';
import { analyticsPart } from './parts/analytics';
import { commentsPart } from './parts/comments';
import { highest, nameOf } from './parts/common';
import { creatorsPart, creatorTables, type CreatorRow } from './parts/creators';
import { jobPart, otherPart } from './parts/other';
import { audienceOf, overlapPart } from './parts/overlap';
import { postsPart } from './parts/posts';
import { changePart, screeningPart } from './parts/screening';
import { severityOf, verdictOf, verdictOnAll } from './verdict';
import { endOfAddress, fullNumber, shortAddress } from './words';

interface Composition {
	subjects: readonly Subject[];
	/** The user's; if empty, one that says what the report is about. */
	title: string;
	madeAt: number;
}

export function* compose({ subjects, title, madeAt }: Composition): Steps<ReportDocument> {
	const groups = yield* grouped(subjects);
	const compared = yield* profilesOf(groups);
	const isListed = ({ traits }: Row) => compared.find(traits) !== undefined;
	const shown = shownOf(groups).filter(
		(group) => group[0].kind !== 'creators' || !group.every(isListed),
	);
	const parts: Part[] = [];
	for (const group of shown) {
		const isRepeated = group[0].lists.profiles.every(isListed);
		const draft = yield* partOf(group, isRepeated);
		// A search may know the name of a profile that a job knows by its address.
		const known = OF_A_PROFILE.includes(group[0].kind) && compared.find(group[0].traits);
		const named = known ? { ...draft, title: nameOf(known) ?? draft.title } : draft;
		parts.push(yield* finished(named, { group, madeAt }));
	}
	const isOne = parts.length < 2;
	return {
		title: title === '' ? titleOf(parts, compared.rows.length) : title,
		isTitled: title !== '',
		madeAt,
		verdicts: isOne ? [] : verdictsOf(parts, shown, compared.rows),
		overview: [...overviewOf(compared.rows), ...hintsOf(groups, shown)],
		// What stands above all parts is not said again in each.
		parts: isOne ? [parts[0] ?? EMPTY] : parts.map((part) => ({ ...part, verdict: undefined })),
	};
}

function* finished(
	draft: PartDraft,
	{ group, madeAt }: { group: Group; madeAt: number },
): Steps<Part> {
	const sections: Section[] = [];
	for (const make of draft.sections) {
		yield;
		const made = make();
		for (const each of Array.isArray(made) ? made : yield* made) {
			const isLastOpen = each.kind === 'columns' && (each.endsAt ?? 0) > madeAt;
			sections.push(isLastOpen ? { ...each, isLastOpen } : each);
		}
	}
	return {
		...draft,
		verdict: verdictOf(group),
		sections: sections.length > 0 ? sections : [NOTHING],
	};
}

/** With more parts a reader finds nothing: the table above them has all profiles. */
const MOST_PARTS = 30;
const MOST_DETAILED = 10;

/** All groups; of many profiles, those that need a look most. */
function shownOf(groups: readonly Group[]): Group[] {
	if (groups.length <= MOST_PARTS) return [...groups];
	const [profiles, others] = [true, false].map((isProfile) =>
		groups.filter(([{ kind }]) => OF_A_PROFILE.includes(kind) === isProfile),
	);
	return [
		...(others ?? []).slice(0, MOST_PARTS),
		...highest(profiles ?? [], MOST_DETAILED, ([{ traits }]) => severityOf(traits)),
	];
}

/** What the report leaves out, and what would make it say more. */
function hintsOf(groups: readonly Group[], shown: readonly Group[]): Section[] {
	const isBare = ([{ kind, traits, lists }, ...flagged]: Group) =>
		kind === 'screening' &&
		(traits.flaggedCount ?? 0) > 0 &&
		flagged.length + lists.contents.length === 0;
	const texts = [
		groups.length > MOST_PARTS &&
			`The report shows ${fullNumber(shown.length)} of ${fullNumber(groups.length)} results in detail. The items hold all of them.`,
		groups.some(isBare) &&
			'To see the flagged posts here, also pass the items of Flagged Content: Get Many to the report.',
	];
	return texts.flatMap((text) => (text === false ? [] : { kind: 'note', text }));
}

/** One on all screenings, and those of parts that the table of profiles does not show. */
function verdictsOf(
	parts: readonly Part[],
	groups: readonly Group[],
	compared: readonly CreatorRow[],
): ReportDocument['verdicts'] {
	const onAll = verdictOnAll(compared);
	const own = parts
		.filter(
			(_, at) => compared.length === 0 || !OF_A_PROFILE.includes(groups[at]?.[0].kind ?? 'other'),
		)
		.flatMap(({ what, title, verdict }) => {
			const isAlone = parts.filter((each) => each.what === what).length === 1;
			return verdict === undefined ? [] : { ...verdict, title: isAlone ? what : title };
		});
	return [...(onAll === undefined ? [] : [onAll]), ...own];
}

const NOTHING: Section = { kind: 'note', text: 'The item holds nothing to show.' };

const EMPTY: Part = {
	what: 'Result',
	title: 'No items',
	about: [],
	sections: [{ kind: 'note', text: 'There were no items to report on.' }],
};

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

/** The only screening that there is, the one that flagged it, or the one of the profile that it is below. */
function screeningOf(flagged: Subject, screenings: readonly Addressed[]): Subject | undefined {
	const [only, second] = screenings;
	if (second === undefined) return only?.subject;
	const job = jobOf(flagged);
	const itself = screenings.find(({ subject }) => job !== undefined && jobOf(subject) === job);
	if (itself !== undefined) return itself.subject;
	const { address: below } = withAddress(flagged);
	const found = screenings.find(
		({ address }) => address !== undefined && below?.startsWith(`${address}/`) === true,
	);
	return found?.subject;
}

function jobOf({ json: { job } }: Subject): unknown {
	return isRecord(job) ? job.id : undefined;
}

function* partOf([subject, ...others]: Group, isListed: boolean): Steps<PartDraft> {
	switch (subject.kind) {
		case 'screening':
			return screeningPart(subject, others);
		case 'change':
			return yield* changePart(subject);
		case 'analytics':
			return analyticsPart(subject);
		case 'overlap':
			return overlapPart(subject, isListed);
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

function titleOf(parts: readonly Part[], compared: number): string {
	const [first] = parts;
	if (first === undefined) return 'Report';
	if (parts.length === 1) return `${first.what}: ${first.title}`;
	const kinds = [...new Set(parts.map(({ what }) => what))];
	const count = Math.max(parts.length, compared);
	return kinds.length === 1 ? `${first.what}: ${fullNumber(count)} compared` : 'Report';
}

const OF_A_PROFILE: readonly Kind[] = ['screening', 'analytics', 'purchaseIntent'];

/** Profiles that the report is about, each once with all that the items say of it. */
interface Profiles {
	rows: CreatorRow[];
	find: (traits: Traits) => CreatorRow | undefined;
}

function* profilesOf(groups: readonly Group[]): Steps<Profiles> {
	const singles = groups.filter(([{ kind }]) => OF_A_PROFILE.includes(kind));
	// Whatever is the same has the same handle.
	const known = new Map<string, Profile[]>();
	const find = (among: Map<string, Profile[]>, wanted: Profile) =>
		(among.get(wanted.handle) ?? []).filter((each) => isSame(each, wanted));
	const keep = (among: Map<string, Profile[]>, profile: Profile) => {
		const alike = among.get(profile.handle);
		if (alike === undefined) among.set(profile.handle, [profile]);
		else alike.push(profile);
	};
	for (const row of singles.length < 2 ? [] : groups.flatMap(profilesIn)) {
		keep(known, profileOf(row));
		yield;
	}
	const rows = new Map<string, Profile[]>();
	const order: Profile[] = [];
	for (const group of singles) {
		const single = profileOf(group[0].traits);
		const [row] = find(rows, single);
		const target = row ?? profileOf(merged(find(known, single)));
		const findings = [target.traits.finding, findingOf(group)].filter(Boolean);
		const finding = [...new Set(findings)].join(' ');
		const traits = { ...target.traits, ...group[0].traits, ...(finding !== '' && { finding }) };
		if (row === undefined) {
			const added = profileOf(traits);
			keep(rows, added);
			order.push(added);
		} else Object.assign(row, profileOf(traits));
		yield;
	}
	if (order.length < 2) return { rows: [], find: () => undefined };
	return {
		rows: order.map(({ traits }) => traits),
		find: (traits) => find(rows, profileOf(traits))[0]?.traits,
	};
}

function findingOf(group: Group): string | undefined {
	const verdict = verdictOf(group);
	return verdict?.reason ?? verdict?.text;
}

function overviewOf(rows: readonly CreatorRow[]): Section[] {
	return rows.length === 0 ? [] : creatorTables('Comparison', rows);
}

function profilesIn([subject, ...others]: Group): CreatorRow[] {
	if (subject.kind === 'overlap') {
		return subject.lists.profiles.map(({ json, traits }) => {
			const { overlap } = audienceOf(json);
			return { ...traits, ...(overlap !== undefined && { shared: overlap }) };
		});
	}
	return subject.kind === 'creators' ? [subject, ...others].map(({ traits }) => traits) : [];
}

/** What answers know a profile by, read once: each is compared with all others. */
interface Profile {
	traits: CreatorRow;
	address?: string;
	platform?: string;
	handle: string;
}

function profileOf(traits: CreatorRow): Profile {
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

function merged(all: readonly Profile[]): CreatorRow {
	return all.reduceRight<CreatorRow>((known, { traits }) => ({ ...known, ...traits }), {});
}
