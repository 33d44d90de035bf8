import { validateFieldType, type FieldType } from 'n8n-workflow';

import { inputFailure } from '../failure/Failure';
import { parseJsonText } from '../values/json';
import { notANumber, numberIn } from '../values/numbers';
import { isRecord } from '../values/records';
import { textOf } from '../values/text';
import type { FieldRow } from '../values/nesting';

export function readFieldRows(entered: unknown, label: string): FieldRow[] {
	return assignmentsIn(entered).flatMap((row, index): FieldRow[] => {
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

/** The same as entered, before their expressions come to anything. */
export function filledRows(
	entered: unknown,
): Array<{ name: string; type: unknown; value: unknown }> {
	return assignmentsIn(entered)
		.filter(isRecord)
		.filter(({ value }) => isGiven(value))
		.map(({ name, type, value }) => ({ name: textOf(name).trim(), type, value }));
}

function assignmentsIn(entered: unknown): unknown[] {
	return isRecord(entered) && Array.isArray(entered.assignments) ? entered.assignments : [];
}

export function isGiven(value: unknown): boolean {
	return value !== undefined && value !== null && value !== '';
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
	const isReadHere = type === 'number' && typeof value === 'string';
	if (result.valid && !isReadHere) return result.newValue;
	const problem = result.valid ? notANumber(value) : `${result.errorMessage}.`;
	throw inputFailure(
		`The value of '${name}' in '${label}' is not of the type ${type}`,
		`${problem} Change the value, or the type to the left of it.`,
	);
}

/** As in a JSON body, an integer too long for JavaScript stays a text; n8n would change its digits, and read 12.345. */
function readExactly(text: string, type: string): unknown {
	if (type === 'number') return numberIn(text);
	if (type !== 'array' && type !== 'object') return undefined;
	const parsed = parseJsonText(text);
	const value = parsed.ok ? parsed.value : undefined;
	return (type === 'array' ? Array.isArray(value) : isRecord(value)) ? value : undefined;
}
