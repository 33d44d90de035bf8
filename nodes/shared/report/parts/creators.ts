import type { Traits } from '../../recognition/traits';
import type { Bar, PartDraft, Section } from '../document';
import type { Subject } from '../kind';
import { severityOf } from '../verdict';
import { asName, fullNumber, rateText, shortNumber } from '../format';
import {
	column,
	counted,
	countBars,
	figure,
	figureSection,
	highest,
	missing,
	nameOf,
	numeric,
	ratingCell,
	shareColumn,
	tableOf,
} from './common';
import type { ColumnOf } from './common';

/** Of these, a reader can look at all. */
const MAX_OPEN = 30;
/** Of more, the best and the worst stand open. */
const MAX_RANKED = 10;
/** The rest is folded; far more would make the file too large to mail. */
const MAX_FOLDED = 1_000;
const MAX_BARS = 10;

export function creatorsPart(subjects: readonly Subject[]): PartDraft {
	const creators = subjects.map(({ traits }) => traits);
	return {
		what: 'Creators',
		title: `${fullNumber(creators.length)} ${creators.length === 1 ? 'creator' : 'creators'}`,
		about: [],
		sections: [
			() => missing(subjects),
			() => figures(creators),
			() => followerBars(creators),
			() => distribution('Countries', 'country', creators),
			() => distribution('Platforms', 'platform', creators),
			() => creatorTables('Creators', creators),
		],
	};
}

function figures(creators: readonly Traits[]): Section[] {
	const rates = creators.map((each) => each.engagementRate).filter((rate) => rate !== undefined);
	// Numbers alone: sorting a list with a function takes several times as long.
	const median = Float64Array.from(rates).sort()[Math.floor(rates.length / 2)];
	const followers = creators.reduce((sum, each) => sum + (each.followers ?? 0), 0);
	return figureSection([
		figure('Combined followers', followers || undefined, shortNumber),
		figure('Median engagement rate', median, rateText),
	]);
}

function followerBars(creators: readonly Traits[]): Section[] {
	const known = creators.filter(({ followers }) => followers !== undefined);
	const bars = highest(known, MAX_BARS, ({ followers = 0 }) => followers).map<Bar>((each) => ({
		label: nameOf(each) ?? '',
		link: each.url,
		value: each.followers ?? 0,
		text: shortNumber(each.followers ?? 0),
	}));
	if (bars.length < 2) return [];
	return [{ kind: 'bars', title: 'Most followers', what: 'Followers', bars }];
}

/** Worth a chart only where they differ. */
function distribution(
	title: string,
	trait: 'country' | 'platform',
	creators: readonly Traits[],
): Section[] {
	const counts = counted(creators.map((each) => each[trait]));
	return counts.length < 2 ? [] : countBars(title, 'Creators', counts, { labelOf: asName });
}

export interface CreatorRow extends Traits {
	/** Of its audience, in percent. */
	shared?: number;
	finding?: string;
}

const COLUMNS: Array<ColumnOf<CreatorRow>> = [
	{ label: 'Name', cell: (traits) => ({ text: nameOf(traits) ?? '\u2013', link: traits.url }) },
	column('Handle', ({ name, handle }) => name && handle),
	column('Platform', ({ platform }) => platform),
	column('Country', ({ country }) => country),
	numeric('Followers', ({ followers }) => followers),
	numeric('Engagement', ({ engagementRate }) => engagementRate, rateText),
	{ label: 'Risk rating', cell: ({ riskRating }) => ratingCell(riskRating) },
	// A finding names them.
	numeric('Flagged posts', ({ flaggedCount, finding }) => (finding ? undefined : flaggedCount)),
	numeric('Score', ({ score }) => score),
	shareColumn('Shared audience', ({ shared }) => shared),
	column('Finding', ({ finding }) => finding),
];

interface Ranking {
	best: string;
	worst: string;
	rank: (row: CreatorRow) => number | undefined;
	/** What has to be decided on comes first. */
	isWorstFirst?: boolean;
}

/** What many creators are ranked by, the first that is known. */
const RANKINGS: Ranking[] = [
	{
		best: 'lowest risk',
		worst: 'highest risk',
		rank: (row) =>
			(row.riskRating ?? row.flaggedCount) === undefined ? undefined : -severityOf(row),
		isWorstFirst: true,
	},
	{
		best: 'highest engagement rate',
		worst: 'lowest engagement rate',
		rank: ({ engagementRate }) => engagementRate,
	},
	{ best: 'most followers', worst: 'fewest followers', rank: ({ followers }) => followers },
];

export function creatorTables(title: string, creators: readonly CreatorRow[]): Section[] {
	const table = (name: string, rows: readonly CreatorRow[]) =>
		tableOf(name, COLUMNS, rows, { mostRows: MAX_FOLDED });
	if (creators.length <= MAX_OPEN) return [table(title, creators)];
	const ranking = RANKINGS.find(({ rank }) => creators.some((row) => rank(row) !== undefined));
	const ends = ranking === undefined ? [] : endsOf(creators, ranking);
	const shown = new Set(ends.flatMap(({ rows }) => rows));
	// As many as the table can show: there may be far more.
	const others = creators.slice(0, MAX_FOLDED + shown.size).filter((each) => !shown.has(each));
	const count = creators.length - shown.size;
	const rest = table(`The other ${fullNumber(count)}`, others);
	return [
		...ends.map(({ name, rows }) => table(`${title}: ${name}`, rows)),
		{ ...rest, more: count - rest.rows.length, isFolded: true },
	];
}

function endsOf(creators: readonly CreatorRow[], { best, worst, rank, isWorstFirst }: Ranking) {
	const ranked = creators.filter((each) => rank(each) !== undefined);
	const top = highest(ranked, MAX_RANKED, (each) => rank(each) ?? 0);
	const lowest = highest(ranked, 2 * MAX_RANKED, (each) => -(rank(each) ?? 0));
	const last = lowest.filter((each) => !top.includes(each)).slice(0, MAX_RANKED);
	const ends = [
		{ name: best, rows: top },
		{ name: worst, rows: last },
	].filter(({ rows }) => rows.length > 0);
	return isWorstFirst ? ends.reverse() : ends;
}
