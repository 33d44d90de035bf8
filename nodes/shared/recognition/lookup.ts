import type { IDataObject } from 'n8n-workflow';

import { valueAt, isRecord } from '../values/records';

/** Something that was recognised, where it stood, and what it was recognised by. */
export interface Found<T> {
	value: T;
	/** Dotted, from the root of the answer; '' is the answer itself. */
	path: string;
	/** The line of evidence, in words that a user understands. */
	rule?: string;
}

/** An object of the answer that is looked into. */
export interface Place {
	path: string;
	holder: IDataObject;
}

/** One line of a table of evidence. */
export interface Evidence<T> {
	rule: string;
	/** Keys in any spelling, first ones first, or a test of a key. */
	keys: readonly string[] | ((key: string) => boolean);
	/** What the value means; `undefined` if it is not what is looked for. */
	read: (raw: unknown, holder: IDataObject) => T | undefined;
}

interface Lookup<T> {
	/** Dotted paths to the objects to look into, in order; '' is the root. */
	containers: readonly string[];
	/** In order, in any spelling; a dot leads one level down. */
	keys: readonly string[];
	/** What the value means; `undefined` if it is not what is looked for. */
	read: (raw: unknown) => T | undefined;
}

const MOST_REMEMBERED = 5_000;
const LONGEST_REMEMBERED = 60;
/** A longer key is a text: it says nothing of what it stands for. */
export const MAX_KEY_LENGTH = 200;

/** Everything that the evidence finds: place by place, and in each the first line first. */
export function lookUp<T>(
	places: readonly Place[],
	evidence: ReadonlyArray<Evidence<T>>,
): Array<Found<T>> {
	const found: Array<Found<T>> = [];
	for (const { path, holder } of places) {
		for (const { rule, keys, read } of evidence) {
			for (const key of matching(holder, keys)) {
				const value = read(holder[key], holder);
				if (value !== undefined) found.push({ value, path: join(path, key), rule });
			}
		}
	}
	return found;
}

/** The first of these keys in the first of these containers that holds what is looked for. */
export function firstIn<T>(
	answer: unknown,
	{ containers, keys, read }: Lookup<T>,
): Found<T> | undefined {
	for (const container of containers) {
		const holder = at(answer, container);
		if (!isRecord(holder?.value)) continue;
		for (const key of keys) {
			const found = at(holder.value, key);
			const value = found === undefined ? undefined : read(found.value);
			if (found !== undefined && value !== undefined) {
				return { value, path: join(holder.path, found.path) };
			}
		}
	}
	return undefined;
}

/** `exportStatus`, `export_status` and `Export-Status` are the same words. */
export const keyWords = remembered((key: string): readonly string[] =>
	key
		.slice(0, MAX_KEY_LENGTH)
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}\d]+/u)
		.filter((word) => word !== ''),
);

/** The words without anything between them: `jobid` is spelled like `job_id`. */
export const plain = remembered((key: string): string =>
	key
		.slice(0, MAX_KEY_LENGTH)
		.toLowerCase()
		.replace(/[^\p{L}\d]/gu, ''),
);

/** A test of the words of a key, with single spaces between them. */
export function inWords(pattern: RegExp): (key: string) => boolean {
	return remembered((key) => pattern.test(keyWords(key).join(' ')));
}

/** Keys come again and again, in every answer and for every line of evidence. */
export function remembered<T>(read: (key: string) => T): (key: string) => T {
	const known = new Map<string, T>();
	return (key) => {
		const found = known.get(key);
		if (found !== undefined) return found;
		const value = read(key);
		if (key.length <= LONGEST_REMEMBERED) {
			if (known.size >= MOST_REMEMBERED) known.clear();
			known.set(key, value);
		}
		return value;
	};
}

/** The first of each, in order. */
export function distinctBy<T>(all: readonly T[], keyOf: (each: T) => string): T[] {
	const firsts = new Map<string, T>();
	for (const each of all) if (!firsts.has(keyOf(each))) firsts.set(keyOf(each), each);
	return [...firsts.values()];
}

export function join(...parts: string[]): string {
	return parts.filter((part) => part !== '').join('.');
}

function matching(holder: IDataObject, keys: Evidence<unknown>['keys']): string[] {
	if (typeof keys === 'function') return Object.keys(holder).filter(keys);
	const spelled = spellings(holder);
	const found: string[] = [];
	for (const key of plainKeys(keys)) {
		for (const name of spelled.get(key) ?? NONE) found.push(name);
	}
	return found;
}

const NONE: readonly string[] = [];

/** Tables of evidence are constants. */
const plainKeysOf = new WeakMap<readonly string[], string[]>();

function plainKeys(keys: readonly string[]): string[] {
	const known = plainKeysOf.get(keys) ?? keys.map(plain);
	plainKeysOf.set(keys, known);
	return known;
}

/** Of the objects that were looked into last: each is looked into for one thing after the other. */
let latest = new WeakMap<IDataObject, Map<string, string[]>>();
let latestCount = 0;
const MOST_LATEST = 100;

function spellings(holder: IDataObject): Map<string, string[]> {
	const known = latest.get(holder);
	if (known !== undefined) return known;
	const spelled = new Map<string, string[]>();
	for (const name of Object.keys(holder)) {
		const same = spelled.get(plain(name));
		if (same === undefined) spelled.set(plain(name), [name]);
		else same.push(name);
	}
	if (++latestCount > MOST_LATEST) {
		latest = new WeakMap();
		latestCount = 1;
	}
	latest.set(holder, spelled);
	return spelled;
}

/** The value at a dotted path in any spelling, with the path as the answer spells it. */
function at(answer: unknown, path: string): { value: unknown; path: string } | undefined {
	const exact = valueAt(answer, path);
	if (exact !== undefined) return { value: exact, path };
	let value = answer;
	const spelled: string[] = [];
	for (const part of path.split('.')) {
		if (!isRecord(value)) return undefined;
		const key = Object.keys(value).find((name) => plain(name) === plain(part));
		if (key === undefined) return undefined;
		spelled.push(key);
		value = value[key];
	}
	return { value, path: spelled.join('.') };
}

/** Vocabularies that put their own name before each of their words, e.g. `@odata.nextLink`. */
const VOCABULARY = /^(?:@odata\.|odata\.|hydra:|opensearch:|os:)/i;

/** One spelling for `next_page`, `nextPage`, `NextPage` and `next-page`, to compare names by. */
export const plainName = remembered((name: string): string =>
	name
		.slice(0, MAX_KEY_LENGTH)
		.replace(VOCABULARY, '')
		.toLowerCase()
		.replace(/[^a-z0-9]/g, ''),
);
