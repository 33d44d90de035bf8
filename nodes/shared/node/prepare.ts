import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { commonFields, hasBody, needsId, readsRows, type Operation } from '../catalogue/vocabulary';
import type { FieldRow } from '../values/nesting';
import { inputFailure } from '../failure/Failure';
import { enteredFields, readNamedFields } from '../request/namedFields';
import { readBody, type BodyMode } from '../request/body';
import { toRequest, type RequestDraft } from '../request/draft';
import { readFieldRows } from '../request/fields';
import { readSettings, type Settings } from '../settings';
import type { ItemCall } from '../operations/ItemCall';

export const QUERY_LABEL = 'Query Parameters';

export function readOptions(context: IExecuteFunctions, index: number): Settings {
	return readSettings(context.getNodeParameter('options', index, {}) as IDataObject);
}

/** Reads the parameters of an item; throws a Failure, before anything is sent, if one is bad. */
export function prepare(
	context: IExecuteFunctions,
	operation: Operation,
	idLabel: string | undefined,
	index: number,
): ItemCall {
	const parameter = (name: string, fallback?: unknown): unknown =>
		context.getNodeParameter(name, index, fallback);
	const named = readNamedFields(commonFields(operation), enteredFields(parameter));
	const entered = readFieldRows(parameter('query', {}), QUERY_LABEL);
	const query = hasBody(operation) ? entered : [...named, ...entered];
	const waits = operation.kind === 'submitAndWait';
	const submits = waits || operation.kind === 'submit';
	const draft: RequestDraft = {
		endpoint: operation.endpoint,
		query: waits ? [] : query,
		...(needsId(operation) && { id: parameter('id', ''), idLabel }),
		...(hasBody(operation) && { body: body(context, index, parameter, named) }),
	};
	// Ids and names too are checked before the first request of any item.
	toRequest({ ...draft, query }, '');
	return {
		index,
		draft,
		resultQuery: query,
		settings: readOptions(context, index),
		wanted: readsRows(operation) ? wantedRows(parameter) : Infinity,
		...(submits && { asked: askedFor(context, draft, index) }),
	};
}

const BODY_PARAMETERS = ['bodyMode', 'bodyFields', 'bodyJson', 'excludeFields', 'query'];

/**
 * Parameters as entered, and not what they come to: an expression such as $now comes to something
 * else with each try of the same request. What a model fills in is another request each time.
 */
function askedFor(context: IExecuteFunctions, { body }: RequestDraft, index: number): string {
	const { parameters } = context.getNode();
	const entered = JSON.stringify(BODY_PARAMETERS.map((name) => parameters[name]));
	const filledIn = entered.includes('$fromAI') ? body : undefined;
	return JSON.stringify([entered, context.getInputData()[index].json, filledIn]);
}

type Parameter = (name: string, fallback?: unknown) => unknown;

function body(
	context: IExecuteFunctions,
	index: number,
	parameter: Parameter,
	named: FieldRow[],
): IDataObject {
	return readBody({
		named,
		mode: parameter('bodyMode', 'fields') as BodyMode,
		fields: parameter('bodyFields', {}),
		json: parameter('bodyJson', '{}'),
		inputItem: context.getInputData()[index].json,
		exclude: parameter('excludeFields', ''),
	});
}

/** The limit that the user has set. */
export function wantedRows(parameter: Parameter): number {
	if (parameter('returnAll', false) === true) return Infinity;
	const entered = parameter('limit', 50);
	const limit = Number(entered);
	if (Number.isInteger(limit) && limit > 0) return limit;
	throw inputFailure(
		"'Limit' is not a whole number of 1 or more",
		`It is '${String(entered)}'. Correct it, or turn on 'Return All'.`,
	);
}
