import type { Traits } from '../../recognition/traits';
import type { Bar, Cell, Column, Figure, PartDraft, Section } from '../document';
import type { Subject } from '../kind';
import {
	asName,
	asWord,
	fullNumber,
	percent,
	ratePercent,
	ratingTone,
	shortNumber,
} from '../words';
import { counted, countBars, figureSection, highest, missing, nameOf, sum } from './common';

/** A few pages on paper; the items hold all of them. */
const MOST_ROWS = 100;
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
			() => figureSection(figures(creators)),
			() => followerBars(creators),
			() =>
				distribution(
					'Countries',
					creators.map(({ country }) => country),
				),
			() =>
				distribution(
					'Platforms',
					creators.map(({ platform }) => platform),
				),
			() => [creatorTable('Creators', creators)],
		],
	};
}

function figures(creators: readonly Traits[]): Array<Figure | undefined> {
	const rates = creators
		.map(({ engagementRate }) => engagementRate)
		.filter((each) => each !== undefined);
	const followers = sum(creators.map((each) => each.followers));
	return [
		{ label: 'Creators', value: fullNumber(creators.length) },
		followers === 0 ? undefined : { label: 'Followers together', value: shortNumber(followers) },
		rates.length === 0
			? undefined
			: {
					label: 'Engagement rate',
					value: percent(ratePercent(median(rates))),
					note: 'Half of them have more',
				},
	];
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
function distribution(title: string, values: ReadonlyArray<string | undefined>): Section[] {
	const counts = counted(values);
	return counts.length < 2 ? [] : countBars(title, 'Creators', counts, { labelOf: asName });
}

function median(values: readonly number[]): number {
	// Numbers alone: sorting a list with a function takes several times as long.
	const sorted = Float64Array.from(values).sort();
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

interface CreatorColumn extends Column {
	cell: (traits: Traits) => Cell | undefined;
}

const COLUMNS: CreatorColumn[] = [
	{ label: 'Name', cell: (traits) => ({ text: nameOf(traits) ?? '', link: traits.url }) },
	{ label: 'Handle', cell: ({ name, handle }) => (name === undefined ? undefined : text(handle)) },
	{ label: 'Platform', cell: ({ platform }) => text(platform) },
	{ label: 'Country', cell: ({ country }) => text(country) },
	{ label: 'Followers', numeric: true, cell: ({ followers }) => number(followers, fullNumber) },
	{
		label: 'Engagement',
		numeric: true,
		cell: ({ engagementRate }) => number(engagementRate, (rate) => percent(ratePercent(rate))),
	},
	{
		label: 'Risk rating',
		cell: ({ riskRating }) =>
			riskRating === undefined
				? undefined
				: { text: asWord(String(riskRating)), tone: ratingTone(riskRating) },
	},
	{ label: 'Flagged', numeric: true, cell: ({ flaggedCount }) => number(flaggedCount, fullNumber) },
	{ label: 'Score', numeric: true, cell: ({ score }) => number(score, fullNumber) },
];

/** Creators side by side; a column that nobody fills is left out. */
export function creatorTable(title: string, creators: readonly Traits[]): Section {
	const shown = creators.slice(0, MOST_ROWS);
	const columns = COLUMNS.filter(({ cell }) => shown.some((each) => cell(each) !== undefined));
	return {
		kind: 'table',
		title,
		columns: columns.map(({ label, numeric }) => ({ label, numeric })),
		rows: shown.map((each) => columns.map(({ cell }) => cell(each) ?? { text: '' })),
		more: creators.length - shown.length,
	};
}

function text(value: string | undefined): Cell | undefined {
	return value === undefined ? undefined : { text: value };
}

function number(value: number | undefined, read: (value: number) => string): Cell | undefined {
	return value === undefined ? undefined : { text: read(value) };
}
