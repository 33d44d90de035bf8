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
import { endOfAddress, fullNumber, shortAddress } from './format';

interface Composition {
	subjects: readonly Subject[];
	/** The user's; if empty, one that says what the report is about. */
	title: string;
	madeAt: number;
}

export function* compose({ subjects, title, madeAt }: Composition): Steps<ReportDocument> {
	const groups = yield* grouped(subjects);
	const compared = yield* comparedIn(groups);
	const isListed = ({ traits }: Row) => compared.find(traits).length > 0;
	const shown = shownOf(groups).filter(
		(group) => group[0].kind !== 'creators' || !group.every(isListed),
	);
	const parts: Part[] = [];
	for (const group of shown) {
		const [{ kind, traits, lists }] = group;
		const made = PARTS[kind](group, lists.profiles.every(isListed));
		const draft = 'sections' in made ? made : yield* made;
		// A search may know the name of a profile that a job knows by its address.
		const [known] = OF_A_PROFILE.includes(kind) ? compared.find(traits) : [];
		const name = known && nameOf(known.traits);
		parts.push(yield* finished({ ...draft, title: name ?? draft.title }, group, madeAt));
	}
	const isOne = parts.length < 2;
	const rows = compared.all.map((each) => each.traits);
	return {
		title: title === '' ? titleOf(parts, rows.length) : title,
		isTitled: title !== '',
		madeAt,
		verdicts: isOne ? [] : verdictsOf(parts, shown, rows),
		overview: [
			...(rows.length === 0 ? [] : creatorTables('Comparison', rows)),
			...hintsOf(groups, shown),
		],
		// What stands above all parts is not said again in each.
		parts: isOne ? [parts[0] ?? EMPTY] : parts.map((part) => ({ ...part, verdict: undefined })),
	};
}

function* finished(draft: PartDraft, group: Group, madeAt: number): Steps<Part> {
	const sections: Section[] = [];
	for (const make of draft.sections) {
		yield;
		const made = make();
		for (const each of Array.isArray(made) ? made : yield* made) {
			const isLastOpen = each.kind === 'columns' && (each.endsAt ?? 0) > madeAt;
			sections.push(isLastOpen ? { ...each, isLastOpen } : each);
		}
	}
	const verdict = yield* verdictOf(group);
	return { ...draft, verdict, sections: sections.length > 0 ? sections : [NOTHING] };
}

/** With more parts a reader finds nothing: the table above them has all profiles. */
const MAX_PARTS = 30;
const MAX_DETAILED = 10;

/** All groups; of many profiles, those that need a look most. */
function shownOf(groups: readonly Group[]): Group[] {
	if (groups.length <= MAX_PARTS) return [...groups];
	const isOfProfile = ([{ kind }]: Group) => OF_A_PROFILE.includes(kind);
	const others = groups.filter((group) => !isOfProfile(group));
	const profiles = groups.filter(isOfProfile);
	return [
		...others.slice(0, MAX_PARTS),
		...highest(profiles, MAX_DETAILED, ([{ traits }]) => severityOf(traits)),
	];
}

/** What the report leaves out, and what would make it say more. */
function hintsOf(groups: readonly Group[], shown: readonly Group[]): Section[] {
	const isBare = ([{ kind, traits, lists }, ...flagged]: Group) =>
		kind === 'screening' &&
		(traits.flaggedCount ?? 0) > 0 &&
		flagged.length + lists.contents.length === 0;
	const texts = [
		groups.length > MAX_PARTS &&
			`The report shows ${fullNumber(shown.length)} of ${fullNumber(groups.length)} results in detail. The items contain all of them.`,
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
	const isShown = (at: number) =>
		compared.length > 0 && OF_A_PROFILE.includes(groups[at]?.[0].kind ?? 'other');
	const own = parts.flatMap(({ what, title, verdict }, at) => {
		if (verdict === undefined || isShown(at)) return [];
		const isAlone = parts.filter((each) => each.what === what).length === 1;
		return { ...verdict, title: isAlone ? what : title };
	});
	return [verdictOnAll(compared) ?? [], own].flat();
}

const NOTHING: Section = { kind: 'note', text: 'The item contains nothing to show.' };

const EMPTY: Part = {
	what: 'Result',
	title: 'No items',
	about: [],
	sections: [{ kind: 'note', text: 'There were no items to report on.' }],
};

/** Rows of one kind belong together, wherever they stand; anything else stands alone. */
function* grouped(subjects: readonly Subject[]): Steps<Group[]> {
	const screenings = subjects.filter(({ kind }) => kind === 'screening');
	const addresses = new Map(screenings.map((each) => [each, addressOf(each)]));
	const groups = new Map<Kind | Subject, Group>();
	for (const subject of subjects) {
		yield;
		const owner = subject.kind === 'flagged' ? screeningOf(subject, addresses) : undefined;
		const first = owner ?? subject;
		const key = isRowKind(first.kind) ? first.kind : first;
		const group = groups.get(key);
		if (group === undefined) groups.set(key, owner === undefined ? [subject] : [owner, subject]);
		// A screening may come after what it flagged.
		else if (subject !== group[0]) group.push(subject);
	}
	return [...groups.values()];
}

function addressOf({ traits: { url } }: Subject): string | undefined {
	return url === undefined ? undefined : shortAddress(url);
}

/** The only screening that there is, the one that flagged it, or the one of the profile that it is below. */
function screeningOf(
	flagged: Subject,
	addresses: ReadonlyMap<Subject, string | undefined>,
): Subject | undefined {
	const screenings = [...addresses.keys()];
	if (screenings.length < 2) return screenings[0];
	const job = jobOf(flagged);
	const below = addressOf(flagged) ?? '';
	return (
		screenings.find((each) => job !== undefined && jobOf(each) === job) ??
		screenings.find((each) => below.startsWith(`${addresses.get(each) ?? below}/`))
	);
}

const jobOf = ({ json: { job } }: Subject): unknown => (isRecord(job) ? job.id : undefined);

type MakePart = (group: Group, isListed: boolean) => PartDraft | Steps<PartDraft>;

const PARTS: Record<Kind, MakePart> = {
	screening: ([subject, ...flagged]) => screeningPart(subject, flagged),
	change: ([subject]) => changePart(subject),
	analytics: ([subject]) => analyticsPart(subject),
	overlap: ([subject], isListed) => overlapPart(subject, isListed),
	purchaseIntent: ([subject]) => commentsPart('purchaseIntent', subject),
	commentsRelevance: ([subject]) => commentsPart('commentsRelevance', subject),
	job: ([subject]) => jobPart(subject),
	creators: creatorsPart,
	contents: (group) => postsPart('contents', group),
	flagged: (group) => postsPart('flagged', group),
	comments: (group) => postsPart('comments', group),
	mentions: (group) => postsPart('mentions', group),
	other: ([subject]) => otherPart(subject),
};

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
function* comparedIn(groups: readonly Group[]): Steps<Profiles> {
	const singles = groups.filter(([{ kind }]) => OF_A_PROFILE.includes(kind));
	const known = new Profiles();
	for (const row of singles.length < 2 ? [] : groups.flatMap(profilesIn)) {
		known.add(row);
		yield;
	}
	const compared = new Profiles();
	for (const group of singles) {
		const own = group[0].traits;
		const [row] = compared.find(own);
		const told = row?.traits ?? merged(known.find(own));
		const verdict = yield* verdictOf(group);
		const findings = [told.finding, verdict?.reason ?? verdict?.text].filter(Boolean);
		const finding = [...new Set(findings)].join(' ');
		const traits = { ...told, ...own, ...(finding !== '' && { finding }) };
		if (row === undefined) compared.add(traits);
		else Object.assign(row, profileOf(traits));
		yield;
	}
	return compared.all.length < 2 ? new Profiles() : compared;
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

/** The identifiers of a profile, read once: each is compared with all others. */
interface Profile {
	traits: CreatorRow;
	address?: string;
	platform?: string;
	handle: string;
}

class Profiles {
	readonly all: Profile[] = [];
	/** Whatever is the same has the same handle. */
	private readonly byHandle = new Map<string, Profile[]>();

	add(traits: CreatorRow): void {
		const profile = profileOf(traits);
		this.all.push(profile);
		const alike = this.byHandle.get(profile.handle);
		if (alike === undefined) this.byHandle.set(profile.handle, [profile]);
		else alike.push(profile);
	}

	find(traits: CreatorRow): Profile[] {
		const wanted = profileOf(traits);
		return (this.byHandle.get(wanted.handle) ?? []).filter((each) => isSame(each, wanted));
	}
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
