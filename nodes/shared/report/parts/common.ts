import { asPercents, type Share } from '../../recognition/breakdowns';
import type { Traits } from '../../recognition/traits';
import { percentDecoded } from '../../values/text';
import type { Bar, Cell, Column, Figure, Part, Section, Tone } from '../document';
import type { Subject } from '../kind';
import { asName, asWord, day, endOfAddress, fullNumber, percent, ratingTone } from '../format';

/** Of a breakdown: further shares are small, and bars of a few percent look alike. */
const MAX_BARS = 8;
/** A language has a name; a code says nothing to a reader. */
const MAX_CODE_LENGTH = 3;

export function nameOf({ name, handle, title, url }: Traits): string | undefined {
	const end = url === undefined ? undefined : endOfAddress(url);
	const shown = handle === undefined ? undefined : atName(handle);
	return name ?? shown ?? title ?? (end && (percentDecoded(end) ?? end));
}

export function atName(handle: string): string {
	return handle.startsWith('@') || /[\s/]/.test(handle) ? handle : `@${handle}`;
}

/** What stands above the sections of a part that is about one profile. */
export function profileHead(traits: Traits, unnamed: string): Omit<Part, 'what' | 'sections'> {
	const { name, handle, platform, country, language, verified, monitored } = traits;
	const about = [
		name !== undefined && handle !== undefined && atName(handle),
		platform !== undefined && asName(platform),
		country,
		language !== undefined && language.length > MAX_CODE_LENGTH && language,
		verified === true && 'Verified',
		monitored === true && 'Monitored',
	];
	return {
		title: nameOf(traits) ?? unnamed,
		link: traits.url,
		about: about.filter((each) => typeof each === 'string'),
		introduction: traits.introduction,
	};
}

export function figure<T>(
	label: string,
	value: T | undefined,
	read: (value: T) => string,
	more: Pick<Figure, 'tone' | 'note'> = {},
): Figure | undefined {
	return value === undefined ? undefined : { label, value: read(value), ...more };
}

export function ratingFigure(label: string, rating: Traits['riskRating']): Figure | undefined {
	const cell = ratingCell(rating);
	return cell && { label, value: cell.text, tone: cell.tone };
}

export function ratingCell(rating: Traits['riskRating']): Cell | undefined {
	if (rating === undefined) return undefined;
	const text = typeof rating === 'number' ? fullNumber(rating) : asWord(rating);
	return { text, tone: ratingTone(rating) };
}

export function figureSection(figures: Array<Figure | undefined>): Section[] {
	const known = figures.filter((each) => each !== undefined);
	return known.length === 0 ? [] : [{ kind: 'figures', figures: known }];
}

export interface ColumnOf<T> extends Column {
	cell: (row: T) => Cell | undefined;
}

export function column<T, V>(
	label: string,
	get: (row: T) => V | undefined,
	read: (value: V) => string = String,
): ColumnOf<T> {
	return {
		label,
		cell: (row) => {
			const value = get(row);
			return value === undefined ? undefined : { text: read(value) };
		},
	};
}

export function numeric<T>(
	label: string,
	get: (row: T) => number | undefined,
	read = fullNumber,
): ColumnOf<T> {
	return { ...column(label, get, read), numeric: true };
}

/** A part of 100, also as a bar. */
export function shareColumn<T>(label: string, get: (row: T) => number | undefined): ColumnOf<T> {
	const cell = (row: T): Cell | undefined => {
		const share = get(row);
		return share === undefined ? undefined : { text: percent(share), share };
	};
	return { label, numeric: true, cell };
}

/** The first rows, without empty columns. */
export function tableOf<T>(
	title: string,
	columns: ReadonlyArray<ColumnOf<T>>,
	rows: readonly T[],
	{ mostRows, mostColumns = Infinity }: { mostRows: number; mostColumns?: number },
): Extract<Section, { kind: 'table' }> {
	const shown = rows.slice(0, mostRows);
	const isFilled = ({ cell }: ColumnOf<T>) => shown.some((row) => (cell(row)?.text ?? '') !== '');
	const filled = columns.filter(isFilled).slice(0, mostColumns);
	return {
		kind: 'table',
		title,
		columns: filled.map(({ label, numeric: isNumeric }) => ({ label, numeric: isNumeric })),
		rows: shown.map((row) => filled.map(({ cell }) => cell(row) ?? { text: '' })),
		more: rows.length - shown.length,
	};
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

interface BarStyle {
	labelOf?: (label: string) => string;
	textOf?: (value: number) => string;
	toneOf?: (at: number) => Tone;
}

export function countBars(
	title: string,
	what: string,
	counts: readonly Share[],
	{ labelOf = asWord, textOf = fullNumber, toneOf }: BarStyle = {},
): Section[] {
	if (counts.length === 0) return [];
	const largest = highest(counts, MAX_BARS, ({ value }) => value);
	const bars = largest.map<Bar>(({ label, value }, at) => {
		return { label: labelOf(label), value, text: textOf(value), tone: toneOf?.(at) };
	});
	return [{ kind: 'bars', title, what, bars }];
}

export function audienceBars(title: string, shares: readonly Share[]): Section[] {
	const style = { labelOf: asName, textOf: percent };
	return countBars(title, 'Share of the audience', asPercents(shares), style);
}

export function counted(values: ReadonlyArray<string | undefined>): Share[] {
	const counts = new Map<string, number>();
	for (const value of values) {
		if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	return [...counts].map(([label, value]) => ({ label, value }));
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
