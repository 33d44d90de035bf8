import type { Traits } from '../../recognition/traits';
import type { Bar, PartDraft, Section } from '../document';
import type { Subject } from '../kind';
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
	tableOf,
	type ColumnOf,
} from './common';

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
			() => figures(creators),
			() => followerBars(creators),
			() => distribution('Countries', 'country', creators),
			() => distribution('Platforms', 'platform', creators),
			() => [creatorTable('Creators', creators)],
		],
	};
}

function figures(creators: readonly Traits[]): Section[] {
	const rates = creators.flatMap(({ engagementRate }) => engagementRate ?? []);
	// Numbers alone: sorting a list with a function takes several times as long.
	const median = Float64Array.from(rates).sort()[Math.floor(rates.length / 2)];
	const followers = creators.reduce((sum, each) => sum + (each.followers ?? 0), 0);
	return figureSection([
		figure('Creators', creators.length, fullNumber),
		figure('Followers together', followers || undefined, shortNumber),
		figure('Engagement rate', median, rateText, { note: 'Half of them have more' }),
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

const COLUMNS: Array<ColumnOf<Traits>> = [
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
	{ label: 'Flagged', numeric: true, cell: ({ flaggedCount }) => cell(flaggedCount, fullNumber) },
	{ label: 'Score', numeric: true, cell: ({ score }) => cell(score, fullNumber) },
];

export function creatorTable(title: string, creators: readonly Traits[]): Section {
	return tableOf(title, COLUMNS, creators, { mostRows: MOST_ROWS });
}
