import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import {
	commonFields,
	hasBody,
	needsId,
	readsRows,
	type EndpointOperation,
} from '../catalogue/vocabulary';
import { pieceFor, renamed, type Piece } from '../contract/contract';
import type { FieldRow } from '../values/nesting';
import { readBoolean } from '../values/readers';
import { textOf } from '../values/text';
import { inputFailure } from '../failure/Failure';
import { enteredFields, readNamedFields } from '../request/namedFields';
import { BODY_MODES, readBody, type BodyMode } from '../request/body';
import { toRequest, type RequestDraft } from '../request/draft';
import { readFieldRows } from '../request/fields';
import { locatorValue } from '../pickers/locator';
import { OPTIONS } from '../settings/options';
import { readSettings, type Settings } from '../settings/readSettings';
import type { Connection, ItemCall } from '../operations/ItemCall';
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
	const read: Parameter = (name, fallback) => readParameter({ context, index }, name, fallback);
	const own = ownNames(parameters);
	const settings = settingsFrom(read, parameters);
	if (known === undefined) {
		const differs = holdsExpression(['options', ...own].map((name) => parameters[name]));
		ofAllItems.set(context, differs ? 'each has its own' : settings);
	}
	return settings;
}

function ownNames(parameters: INodeParameters): string[] {
	return Object.keys(OPTIONS.parameters).filter((name) => name in parameters);
}

/** The options in the parameters of a node. */
export function settingsFrom(read: Parameter, parameters: INodeParameters): Settings {
	const own = ownNames(parameters).map((name) => [name, read(name)] as const);
	return readSettings(read('options', {}), Object.fromEntries(own));
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
	const place = { context, index, labelOf: labelsOf(operation, idLabel) };
	const parameter: Parameter = (name, fallback) => readParameter(place, name, fallback);
	const inputItem = context.getInputData()[index]?.json ?? {};
	const { contract } = connection;
	const { fields } = pieceFor(contract, operation.endpoint);
	const query = [
		...(hasBody(operation) ? [] : namedFields(parameter, operation, fields)),
		...enteredQuery(parameter),
	];
	const waits = operation.kind === 'submitAndWait';
	const draft: RequestDraft = {
		endpoint: operation.endpoint,
		query: waits ? [] : query,
		...(needsId(operation) && { id: locatorValue(parameter('id', '')), idLabel }),
		...(hasBody(operation) && {
			body: enteredBody(parameter, operation, inputItem, fields),
		}),
	};
	// Ids and names too are checked before the first request of any item.
	toRequest({ ...draft, query }, '');
	return {
		index,
		connection,
		draft,
		resultQuery: query,
		settings: { ...readOptions(context, index), contract },
		wanted: readsRows(operation) ? wantedRows(parameter) : Infinity,
		...(hasBody(operation) && {
			asked: askedFor({
				operation,
				parameters: context.getNode().parameters,
				sendsQuery: !waits,
				inputItem,
				comesTo: [draft.id, draft.query, draft.body],
			}),
		}),
	};
}

/** Reads a parameter by its name. */
export type Parameter = (name: string, fallback?: unknown) => unknown;

/** Under the names that the contract has for them. */
function namedFields(
	parameter: Parameter,
	operation: EndpointOperation,
	fields: Piece['fields'],
): FieldRow[] {
	const rows = readNamedFields(commonFields(operation), enteredFields(parameter));
	return rows.map(({ name, value }) => ({ name: renamed(name, fields), value }));
}

/** Reads the parameters of the chosen mode only: others may hold what was entered before. */
export function enteredBody(
	parameter: Parameter,
	operation: EndpointOperation,
	/** A trigger has none. */
	inputItem?: IDataObject,
	fields?: Piece['fields'],
): IDataObject {
	const mode = parameter('bodyMode', 'fields') as BodyMode;
	if (!BODY_MODES.includes(mode) || (mode === 'input' && inputItem === undefined)) {
		throw inputFailure(
			`'Body' cannot be '${textOf(mode)}'`,
			"Choose one of the options in 'Body'.",
		);
	}
	const inMode = (own: BodyMode, name: string, fallback: unknown) =>
		mode === own ? parameter(name, fallback) : fallback;
	return readBody({
		mode,
		named: mode === 'fields' ? namedFields(parameter, operation, fields) : [],
		mapped: inMode('schema', 'mappedFields', {}),
		fields: inMode('fields', 'bodyFields', {}),
		json: inMode('json', 'bodyJson', '{}'),
		inputItem: inputItem ?? {},
		exclude: inMode('input', 'excludeFields', ''),
	});
}

/** Nothing while it is turned off: rows that were entered before may still be there. */
export function enteredQuery(parameter: Parameter): FieldRow[] {
	return readBoolean(parameter('sendQuery', false), "'Send Query Parameters'")
		? readFieldRows(parameter('query', {}), QUERY_LABEL)
		: [];
}

/** The limit that the user has set. */
export function wantedRows(parameter: Parameter): number {
	if (readBoolean(parameter('returnAll', false), "'Return All'")) return Infinity;
	const entered = parameter('limit', 50);
	const limit = Number(entered);
	if (Number.isInteger(limit) && limit > 0) return limit;
	throw inputFailure(
		"'Limit' is not a whole number of 1 or more",
		`It is '${String(entered)}'. Correct it, or turn on 'Return All'.`,
	);
}
