import type { IDataObject } from 'n8n-workflow';

import { words } from '../../recognition/keys';
import { asNumber } from '../../recognition/scalars';
import { entryOf, type Traits } from '../../recognition/traits';
import { countOf, fullNumber, percent, scorePercent, shortNumber, shown } from '../numbers';
import { levelOf, type Levels } from '../tones';
import { atName, nameOf } from '../words';
import type { Group, Row, Subject } from '../kind';
import type { Part, Sections, Verdict } from '../part';
import { figures, shareCell, table, type Column } from '../render/blocks';
import { furtherFields } from './other';

const OVERLAP_KEYS = words(
	'overlap_percentage overlap overlapping_percentage shared_percentage percentage share value',
);
const UNIQUE_KEYS = words('unique_percentage unique unique_share');
/** More names are no title. */
const MAX_NAMED = 3;
/** A few pages on paper; the item holds all of them. */
const MAX_LISTED = 100;

/** Audiences of several creators, and how much of them is the same people. */
export function overlapPart([subject]: Group): Part {
	const { profiles } = subject.lists;
	const what = 'Audience overlap';
	const names = profiles.slice(0, MAX_NAMED).map(profileName).join(', ');
	const title = profiles.length > MAX_NAMED ? countOf(profiles.length, 'creator') : names;
	const verdict = verdictOn(subject.traits);
	return { what, title: title || what, verdict, sections: sectionsOf(subject) };
}

/** Of all followers together, in percent. */
function duplicatedShare({ totalFollowers = 0, uniqueFollowers }: Traits) {
	if (totalFollowers <= 0 || uniqueFollowers === undefined) return undefined;
	const share = (1 - uniqueFollowers / totalFollowers) * 100;
	// More unique followers than all together: the figures do not belong together.
	return share < 0 ? undefined : share;
}

/** From here on, a campaign with all of them reaches noticeably fewer people than it pays for. */
const OVERLAPPING: Levels = [
	[30, 'strongly', 'poor'],
	[10, 'partly', 'fair'],
	[0, 'hardly', 'good'],
];

function verdictOn(traits: Traits): Verdict | undefined {
	const share = duplicatedShare(traits);
	if (share === undefined) return undefined;
	const { word, tone } = levelOf(share, OVERLAPPING);
	const unique = shortNumber(traits.uniqueFollowers ?? 0);
	const reach = `${percent(share)} of the reach is duplicated, the unique reach is ${unique}`;
	return { text: `The audiences ${word} overlap: ${reach}.`, tone };
}

function* sectionsOf(subject: Subject): Sections {
	const { traits, lists } = subject;
	yield figures([
		{ label: 'Combined followers', text: shown(traits.totalFollowers, shortNumber) },
		{ label: 'Unique reach', text: shown(traits.uniqueFollowers, shortNumber), tone: 'accent' },
		{ label: 'Duplicated reach', text: shown(duplicatedShare(traits), percent) },
	]);
	yield table({ title: 'Profiles', columns: COLUMNS, rows: lists.profiles, maxRows: MAX_LISTED });
	yield furtherFields(subject);
}

const profileName = ({ traits }: Row) =>
	shown(traits.handle, atName) ?? nameOf(traits) ?? 'Profile';

/** How much of its audience a profile shares with the others, and has alone, in percent. */
export function audienceOf(profile: IDataObject): { overlap?: number; unique?: number } {
	const overlap = asNumber(entryOf(profile, OVERLAP_KEYS));
	const unique = asNumber(entryOf(profile, UNIQUE_KEYS));
	// Together they are the whole: 0.6 next to 99.4 is no fraction.
	const isPercent = Math.max(overlap ?? 0, unique ?? 0) > 1;
	const read = (share: number) => (isPercent ? share : scorePercent(share));
	return { overlap: shown(overlap, read), unique: shown(unique, read) };
}

const audienceColumn = (label: string, part: 'overlap' | 'unique'): Column<Row> => ({
	label,
	numeric: true,
	cell: ({ json }) => shown(audienceOf(json)[part], shareCell),
});

const COLUMNS: Array<Column<Row>> = [
	{ label: 'Profile', cell: (row) => ({ text: profileName(row), link: row.traits.url }) },
	{ label: 'Followers', numeric: true, cell: (row) => shown(row.traits.followers, fullNumber) },
	audienceColumn('Shared audience', 'overlap'),
	audienceColumn('Exclusive audience', 'unique'),
];
