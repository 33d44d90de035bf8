import type { IDataObject } from 'n8n-workflow';

import { narrow } from '../values/narrow';
import { isRecord, ownValue } from '../values/records';
import { incomplete } from './outputItem';

/** How much of each text and list is kept. Each step keeps less than half of the one before. */
const CUTS = [
	{ text: 1_000, list: 20 },
	{ text: 300, list: 8 },
	{ text: 120, list: 3 },
] as const;

interface Cut {
	text: number;
	list: number;
}

const LEAST = CUTS[2];

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
	for (const cut of CUTS) {
		const shorter = beginning(items, mostCharacters, cut);
		const last = shorter.at(-1);
		if (shorter.length < items.length || last === undefined) continue;
		const note = marked(last.item, SHORTENED);
		if (last.before + lengthOf(note) <= mostCharacters) return ended(shorter, note);
	}
	const shortest = beginning(items, mostCharacters, LEAST);
	for (let count = Math.min(shortest.length, items.length - 1); count > 0; count--) {
		const { item = {}, before = 0 } = shortest[count - 1] ?? {};
		const note = marked(item, leftOut(items.length - count, items.length));
		if (before + lengthOf(note) <= mostCharacters) return ended(shortest.slice(0, count), note);
	}
	const [first = {}] = items;
	const note = items.length > 1 ? leftOut(items.length - 1, items.length) : SHORTENED;
	const rest = withoutLargest(shortened(first, LEAST), mostCharacters - note.length - 50);
	return [marked(rest, note)];
}

interface Fitting {
	item: IDataObject;
	/** Characters of the items before it, with brackets and commas. */
	before: number;
}

function beginning(items: IDataObject[], mostCharacters: number, cut?: Cut): Fitting[] {
	const found: Fitting[] = [];
	let before = 2;
	for (const each of items) {
		if (cut === undefined && narrow(each) !== each) break;
		const item = cut === undefined ? each : shortened(each, cut);
		if (leastLength(item, mostCharacters) > mostCharacters) break;
		const length = lengthOf(item);
		if (before + length > mostCharacters) break;
		found.push({ item, before });
		before += length + 1;
	}
	return found;
}

const lengthOf = (item: IDataObject): number => JSON.stringify(item).length;

/** A lower bound of the length of a value's JSON; stops counting at the limit. */
function leastLength(value: unknown, limit: number): number {
	if (typeof value === 'string') return value.length;
	if (typeof value !== 'object' || value === null) return 1;
	let length = 2;
	for (const name in value) {
		if (length > limit) break;
		length += leastLength((value as IDataObject)[name], limit - length);
		if (!Array.isArray(value)) length += name.length + 3;
	}
	return length;
}

function ended(some: Fitting[], last: IDataObject): IDataObject[] {
	return [...some.slice(0, -1).map(({ item }) => item), last];
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
	const sizes = Object.entries(item)
		.map((entry) => ({ name: entry[0], size: JSON.stringify(entry).length }))
		.sort((a, b) => a.size - b.size);
	const isOwn = ({ name }: { name: string }) => Object.hasOwn(ALWAYS_KEPT, name);
	const kept = new Set<string>();
	let length = 0;
	for (const each of [...sizes.filter(isOwn), ...sizes.filter((size) => !isOwn(size))]) {
		length += each.size;
		if (length > mostCharacters && !isOwn(each)) break;
		kept.add(each.name);
	}
	return Object.fromEntries(Object.entries(item).filter(([name]) => kept.has(name)));
}

function marked(item: IDataObject, note: string): IDataObject {
	return incomplete({ json: item }, note).json;
}

const SHORTENED = 'Texts, lists or fields were shortened to fit into the response.';

function leftOut(count: number, all: number): string {
	return `${count} of ${all} results were left out to fit into the response. Request fewer results, or narrow the search.`;
}
