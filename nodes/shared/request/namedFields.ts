import type { Field } from '../catalogue/fields';
import { inputFailure } from '../failure/Failure';
import { isPicked, locatorValue } from '../pickers/locator';
import { parseJsonText } from '../values/json';
import { splitNames, textOf } from '../values/text';
import type { FieldRow } from '../values/nesting';
import { readBoolean } from '../values/readers';
import { isRecord, ownValue } from '../values/records';
import { assertExact, notANumber, numberIn } from '../values/numbers';

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
	return kind === 'list' && isPicked(entered) && isFilled(value) ? [value] : value;
}

type Readable = Pick<Field, 'kind' | 'label' | 'entryName' | 'zeroMeansNone'>;
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
const readList: Reader = ({ entryName }, entered) => {
	const entries = listIn(entered);
	if (entries.length === 0) return undefined;
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
	if (typeof entered === 'string') return entered.trim() !== '';
	return entered !== undefined && entered !== null;
}
