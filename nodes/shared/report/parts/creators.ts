import type { Traits } from '../../recognition/traits';
import type { Check } from '../checks';
import { fullNumber, highest, percent, percentIn, shareCell, shortNumber, shown } from '../numbers';
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

/** Who it is, next to the name. */
export const aboutOf = ({ name, handle, platform, country }: CreatorRow): string[] =>
	[name && shown(handle, atName), shown(platform, asName), country].flatMap((each) =>
		each ? [each] : [],
	);

function columnsIn({ isComplete, units }: Scope): Array<Column<CreatorRow>> {
	const column = (
		label: string,
		valueOf: (row: CreatorRow) => number | undefined,
		cell: (value: number) => Cell | string,
	) => ({ label, numeric: true, cell: (row: CreatorRow) => shown(valueOf(row), cell) });
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
	return [
		{ label: 'Creator', cell: nameCell },
		{ label: 'Risk', cell: riskCell },
		column(
			'Posts flagged',
			({ check }) => check?.share,
			(share) => percent(share * 100),
		),
		column('Followers', ({ followers }) => followers, shortNumber),
		column(
			'Engagement',
			({ engagementRate }) => engagementRate,
			(rate) => shareCell(units.engagementRate, rate),
		),
		column('Score', ({ score }) => score, fullNumber),
		column('Shared audience', ({ shared }) => shared, audienceCell),
		column('Exclusive audience', ({ exclusive }) => exclusive, audienceCell),
		{ label: 'Finding', cell: ({ finding }) => finding },
	];
}

/** What creators are ranked by, the first that is known. */
const RANKINGS: Record<string, (row: CreatorRow) => number | undefined> = {
	'highest risk first': ({ check }) => check?.rank,
	'highest engagement rate first': ({ engagementRate }) => engagementRate,
	'most followers first': ({ followers }) => followers,
	'in the order of the items': () => 0,
};

export function* creatorTables(title: string, scope: Scope, rows: readonly CreatorRow[]): Blocks {
	const all = { columns: columnsIn(scope), maxRows: MAX_FOLDED };
	const rankings = Object.entries(RANKINGS);
	const [ranking, rank] =
		rankings.find(([, of]) => rows.some((row) => of(row) !== undefined)) ?? [];
	if (rank === undefined) return;
	const sorted = highest(rows, rows.length, rank);
	const open = rows.length > MAX_OPEN ? MAX_RANKED : MAX_OPEN;
	const more = `The other ${fullNumber(rows.length - open)}`;
	yield table({ ...all, title: `${title}, ${ranking}`, rows: sorted.slice(0, open) });
	yield table({ ...all, title: more, rows: sorted.slice(open), isFolded: true });
}
