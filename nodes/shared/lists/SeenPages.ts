import { isRecord } from '../values/records';

/** Names of fields that hold a time. */
const TIME_KEY =
	/(^|_)(at|ts|time|timestamp|date|datetime|stamp|now|expires|ttl|age)$|(At|Time|Timestamp|Date|Stamp)$/;
const TIME_TEXT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^[A-Z][a-z]{2}, \d\d? [A-Z][a-z]{2} \d{4} \d\d:/;
/** Milliseconds of the years 2001 to 2099. */
const isTimeNumber = (value: number) => value > 1e12 && value < 4.1e12;

/**
 * Knows which pages have come. Nothing of them is copied: a sample of each page leads to the rows
 * that may be the same, and these are compared.
 */
export class SeenPages {
	private readonly starts = new Map<string, number[]>();

	/** `rows` are all that have come before the page. */
	hasCome(page: readonly unknown[], rows: readonly unknown[]): boolean {
		if (page.length === 0) return false;
		const starts = this.starts.get(sampleOf(page)) ?? [];
		return starts.some((start) => isSamePage(page, rows.slice(start, start + page.length)));
	}

	add(page: readonly unknown[], start: number): void {
		if (page.length === 0) return;
		const sample = sampleOf(page);
		this.starts.set(sample, [...(this.starts.get(sample) ?? []), start]);
	}
}

/** Equal, or different in times alone, if the rows can be told apart without them. */
function isSamePage(page: readonly unknown[], earlier: readonly unknown[]): boolean {
	const texts = page.map((row) => JSON.stringify(row));
	if (earlier.every((row, index) => JSON.stringify(row) === texts[index])) return true;
	const timeless = page.map(withoutTimes);
	// Rows of a chart differ in their times alone.
	if (new Set(timeless).size < page.length) return false;
	return earlier.every((row, index) => withoutTimes(row) === timeless[index]);
}

function sampleOf(page: readonly unknown[]): string {
	const rows = [page[0], page[page.length >> 1], page[page.length - 1]];
	return `${page.length} ${rows.map(withoutTimes).join(' ')}`;
}

function withoutTimes(row: unknown): string {
	// Of an empty page there is no row.
	if (row === undefined) return '';
	return JSON.stringify(row, (key, value: unknown) => (isTime(key, value) ? null : value));
}

function isTime(key: string, value: unknown): boolean {
	if (isRecord(value) || Array.isArray(value)) return false;
	if (TIME_KEY.test(key)) return true;
	if (typeof value === 'number') return isTimeNumber(value);
	return typeof value === 'string' && (TIME_TEXT.test(value) || isTimeNumber(Number(value)));
}
