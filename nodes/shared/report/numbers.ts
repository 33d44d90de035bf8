import type { Share } from '../recognition/breakdowns';
import type { Unit } from '../recognition/units';

const FULL = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
/** Up to here all digits fit. */
const MAX_FULL = 10_000;

/** With a comma between thousands. */
export const fullNumber = (value: number): string => FULL.format(value);

/** 1,234 or 1.2M: short enough for a big number. */
export const shortNumber = (value: number): string =>
	Math.abs(value) < MAX_FULL ? fullNumber(value) : SHORT.format(value);

/** Always one digit after the point: percentages stand below each other. A little is not nothing. */
export function percent(value: number): string {
	const text = value.toFixed(1);
	if (text === '0.0' && value > 0) return '< 0.1%';
	return `${text === '-0.0' ? '0.0' : text}%`;
}

export const countOf = (count: number, noun: string, format = fullNumber): string =>
	`${format(count)} ${noun}${count === 1 ? '' : 's'}`;

/** In percent; nothing where the unit is unknown. */
export const percentIn = (unit: Unit, value: number): number | undefined =>
	unit === 'unknown' ? undefined : value * (unit === 'fraction' ? 100 : 1);

export const UNIT_UNKNOWN = 'Unit unknown';

/** As it was received, without the digits that a calculation adds. */
export const plainNumber = (value: number): string => String(Number(value.toPrecision(6)));

/** `3.4%`, or the number as it was received. */
export function shareCell(unit: Unit, value: number): { text: string; note?: string } {
	const share = percentIn(unit, value);
	return share === undefined
		? { text: plainNumber(value), note: UNIT_UNKNOWN }
		: { text: percent(share) };
}

/** Counts that contradict each other are shown as received, without a share. */
export const contradiction = (counts: string) => `${counts}: the counts contradict each other`;

/** A value that is known, as text. */
export const shown = <T, R>(value: T | undefined, format: (value: T) => R): R | undefined =>
	value === undefined ? undefined : format(value);

/** How often there is each. */
export function counted(values: ReadonlyArray<string | undefined>): Share[] {
	const counts = new Map<string, number>();
	for (const value of values) {
		if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	return [...counts].map(([label, value]) => ({ label, value }));
}

export const sumOf = (values: Iterable<number | undefined>): number =>
	[...values].reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** The value in the middle; of an even count, the mean of the two. */
export function median(values: readonly number[]): number | undefined {
	const sorted = Float64Array.from(values).sort();
	const middle = [(sorted.length - 1) / 2, sorted.length / 2].map((at) => sorted[Math.floor(at)]);
	return sorted.length === 0 ? undefined : sumOf(middle) / 2;
}

type Rank<T> = (each: T) => number | undefined;

/** The first so many in falling order; those without a rank come last. */
export function highest<T>(all: readonly T[], most: number, rank: Rank<T>): T[] {
	const values = all.map((each) => rank(each) ?? -Number.MAX_VALUE);
	// To sort all rows by a function would block n8n.
	const least = Float64Array.from(values).sort().at(-most) ?? -Infinity;
	return all
		.map((each, at) => ({ each, value: values[at] ?? -Infinity }))
		.filter(({ value }) => value >= least)
		.sort((a, b) => b.value - a.value)
		.slice(0, most)
		.map(({ each }) => each);
}

/** What a list may be sorted by, as its heading says. */
export type Orders<T> = Record<string, Rank<T>>;

/** The first so many by the first order in which any has a rank. */
export function ordered<T>(all: readonly T[], most: number, orders: Orders<T>) {
	const order = Object.entries(orders).find(([, rank]) =>
		all.some((each) => rank(each) !== undefined),
	);
	return order && { title: order[0], rows: highest(all, most, order[1]) };
}
