import { findTraits, type Traits } from '../../recognition/traits';
import { isRecord } from '../../values/records';
import { countOf, fullNumber, percent, shown } from '../numbers';
import { ratingTone, riskOf, type Tone } from '../tones';
import { capitalised, day, inWords } from '../words';
import { readRowList, type Group, type Row, type Subject } from '../kind';
import { profileHead, type Part, type Sections, type Verdict } from '../part';
import { bars, figures, ratingCell, type Item } from '../render/blocks';
import { highest } from '../tally';
import { furtherFields, recordTable } from './other';
import { postEntries, riskSections } from './posts';

type Rating = Traits['riskRating'];

/** A screening: how risky, how much of it, and what; with its flagged items. */
export function screeningPart([subject, ...flagged]: Group, madeAt: number): Part {
	return {
		what: 'Screening',
		...profileHead(subject.traits, 'Screening'),
		verdict: screeningVerdict(subject, flagged),
		sections: screeningSections(subject, flagged, madeAt),
	};
}

/** Of the clauses that there are. */
function sentence(clauses: Array<string | undefined>, tone: Tone): Verdict | undefined {
	const known = clauses.filter((each) => each !== undefined);
	if (known.length === 0) return undefined;
	return { text: capitalised(`${known.join(': ')}.`), tone };
}

function screeningVerdict(
	{ traits, lists }: Subject,
	flagged: readonly Row[],
): Verdict | undefined {
	const { riskRating, flaggedCount = flagged.length || undefined, contentCount } = traits;
	const risk = riskOf(riskRating);
	const [top] = flaggedCount ? highest(lists.categories, 1, ({ value }) => value) : [];
	const category = shown(top, ({ label, value }) => {
		return `, most often for ${inWords(label).toLowerCase()} (${fullNumber(value)})`;
	});
	const flags = shown(flaggedCount, (count) => {
		const of = contentCount === undefined ? '' : `${fullNumber(count)} of `;
		return `${of}${countOf(contentCount ?? count, 'post')} flagged${category ?? ''}`;
	});
	const tone = risk === undefined && flaggedCount === 0 ? 'good' : ratingTone(riskRating);
	return sentence([risk, flags], tone);
}

function* screeningSections(subject: Subject, flagged: Subject[], madeAt: number): Sections {
	const { traits, json, lists } = subject;
	const contents: Row[] = flagged.length > 0 ? flagged : lists.contents;
	yield figures(ratings(traits));
	if (contents.length > 0) yield* riskSections(contents, madeAt);
	else {
		const shares = lists.categories.map((each) => ({ ...each, label: inWords(each.label) }));
		yield bars('Risk categories', shares);
	}
	yield recordTable('Risks', json.risks);
	yield postEntries('flagged', contents);
	yield furtherFields(subject);
}

function ratings({ riskRating, flaggedCount, contentCount }: Traits): Item[] {
	const share = shown(flaggedCount, (count) => (contentCount ? count / contentCount : undefined));
	return [
		{ label: 'Risk rating', ...ratingCell(riskRating) },
		{ label: 'Flagged posts', text: shown(flaggedCount, fullNumber) },
		{ label: 'Posts checked', text: shown(contentCount, fullNumber) },
		{ label: 'Share flagged', text: shown(share, (each) => percent(each * 100)) },
	];
}

/** A monitored screening that has changed, as the trigger outputs it. */
export function changePart([subject]: Group, madeAt: number): Part {
	const { json, traits } = subject;
	const { about = [], ...head } = profileHead(traits, 'Screening');
	const { seenAt } = isRecord(json.current) ? json.current : {};
	if (typeof seenAt === 'string') about.push(`Seen on ${day(seenAt)}`);
	const added = isRecord(json.changed) ? json.changed.added : [];
	const before = findTraits(json.previous).riskRating;
	return {
		what: 'Change of a screening',
		...head,
		about,
		verdict: changeVerdict(traits.riskRating, before, Array.isArray(added) ? added.length : 0),
		sections: changeSections(subject, before, added, madeAt),
	};
}

function changeVerdict(now: Rating, before: Rating, added: number): Verdict | undefined {
	const [risk, was] = [riskOf(now), riskOf(before)];
	const isOther = risk !== undefined && was !== undefined && risk !== was;
	const posts = added === 0 ? undefined : `${countOf(added, 'post')} newly flagged`;
	return sentence([isOther ? `from ${was} to ${risk}` : risk, posts], ratingTone(now));
}

function* changeSections(
	subject: Subject,
	before: Rating,
	list: unknown,
	madeAt: number,
): Sections {
	const added = yield* readRowList(list);
	yield figures([
		...ratings(subject.traits),
		{ label: 'Rating before', ...ratingCell(before) },
		{
			label: 'Newly flagged',
			text: fullNumber(added.length),
			tone: added.length > 0 ? 'poor' : 'good',
		},
	]);
	yield* riskSections(subject.lists.contents, madeAt);
	yield postEntries('flagged', added, { title: 'Newly flagged posts' });
}
