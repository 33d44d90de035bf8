import { iso } from '../../clock';
import { maxOf, minOf } from '../../values/numbers';
import type { Steps } from '../../values/steps';
import type { Markup } from '../markup';
import { columns, type Series } from '../render/blocks';
import type { Tone } from '../tones';
import { day, month } from '../words';

const DAY = 86_400_000;

/** Days, months or years, by how much of a date says which: so many that a chart has room for them. */
const UNITS = [
	{ upTo: 62 * DAY, length: 10, label: (date: string) => day(date).replace(/ \d{4}$/, '') },
	{ upTo: 731 * DAY, length: 7, label: month },
	{ upTo: 100 * 366 * DAY, length: 4, label: (year: string) => year },
];

interface Counts<T> {
	title: string;
	rows: readonly T[];
	dateOf: (row: T) => string | undefined;
	series: Series[];
	/** Of the series that a row belongs to. */
	toneOf: (row: T) => Tone | undefined;
	madeAt: number;
}

/** How many rows of each series there are in each period; those without a date are in none. */
export function* countColumns<T>(counts: Counts<T>): Steps<Markup | undefined> {
	const { title, rows, dateOf, series, toneOf, madeAt } = counts;
	const dated: Array<{ time: number; at: number }> = [];
	for (const row of rows) {
		const time = Date.parse(dateOf(row) ?? '');
		const at = series.findIndex(({ tone }) => tone === toneOf(row));
		if (!Number.isNaN(time)) dated.push({ time, at });
		yield;
	}
	const times = dated.map(({ time }) => time);
	const [first, last] = [minOf(times), maxOf(times)];
	const unit = UNITS.find(({ upTo }) => last - first <= upTo);
	if (unit === undefined || dated.length === 0) return undefined;
	const nameOf = (time: number) => iso(time).slice(0, unit.length);
	const periods = new Map<string, number[]>();
	const add = (time: number) =>
		periods.set(
			nameOf(time),
			series.map(() => 0),
		);
	for (let time = first; time <= last; time += DAY) {
		add(time);
		yield;
	}
	add(last);
	for (const { time, at } of dated) {
		const values = periods.get(nameOf(time));
		if (values?.[at] !== undefined) values[at] += 1;
		yield;
	}
	return columns({
		title,
		series,
		columns: [...periods].map(([name, values]) => ({ label: unit.label(name), values })),
		isLastOpen: nameOf(last) >= nameOf(madeAt),
	});
}
