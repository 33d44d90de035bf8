import type { IDataObject } from 'n8n-workflow';
import { inputFailure } from '../failure/Failure';
import { isRecord } from './records';

const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** The value of an assignment collection: typed name/value rows. */
export interface FieldRow {
	name: string;
	value: unknown;
}

/** `[{name: 'a.b', value: 1}]` becomes `{a: {b: 1}}`. */
export function nestRows(rows: FieldRow[], label: string): IDataObject {
	const root: IDataObject = {};
	// Objects among the values belong to the input: nothing is nested into them.
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
	const problem = nameProblem(segment);
	if (problem === undefined) return;
	throw inputFailure(`The name '${name}' in '${label}' ${problem.what}`, problem.advice);
}

export function nameProblem(segment: string): { what: string; advice: string } | undefined {
	if (segment === '') {
		const advice = 'A dot in a name nests the field: write a name on both sides of each dot.';
		return { what: 'has an empty part', advice };
	}
	if (!FORBIDDEN_NAMES.has(segment)) return undefined;
	const advice = `'${segment}' is reserved in JavaScript and cannot be the name of a field.`;
	return { what: 'is not allowed', advice };
}

function twice(name: string, label: string) {
	return inputFailure(
		`'${name}' in '${label}' collides with another row`,
		'Two rows set the same field, or one row sets a field that another row nests into. Remove one of them.',
	);
}
