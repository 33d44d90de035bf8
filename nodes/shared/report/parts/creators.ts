import type { Traits } from '../../recognition/traits';
import type { Bar, PartDraft, Section } from '../document';
import type { Subject } from '../kind';
import { severityOf } from '../verdict';
import { asName, fullNumber, rateText, ratingTone, shortNumber } from '../words';
import {
	cell,
	counted,
	countBars,
	figure,
	figureSection,
	highest,
	missing,
	nameOf,
	ratingText,
	shareCell,
	tableOf,
	type ColumnOf,
} from './common';

/** Of these, a reader can look at all. */
const MOST_OPEN = 30;
/** Of more, the best and the worst stand open. */
const MOST_RANKED = 10;
/** The rest is folded; far more would make the file too large to mail. */
const MOST_FOLDED = 1_000;
/** The ten largest, as rankings have it. */
const MOST_BARS = 10;

/** The creators that a search has found. */
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
	const rates = creators.flatMap(({ engagementRate }) => engagementRate ?? []);
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
	const bars = highest(known, MOST_BARS, ({ followers = 0 }) => followers).map<Bar>((each) => ({
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

/** What is known of a creator, and what the parts of the report say. */
export interface CreatorRow extends Traits {
	/** Of its audience, in percent. */
	shared?: number;
	finding?: string;
}

const COLUMNS: Array<ColumnOf<CreatorRow>> = [
	{ label: 'Name', cell: (traits) => ({ text: nameOf(traits) ?? '\u2013', link: traits.url }) },
	{ label: 'Handle', cell: ({ name, handle }) => cell(name && handle, String) },
	{ label: 'Platform', cell: ({ platform }) => cell(platform, String) },
	{ label: 'Country', cell: ({ country }) => cell(country, String) },
	{ label: 'Followers', numeric: true, cell: ({ followers }) => cell(followers, fullNumber) },
	{
		label: 'Engagement',
		numeric: true,
		cell: ({ engagementRate }) => cell(engagementRate, rateText),
	},
	{
		label: 'Risk rating',
		cell: ({ riskRating }) =>
			riskRating === undefined
				? undefined
				: { text: ratingText(riskRating), tone: ratingTone(riskRating) },
	},
	{
		label: 'Flagged posts',
		numeric: true,
		// A finding names them.
		cell: ({ flaggedCount, finding }) =>
			cell(finding === undefined ? flaggedCount : undefined, fullNumber),
	},
	{ label: 'Score', numeric: true, cell: ({ score }) => cell(score, fullNumber) },
	{ label: 'Shared audience', numeric: true, cell: ({ shared }) => shareCell(shared) },
	{ label: 'Finding', cell: ({ finding }) => cell(finding, String) },
];

/** What many creators are ranked by, the first that is known; and how the two ends are called. */
const RANKINGS: Array<
	[best: string, worst: string, rank: (row: CreatorRow) => number | undefined]
> = [
	[
		'Lowest risk',
		'Highest risk',
		(row) => ((row.riskRating ?? row.flaggedCount) === undefined ? undefined : -severityOf(row)),
	],
	['Highest engagement rate', 'Lowest engagement rate', ({ engagementRate }) => engagementRate],
	['Most followers', 'Fewest followers', ({ followers }) => followers],
];

/** All creators; of many, the best and the worst, and the others folded. */
export function creatorTables(title: string, creators: readonly CreatorRow[]): Section[] {
	const table = (name: string, rows: readonly CreatorRow[]) =>
		tableOf(name, COLUMNS, rows, { mostRows: MOST_FOLDED });
	if (creators.length <= MOST_OPEN) return [table(title, creators)];
	const [best, worst, rank] =
		RANKINGS.find(([, , rankOf]) => creators.some((each) => rankOf(each) !== undefined)) ?? [];
	const ranked = creators.filter((each) => rank?.(each) !== undefined);
	const top = highest(ranked, MOST_RANKED, (each) => rank?.(each) ?? 0);
	const left = ranked.filter((each) => !top.includes(each));
	const last = highest(left, MOST_RANKED, (each) => -(rank?.(each) ?? 0));
	const shown = new Set([...top, ...last]);
	const others = creators.filter((each) => !shown.has(each));
	const ends = [
		{ name: worst, rows: last },
		{ name: best, rows: top },
	].filter(({ rows }) => rows.length > 0);
	return [
		// What has to be decided on comes first: of risks the worst.
		...(rank === RANKINGS[0]?.[2] ? ends : ends.reverse()).map(({ name, rows }) =>
			table(`${title}: ${name?.toLowerCase()}`, rows),
		),
		{ ...table(`The other ${fullNumber(others.length)}`, others), isFolded: true },
	];
}
