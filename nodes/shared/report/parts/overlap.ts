import type { IDataObject } from 'n8n-workflow';

import { words } from '../../recognition/keys';
import { asNumber } from '../../recognition/scalars';
import { entryOf, findSome } from '../../recognition/traits';
import { isRecord } from '../../values/records';
import type { PartDraft, Section } from '../document';
import type { Row, Subject } from '../kind';
import { duplicatedShare } from '../verdict';
import { fullNumber, percent, scorePercent, shortNumber } from '../format';
import {
	atName,
	figure,
	figureSection,
	missing,
	nameOf,
	numeric,
	shareColumn,
	tableOf,
} from './common';
import type { ColumnOf } from './common';
import { furtherFields } from './other';

const OVERLAP_KEYS = words(
	'overlap_percentage overlap overlapping_percentage shared_percentage percentage share value',
);
const UNIQUE_KEYS = words('unique_percentage unique unique_share');
/** Lists within a profile that say how much it shares with each of the others. */
const PAIR_KEYS = words('overlaps overlap_with overlapping_profiles shared_with pairs');
/** Each creator is a row and a column: more columns cannot be read, even across a wide page. */
const MAX_COMPARED = 20;
/** More names are no title. */
const MAX_NAMED = 3;
/** A few pages on paper; the item holds all of them. */
const MAX_LISTED = 100;

interface Compared extends ReturnType<typeof audienceOf> {
	name: string;
	link?: string;
	followers?: number;
	pairs: () => Map<string, number>;
}

/** Audiences of several creators, and how much of them is the same people. A comparison may list them already. */
export function overlapPart(subject: Subject, isListed: boolean): PartDraft {
	const { traits, lists } = subject;
	const count = lists.profiles.length;
	const profiles = lists.profiles.slice(0, MAX_LISTED).map(comparedOf);
	const table = tableOf('Profiles', COLUMNS, profiles, { mostRows: MAX_LISTED });
	return {
		what: 'Audience overlap',
		title: titleOf(profiles, count),
		about: [],
		sections: [
			() => missing([subject]),
			() =>
				figureSection([
					figure('Combined followers', traits.totalFollowers, shortNumber),
					figure('Unique reach', traits.uniqueFollowers, shortNumber, { tone: 'accent' }),
					figure('Duplicated reach', duplicatedShare(traits), percent),
				]),
			() => matrixSection(profiles, count),
			() => (count === 0 || isListed ? [] : [{ ...table, more: count - profiles.length }]),
			() => furtherFields(subject),
		],
	};
}

function titleOf(profiles: readonly Compared[], count: number): string {
	if (count === 0) return 'Audience overlap';
	if (count > MAX_NAMED) return `${fullNumber(count)} creators`;
	return profiles.map(({ name }) => name).join(', ');
}

function comparedOf({ json: profile, traits }: Row): Compared {
	return {
		name: shownName(profile) ?? 'Profile',
		link: traits.url,
		followers: traits.followers,
		...audienceOf(profile),
		pairs: () => pairsOf(entryOf(profile, PAIR_KEYS)),
	};
}

/** How much of its audience a profile shares with the others, and has alone, in percent. */
export function audienceOf(profile: IDataObject): { overlap?: number; unique?: number } {
	const overlap = asNumber(entryOf(profile, OVERLAP_KEYS));
	const unique = asNumber(entryOf(profile, UNIQUE_KEYS));
	// Together they are the whole: 0.6 next to 99.4 is no fraction.
	const asShare = Math.max(overlap ?? 0, unique ?? 0) > 1 ? Number : scorePercent;
	return {
		overlap: overlap === undefined ? undefined : asShare(overlap),
		unique: unique === undefined ? undefined : asShare(unique),
	};
}

function shownName(profile: IDataObject): string | undefined {
	const traits = findSome(profile, ['handle', 'name', 'title', 'url']);
	return traits.handle === undefined ? nameOf(traits) : atName(traits.handle);
}

/** `[{ username, overlap_percentage }]`, or a map from names to numbers. */
function pairsOf(pairs: unknown): Map<string, number> {
	const entries = Array.isArray(pairs)
		? pairs
				.slice(0, MAX_LISTED)
				.filter(isRecord)
				.map((pair) => ({ name: shownName(pair), value: entryOf(pair, OVERLAP_KEYS) }))
		: Object.entries(isRecord(pairs) ? pairs : {}).map(([name, value]) => ({
				name: atName(name),
				value,
			}));
	const known = new Map<string, number>();
	for (const { name, value } of entries) {
		const share = asNumber(value);
		if (name !== undefined && share !== undefined) known.set(name, scorePercent(share));
	}
	return known;
}

/** Only where the service compares each with each. */
function matrixSection(profiles: readonly Compared[], count: number): Section[] {
	const shown = profiles.slice(0, MAX_COMPARED);
	const names = shown.map(({ name }) => name);
	const pairs = shown.map((profile) => profile.pairs());
	if (shown.length < 2 || pairs.every(({ size }) => size === 0)) return [];
	const cells = names.map((own, row) =>
		names.map((name, column) =>
			row === column ? undefined : (pairs[row]?.get(name) ?? pairs[column]?.get(own)),
		),
	);
	const first = `, the first ${MAX_COMPARED} of ${count} profiles`;
	const title = `Shared audience${profiles.length > MAX_COMPARED ? first : ''}`;
	return [{ kind: 'matrix', title, names, cells }];
}

const COLUMNS: Array<ColumnOf<Compared>> = [
	{ label: 'Profile', cell: ({ name, link }) => ({ text: name, link }) },
	numeric('Followers', ({ followers }) => followers),
	shareColumn('Shared audience', ({ overlap }) => overlap),
	shareColumn('Exclusive audience', ({ unique }) => unique),
];
