import { isRecord } from './records';

/** An object with more fields holds rows under names of their own, which say nothing of the response. */
export const MAX_FIELDS = 1_000;
/** Likewise objects within objects, by how deep they are. Nothing is recognised any deeper. */
export const MAX_OBJECTS = [200, 100, 100, 50, 50];

/** Walking through a large response takes long, and it is read several times. */
const known = new WeakMap<object, unknown>();

/**
 * What a response is recognised by: the first fields of each object, however many there are. Lists and
 * values stay as they are, and so does a response whose objects have fewer fields.
 */
export function narrow<T>(response: T): T {
	if (!isRecord(response)) return response;
	const found = known.get(response);
	if (found !== undefined) return found as T;
	const narrowed = trimmed(response);
	known.set(response, narrowed);
	return narrowed as T;
}

function trimmed(value: unknown, depth = 0): unknown {
	const maxObjects = MAX_OBJECTS[depth];
	if (!isRecord(value) || maxObjects === undefined) return value;
	const names = Object.keys(value);
	let objects = 0;
	const kept = names
		.slice(0, MAX_FIELDS)
		.filter((name) => !isRecord(value[name]) || ++objects <= maxObjects);
	const entries = kept.map((name) => [name, trimmed(value[name], depth + 1)] as const);
	const isSame =
		kept.length === names.length && entries.every(([name, inner]) => Object.is(inner, value[name]));
	return isSame ? value : Object.fromEntries(entries);
}
