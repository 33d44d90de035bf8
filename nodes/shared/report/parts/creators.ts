import { findOverlap } from '../../recognition/breakdowns';
import type { Row } from '../../recognition/itemKind';
import type { Traits } from '../../recognition/traits';
import type { Check } from '../checks';
import {
	fullNumber,
	ordered,
	percentIn,
	shareCell,
	shortNumber,
	shown,
	type Orders,
} from '../numbers';
import { asName, atName, nameOf } from '../words';
import type { Blocks, Scope } from '../part';
import { mutedTone, ratingCell, table, type Cell, type Column } from '../render/blocks';

/** Of these, a reader can look at all. */
const MAX_OPEN = 30;
/** Of more, the first of a ranking are open. */
const MAX_RANKED = 10;
/** The rest is folded; far more would make the file too large to mail. */
const MAX_FOLDED = 500;
export const MAX_CREATORS = MAX_RANKED + MAX_FOLDED;

export interface CreatorRow extends Traits {
	/** How it is called where it has no name. */
	label?: string;
	/** With others, of its audience; and alone. */
	shared?: number;
	exclusive?: number;
	check?: Check;
	finding?: string;
}

/** A profile of an overlap, and how much of its audience it shares. */
export function audienceRow({ json, traits }: Row): CreatorRow {
	const { overlap: shared, unique: exclusive } = findOverlap(json);
	return { ...traits, shared, exclusive };
}

/** Who it is, next to the name. */
export const aboutOf = ({ name, handle, platform, country }: CreatorRow): string[] =>
	[name && shown(handle, atName), shown(platform, asName), country].flatMap((each) =>
		each ? [each] : [],
	);

function columnsIn({ isComplete, units }: Scope): Array<Column<CreatorRow>> {
	const column = (
		label: string,
		name: 'followers' | 'engagementRate' | 'score' | 'shared' | 'exclusive',
		cell: (value: number) => Cell | string,
	) => ({ label, numeric: true, cell: (row: CreatorRow) => shown(row[name], cell) });
	const audienceCell = (value: number): Cell => {
		return { ...shareCell(units.overlap, value), share: percentIn(units.overlap, value) };
	};
	const nameCell = (row: CreatorRow): Cell => {
		const text = nameOf(row) ?? row.label ?? '\u2013';
		return { text, link: row.url, note: aboutOf(row).join(' \u00b7 ') };
	};
	const riskCell = ({ riskRating, check }: CreatorRow): Cell =>
		check === undefined
			? ratingCell(riskRating, isComplete)
			: { text: check.level, tone: mutedTone(check.tone, isComplete) };
	const flaggedCell = ({ check }: CreatorRow) =>
		shown(check?.share, (share) => shareCell('fraction', share));
	return [
		{ label: 'Creator', cell: nameCell },
		{ label: 'Risk', cell: riskCell },
		{ label: 'Posts flagged', numeric: true, cell: flaggedCell },
		column('Followers', 'followers', shortNumber),
		column('Engagement', 'engagementRate', (rate) => shareCell(units.engagementRate, rate)),
		column('Score', 'score', fullNumber),
		column('Shared audience', 'shared', audienceCell),
		column('Exclusive audience', 'exclusive', audienceCell),
		{ label: 'Finding', cell: ({ finding }) => finding },
	];
}

const RANKINGS: Orders<CreatorRow> = {
	'highest risk first': ({ check }) => check?.rank,
	'highest engagement rate first': ({ engagementRate }) => engagementRate,
	'most followers first': ({ followers }) => followers,
	'in the order of the items': () => 0,
};

export function* creatorTables(
	title: string,
	scope: Scope,
	creators: readonly CreatorRow[],
): Blocks {
	const ranking = ordered(creators, MAX_CREATORS, RANKINGS);
	if (ranking === undefined) return;
	const { rows } = ranking;
	const columns = columnsIn(scope);
	const open = creators.length > MAX_OPEN ? MAX_RANKED : MAX_OPEN;
	yield table({ columns, title: `${title}, ${ranking.title}`, rows: rows.slice(0, open), more: 0 });
	const folded = { title: `The other ${fullNumber(creators.length - open)}`, isFolded: true };
	const more = creators.length - rows.length;
	yield table({ ...folded, columns, rows: rows.slice(open), more });
}
