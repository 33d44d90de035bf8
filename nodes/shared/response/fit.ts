import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../values/records';

/** How much of each text and each list stays, the mildest first. */
const CUTS = [
	{ text: 1_000, list: 20 },
	{ text: 300, list: 8 },
	{ text: 120, list: 3 },
] as const;

type Cut = (typeof CUTS)[number];

/** What a model needs to go on: it stays whole. */
const ALWAYS_WHOLE = ['job'];

/**
 * Makes items fit into the context of a model: first texts and lists are shortened, then the last
 * items are left out, then the largest fields. Whatever is left out, the answer says so.
 */
export function fitInto(items: IDataObject[], mostCharacters: number): IDataObject[] {
	const fits = (all: IDataObject[]) => JSON.stringify(all).length <= mostCharacters;
	if (fits(items)) return items;
	for (const cut of CUTS) {
		const shorter = marked(
			items.map((item) => shortened(item, cut)),
			SHORTENED,
		);
		if (fits(shorter)) return shorter;
	}
	const [least] = CUTS.slice(-1);
	const shortest = items.map((item) => shortened(item, least ?? CUTS[0]));
	for (let count = shortest.length - 1; count > 0; count--) {
		const some = marked(shortest.slice(0, count), leftOut(items.length - count, items.length));
		if (fits(some)) return some;
	}
	const [first = {}] = shortest;
	const note = items.length > 1 ? leftOut(items.length - 1, items.length) : SHORTENED;
	return marked([withoutLargest(first, mostCharacters - note.length - 50)], note);
}

function shortened(item: IDataObject, cut: Cut): IDataObject {
	return Object.fromEntries(
		Object.entries(item).map(([name, value]) => [
			name,
			ALWAYS_WHOLE.includes(name) ? value : (shorten(value, cut) as IDataObject[string]),
		]),
	);
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

/** The smallest fields stay. */
function withoutLargest(item: IDataObject, mostCharacters: number): IDataObject {
	const size = (name: string) => JSON.stringify([name, item[name]]).length;
	const own = ALWAYS_WHOLE.filter((name) => item[name] !== undefined);
	const others = Object.keys(item)
		.filter((name) => !own.includes(name))
		.sort((a, b) => size(a) - size(b));
	const kept = new Set(own);
	let length = own.reduce((sum, name) => sum + size(name), 0);
	for (const name of others) {
		length += size(name);
		if (length > mostCharacters) break;
		kept.add(name);
	}
	return Object.fromEntries(Object.entries(item).filter(([name]) => kept.has(name)));
}

function marked(items: IDataObject[], note: string): IDataObject[] {
	return items.map((item, at) => (at === items.length - 1 ? { ...item, incomplete: note } : item));
}

const SHORTENED = 'Texts, lists or fields were shortened to fit into the answer.';

function leftOut(count: number, all: number): string {
	return `${count} of ${all} results were left out to fit into the answer. Ask for fewer, or narrow the search.`;
}
