import { inSlices } from '../clock';
import { isRecord } from '../values/records';

const TIME_KEY =
	/(^|_)(at|ts|time|timestamp|date|datetime|stamp|now|expires|ttl|age)$|(At|Time|Timestamp|Date|Stamp)$/;
const TIME_TEXT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^[A-Z][a-z]{2}, \d\d? [A-Z][a-z]{2} \d{4} \d\d:/;
const isTimeNumber = (value: number) => value > 1e12 && value < 4.1e12;

/**
 * Knows which pages have come. Nothing of them is copied: a sample of each page leads to the rows
 * that may be the same, and these are compared.
 */
export class SeenPages {
	private readonly starts = new Map<string, number[]>();

	/** `rows` are all that have come before the page. */
	async hasCome(page: readonly unknown[], rows: readonly unknown[]): Promise<boolean> {
		if (page.length === 0) return false;
		for (const start of this.starts.get(sampleOf(page)) ?? []) {
			const earlier = rows.slice(start, start + page.length);
			if (await isSamePage(page, earlier)) return true;
		}
		return false;
	}

	add(page: readonly unknown[], start: number): void {
		if (page.length === 0) return;
		const sample = sampleOf(page);
		this.starts.set(sample, [...(this.starts.get(sample) ?? []), start]);
	}
}

/** Equal, or different in times alone, if the rows can be told apart without them. */
async function isSamePage(page: readonly unknown[], earlier: readonly unknown[]): Promise<boolean> {
	let isEqual = true;
	// Rows of a chart differ in their times alone.
	const timeless = new Set<string>();
	for await (const [index, row] of inSlices(page.entries())) {
		isEqual &&= JSON.stringify(row) === JSON.stringify(earlier[index]);
		const text = withoutTimes(row);
		if (!isEqual && text !== withoutTimes(earlier[index])) return false;
		timeless.add(text);
	}
	return isEqual || timeless.size === page.length;
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
