import type { IDataObject } from 'n8n-workflow';

import { asNumber, entryOf, findSome } from '../../recognition/traits';
import { isRecord } from '../../values/records';
import type { Cell, Column, PartDraft, Section } from '../document';
import type { Row, Subject } from '../kind';
import { fullNumber, percent, scorePercent, shortNumber } from '../words';
import { atName, figureSection, nameOf, missing } from './common';
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
/** Each creator is a row and a column: more columns cannot be read, even across a wide page. */
const MAX_COMPARED = 30;
/** A few pages on paper; the item holds all of them. */
const MAX_LISTED = 100;
/** Lists within a profile that say how much it shares with each of the others. */
const PAIR_KEYS = ['overlaps', 'overlap_with', 'overlapping_profiles', 'shared_with', 'pairs'];

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
	const { totalFollowers, uniqueFollowers } = traits;
	const isKnown =
		totalFollowers !== undefined && uniqueFollowers !== undefined && totalFollowers > 0;
	return {
		what: 'Audience overlap',
		title: count === 0 ? 'Audience overlap' : profiles.map(({ name }) => name).join(', '),
		about: [],
		sections: [
			() => missing([subject]),
			() =>
				figureSection([
					count === 0 ? undefined : { label: 'Profiles', value: fullNumber(count) },
					totalFollowers === undefined
						? undefined
						: { label: 'Followers together', value: shortNumber(totalFollowers) },
					uniqueFollowers === undefined
						? undefined
						: { label: 'Different people', value: shortNumber(uniqueFollowers), tone: 'accent' },
					isKnown
						? {
								label: 'Counted twice or more',
								value: percent((1 - uniqueFollowers / totalFollowers) * 100),
							}
						: undefined,
				]),
			() => matrixSection(profiles, count),
			() => overlapBars(profiles),
			() => profileTable(profiles, count),
			() => furtherFields(subject),
		],
	};
}

function comparedOf({ json: profile, traits }: Row): Compared {
	const pairs = entryOf(profile, PAIR_KEYS);
	return {
		name: shownName(profile) ?? 'Profile',
		link: traits.url,
		followers: traits.followers,
		overlap: asPercent(entryOf(profile, OVERLAP_KEYS)),
		unique: asPercent(entryOf(profile, UNIQUE_KEYS)),
		pairs: () => pairsOf(pairs),
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
	if (bars.length === 0) return [];
	return [
		{
			kind: 'bars',
			title: 'Shared with the others',
			what: 'Share of the audience',
			bars,
			most: 100,
		},
	];
}

function profileTable(profiles: readonly Compared[], count: number): Section[] {
	const columns = COLUMNS.filter(({ cell }) => profiles.some((each) => cell(each).text !== ''));
	if (columns.length === 0) return [];
	return [
		{
			kind: 'table',
			title: 'Profiles',
			columns: columns.map(({ label, numeric }) => ({ label, numeric })),
			rows: profiles.map((profile) => columns.map(({ cell }) => cell(profile))),
			more: count - profiles.length,
		},
	];
}

const COLUMNS: Array<Column & { cell: (profile: Compared) => Cell }> = [
	{ label: 'Profile', cell: ({ name, link }) => ({ text: name, link }) },
	{ label: 'Followers', numeric: true, cell: ({ followers }) => number(followers, fullNumber) },
	{ label: 'Shared', numeric: true, cell: ({ overlap }) => number(overlap, percent) },
	{ label: 'Only here', numeric: true, cell: ({ unique }) => number(unique, percent) },
];

function number(value: number | undefined, read: (value: number) => string): Cell {
	return { text: value === undefined ? '' : read(value) };
}
