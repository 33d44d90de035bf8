import { isRecord } from '../values/records';
import type { Steps } from '../values/steps';
import { countOf, fullNumber } from './numbers';
import { nameOf } from './words';
import { isRowKind, type Group, type Kind, type Subject } from './kind';
import type { Markup } from './markup';
import type { Draft, Part, ReportDocument } from './part';
import { analyticsPart } from './parts/analytics';
import { creatorsPart, creatorTables, severityOf } from './parts/creators';
import { jobPart, otherPart } from './parts/other';
import { overlapPart } from './parts/overlap';
import { analysisPart, postsPart } from './parts/posts';
import { changePart, screeningPart } from './parts/screening';
import { comparedIn, isOfProfile, profileKey, verdictOnAll, type Profiles } from './profiles';
import { note } from './render/blocks';
import { highest } from './tally';

const PARTS: Record<Kind, (group: Group, madeAt: number) => Part> = {
	screening: screeningPart,
	change: changePart,
	analytics: analyticsPart,
	overlap: overlapPart,
	purchaseIntent: analysisPart,
	commentsRelevance: analysisPart,
	creators: creatorsPart,
	contents: postsPart,
	flagged: postsPart,
	comments: postsPart,
	mentions: postsPart,
	job: jobPart,
	other: otherPart,
};

/** Without a title, the report has one that says what it is about. */
export function* compose(
	subjects: readonly Subject[],
	{ title, madeAt }: { title: string; madeAt: number },
): Steps<ReportDocument> {
	const drafts: Draft[] = [];
	for (const group of yield* grouped(subjects)) {
		drafts.push({ group, part: PARTS[group[0].kind](group, madeAt) });
		yield;
	}
	const compared = yield* comparedIn(drafts);
	const shown = shownOf(drafts, compared);
	const parts: Part[] = [];
	for (const draft of shown) parts.push(yield* finished(draft, compared));
	const comparison = yield* made(creatorTables('Comparison', [...compared.values()]));
	const verdicts = parts.flatMap(({ verdict, what, title: name }) =>
		verdict === undefined ? [] : { ...verdict, title: parts.length > 1 && `${what}: ${name}` },
	);
	return {
		title: title === '' ? titleOf(parts, compared) : title,
		isTitled: title !== '',
		madeAt,
		verdicts: [verdictOnAll(compared) ?? [], verdicts].flat(),
		overview: [...comparison, ...hintsOf(drafts, shown)],
		parts: parts.length === 0 ? [NOTHING] : parts,
	};
}

const NOTHING: Part = {
	what: 'Result',
	title: 'No items',
	sections: [note('There were no items to report on.')],
};

function* made(sections: Part['sections']): Steps<Markup[]> {
	const blocks: Markup[] = [];
	for (const block of sections) {
		if (block !== undefined) blocks.push(block);
		yield;
	}
	return blocks;
}

function* finished({ group, part }: Draft, compared: Profiles): Steps<Part> {
	// What is missing in the items, each thing once.
	const missing = new Set(group.map(({ json }) => json.incomplete));
	const sections = [...missing].filter((text) => typeof text === 'string').map(note);
	sections.push(...(yield* made(part.sections)));
	if (sections.length === 0) sections.push(note('The item contains nothing to show.'));
	const profile = isOfProfile(group) ? compared.get(profileKey(group[0].traits)) : undefined;
	if (profile === undefined) return { ...part, sections };
	// A search may know the name of a profile that a job knows by its address. The comparison has the verdict.
	return { ...part, title: nameOf(profile) ?? part.title, verdict: undefined, sections };
}

/** With more parts a reader finds nothing: the table above them has all profiles. */
const MAX_PARTS = 30;
const MAX_DETAILED = 10;

/** All that the comparison does not show; of many profiles, those that need a look most. */
function shownOf(drafts: readonly Draft[], compared: Profiles): Draft[] {
	const isCompared = (group: Group) =>
		group[0].kind === 'creators' && group.every(({ traits }) => compared.has(profileKey(traits)));
	const left = drafts.filter(({ group }) => !isCompared(group));
	if (left.length <= MAX_PARTS) return left;
	const others = left.filter(({ group }) => !isOfProfile(group)).slice(0, MAX_PARTS);
	const profiles = left.filter(({ group }) => isOfProfile(group));
	const severity = ({ group }: Draft) => severityOf(group[0].traits) ?? 0;
	return [...others, ...highest(profiles, MAX_DETAILED, severity)];
}

/** What the report leaves out, and what would make it say more. */
function hintsOf(drafts: readonly Draft[], shown: readonly Draft[]): Markup[] {
	const isBare = ({ group: [{ kind, traits, lists }, ...flagged] }: Draft) =>
		kind === 'screening' && traits.flaggedCount && flagged.length + lists.contents.length === 0;
	const texts = [
		drafts.length > MAX_PARTS &&
			`The report shows ${fullNumber(shown.length)} of ${countOf(drafts.length, 'result')} in detail. The items contain all of them.`,
		drafts.some(isBare) &&
			'To see the flagged posts here, also pass the items of Flagged Content: Get Many to the report.',
	];
	return texts.filter((text) => text !== false).map(note);
}

function titleOf(parts: readonly Part[], compared: Profiles): string {
	const [first, ...others] = parts;
	if (first === undefined) return 'Report';
	if (others.length === 0) return `${first.what}: ${first.title}`;
	const count = Math.max(parts.length, compared.size);
	const isOneKind = others.every(({ what }) => what === first.what);
	return isOneKind ? `${first.what}: ${fullNumber(count)} compared` : 'Report';
}

/** Rows of one kind belong together, wherever they stand; anything else stands alone. */
function* grouped(subjects: readonly Subject[]): Steps<Group[]> {
	const screenings = subjects.filter(({ kind }) => kind === 'screening');
	const byJob = new Map(screenings.map((each) => [jobOf(each), each]));
	const groups = new Map<Kind | Subject, Group>();
	for (const subject of subjects) {
		yield;
		// What was flagged belongs to the only screening that there is, or to the one that flagged it.
		const own = screenings.length === 1 ? screenings[0] : byJob.get(jobOf(subject) ?? subject);
		const first = (subject.kind === 'flagged' ? own : undefined) ?? subject;
		const key = isRowKind(first.kind) ? first.kind : first;
		const group = groups.get(key);
		if (group === undefined) groups.set(key, first === subject ? [subject] : [first, subject]);
		// A screening may come after what it flagged.
		else if (subject !== group[0]) group.push(subject);
	}
	return [...groups.values()];
}

/** A simplified item has the ID as a field of its own. */
const jobOf = ({ json: { job, jobId } }: Subject): unknown => (isRecord(job) ? job.id : jobId);
