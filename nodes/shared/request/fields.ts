import { validateFieldType, type FieldType } from 'n8n-workflow';

import type { Field } from '../catalogue/fields';
import { inputFailure } from '../failure/Failure';
import { isLocator, locatorValue } from '../pickers/locator';
import { parseJsonText } from '../values/json';
import type { FieldRow } from '../values/nesting';
import { assertExact, notANumber, numberIn } from '../values/numbers';
import { readBoolean } from '../values/readers';
import { isRecord, ownValue } from '../values/records';
import { splitNames, textOf } from '../values/text';

/** The fields of the form. */
export function readNamedFields(
	fields: readonly Field[],
	entered: (parameter: string) => unknown,
): FieldRow[] {
	return fields.flatMap((field): FieldRow[] => {
		const value = readField(field, valueIn(field, entered(field.parameter)));
		return value === undefined ? [] : [{ name: field.name, value }];
	});
}

/** The value as it is sent; nothing if nothing was entered. */
export function readField(field: Readable, entered: unknown): unknown {
	const value = READERS[field.kind](field, entered);
	assertExact(value, field.label);
	return value;
}

type Parameter = (name: string, fallback: unknown) => unknown;

/** Main fields are parameters of the node, the others stand in one collection. */
export function enteredFields(parameter: Parameter): (name: string) => unknown {
	const more = parameter('moreFields', {});
	return (name) => (isRecord(more) && Object.hasOwn(more, name) ? more[name] : parameter(name, ''));
}

export function moreField(parameter: Parameter, name: string): unknown {
	const more = parameter('moreFields', {});
	return isRecord(more) ? ownValue(more, name) : undefined;
}

/** A comma in what was picked belongs to it. */
function valueIn({ kind }: Field, entered: unknown): unknown {
	const value = locatorValue(entered);
	const isPicked = isLocator(entered) && entered.mode === 'list';
	return kind === 'list' && isPicked && isFilled(value) ? [value] : value;
}

interface Readable extends Pick<Field, 'kind' | 'label' | 'entryName' | 'zeroMeansNone'> {
	/** The entries of the list are numbers. */
	ofNumbers?: boolean;
}

type Reader = (field: Readable, entered: unknown) => unknown;

const SEVERAL_URLS = /^https?:\/\/[^\s,]+[\s,]+https?:\/\//i;

const readText: Reader = ({ label }, entered) => {
	// An expression may give a number, e.g. an id: it is sent as it is.
	if (typeof entered !== 'string') return isFilled(entered) ? entered : undefined;
	const text = entered.trim();
	if (!SEVERAL_URLS.test(text)) return text === '' ? undefined : text;
	throw inputFailure(
		`'${label}' contains several URLs`,
		'It takes one URL per item. Put each URL into an item of its own, e.g. with a Split Out node, and use an expression here.',
	);
};

const readNumber: Reader = (field, entered) => {
	if (!isFilled(entered)) return undefined;
	const number = numberIn(entered);
	if (number === 0 && field.zeroMeansNone) return undefined;
	if (number !== undefined) return number;
	throw inputFailure(
		`'${field.label}' is not a number`,
		`${notANumber(entered)} Enter a number, or remove the field.`,
	);
};

const readFlag: Reader = (field, entered) => {
	return isFilled(entered) ? readBoolean(entered, `'${field.label}'`) : undefined;
};

/** `a, b, c`, one per line, or a list. */
const readList: Reader = ({ entryName, ofNumbers }, entered) => {
	const entries = listIn(entered);
	if (entries.length === 0) return undefined;
	if (ofNumbers) return entries.map((entry) => numberIn(entry) ?? entry);
	return entryName === undefined
		? entries
		: entries.map((entry) => (isRecord(entry) ? entry : { [entryName]: entry }));
};

/** Without its gaps: a column of a spreadsheet has some. */
function listIn(entered: unknown): unknown[] {
	if (Array.isArray(entered)) return entered.filter(isFilled);
	const text = textOf(entered);
	const parsed = /^\s*\[/.test(text) ? parseJsonText(text) : undefined;
	if (!parsed?.ok || !Array.isArray(parsed.value)) return splitNames(text);
	return parsed.value.filter(isFilled);
}

const readJson: Reader = (field, entered) => {
	if (!isFilled(entered)) return undefined;
	if (typeof entered !== 'string') return entered;
	const parsed = parseJsonText(entered);
	if (parsed.ok) return parsed.value;
	throw inputFailure(
		`'${field.label}' is not valid JSON`,
		`${parsed.problem}. Correct it, or remove the field.`,
	);
};

const READERS: Record<Field['kind'], Reader> = {
	text: readText,
	number: readNumber,
	flag: readFlag,
	choice: readText,
	list: readList,
	json: readJson,
};

function isFilled(entered: unknown): boolean {
	return isGiven(typeof entered === 'string' ? entered.trim() : entered);
}

export function isGiven(value: unknown): boolean {
	return value !== undefined && value !== null && value !== '';
}

/** The rows of Other Fields and of query parameters: a name, a value, and its type. */
export function readFieldRows(entered: unknown, label: string): FieldRow[] {
	return assignmentsIn(entered).flatMap((row, index): FieldRow[] => {
		if (!isRecord(row)) return [];
		const name = typeof row.name === 'string' ? row.name.trim() : '';
		if (!isEntered(row.value, row.type)) return [];
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

/** Blanks are a value only where any text is one; as a number they would be 0. */
function isEntered(value: unknown, type: unknown): boolean {
	return type === undefined || type === 'string' ? isGiven(value) : isFilled(value);
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
