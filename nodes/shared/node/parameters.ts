import {
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type NodeParameterValueType,
} from 'n8n-workflow';

import { inputFailure, type Failure } from '../failure/Failure';
import { rethrow } from '../failure/rethrow';
import { isLocator, locatorValue, rowsOf as pickersIn } from '../pickers/locator';
import { isRecord } from '../values/records';
import { labelOf as labelOfAny } from './labels';
import { textOf } from '../values/text';

type ParameterContext = Pick<
	IExecuteFunctions,
	'getNode' | 'getNodeParameter' | 'evaluateExpression'
>;

interface Place {
	context: ParameterContext;
	/** Of the input item. */
	index: number;
	/** What the panel calls a parameter, which differs from operation to operation. */
	labelOf?: (name: string) => string;
}

/** What parameters without expressions come to: the same for all items of an execution. */
const constants = new WeakMap<ParameterContext, Map<string, unknown>>();

/** Reads a parameter for an item; a mistake in its expressions is a Failure that names it. */
export function readParameter(place: Place, name: string, fallback?: unknown): unknown {
	const known = constantsOf(place.context);
	if (known.has(name)) return known.get(name);
	const value = readForItem(place, name, fallback);
	if (!holdsExpression(place.context.getNode().parameters[name])) known.set(name, value);
	return value;
}

function constantsOf(context: ParameterContext): Map<string, unknown> {
	const known = constants.get(context) ?? new Map<string, unknown>();
	constants.set(context, known);
	return known;
}

function readForItem(place: Place, name: string, fallback: unknown): unknown {
	const { context, index, labelOf = labelOfAny } = place;
	let value: NodeParameterValueType | object;
	try {
		value = context.getNodeParameter(name, index, fallback);
	} catch (error) {
		return rethrow(mistakeIn(place, name, error));
	}
	const entered = context.getNode().parameters[name];
	// n8n takes most errors of an expression for an empty value.
	const empty = expressionForNothing(entered, value) ?? entryForNothing(place, name, value);
	if (empty === undefined) return value;
	const { expression, where = `'${labelOf(name)}'` } = empty;
	throw inputFailure(`The expression in ${where} gives nothing`, whatToCheck(expression));
}

interface Nothing {
	expression: string;
	/** Within the parameter. */
	where?: string;
}

/** The expression of a field, or of a row of it, that comes to nothing: less would be sent. */
function expressionForNothing(entered: unknown, found: unknown): Nothing | undefined {
	const expression = locatorValue(entered);
	if (isExpression(expression)) return isNothing(locatorValue(found)) ? { expression } : undefined;
	const came = pickersIn(found);
	return pickersIn(entered)
		.map((row, at) => expressionForNothing(row, came[at]))
		.find((each) => each !== undefined);
}

function entryForNothing(place: Place, name: string, found: unknown): Nothing | undefined {
	const { context, labelOf = labelOfAny } = place;
	const entered = context.getNode().parameters[name];
	if (name !== MORE_FIELDS || !isRecord(entered) || !isRecord(found)) return undefined;
	for (const [entry, value] of Object.entries(entered)) {
		const empty = expressionForNothing(value, found[entry]);
		if (empty) return { ...empty, where: `'${labelOf(entry)}' in '${labelOf(name)}'` };
	}
	return undefined;
}

function isNothing(found: unknown): boolean {
	return found === null || found === undefined;
}

function whatToCheck(expression: string): string {
	if (/\$json\.job\.id\b/.test(expression)) {
		return 'The input item has no job.id. Put the node behind one that submits the job or behind the trigger, or enter the ID, e.g. from another field of the input.';
	}
	return 'Check that the fields and nodes that it refers to exist for this item. To leave the field out where they do not, let it give an empty text.';
}

function mistakeIn(place: Place, name: string, error: unknown): unknown {
	const isOfNode = error instanceof NodeOperationError || error instanceof NodeApiError;
	const entered = place.context.getNode().parameters[name];
	if (isOfNode || !holdsExpression(entered)) return error;
	return expressionFailure(whereIn(place, name, entered), error);
}

/** The label of the row, field or option with the mistake, else that of the parameter. */
function whereIn(place: Place, name: string, entered: unknown): string {
	const { labelOf = labelOfAny } = place;
	const label = labelOf(name);
	const rows: unknown[] =
		isRecord(entered) && Array.isArray(entered.assignments) ? entered.assignments : [];
	const row = rows.find((each) => isRecord(each) && fails(place, [each.name, each.value]));
	if (isRecord(row)) return `'${textOf(row.name)}' in '${label}'`;
	const entry = COLLECTIONS.includes(name) ? entryWithMistake(place, entered) : undefined;
	return entry === undefined ? `'${label}'` : `'${labelOf(entry)}' in '${label}'`;
}

const MORE_FIELDS = 'moreFields';
const COLLECTIONS = [MORE_FIELDS, 'options'];

/** Some options are groups of others. */
function entryWithMistake(place: Place, entered: unknown): string | undefined {
	if (!isRecord(entered)) return undefined;
	for (const [name, value] of Object.entries(entered)) {
		if (fails(place, [value, ...pickersIn(value)].map(locatorValue))) return name;
		const inner = isLocator(value) ? undefined : entryWithMistake(place, value);
		if (inner !== undefined) return inner;
	}
	return undefined;
}

function fails({ context, index }: Place, entered: unknown[]): boolean {
	try {
		for (const each of entered) {
			if (isExpression(each)) context.evaluateExpression(each.slice(1), index);
		}
		return false;
	} catch {
		return true;
	}
}

function isExpression(entered: unknown): entered is string {
	return typeof entered === 'string' && entered.startsWith('=');
}

export function holdsExpression(entered: unknown): boolean {
	if (typeof entered !== 'object' || entered === null) return isExpression(entered);
	return Object.values(entered).some(holdsExpression);
}

function expressionFailure(where: string, error: unknown): Failure {
	const problem = error instanceof Error ? error.message : String(error);
	return inputFailure(
		`There is a mistake in the expression of ${where}`,
		`n8n reports: ${problem}. Correct the expression; nothing was sent for this item.`,
	);
}
