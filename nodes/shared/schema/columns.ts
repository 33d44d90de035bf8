import type { IDataObject } from 'n8n-workflow';

import type { FieldKind } from '../catalogue/fields';
import { isRecord, ownValue } from '../values/records';
import { resolve } from './document';

export type EntryKind = 'text' | 'number' | 'flag' | 'object';

export interface SchemaColumn {
	/** As it is sent; a dot nests it. */
	name: string;
	kind: FieldKind;
	required: boolean;
	/** One of several of which the service wants one. */
	wanted: boolean;
	about?: string;
	choices?: Array<string | number>;
	whole?: boolean;
	entries?: EntryKind;
	/** Each entry of the list is an object that needs this one field. */
	entryName?: string;
}

/** Objects deeper than this are entered as JSON. */
const MAX_DEPTH = 3;
export const MAX_COLUMNS = 200;
/** Of the fields of an object, of its parts and of the choices of a field. */
const MAX_ENTRIES = 1_000;
/** A few references make millions of objects and fields: so many are looked at in all. */
const MAX_VISITS = 20_000;

export function columnsOf(schema: IDataObject, document: unknown): SchemaColumn[] {
	const root = isRecord(document) ? document : {};
	const reading: Reading = { root, columns: [], visits: 0 };
	addColumns(reading, { fields: merged(schema, reading), prefix: '', required: true, depth: 1 });
	return reading.columns;
}

export interface Reading {
	root: IDataObject;
	columns: SchemaColumn[];
	visits: number;
}

interface Level {
	fields: Merged;
	prefix: string;
	required: boolean;
	depth: number;
}

function addColumns(reading: Reading, { fields, prefix, required, depth }: Level): void {
	const { columns } = reading;
	for (const [key, property] of Object.entries(fields.properties)) {
		if (columns.length >= MAX_COLUMNS) return;
		const schema = single(property, reading);
		// A dot would nest, and these names mean something else.
		if (schema.readOnly === true || key === '' || key.includes('.')) continue;
		const name = `${prefix}${key}`;
		const isRequired = required && fields.required.has(key);
		const inner = merged(schema, reading);
		if (Object.keys(inner.properties).length > 0 && depth < MAX_DEPTH) {
			const level = { fields: inner, prefix: `${name}.`, required: isRequired, depth: depth + 1 };
			addColumns(reading, level);
			continue;
		}
		const about = typeof schema.description === 'string' ? schema.description.trim() : '';
		columns.push({
			...{ name, required: isRequired, wanted: depth === 1 && fields.wanted.has(key) },
			...(about !== '' && { about }),
			...kindOf(schema, reading),
		});
	}
}

export interface Merged {
	properties: IDataObject;
	required: Set<string>;
	/** Names in `anyOf: [{ required: [...] }]`. */
	wanted: Set<string>;
}

/** An object with all that its `allOf` adds. */
export function merged(schema: IDataObject, reading: Reading): Merged {
	const all: Merged = { properties: {}, required: new Set(), wanted: new Set() };
	merge(schema, all, reading);
	return all;
}

function merge(schema: IDataObject, all: Merged, reading: Reading, depth = 0): void {
	if (reading.visits >= MAX_VISITS) return;
	const parts = depth < MAX_DEPTH ? listOf(schema.allOf) : [];
	for (const part of parts) {
		const resolved = resolve(part, reading.root);
		if (isRecord(resolved)) merge(resolved, all, reading, depth + 1);
	}
	const own = isRecord(schema.properties) ? schema.properties : {};
	const names = Object.keys(own).slice(0, MAX_ENTRIES);
	const groups = [...listOf(schema.anyOf), ...listOf(schema.oneOf)].filter(isRecord);
	const required = textsOf(schema.required);
	const wanted = groups.flatMap((group) => textsOf(group.required));
	reading.visits += 1 + names.length + groups.length + required.length + wanted.length;
	for (const name of names) all.properties[name] = own[name];
	for (const name of required) all.required.add(name);
	for (const name of wanted) all.wanted.add(name);
}

/** `anyOf: [X, null]` and `allOf: [X]` are X with other words around it. */
export function single(property: unknown, reading: Reading): IDataObject {
	const resolved = resolve(property, reading.root);
	if (!isRecord(resolved)) return {};
	const { anyOf, oneOf, allOf, ...words } = resolved;
	for (const group of [anyOf, oneOf, allOf]) {
		const parts = resolvedList(group, reading);
		const [only, second] = parts.filter(({ type }) => type !== 'null');
		if (only !== undefined && second === undefined) return { ...only, ...words };
	}
	return resolved;
}

type Kind = Pick<SchemaColumn, 'kind' | 'choices' | 'whole' | 'entries' | 'entryName'>;

const TEXT: Kind = { kind: 'text' };
const KINDS: Record<string, Kind> = {
	number: { kind: 'number' },
	integer: { kind: 'number', whole: true },
	boolean: { kind: 'flag' },
	object: { kind: 'json' },
};

function kindOf(schema: IDataObject, reading: Reading): Kind {
	const choices = choicesOf(schema, reading);
	if (choices !== undefined) return { kind: 'choice', choices };
	const type = typeOf(schema);
	if (type === 'array')
		return { kind: 'list', ...entriesOf(single(schema.items, reading), reading) };
	// Several types: whatever is entered is sent as it is.
	return ownValue(KINDS, String(type)) ?? TEXT;
}

const ENTRIES: Record<string, EntryKind> = { number: 'number', integer: 'number', boolean: 'flag' };

function entriesOf(
	items: IDataObject,
	reading: Reading,
): Pick<SchemaColumn, 'entries' | 'entryName'> {
	const { properties, required } = merged(items, reading);
	const names = Object.keys(properties);
	if (names.length > 0 || typeOf(items) === 'object') {
		const [only, second] = required.size > 0 ? required : names;
		const isOne = only !== undefined && second === undefined;
		return { entries: 'object', ...(isOne && { entryName: only }) };
	}
	return { entries: ownValue(ENTRIES, String(typeOf(items))) ?? 'text' };
}

function choicesOf(schema: IDataObject, reading: Reading): Array<string | number> | undefined {
	const constants = [schema.anyOf, schema.oneOf]
		.flatMap((group) => resolvedList(group, reading))
		.filter(({ type }) => type !== 'null')
		.map((each) => each.const);
	const all: unknown[] = Array.isArray(schema.enum)
		? listOf(schema.enum).filter((each) => each !== null)
		: constants;
	const plain = all.filter((each) => typeof each === 'string' || typeof each === 'number');
	// Of more, there may be some that can be chosen and were cut off.
	const isWhole = plain.length === all.length && all.length < MAX_ENTRIES;
	return plain.length > 0 && isWhole ? plain : undefined;
}

/** The objects of a group; none once too much was looked at. */
function resolvedList(group: unknown, reading: Reading): IDataObject[] {
	const all = reading.visits < MAX_VISITS ? listOf(group) : [];
	reading.visits += all.length;
	return all.map((each) => resolve(each, reading.root)).filter(isRecord);
}

/** `type: ['string', 'null']` is a string. */
export function typeOf({ type }: IDataObject): unknown {
	const [only, second] = listOf(type ?? undefined).filter((each) => each !== 'null');
	return second === undefined ? only : undefined;
}

function listOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES) as unknown[];
	return value === undefined ? [] : [value];
}

function textsOf(value: unknown): string[] {
	return listOf(value).filter((each) => typeof each === 'string');
}
