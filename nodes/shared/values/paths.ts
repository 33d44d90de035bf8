import { isRecord, ownValue } from './records';

/** The value at a dotted path such as `data.items` or `results.0.id`; `undefined` if there is none. */
export function valueAt(value: unknown, path: string): unknown {
	if (path.trim() === '') return value;
	return path.split('.').reduce<unknown>((current, key) => child(current, key.trim()), value);
}

function child(value: unknown, key: string): unknown {
	if (Array.isArray(value)) return value[Number(key)];
	return isRecord(value) ? ownValue(value, key) : undefined;
}
