import { validateFieldType, type FieldType, type IDataObject } from 'n8n-workflow';

import { inputFailure } from '../errors/Failure';

const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** The value of an assignment collection: typed name/value rows. */
export interface FieldRow {
	name: string;
	value: unknown;
}

/** The rows that the user filled in, with their values in their types. */
export function readRows(entered: unknown, label: string): FieldRow[] {
	const rows = isRecord(entered) && Array.isArray(entered.assignments) ? entered.assignments : [];
	return rows.flatMap((row: unknown, index): FieldRow[] => {
		if (!isRecord(row)) return [];
		const name = typeof row.name === 'string' ? row.name.trim() : '';
		if (isEmpty(row.value)) return [];
		if (name === '') {
			throw inputFailure(
				`Row ${index + 1} of '${label}' has a value but no name`,
				'Enter the name of the field, or remove the row.',
			);
		}
		return [{ name, value: convert(name, row.value, row.type, label) }];
	});
}

/** `[{name: 'a.b', value: 1}]` becomes `{a: {b: 1}}`. */
export function nestRows(rows: FieldRow[], label: string): IDataObject {
	const root: IDataObject = {};
	// Objects that came as values belong to the input: nothing is nested into them.
	const made = new Set<unknown>();
	for (const { name, value } of rows) {
		const path = name.split('.');
		const leaf = path.pop() ?? name;
		let target = root;
		for (const segment of path) {
			assertName(segment, name, label);
			if (!Object.hasOwn(target, segment)) made.add((target[segment] = {}));
			const next = target[segment];
			if (!isRecord(next) || !made.has(next)) throw twice(name, label);
			target = next;
		}
		assertName(leaf, name, label);
		if (Object.hasOwn(target, leaf)) throw twice(name, label);
		target[leaf] = value as IDataObject[string];
	}
	return root;
}

export function assertName(segment: string, name: string, label: string): void {
	if (segment === '') {
		throw inputFailure(
			`The name '${name}' in '${label}' has an empty part`,
			'A dot in a name nests the field: write a name on both sides of each dot.',
		);
	}
	if (FORBIDDEN_NAMES.has(segment)) {
		throw inputFailure(
			`The name '${name}' in '${label}' is not allowed`,
			`'${segment}' has a meaning of its own in JavaScript and cannot be the name of a field.`,
		);
	}
}

export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

function convert(name: string, value: unknown, type: unknown, label: string): unknown {
	if (typeof type !== 'string') return value;
	const result = validateFieldType(name, value, type as FieldType);
	if (result.valid) return result.newValue;
	throw inputFailure(
		`The value of '${name}' in '${label}' is not of the type ${type}`,
		`${result.errorMessage}. Change the value, or the type to the left of it.`,
	);
}

function twice(name: string, label: string) {
	return inputFailure(
		`'${name}' in '${label}' collides with another row`,
		'Two rows give the same field a value, or one gives a value to a field that another nests into. Remove one of them.',
	);
}
