import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { inputFailure, rethrow, messageOf } from '../failure/Failure';
import { isLocator } from '../pickers/locator';
import { savedColumns } from '../schema/mapper';
import { isObject, isRecord, valueAt } from '../values/records';
import { textOf } from '../values/text';
import { labelOf as labelOfAny } from './labels';

export interface ParameterContext {
	getNode(): Pick<INode, 'parameters'>;
	getNodeParameter(name: string, index: number, fallback?: unknown): unknown;
	evaluateExpression(expression: string, index: number): unknown;
}

interface ParameterRef {
	context: ParameterContext;
	index: number;
	/** What the panel calls a parameter, which differs from operation to operation. */
	labelOf?: (name: string) => string;
}

/** What is the same for all items of an execution. */
interface Constants {
	/** Parameters as entered: n8n makes a copy of the node each time. */
	entered: INode['parameters'];
	values: Map<string, unknown>;
}

const constants = new WeakMap<ParameterContext, Constants>();

/** An expression that fails or returns nothing is a Failure: less would be sent than was entered. */
export function readParameter(place: ParameterRef, name: string, fallback?: unknown): unknown {
	const { entered, values } = constantsOf(place.context);
	if (values.has(name)) return values.get(name);
	const value = readForItem(place, name, entered[name], fallback);
	if (!holdsExpression(entered[name])) values.set(name, value);
	return value;
}

function constantsOf(context: ParameterContext): Constants {
	const known = constants.get(context) ?? {
		entered: context.getNode().parameters,
		values: new Map<string, unknown>(),
	};
	constants.set(context, known);
	return known;
}

function readForItem(
	place: ParameterRef,
	name: string,
	entered: unknown,
	fallback: unknown,
): unknown {
	const { context, index } = place;
	let value: unknown;
	try {
		value = context.getNodeParameter(name, index, fallback);
	} catch (error) {
		return rethrow(mistakeIn(place, name, entered, error));
	}
	// n8n takes most errors of an expression for an empty value.
	const empty = expressionsIn(entered, value).find((each) => returnsNothing(place, each));
	if (empty === undefined) return value;
	const where = whereIn(place, name, entered, empty);
	throw inputFailure(
		`The expression in ${where} returned nothing`,
		empty.path.at(-1) === WITHOUT_GAPS ? NO_GAPS : whatToCheck(empty.expression),
	);
}

interface Expression {
	expression: string;
	value: unknown;
	path: string[];
}

function expressionsIn(entered: unknown, value: unknown, path: string[] = []): Expression[] {
	if (isExpression(entered)) return [{ expression: entered, value, path }];
	return partsOf(entered).flatMap(([key, part]) => {
		const inner: unknown = isObject(value) ? Reflect.get(value, key) : undefined;
		return expressionsIn(part, inner, [...path, key]);
	});
}

/** Only what counts: n8n saves more with a picker, and with fields that are mapped. */
function partsOf(entered: unknown): Array<[string, unknown]> {
	if (isLocator(entered)) return [['value', entered.value]];
	if (!isMapping(entered)) return isObject(entered) ? Object.entries(entered) : [];
	if (entered.mappingMode === 'autoMapInputData' || !isRecord(entered.value)) return [];
	const columns = savedColumns(entered.schema)?.map(({ name }) => name);
	const sent = Object.entries(entered.value).filter(([name]) => columns?.includes(name) ?? true);
	return [['value', Object.fromEntries(sent)]];
}

function isMapping(entered: unknown): entered is Record<string, unknown> {
	return isRecord(entered) && typeof entered.mappingMode === 'string';
}

/** Items whose keys have the same gap would count as one. */
const WITHOUT_GAPS = 'processedKey';

const NO_GAPS =
	'Each part of the key must return a text or a number, so that no two items have the same key by mistake. Check the fields that it refers to.';

/** An expression within a text leaves the text if it returns nothing, e.g. `https://a.example/`. */
function returnsNothing(place: ParameterRef, { expression, value, path }: Expression): boolean {
	const isGap = path.at(-1) === WITHOUT_GAPS ? isGapInText : isNothing;
	const isFilled = isObject(value) && Object.keys(value).length > 0;
	if (typeof value !== 'string') return (!isFilled && isGap(value)) || hasGap(value);
	const parts = expression
		.split('{{')
		.filter((part) => part.includes('}}'))
		.map((part) => `{{${part.slice(0, part.indexOf('}}'))}}}`);
	const isAlone = parts.length === 1 && expression.slice(1).trim() === parts[0];
	if (parts.length === 0) return false;
	if (isAlone && value.trim() !== '') return isGap(value);
	// Braces in a part may be taken for its end: then it fails, although the whole has returned a value.
	const isEmpty = (part: string) => evaluatesTo(place, part, isGap);
	return isGap === isGapInText ? parts.some(isEmpty) : parts.every(isEmpty);
}

/** In a key, it would be the same for several items. */
function isGapInText(value: unknown): boolean {
	return isNothing(value) || /^\s*$|\[object Object\]|^(NaN|Invalid DateTime)$/.test(String(value));
}

/** Not if it fails. */
function evaluatesTo(
	{ context, index }: ParameterRef,
	expression: string,
	is: (value: unknown) => boolean,
): boolean {
	try {
		return is(context.evaluateExpression(expression, index));
	} catch {
		return false;
	}
}

/** JSON leaves out what a list or an object holds of these. */
function hasGap(value: unknown): boolean {
	if (!isObject(value)) return ['undefined', 'function', 'symbol'].includes(typeof value);
	return Object.values(value).some(hasGap);
}

function isNothing(value: unknown): boolean {
	return value === null || value === undefined;
}

function whatToCheck(expression: string): string {
	if (/\$json\.job\??\.id\b/.test(expression)) {
		return 'The input item has no job.id. Place this node after the node that submits the job or after the trigger, or enter the ID, e.g. from another field of the input.';
	}
	return 'Check that the fields and nodes that it refers to exist. Return an empty string to leave the field empty.';
}

function mistakeIn(place: ParameterRef, name: string, entered: unknown, error: unknown): unknown {
	const isOfNode = error instanceof NodeOperationError || error instanceof NodeApiError;
	if (isOfNode || !holdsExpression(entered)) return error;
	const wrong = expressionsIn(entered, undefined).find(
		({ expression }) => !evaluatesTo(place, expression.slice(1), () => true),
	);
	return inputFailure(
		`n8n could not evaluate the expression in ${whereIn(place, name, entered, wrong)}`,
		`n8n reports: ${messageOf(error)}. Correct the expression.`,
	);
}

/** Names that n8n and the panel put around fields. */
const WRAPPERS = new Set(['entry', 'rows', 'settings', 'value', 'values']);

/** The label of the parameter, after that of the row, field or option in it. */
function whereIn(place: ParameterRef, name: string, entered: unknown, found?: Expression): string {
	const { labelOf = labelOfAny } = place;
	const path = found?.path ?? [];
	const rowsAt = path.indexOf('assignments');
	if (rowsAt >= 0) {
		const row = rowNamed(entered, path.slice(0, rowsAt + 2));
		return `'${row}' in '${labelOf(path[rowsAt - 1] ?? name)}'`;
	}
	const own = path.filter((key) => !WRAPPERS.has(key) && !/^\d+$/.test(key));
	const part = isMapping(entered) ? path[1] : own.map(labelOf).at(-1);
	return part === undefined ? `'${labelOf(name)}'` : `'${part}' in '${labelOf(name)}'`;
}

function rowNamed(entered: unknown, path: string[]): string {
	const row = valueAt(entered, path.join('.'));
	const named = isRecord(row) && !isExpression(row.name) ? textOf(row.name).trim() : '';
	return named === '' ? `Row ${Number(path.at(-1)) + 1}` : named;
}

function isExpression(entered: unknown): entered is string {
	return typeof entered === 'string' && entered.startsWith('=');
}

export function holdsExpression(entered: unknown): boolean {
	return isObject(entered) ? Object.values(entered).some(holdsExpression) : isExpression(entered);
}

/** A fixed text is the same for all items: each execution after the first would skip everything. */
export function checkProcessedKey(context: Pick<ParameterContext, 'getNode'>): void {
	const entered = valueAt(context.getNode().parameters, 'options.processedKey');
	if (holdsExpression(entered) || textOf(entered).trim() === '') return;
	throw inputFailure(
		"'Processed Key' in Options is a fixed text",
		'It would be the same for all items, in this execution and in later ones. Use an expression, e.g. {{ $json.url }}, or leave it empty to compare the whole request.',
	);
}
