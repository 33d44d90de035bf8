import { validateFieldType, type FieldType } from 'n8n-workflow';

import { inputFailure } from '../failure/Failure';
import { parseJsonText } from '../values/json';
import { isRecord } from '../values/records';
import type { FieldRow } from '../values/nesting';

/** Types whose texts are JSON. */
const JSON_TYPES = ['number', 'array', 'object'];

/** The rows that the user filled in, with their values in their types. */
export function readFieldRows(entered: unknown, label: string): FieldRow[] {
	const rows = isRecord(entered) && Array.isArray(entered.assignments) ? entered.assignments : [];
	return rows.flatMap((row: unknown, index): FieldRow[] => {
		if (!isRecord(row)) return [];
		const name = typeof row.name === 'string' ? row.name.trim() : '';
		if (isEmpty(row.value, row.type)) return [];
		if (name === '') {
			throw inputFailure(
				`Row ${index + 1} of '${label}' has a value but no name`,
				'Enter the name of the field, or remove the row.',
			);
		}
		return [{ name, value: convert(name, row.value, row.type, label) }];
	});
}

/** Blanks are a value only where any text is one; as a number they would be 0. */
function isEmpty(value: unknown, type: unknown): boolean {
	if (typeof value !== 'string') return value === undefined || value === null;
	return (type === undefined || type === 'string' ? value : value.trim()) === '';
}

function convert(name: string, value: unknown, type: unknown, label: string): unknown {
	if (typeof type !== 'string') return value;
	const exact = typeof value === 'string' ? readExactly(value, type) : undefined;
	if (exact !== undefined) return exact;
	const result = validateFieldType(name, value, type as FieldType);
	if (!result.valid) throw notOfType(name, label, type, result.errorMessage);
	const converted: unknown = result.newValue;
	if (converted === Infinity || converted === -Infinity) {
		throw notOfType(name, label, type, 'It has no end');
	}
	// Digits of values that came as lists and objects were kept or lost before they came here.
	const isFresh = type === 'number' || (typeof value === 'string' && JSON_TYPES.includes(type));
	if (isFresh && holdsLongInteger(converted)) throw tooLong(name, label);
	return converted;
}

/** As in a JSON body, an integer too long for JavaScript stays a text; n8n would change its digits. */
function readExactly(text: string, type: string): unknown {
	const parsed = JSON_TYPES.includes(type) ? parseJsonText(text) : undefined;
	if (!parsed?.ok) return undefined;
	const { value } = parsed;
	switch (type) {
		case 'number':
			return /^\s*-?\d+\s*$/.test(text) ? value : undefined;
		case 'array':
			return Array.isArray(value) ? value : undefined;
		default:
			return isRecord(value) ? value : undefined;
	}
}

function holdsLongInteger(value: unknown): boolean {
	if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
	if (Array.isArray(value)) return value.some(holdsLongInteger);
	return isRecord(value) && Object.values(value).some(holdsLongInteger);
}

function notOfType(name: string, label: string, type: string, problem: string) {
	return inputFailure(
		`The value of '${name}' in '${label}' is not of the type ${type}`,
		`${problem}. Change the value, or the type to the left of it.`,
	);
}

function tooLong(name: string, label: string) {
	return inputFailure(
		`The value of '${name}' in '${label}' is too long for a number`,
		'Numbers keep 15 digits, and the rest would be sent changed. Set the type to the left of it to String, or put the number between double quotes.',
	);
}
