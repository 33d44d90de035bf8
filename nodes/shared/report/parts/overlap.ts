import type { IDataObject } from 'n8n-workflow';

import { asNumber, entryOf, findSome } from '../../recognition/traits';
import { isRecord } from '../../values/records';
import type { PartDraft, Section } from '../document';
import type { Row, Subject } from '../kind';
import { fullNumber, percent, scorePercent, shortNumber } from '../words';
import {
	atName,
	cell,
	figure,
	figureSection,
	missing,
	nameOf,
	tableOf,
	type ColumnOf,
} from './common';
import { furtherFields } from './other';

const OVERLAP_KEYS = [
	'overlap_percentage',
	'overlap',
	'overlapping_percentage',
	'shared_percentage',
	'percentage',
	'share',
	'value',
];
const UNIQUE_KEYS = ['unique_percentage', 'unique', 'unique_share'];
/** Lists within a profile that say how much it shares with each of the others. */
const PAIR_KEYS = ['overlaps', 'overlap_with', 'overlapping_profiles', 'shared_with', 'pairs'];
/** Each creator is a row and a column: more columns cannot be read, even across a wide page. */
const MAX_COMPARED = 30;
/** A few pages on paper; the item holds all of them. */
const MAX_LISTED = 100;

interface Compared {
	name: string;
	link?: string;
	followers?: number;
	overlap?: number;
	unique?: number;
	/** With the others, by name. */
	pairs: () => Map<string, number>;
}

/** Audiences of several creators, and how much of them is the same people. */
export function overlapPart(subject: Subject): PartDraft {
	const { traits, lists } = subject;
	const count = lists.profiles.length;
	const profiles = lists.profiles.slice(0, MAX_LISTED).map(comparedOf);
	const { totalFollowers = 0, uniqueFollowers } = traits;
	const repeated =
		totalFollowers > 0 && uniqueFollowers !== undefined
			? (1 - uniqueFollowers / totalFollowers) * 100
			: undefined;
	return {
		what: 'Audience overlap',
		title: count === 0 ? 'Audience overlap' : profiles.map(({ name }) => name).join(', '),
		about: [],
		sections: [
			() => missing([subject]),
			() =>
				figureSection([
					figure('Profiles', count || undefined, fullNumber),
					figure('Followers together', traits.totalFollowers, shortNumber),
					figure('Different people', uniqueFollowers, shortNumber, { tone: 'accent' }),
					figure('Counted twice or more', repeated, percent),
				]),
			() => matrixSection(profiles, count),
			() => overlapBars(profiles),
			() =>
				count === 0
					? []
					: [
							{
								...tableOf('Profiles', COLUMNS, profiles, { mostRows: MAX_LISTED }),
								more: count - profiles.length,
							},
						],
			() => furtherFields(subject),
		],
	};
}

function comparedOf({ json: profile, traits }: Row): Compared {
	return {
		name: shownName(profile) ?? 'Profile',
		link: traits.url,
		followers: traits.followers,
		overlap: asPercent(entryOf(profile, OVERLAP_KEYS)),
		unique: asPercent(entryOf(profile, UNIQUE_KEYS)),
		pairs: () => pairsOf(entryOf(profile, PAIR_KEYS)),
	};
}

function shownName(profile: IDataObject): string | undefined {
	const traits = findSome(profile, ['handle', 'name', 'title', 'url']);
	return traits.handle === undefined ? nameOf(traits) : atName(traits.handle);
}

/** `[{ username, overlap_percentage }]`, or a map from names to numbers. */
function pairsOf(pairs: unknown): Map<string, number> {
	const entries: Array<[string | undefined, unknown]> = Array.isArray(pairs)
		? pairs
				.slice(0, MAX_LISTED)
				.filter(isRecord)
				.map((pair) => [shownName(pair), entryOf(pair, OVERLAP_KEYS)])
		: Object.entries(isRecord(pairs) ? pairs : {}).map(([name, value]) => [atName(name), value]);
	const known = entries.flatMap(([name, value]): Array<[string, number]> => {
		const share = asPercent(value);
		return name === undefined || share === undefined ? [] : [[name, share]];
	});
	return new Map(known);
}

function asPercent(raw: unknown): number | undefined {
	const number = asNumber(raw);
	return number === undefined ? undefined : scorePercent(number);
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
	const title = `Share of the audience in common${profiles.length > MAX_COMPARED ? first : ''}`;
	return [{ kind: 'matrix', title, names, cells }];
}

function overlapBars(profiles: readonly Compared[]): Section[] {
	const bars = profiles.flatMap(({ name, link, overlap }) =>
		overlap === undefined ? [] : [{ label: name, link, value: overlap, text: percent(overlap) }],
	);
	const what = 'Share of the audience';
	return bars.length === 0
		? []
		: [{ kind: 'bars', title: 'Shared with the others', what, bars, most: 100 }];
}

const COLUMNS: Array<ColumnOf<Compared>> = [
	{ label: 'Profile', cell: ({ name, link }) => ({ text: name, link }) },
	{ label: 'Followers', numeric: true, cell: ({ followers }) => cell(followers, fullNumber) },
	{ label: 'Shared', numeric: true, cell: ({ overlap }) => cell(overlap, percent) },
	{ label: 'Only here', numeric: true, cell: ({ unique }) => cell(unique, percent) },
];
