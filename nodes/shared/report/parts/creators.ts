import type { Traits } from '../../recognition/traits';
import { countOf, fullNumber, rateText, shortNumber, shown } from '../numbers';
import { ratingTone, type Tone } from '../tones';
import { nameOf } from '../words';
import type { Group, Subject } from '../kind';
import type { Markup } from '../markup';
import type { Part, Sections } from '../part';
import { bars, countBars, figures, ratingCell, shareCell, table } from '../render/blocks';
import type { Column } from '../render/blocks';
import { highest } from '../tally';

/** Of these, a reader can look at all. */
const MAX_OPEN = 30;
/** Of more, the first of a ranking are open. */
const MAX_RANKED = 10;
/** The rest is folded; far more would make the file too large to mail. */
const MAX_FOLDED = 1_000;

export function creatorsPart(subjects: Group): Part {
	const title = countOf(subjects.length, 'creator');
	return { what: 'Creators', title, sections: sectionsOf(subjects) };
}

function* sectionsOf(subjects: readonly Subject[]): Sections {
	const creators = subjects.map(({ traits }) => traits);
	const rates = creators.flatMap(({ engagementRate }) => engagementRate ?? []);
	// Numbers alone: sorting a list with a function takes several times as long.
	const median = Float64Array.from(rates).sort()[Math.floor(rates.length / 2)];
	const followers = creators.reduce((sum, each) => sum + (each.followers ?? 0), 0);
	yield figures([
		{ label: 'Combined followers', text: followers === 0 ? undefined : shortNumber(followers) },
		{ label: 'Median engagement rate', text: shown(median, rateText) },
	]);
	yield followerBars(creators);
	yield countBars('Countries', creators, 'country');
	yield countBars('Platforms', creators, 'platform');
	yield* creatorTables('Creators', creators);
}

function followerBars(creators: readonly Traits[]): Markup | undefined {
	const shares = creators.flatMap((each) => {
		const value = each.followers;
		return value === undefined ? [] : { label: nameOf(each) ?? '', value, link: each.url };
	});
	return shares.length < 2 ? undefined : bars('Most followers', shares, { format: shortNumber });
}

export interface CreatorRow extends Traits {
	/** Of its audience, in percent. */
	shared?: number;
	finding?: string;
}

const COLUMNS: Array<Column<CreatorRow>> = [
	{ label: 'Name', cell: (row) => ({ text: nameOf(row) ?? '\u2013', link: row.url }) },
	{ label: 'Handle', cell: ({ name, handle }) => name && handle },
	{ label: 'Platform', cell: ({ platform }) => platform },
	{ label: 'Country', cell: ({ country }) => country },
	{ label: 'Followers', numeric: true, cell: ({ followers }) => shown(followers, fullNumber) },
	{ label: 'Engagement', numeric: true, cell: (row) => shown(row.engagementRate, rateText) },
	{ label: 'Risk rating', cell: ({ riskRating }) => ratingCell(riskRating) },
	{ label: 'Score', numeric: true, cell: ({ score }) => shown(score, fullNumber) },
	{ label: 'Shared audience', numeric: true, cell: ({ shared }) => shown(shared, shareCell) },
	{ label: 'Finding', cell: ({ finding }) => finding },
];

export const SEVERITY: Tone[] = ['good', 'accent', 'fair', 'poor'];

/** The higher, the more a reader should look at it. */
export function severityOf({ riskRating, flaggedCount, contentCount }: Traits): number | undefined {
	if (riskRating === undefined && flaggedCount === undefined) return undefined;
	const share = contentCount ? Math.min(1, (flaggedCount ?? 0) / contentCount) : 0;
	return SEVERITY.indexOf(ratingTone(riskRating)) + share;
}

/** What many creators are ranked by, the first that is known. */
const RANKINGS: Array<[title: string, rank: (row: CreatorRow) => number | undefined]> = [
	['highest risk', severityOf],
	['highest engagement rate', ({ engagementRate }) => engagementRate],
	['most followers', ({ followers }) => followers],
];

export function* creatorTables(title: string, rows: readonly CreatorRow[]): Sections {
	const all = { columns: COLUMNS, maxRows: MAX_FOLDED };
	if (rows.length <= MAX_OPEN) {
		yield table({ ...all, title, rows });
		return;
	}
	const isKnown = ([, rank]: (typeof RANKINGS)[number]) =>
		rows.some((row) => rank(row) !== undefined);
	const [ranking, rank] = RANKINGS.find(isKnown) ?? ['the first', () => 0];
	const first = highest(rows, MAX_RANKED, (row) => rank(row) ?? -Infinity);
	const others = rows.filter((row) => !first.includes(row));
	yield table({ ...all, title: `${title}: ${ranking}`, rows: first });
	const name = `The other ${fullNumber(others.length)}`;
	yield table({ ...all, title: name, rows: others, isFolded: true });
}
