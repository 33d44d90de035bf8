import { inSlices } from '../clock';
import { isRecord } from '../values/records';

const TIME_KEY =
	/(^|_)(at|ts|time|timestamp|date|datetime|stamp|now|expires|ttl|age)$|(At|Time|Timestamp|Date|Stamp)$/;
const TIME_TEXT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^[A-Z][a-z]{2}, \d\d? [A-Z][a-z]{2} \d{4} \d\d:/;
/** Milliseconds of the years 2001 to 2099. */
const isTimeNumber = (value: number) => value > 1e12 && value < 4.1e12;

/**
 * Detects repeated pages. Rows are not copied: a sample of each page finds the rows
 * that may be the same, and these are compared.
 */
export class SeenPages {
	private readonly pageStarts = new Map<string, number[]>();

	/** Whether the page repeats an earlier one. `rows`: all rows before the page. */
	async isRepeated(page: readonly unknown[], rows: readonly unknown[]): Promise<boolean> {
		if (page.length === 0) return false;
		for (const start of this.pageStarts.get(sampleKey(page)) ?? []) {
			const earlier = rows.slice(start, start + page.length);
			if (await isSamePage(page, earlier)) return true;
		}
		return false;
	}

	add(page: readonly unknown[], start: number): void {
		const sample = sampleKey(page);
		const starts = this.pageStarts.get(sample) ?? [];
		starts.push(start);
		this.pageStarts.set(sample, starts);
	}
}

/** Equal, or different only in times or counts, provided that the rows are distinct without these. */
async function isSamePage(page: readonly unknown[], earlier: readonly unknown[]): Promise<boolean> {
	const names = new Set<string>();
	let equal = 0;
	let alike = 0;
	for await (const [index, row] of inSlices(page.entries())) {
		const before = earlier[index];
		const name = stableText(row);
		if (name !== stableText(before)) return false;
		names.add(name);
		const isEqual = (isLeftOut?: Test) => rowText(row, isLeftOut) === rowText(before, isLeftOut);
		if (isEqual()) equal += 1;
		else if (isEqual(isTime) || isEqual(isLive)) alike += 1;
	}
	if (equal === page.length) return true;
	// E.g. rows of a chart, which have only times and counts.
	return names.size === page.length && (equal > 0 || alike === page.length);
}

function sampleKey(page: readonly unknown[]): string {
	const rows = [page[0], page[page.length >> 1], page[page.length - 1]];
	return `${page.length} ${rows.map(stableText).join(' ')}`;
}

type Test = (key: string, value: unknown) => boolean;

/** The stable part of a row: times and counts, e.g. of followers, change between two requests. */
function stableText(row: unknown): string {
	const hasId = isRecord(row) && Object.keys(row).some((key) => ID_KEY.test(key));
	return rowText(row, (key, value) => isTime(key, value) || (hasId && isCount(key, value)));
}

function rowText(row: unknown, isLeftOut: Test = () => false): string {
	// Of an empty page there is no row.
	if (row === undefined) return '';
	return JSON.stringify(row, (key, value: unknown) => (isLeftOut(key, value) ? null : value));
}

const ID_KEY = /(^|_)(id|pk|key|rank|index|position)$|Id$/;

function isCount(key: string, value: unknown): boolean {
	const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
	return isNumber && key !== '' && !ID_KEY.test(key);
}

/** What changes while a list is read. A day and its counts are another row, e.g. of a chart. */
function isLive(key: string, value: unknown): boolean {
	return isCount(key, value) || (isTime(key, value) && !/^\d{4}-\d\d-\d\d$/.test(String(value)));
}

function isTime(key: string, value: unknown): boolean {
	if (isRecord(value) || Array.isArray(value)) return false;
	if (TIME_KEY.test(key)) return true;
	if (typeof value === 'number') return isTimeNumber(value);
	return typeof value === 'string' && (TIME_TEXT.test(value) || isTimeNumber(Number(value)));
}
