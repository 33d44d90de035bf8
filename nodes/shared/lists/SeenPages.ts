import { pauseIfDue } from '../clock';
import { isCounterKey, isReadTimeKey, isTimeKey } from '../recognition/liveKeys';
import { isRecord } from '../values/records';

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
			if (await isSamePage(page, rows.slice(start, start + page.length))) return true;
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

/** Equal, or different only in times or counts, if the rows are distinct without these: a chart has nothing else. */
async function isSamePage(page: readonly unknown[], earlier: readonly unknown[]): Promise<boolean> {
	const names = new Set<string>();
	let [equal, alike] = [0, 0];
	for (const [index, row] of page.entries()) {
		await pauseIfDue();
		const before = earlier[index];
		const name = stableText(row);
		if (name !== stableText(before)) return false;
		names.add(name);
		const isEqual = (isLeftOut?: Test) => rowText(row, isLeftOut) === rowText(before, isLeftOut);
		if (isEqual()) equal += 1;
		else if (isEqual(isTime) || isEqual(isLive)) alike += 1;
	}
	if (equal === page.length) return true;
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
	const isVolatile: Test = (key, value) =>
		isTime(key, value) || (isCount(key, value) && (hasId || isCounterKey(key)));
	return rowText(row, isVolatile);
}

const rowText = (row: unknown, isLeftOut: Test = () => false): string =>
	JSON.stringify(row, (key, value: unknown) => (isLeftOut(key, value) ? null : value));

const ID_KEY = /(^|_)(id|pk|key)$|Id$/;
/** Each page may number its rows from 1: that is no ID, and no count. */
const NUMBER_KEY = /^$|(^|_)(rank|index|position|day|week|month|year)$/;

function isCount(key: string, value: unknown): boolean {
	const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
	return isNumber && !ID_KEY.test(key) && !NUMBER_KEY.test(key) && !isTimeKey(key);
}

/** What changes while a list is read. A day and its counts are another row, e.g. of a chart. */
const isLive: Test = (key, value) => isCount(key, value) || isReadTimeKey(key);

function isTime(key: string, value: unknown): boolean {
	const isMilliseconds = typeof value === 'number' && value > 1e12 && value < 4.1e12;
	return isReadTimeKey(key) || (isMilliseconds && !isTimeKey(key));
}
