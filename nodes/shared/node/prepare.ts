import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	commonFields,
	hasBody,
	needsId,
	readsRows,
	type EndpointOperation,
} from '../catalogue/vocabulary';
import type { FieldRow } from '../values/nesting';
import { inputFailure } from '../failure/Failure';
import { enteredFields, readNamedFields } from '../request/namedFields';
import { readBody, type BodyMode } from '../request/body';
import { toRequest, type RequestDraft } from '../request/draft';
import { readFieldRows } from '../request/fields';
import { locatorValue } from '../pickers/locator';
import { OWN_PARAMETERS, readSettings, type Settings } from '../settings';
import type { ItemCall } from '../operations/ItemCall';
import type { Connection } from '../operations/Run';
import { askedFor } from './askedFor';
import { labelsOf, QUERY_LABEL } from './labels';
import { holdsExpression, readParameter } from './parameters';

export { QUERY_LABEL };

/** Options of an execution, where they are the same for all items. */
const ofAllItems = new WeakMap<IExecuteFunctions, Settings | 'each has its own'>();

export function readOptions(context: IExecuteFunctions, index: number): Settings {
	const known = ofAllItems.get(context);
	if (typeof known === 'object') return known;
	const { parameters } = context.getNode();
	const read = (name: string) => readParameter({ context, index }, name, {}) as IDataObject;
	const own = OWN_PARAMETERS.filter((name) => name in parameters);
	const settings = readSettings(
		read('options'),
		Object.fromEntries(own.map((name) => [name, read(name)])),
	);
	if (known === undefined) {
		const differs = holdsExpression(['options', ...own].map((name) => parameters[name]));
		ofAllItems.set(context, differs ? 'each has its own' : settings);
	}
	return settings;
}

interface Preparation {
	context: IExecuteFunctions;
	operation: EndpointOperation;
	idLabel?: string;
	index: number;
	connection: Connection;
}

/** Reads the parameters of an item; throws a Failure, before anything is sent, if one is bad. */
export function prepare({ context, operation, idLabel, index, connection }: Preparation): ItemCall {
	const labelOf = labelsOf(operation, idLabel);
	const parameter: Parameter = (name, fallback) =>
		readParameter({ context, index, labelOf }, name, fallback);
	const named = readNamedFields(commonFields(operation), enteredFields(parameter));
	const entered = enteredQuery(parameter);
	const query = hasBody(operation) ? entered : [...named, ...entered];
	const waits = operation.kind === 'submitAndWait';
	const draft: RequestDraft = {
		endpoint: operation.endpoint,
		query: waits ? [] : query,
		...(needsId(operation) && { id: locatorValue(parameter('id', '')), idLabel }),
		...(hasBody(operation) && { body: body(context, index, parameter, named) }),
	};
	// Ids and names too are checked before the first request of any item.
	toRequest({ ...draft, query }, '');
	return {
		index,
		connection,
		draft,
		resultQuery: query,
		settings: readOptions(context, index),
		wanted: readsRows(operation) ? wantedRows(parameter) : Infinity,
		...(hasBody(operation) && {
			asked: askedFor({
				operation,
				parameters: context.getNode().parameters,
				sendsQuery: !waits,
				inputItem: context.getInputData()[index]?.json ?? {},
				comesTo: [draft.id, draft.query, draft.body],
			}),
		}),
	};
}

type Parameter = (name: string, fallback?: unknown) => unknown;

function body(
	context: IExecuteFunctions,
	index: number,
	parameter: Parameter,
	named: FieldRow[],
): IDataObject {
	const mode = parameter('bodyMode', 'fields') as BodyMode;
	return readBody({
		named,
		mode,
		mapped: mode === 'schema' ? parameter('mappedFields', {}) : undefined,
		fields: parameter('bodyFields', {}),
		json: parameter('bodyJson', '{}'),
		inputItem: context.getInputData()[index]?.json ?? {},
		exclude: parameter('excludeFields', ''),
	});
}

/** Nothing while it is turned off: rows that were entered before may still be there. */
export function enteredQuery(parameter: Parameter): FieldRow[] {
	return parameter('sendQuery', false) === true
		? readFieldRows(parameter('query', {}), QUERY_LABEL)
		: [];
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
