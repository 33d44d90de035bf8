import type { IDataObject } from 'n8n-workflow';

import { utcTime } from '../values/dates';
import { maxOf } from '../values/numbers';
import { isRecord } from '../values/records';
import { matchesKey, memoize, splitKey, words } from './keys';
import { containerFields, outlineOf, type ResponseField } from './outline';
import { asDate, asNumber } from './scalars';
import { entryOf, isOurs } from './traits';

export interface Share {
	label: string;
	/** In the unit of the service: percent, a fraction, or a count. */
	value: number;
}

export interface GenderAge {
	gender: string;
	age: string;
	value: number;
}

export interface Moment {
	date: string;
	value: number;
}

const LISTS = {
	history:
		/^((reputation|follower|followers|audience|growth|subscriber|subscribers|profile) (history|growth|trend|timeline)|history|(follower|followers) (count )?(over time|by month|monthly))$/,
	countries:
		/^((audience )?(countries|country|country distribution|geo countries|top countries|locations by country))$/,
	cities: /^((audience )?(cities|city|city distribution|top cities))$/,
	languages: /^((audience )?(languages|language distribution|top languages))$/,
	interests: /^((audience )?(interests|interest|interest affinity|top interests|brand affinity))$/,
	ages: /^((audience )?(ages|age|age groups|age distribution|age ranges))$/,
	genders: /^((audience )?(genders|gender|gender distribution|gender split))$/,
	genderAge:
		/^((audience )?(gender age|genders ages|gender and age|gender per age|genders per age|age gender)( (distribution|groups|split))?)$/,
	categories:
		/^((flagged|risk|flag|flagged content)? ?(categories|category counts|risk categories|categories count))$/,
	contents:
		/^(top contents?|top posts?|popular (posts|contents)|best (posts|contents)|recent (posts|contents)|contents|posts|flagged contents?|flagged( items)?)$/,
	profiles: /^(profiles|creators|accounts|identifiers|users|influencers|overlaps?)$/,
	comments: /^(comments|(top|analy[sz]ed) comments)$/,
};

const LABEL_KEYS = words(
	'name label title category country city language interest age_range age gender code key type',
);
const VALUE_KEYS = words('value percentage percent share weight ratio count total score');
const DATE_KEYS = words('month date day week period timestamp time year');
const FIGURES = words('follower_count followers subscriber_count subscribers value count total');

const MAX_DEPTH = 4;
const MAX_ENTRIES = 2_000;

export type Breakdowns = ReturnType<typeof findBreakdowns>;

/** The lists of a response that a chart can be made of. */
export const findBreakdowns = (item: unknown) => listsIn(fieldsIn(item));

type List = keyof typeof LISTS;

const listsNamed = memoize((key: string): readonly List[] => {
	const said = splitKey(key).join(' ');
	return (Object.keys(LISTS) as List[]).filter((name) => LISTS[name].test(said));
});

function listsIn(all: readonly ResponseField[]) {
	const fields = all.filter(({ key }) => isListKey(key));
	const list = <T>(name: List, read: (value: unknown) => T[]): T[] =>
		fields
			.filter(({ key }) => listsNamed(key).includes(name))
			.map(({ value }) => read(value))
			.find((each) => each.length > 0) ?? [];
	return {
		history: list('history', momentsOf),
		countries: list('countries', sharesOf),
		cities: list('cities', sharesOf),
		languages: list('languages', sharesOf),
		interests: list('interests', sharesOf),
		ages: list('ages', sharesOf),
		genders: list('genders', sharesOf),
		genderAge: list('genderAge', genderAgeOf),
		categories: list('categories', sharesOf),
		contents: list('contents', recordsOf),
		profiles: list('profiles', recordsOf),
		comments: list('comments', recordsOf),
	};
}

/** Whom a profile reaches, in a few values; nothing of the profile itself, which has a country as well. */
export function findAudience(item: unknown): IDataObject {
	const own = fieldsIn(item).filter(({ path }) => /audience|demograph/i.test(path));
	if (own.length === 0) return {};
	const { countries, ages, genders, genderAge } = listsIn(own);
	const both = genderAge.filter(({ value }) => value > 0);
	const whole = both.reduce((sum, { value }) => sum + value, 0);
	const byAge = summed(both.map(({ age, value }) => ({ label: age, value })));
	const byGender = summed(
		both.map(({ gender, value }) => ({ label: gender, value: value / whole })),
	);
	const split = asPercents(genders.length > 0 ? genders : byGender);
	const percentOf = (gender: RegExp) => {
		const share = split.find(({ label }) => gender.test(label));
		return share && Math.round(share.value * 10) / 10;
	};
	const columns = {
		audienceTopCountry: topOf(countries),
		audienceTopAge: topOf(ages.length > 0 ? ages : byAge),
		audienceFemalePercent: percentOf(/^(f|w|female|women|woman)$/i),
		audienceMalePercent: percentOf(/^(m|male|men|man)$/i),
	};
	return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

function topOf(shares: readonly Share[]): string | undefined {
	const most = maxOf(shares.map(({ value }) => value));
	return shares.find(({ value }) => value === most)?.label;
}

function summed(shares: readonly Share[]): Share[] {
	const sums = new Map<string, number>();
	for (const { label, value } of shares) sums.set(label, (sums.get(label) ?? 0) + value);
	return [...sums].map(([label, value]) => ({ label, value }));
}

/** Shares as percent: services give fractions, percents or counts. */
export function asPercents<T extends { value: number }>(shares: readonly T[]): T[] {
	const most = maxOf(shares.map(({ value }) => value));
	const sum = shares.reduce((all, { value }) => all + value, 0);
	const factor = most <= 1 ? 100 : most <= 100 ? 1 : 100 / sum;
	return shares.map((each) => ({ ...each, value: each.value * factor }));
}

const OVERLAP_KEYS = words(
	'overlap_percentage overlap overlapping_percentage shared_percentage percentage share value',
);
const UNIQUE_KEYS = words('unique_percentage unique unique_share');

/** How much of its audience a profile shares with others, and has alone. */
export function findOverlap(profile: IDataObject): { overlap?: number; unique?: number } {
	return {
		overlap: asNumber(entryOf(profile, OVERLAP_KEYS)),
		unique: asNumber(entryOf(profile, UNIQUE_KEYS)),
	};
}

export const isProfilesKey = matchesKey(LISTS.profiles);

export const isListKey = (key: string): boolean => listsNamed(key).length > 0;

/** All fields of a response, outermost first; never those of rows. */
function fieldsIn(item: unknown): readonly ResponseField[] {
	if (!isRecord(item)) return [];
	const near = outlineOf(item).filter(
		(each) => each.depth < MAX_DEPTH && each.entryOf === undefined && !each.isWithin(isOurs),
	);
	return containerFields(near);
}

const recordsOf = (value: unknown): IDataObject[] =>
	Array.isArray(value) ? value.filter(isRecord).slice(0, MAX_ENTRIES) : [];

/** `[{ name, value }]`, or a map from names to numbers. */
function sharesOf(value: unknown): Share[] {
	const shares = isRecord(value)
		? Object.entries(value).map(([label, raw]) => ({ label, value: asNumber(raw) }))
		: recordsOf(value).map((entry) => ({
				label: labelIn(entry),
				value: asNumber(entryOf(entry, VALUE_KEYS)),
			}));
	return shares.filter(
		(each): each is Share => each.label !== '' && each.value !== undefined && each.value >= 0,
	);
}

function labelIn(entry: IDataObject): string {
	const label = entryOf(entry, LABEL_KEYS);
	const named = isRecord(label) ? entryOf(label, LABEL_KEYS) : label;
	return typeof named === 'string' || typeof named === 'number' ? String(named) : '';
}

/** `[{ gender, age_range, value }]`, or `[{ code: "18-24", male, female }]`. */
function genderAgeOf(value: unknown): GenderAge[] {
	return recordsOf(value).flatMap((entry) => {
		const age = entryOf(entry, ['age_range', 'age_group', 'age', 'code', 'range']);
		const own = entryOf(entry, ['gender', 'sex']);
		if (typeof age !== 'string') return [];
		return (typeof own === 'string' ? [own] : ['male', 'female']).flatMap((gender) => {
			const value = asNumber(entryOf(entry, own === gender ? VALUE_KEYS : [gender]));
			return value === undefined ? [] : [{ gender, age, value }];
		});
	});
}

function momentsOf(value: unknown): Moment[] {
	const moments = recordsOf(value).flatMap((entry) => {
		const date = asDate(entryOf(entry, DATE_KEYS));
		const number = asNumber(entryOf(entry, FIGURES));
		return date === undefined || number === undefined ? [] : [{ date, value: number }];
	});
	// Where a date is not certain, the order of the service is kept.
	return moments.every(({ date }) => utcTime(date) !== undefined)
		? moments.sort((a, b) => (utcTime(a.date) ?? 0) - (utcTime(b.date) ?? 0))
		: moments;
}
