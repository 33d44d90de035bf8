import { isRecord } from '../values/records';

/** What n8n saves for a picker: how the value was entered, and the value. */
interface Locator {
	mode: string;
	value: unknown;
}

/** What was entered in a picker, or in the plain field that it was before. */
export function locatorValue(entered: unknown): unknown {
	return isLocator(entered) ? entered.value : entered;
}

export function isLocator(entered: unknown): entered is Locator & Record<string, unknown> {
	if (!isRecord(entered) || typeof entered.mode !== 'string' || !('value' in entered)) return false;
	return Object.keys(entered).every((key) => LOCATOR_KEYS.includes(key));
}

/** A comma in what was picked belongs to it. */
export function isPicked(entered: unknown): boolean {
	return isLocator(entered) && entered.mode === 'list';
}

const LOCATOR_KEYS = ['__rl', 'mode', 'value', 'cachedResultName', 'cachedResultUrl', '__regex'];
const ROWS = 'rows';
const ENTRY = 'entry';

/** Names in the parameter that holds the rows of a list with pickers. */
export const rowNames = { rows: ROWS, entry: ENTRY } as const;

/** The entries of the rows of a list, each a picker. */
export function rowsOf(entered: unknown): unknown[] {
	if (!isRecord(entered) || !Array.isArray(entered[ROWS])) return [];
	const rows: unknown[] = entered[ROWS];
	return rows.filter(isRecord).map((row) => row[ENTRY]);
}
