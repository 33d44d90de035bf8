import type { IDataObject } from 'n8n-workflow';

import { narrow } from '../values/narrow';
import { isObject, isRecord, ownValue } from '../values/records';
import { incomplete } from './outputItem';

/** How much of each text and list is kept. */
interface Cut {
	text: number;
	list: number;
}

const LEAST: Cut = { text: 120, list: 3 };
/** Each keeps less than half of the one before. */
const CUTS: readonly Cut[] = [{ text: 1_000, list: 20 }, { text: 300, list: 8 }, LEAST];

/** For the note on what is left out. */
const ROOM_FOR_NOTE = 160;

/** Never left out: the model needs them to decide on its next call. */
const ALWAYS_KEPT: Record<string, Cut | undefined> = {
	job: { text: Infinity, list: Infinity },
	// What the model should do comes first in an error.
	error: { text: 600, list: 3 },
	incomplete: { text: 600, list: 3 },
};

/**
 * Shortens items to fit into the context of a model: first texts and lists are shortened, then the last
 * items are left out, then the largest fields. A note says what is left out. Reads only as many items
 * as fit, because there may be many more.
 */
export function truncateForModel(items: IDataObject[], mostCharacters: number): IDataObject[] {
	if (beginning(items, mostCharacters).length === items.length) return items;
	const room = mostCharacters - ROOM_FOR_NOTE;
	let shorter: IDataObject[] = [];
	for (const cut of CUTS) {
		shorter = beginning(items, room, cut);
		if (shorter.length === items.length) return noted(shorter, SHORTENED);
	}
	const [first = {}] = items;
	const kept = shorter.length > 0 ? shorter : [withoutLargest(shortened(first, LEAST), room)];
	const count = items.length - kept.length;
	return noted(kept, count === 0 ? SHORTENED : leftOut(count, items.length));
}

/** The first items, as many as fit. */
function beginning(items: IDataObject[], mostCharacters: number, cut?: Cut): IDataObject[] {
	const found: IDataObject[] = [];
	// Brackets, and a comma behind each item.
	let length = 2;
	for (const each of items) {
		if (cut === undefined && narrow(each) !== each) break;
		const item = cut === undefined ? each : shortened(each, cut);
		if (leastLength(item, mostCharacters) > mostCharacters) break;
		length += JSON.stringify(item).length;
		if (length > mostCharacters) break;
		found.push(item);
		length += 1;
	}
	return found;
}

/** A lower bound of the length of a value's JSON; stops counting at the limit. */
function leastLength(value: unknown, limit: number): number {
	if (typeof value === 'string') return value.length;
	if (!isObject(value)) return 1;
	let length = 2;
	for (const name in value) {
		if (length > limit) break;
		length += leastLength((value as IDataObject)[name], limit - length);
		if (!Array.isArray(value)) length += name.length + 3;
	}
	return length;
}

function shortened(item: IDataObject, cut: Cut): IDataObject {
	return Object.fromEntries(
		Object.entries(firstFields(item)).map(([name, value]) => [
			name,
			shorten(value, ownValue(ALWAYS_KEPT, name) ?? cut) as IDataObject[string],
		]),
	);
}

/** Of an object with very many fields, the first ones and what is always kept. */
function firstFields(item: IDataObject): IDataObject {
	const first = narrow(item);
	if (first === item) return item;
	const kept = Object.keys(ALWAYS_KEPT).filter((name) => item[name] !== undefined);
	return { ...first, ...Object.fromEntries(kept.map((name) => [name, item[name]])) };
}

function shorten(value: unknown, cut: Cut): unknown {
	if (typeof value === 'string' && value.length > cut.text) return `${value.slice(0, cut.text)}…`;
	if (Array.isArray(value)) {
		return value.slice(0, cut.list).map((each: unknown) => shorten(each, cut));
	}
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => [name, shorten(each, cut)]),
	);
}

function withoutLargest(item: IDataObject, mostCharacters: number): IDataObject {
	const isOwn = (name: string) => Object.hasOwn(ALWAYS_KEPT, name);
	const sizes = Object.entries(item)
		.map((entry) => ({ name: entry[0], size: JSON.stringify(entry).length }))
		.sort((a, b) => Number(isOwn(b.name)) - Number(isOwn(a.name)) || a.size - b.size);
	let length = 0;
	const kept = new Set(Object.keys(ALWAYS_KEPT));
	for (const { name, size } of sizes) {
		length += size;
		if (length <= mostCharacters) kept.add(name);
	}
	return Object.fromEntries(Object.entries(item).filter(([name]) => kept.has(name)));
}

/** The note is in the last item. */
function noted(items: IDataObject[], note: string): IDataObject[] {
	const last = incomplete({ json: items.at(-1) ?? {} }, note).json;
	return [...items.slice(0, -1), last];
}

const SHORTENED = 'Texts, lists or fields were shortened to fit into the response.';
const leftOut = (count: number, all: number) =>
	`${count} of ${all} results were left out to fit into the response. Request fewer results, or narrow the search.`;
