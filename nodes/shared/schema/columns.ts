import type { IDataObject } from 'n8n-workflow';

import type { FieldKind } from '../catalogue/fields';
import { isRecord, ownValue } from '../values/records';
import { textOf } from '../values/text';
import { resolve } from './document';

export interface SchemaColumn {
	/** As it is sent; a dot nests it. */
	name: string;
	kind: FieldKind;
	required: boolean;
	about?: string;
	choices?: Array<string | number>;
	/** The entries of the list are numbers. */
	ofNumbers?: boolean;
	/** Each entry of the list is an object that needs this one field. */
	entryName?: string;
}

/** Objects deeper than this are entered as JSON. */
const MAX_DEPTH = 3;
export const MAX_COLUMNS = 200;

export function columnsOf(schema: IDataObject, document: unknown): SchemaColumn[] {
	const root = isRecord(document) ? document : {};
	const columns: SchemaColumn[] = [];
	const add = (fields: Merged, prefix: string, required: boolean, depth: number): void => {
		for (const [key, property] of Object.entries(fields.properties)) {
			if (columns.length >= MAX_COLUMNS) return;
			const field = single(property, root);
			// A dot would nest, and these names mean something else.
			if (field.readOnly === true || key === '' || key.includes('.')) continue;
			const name = `${prefix}${key}`;
			const isRequired = required && fields.required.has(key);
			const inner = merged(field, root);
			if (Object.keys(inner.properties).length > 0 && depth < MAX_DEPTH) {
				add(inner, `${name}.`, isRequired, depth + 1);
				continue;
			}
			const about = textOf(field.description).trim();
			columns.push({
				...{ name, required: isRequired, ...(about !== '' && { about }) },
				...columnKind(field, root),
			});
		}
	};
	add(merged(schema, root), '', true, 1);
	return columns;
}

interface Merged {
	properties: IDataObject;
	required: ReadonlySet<string>;
}

/** An object with all that its `allOf` adds. */
export function merged(schema: IDataObject, root: IDataObject, depth = 0): Merged {
	const parts = depth < MAX_DEPTH ? resolvedList(schema.allOf, root) : [];
	const inner = parts.map((part) => merged(part, root, depth + 1));
	return {
		properties: Object.assign(
			{},
			...inner.map(({ properties }) => properties),
			isRecord(schema.properties) ? schema.properties : {},
		) as IDataObject,
		required: new Set([
			...inner.flatMap((each) => [...each.required]),
			...listOf(schema.required).filter((each) => typeof each === 'string'),
		]),
	};
}

/** `anyOf: [X, null]` and `allOf: [X]` are X with other words around it. */
export function single(property: unknown, root: IDataObject): IDataObject {
	const resolved = resolve(property, root);
	if (!isRecord(resolved)) return {};
	const { anyOf, oneOf, allOf, ...words } = resolved;
	for (const group of [anyOf, oneOf, allOf]) {
		const [only, second] = resolvedList(group, root).filter(({ type }) => type !== 'null');
		if (only !== undefined && second === undefined) return { ...only, ...words };
	}
	return resolved;
}

export type ColumnKind = Pick<SchemaColumn, 'kind' | 'choices' | 'ofNumbers' | 'entryName'>;

const KINDS: Record<string, ColumnKind> = {
	number: { kind: 'number' },
	integer: { kind: 'number' },
	boolean: { kind: 'flag' },
	object: { kind: 'json' },
};

function columnKind(schema: IDataObject, root: IDataObject): ColumnKind {
	const choices = choicesOf(schema, root);
	if (choices !== undefined) return { kind: 'choice', choices };
	const type = typeOf(schema);
	if (type === 'array') return { kind: 'list', ...entriesOf(single(schema.items, root), root) };
	// Several types: whatever is entered is sent as it is.
	return ownValue(KINDS, String(type)) ?? { kind: 'text' };
}

function entriesOf(items: IDataObject, root: IDataObject): Omit<ColumnKind, 'kind'> {
	const { properties, required } = merged(items, root);
	const names = Object.keys(properties);
	if (names.length === 0) {
		const isNumber = ['number', 'integer'].includes(String(typeOf(items)));
		return isNumber ? { ofNumbers: true } : {};
	}
	const [only, second] = required.size > 0 ? required : names;
	return only !== undefined && second === undefined ? { entryName: only } : {};
}

function choicesOf(schema: IDataObject, root: IDataObject): Array<string | number> | undefined {
	const constants = [schema.anyOf, schema.oneOf]
		.flatMap((group) => resolvedList(group, root))
		.filter(({ type }) => type !== 'null')
		.map((each) => each.const);
	const all: unknown[] = Array.isArray(schema.enum)
		? schema.enum.filter((each) => each !== null)
		: constants;
	const plain = all.filter((each) => typeof each === 'string' || typeof each === 'number');
	return plain.length > 0 && plain.length === all.length ? plain : undefined;
}

function resolvedList(group: unknown, root: IDataObject): IDataObject[] {
	return listOf(group)
		.map((each) => resolve(each, root))
		.filter(isRecord);
}

/** `type: ['string', 'null']` is a string. */
export function typeOf({ type }: IDataObject): unknown {
	const [only, second] = listOf(type ?? undefined).filter((each) => each !== 'null');
	return second === undefined ? only : undefined;
}

function listOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	return value === undefined ? [] : [value];
}
