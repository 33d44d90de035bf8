import type { Share } from '../../recognition/breakdowns';
import type { Traits } from '../../recognition/traits';
import { maxOf } from '../../values/numbers';
import type { Bar, Figure, Part, Section, Tone } from '../document';
import type { Subject } from '../kind';
import {
	asName,
	asWord,
	day,
	endOfAddress,
	fullNumber,
	percent,
	ratePercent,
	scorePercent,
	shortNumber,
} from '../words';

/** Of a breakdown: further shares are small, and bars of a few percent look alike. */
const MOST_BARS = 8;
/** A language is told by its name; a code says nothing to a reader. */
const LONGEST_CODE = 3;

/** What a subject is called, the best name first. */
export function nameOf({ name, handle, title, url }: Traits): string | undefined {
	return name ?? (handle === undefined ? undefined : atName(handle)) ?? title ?? lastOf(url);
}

function lastOf(url: string | undefined): string | undefined {
	const end = url === undefined ? undefined : endOfAddress(url);
	return end === undefined ? undefined : decoded(end);
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

export function atName(handle: string): string {
	return handle.startsWith('@') || /[\s/]/.test(handle) ? handle : `@${handle}`;
}

/** What stands above the sections of a part that is about one profile. */
export function profileHead(traits: Traits, unnamed: string): Omit<Part, 'what' | 'sections'> {
	return {
		title: nameOf(traits) ?? unnamed,
		link: traits.url,
		about: aboutProfile(traits),
		introduction: traits.introduction,
	};
}

/** Few words on a profile. */
export function aboutProfile({
	name,
	handle,
	platform,
	country,
	language,
	verified,
	monitored,
}: Traits): string[] {
	return [
		name !== undefined && handle !== undefined ? atName(handle) : undefined,
		platform === undefined ? undefined : asName(platform),
		country,
		language !== undefined && language.length > LONGEST_CODE ? language : undefined,
		verified === true ? 'Verified' : undefined,
		monitored === true ? 'Monitored' : undefined,
	].filter((each) => each !== undefined);
}

type Reading = { [T in keyof Traits]?: (value: NonNullable<Traits[T]>) => Figure };

const READINGS = {
	followers: (value: number) => ({ label: 'Followers', value: shortNumber(value) }),
	engagementRate: (value: number) => ({
		label: 'Engagement rate',
		value: percent(ratePercent(value)),
	}),
	contentCount: (value: number) => ({ label: 'Contents', value: shortNumber(value) }),
	credibility: (value: number) => ({
		label: 'Audience credibility',
		value: percent(scorePercent(value)),
	}),
	likes: (value: number) => ({ label: 'Likes', value: shortNumber(value) }),
	views: (value: number) => ({ label: 'Views', value: shortNumber(value) }),
} satisfies Reading;

/** The big numbers of these traits, as far as they are known. */
export function figuresOf(traits: Traits, wanted: ReadonlyArray<keyof typeof READINGS>): Figure[] {
	return wanted.flatMap((name) => {
		const value = traits[name];
		return value === undefined ? [] : [READINGS[name](value)];
	});
}

export function figureSection(figures: Array<Figure | undefined>): Section[] {
	const known = figures.filter((each) => each !== undefined);
	return known.length === 0 ? [] : [{ kind: 'figures', figures: known }];
}

/** Shares as percent: services give fractions, percents or counts. */
export function asPercents(shares: readonly Share[]): Share[] {
	const most = maxOf(shares.map(({ value }) => value));
	const sum = shares.reduce((all, { value }) => all + value, 0);
	const factor = most <= 1 ? 100 : most <= 100 ? 1 : 100 / sum;
	return shares.map(({ label, value }) => ({ label, value: value * factor }));
}

export function largest(shares: readonly Share[], most = MOST_BARS): Share[] {
	return highest(shares, most, ({ value }) => value);
}

/** The first so many in falling order, without sorting all of them. */
export function highest<T>(all: readonly T[], most: number, rank: (each: T) => number): T[] {
	const found: Array<{ each: T; value: number }> = [];
	for (const each of all) {
		const value = rank(each);
		const isFull = found.length >= most;
		if (isFull && !(value > (found.at(-1)?.value ?? 0))) continue;
		const at = found.findIndex((other) => other.value < value);
		found.splice(at === -1 ? found.length : at, 0, { each, value });
		if (isFull) found.pop();
	}
	return found.map(({ each }) => each);
}

/** The largest parts of an audience as bars. */
export function percentBars(title: string, what: string, shares: readonly Share[]): Section[] {
	if (shares.length === 0) return [];
	const bars = largest(asPercents(shares)).map<Bar>(({ label, value }) => ({
		label: asName(label),
		value,
		text: percent(value),
	}));
	return [{ kind: 'bars', title, what, bars }];
}

/** How the labels of bars are read, and their colours. */
interface BarStyle {
	labelOf?: (label: string) => string;
	toneOf?: (at: number) => Tone;
}

export function countBars(
	title: string,
	what: string,
	counts: readonly Share[],
	{ labelOf = asWord, toneOf }: BarStyle = {},
): Section[] {
	if (counts.length === 0) return [];
	const bars = largest(counts).map<Bar>(({ label, value }, at) => ({
		label: labelOf(label),
		value,
		text: fullNumber(value),
		tone: toneOf?.(at),
	}));
	return [{ kind: 'bars', title, what, bars }];
}

/** How often each value comes. */
export function counted(values: ReadonlyArray<string | undefined>): Share[] {
	const counts = new Map<string, number>();
	for (const value of values) {
		if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	return [...counts].map(([label, value]) => ({ label, value }));
}

export function sum(values: ReadonlyArray<number | undefined>): number {
	return values.reduce<number>((all, each) => all + (each ?? 0), 0);
}

/** What is missing in the items is said in every part, each thing once. */
export function missing(subjects: readonly Subject[]): Section[] {
	const notes = subjects.map(({ json }) => json.incomplete);
	const texts = new Set(notes.filter((each) => typeof each === 'string'));
	return [...texts].map((text) => ({ kind: 'note', text }));
}

export function dayOf(date: string | undefined): string | undefined {
	return date === undefined ? undefined : day(date);
}
