import type { IDataObject } from 'n8n-workflow';

export function isRecord(value: unknown): value is IDataObject {
	return isObject(value) && !Array.isArray(value);
}

/** An object of any kind, also a list. */
export function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

/** What a record holds under a name of others: `constructor` is in every object of JavaScript. */
export function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
	return Object.hasOwn(record, name) ? record[name] : undefined;
}

export function asObject(value: unknown): IDataObject {
	if (value === undefined) return {};
	return isRecord(value) ? value : { data: value };
}

/** The value at a dotted path such as `data.items` or `results.0.id`; `undefined` if there is none. */
export function valueAt(value: unknown, path: string): unknown {
	if (path.trim() === '') return value;
	return path.split('.').reduce<unknown>((current, key) => child(current, key.trim()), value);
}

function child(value: unknown, key: string): unknown {
	if (Array.isArray(value)) return value[Number(key)];
	return isRecord(value) ? ownValue(value, key) : undefined;
}

/** The same value with the fields of its objects in order. */
export function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (!isRecord(value)) return value;
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return { object: entries.map(([name, each]) => [name, sorted(each)]) };
}

/** Whether there is nothing in a value: no text, number or flag at any depth. */
export function isBlank(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() === '';
	if (!isObject(value)) return value === undefined || value === null;
	// A date is sent as a text, and an invalid one as null.
	if (value instanceof Date) return Number.isNaN(value.getTime());
	return Object.values(value).every(isBlank);
}
