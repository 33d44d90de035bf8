import type { IDataObject } from 'n8n-workflow';

import type { FieldKind } from '../catalogue/fields';
import { isRecord } from '../values/records';
import { resolve } from './document';

/** What an entry of a list is. */
export type EntryKind = 'text' | 'number' | 'flag' | 'object';

/** A field of a request body, as the service's own document describes it. */
export interface Column {
	/** As it is sent; a dot nests it. */
	name: string;
	kind: FieldKind;
	required: boolean;
	/** One of several of which the service wants one. */
	wanted: boolean;
	about?: string;
	choices?: Array<string | number>;
	/** Of a number. */
	whole?: boolean;
	/** Of a list. */
	entries?: EntryKind;
	/** Each entry of the list is an object that needs this one field. */
	entryName?: string;
}

/** Objects deeper than this are entered as JSON. */
const DEEPEST = 3;
/** More than anybody fills in. */
const MOST = 200;

export function columnsOf(schema: IDataObject, document: unknown): Column[] {
	const root = isRecord(document) ? document : {};
	return within({ schema, root, prefix: '', required: true, depth: 1 }).slice(0, MOST);
}

interface Level {
	schema: IDataObject;
	root: IDataObject;
	prefix: string;
	/** Whether the object itself is. */
	required: boolean;
	depth: number;
}

function within(level: Level): Column[] {
	const { root, prefix, depth } = level;
	const { properties, required, wanted } = merged(level.schema, root);
	return Object.entries(properties).flatMap(([key, property]): Column[] => {
		const schema = single(property, root);
		// A dot would nest, and these names mean something else.
		if (schema.readOnly === true || key === '' || key.includes('.')) return [];
		const name = `${prefix}${key}`;
		const isRequired = level.required && required.includes(key);
		const inner = merged(schema, root);
		if (Object.keys(inner.properties).length > 0 && depth < DEEPEST) {
			return within({ schema, root, prefix: `${name}.`, required: isRequired, depth: depth + 1 });
		}
		const about = typeof schema.description === 'string' ? schema.description.trim() : '';
		return [
			{
				name,
				required: isRequired,
				wanted: depth === 1 && wanted.includes(key),
				...(about !== '' && { about }),
				...kindOf(schema, root),
			},
		];
	});
}

interface Merged {
	properties: IDataObject;
	required: string[];
	/** Names in `anyOf: [{ required: [...] }]`. */
	wanted: string[];
}

/** An object with all that its `allOf` adds. */
function merged(schema: IDataObject, root: IDataObject, depth = 0): Merged {
	const parts = depth < DEEPEST ? listOf(schema.allOf) : [];
	const all = parts.flatMap((part) => {
		const resolved = resolve(part, root);
		return isRecord(resolved) ? [merged(resolved, root, depth + 1)] : [];
	});
	const groups = [...listOf(schema.anyOf), ...listOf(schema.oneOf)].filter(isRecord);
	return {
		properties: Object.assign(
			{},
			...all.map(({ properties }) => properties),
			isRecord(schema.properties) ? schema.properties : {},
		) as IDataObject,
		required: [...all.flatMap(({ required }) => required), ...textsOf(schema.required)],
		wanted: [
			...all.flatMap(({ wanted }) => wanted),
			...groups.flatMap(({ required }) => textsOf(required)),
		],
	};
}

/** `anyOf: [X, null]` and `allOf: [X]` are X with other words around it. */
function single(property: unknown, root: IDataObject): IDataObject {
	const resolved = resolve(property, root);
	if (!isRecord(resolved)) return {};
	const { anyOf, oneOf, allOf, ...words } = resolved;
	for (const group of [anyOf, oneOf, allOf].map(listOf)) {
		const parts = group.map((each) => resolve(each, root)).filter(isRecord);
		const [only, second] = parts.filter(({ type }) => type !== 'null');
		if (only !== undefined && second === undefined) return { ...only, ...words };
	}
	return resolved;
}

type Kind = Pick<Column, 'kind' | 'choices' | 'whole' | 'entries' | 'entryName'>;

function kindOf(schema: IDataObject, root: IDataObject): Kind {
	const choices = choicesOf(schema, root);
	if (choices !== undefined) return { kind: 'choice', choices };
	switch (typeOf(schema)) {
		case 'string':
			return { kind: 'text' };
		case 'number':
			return { kind: 'number' };
		case 'integer':
			return { kind: 'number', whole: true };
		case 'boolean':
			return { kind: 'flag' };
		case 'array':
			return { kind: 'list', ...entriesOf(single(schema.items, root), root) };
		case 'object':
			return { kind: 'json' };
		default:
			// Several types: whatever is entered is sent as it is.
			return { kind: 'text' };
	}
}

function entriesOf(items: IDataObject, root: IDataObject): Pick<Column, 'entries' | 'entryName'> {
	const { properties, required } = merged(items, root);
	const names = Object.keys(properties);
	if (names.length > 0 || typeOf(items) === 'object') {
		const [only, second] = required.length > 0 ? required : names;
		const isOne = only !== undefined && second === undefined;
		return { entries: 'object', ...(isOne && { entryName: only }) };
	}
	switch (typeOf(items)) {
		case 'number':
		case 'integer':
			return { entries: 'number' };
		case 'boolean':
			return { entries: 'flag' };
		default:
			return { entries: 'text' };
	}
}

function choicesOf(schema: IDataObject, root: IDataObject): Array<string | number> | undefined {
	const constants = [...listOf(schema.anyOf), ...listOf(schema.oneOf)]
		.map((each) => resolve(each, root))
		.filter(isRecord)
		.filter(({ type }) => type !== 'null')
		.map((each) => each.const);
	const all = Array.isArray(schema.enum) ? schema.enum.filter((each) => each !== null) : constants;
	const isPlain = all.every((each) => typeof each === 'string' || typeof each === 'number');
	return all.length > 0 && isPlain ? all : undefined;
}

/** `type: ['string', 'null']` is a string. */
function typeOf({ type }: IDataObject): unknown {
	const [only, second] = listOf(type ?? undefined).filter((each) => each !== 'null');
	return second === undefined ? only : undefined;
}

function listOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value as unknown[];
	return value === undefined ? [] : [value];
}

function textsOf(value: unknown): string[] {
	return listOf(value).filter((each) => typeof each === 'string');
}
