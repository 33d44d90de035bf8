import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import {
	commonFields,
	isCharged,
	sendsBody,
	needsId,
	readsRows,
	wantsAllRows,
	type EndpointOperation,
} from '../catalogue/types';
import { planFor, renamed, type Plan } from '../plan/plan';
import type { FieldRow } from '../values/nesting';
import { notANumber, toNumber } from '../values/numbers';
import { readBoolean } from '../values/readers';
import { isBlank } from '../values/records';
import { textOf } from '../values/text';
import { inputFailure } from '../failure/Failure';
import {
	BODY_JSON_LABEL,
	BODY_MODE_LABEL,
	BODY_MODES,
	buildRequestBody,
	type BodyMode,
} from '../request/body';
import { MAPPED_LABEL } from '../request/mappedFields';
import { fieldOf, toRequest, type RequestDraft, QUERY_LABEL } from '../request/draft';
import { enteredFields, moreField, readFieldRows, readNamedFields } from '../request/fields';
import { locatorValue } from '../pickers/locator';
import { OPTIONS } from '../settings/options';
import { readSettings, withContract, type Settings } from '../settings/readSettings';
import type { Call, Connection } from '../ledger/Call';
import { requestFingerprint } from './requestFingerprint';
import { labelsOf } from './labels';
import { holdsExpression, readParameter } from './parameters';

/** Options of an execution that are the same for all items, as they contain no expression. */
const sameForAll = new WeakMap<IExecuteFunctions, Settings>();

export function readOptions(
	context: IExecuteFunctions,
	index: number,
	operation?: EndpointOperation,
): Settings {
	const known = sameForAll.get(context);
	if (known !== undefined) return known;
	const { parameters } = context.getNode();
	const read: ReadParameter = (name, fallback) => readParameter({ context, index }, name, fallback);
	const settings = readNodeSettings(read, parameters, operation);
	const entered = ['options', ...ownNames(parameters)].map((name) => parameters[name]);
	if (!holdsExpression(entered)) sameForAll.set(context, settings);
	return settings;
}

/** From the first item whose options can be read: the others fail on their own. */
export function readRunOptions(context: IExecuteFunctions, operation: EndpointOperation): Settings {
	for (const index of context.getInputData().keys()) {
		try {
			return readOptions(context, index, operation);
		} catch {
			// Prepared later, with an error of its own.
		}
	}
	return readOptions(context, 0, operation);
}

function ownNames(parameters: INodeParameters): string[] {
	return Object.keys(OPTIONS.parameters).filter((name) => name in parameters);
}

export function readNodeSettings(
	read: ReadParameter,
	parameters: INodeParameters,
	operation?: EndpointOperation,
): Settings {
	const own = ownNames(parameters).map((name) => [name, read(name)] as const);
	return readSettings(read('options', {}), Object.fromEntries(own), operation);
}

interface Preparation {
	context: IExecuteFunctions;
	operation: EndpointOperation;
	idLabel?: string;
	index: number;
	connection: Connection;
}

/** Reads the parameters of an item; throws a Failure, before anything is sent, if one is bad. */
export function prepare({ context, operation, idLabel, index, connection }: Preparation): Call {
	const place = { context, index, labelOf: labelsOf(operation, idLabel) };
	const parameter: ReadParameter = (name, fallback) => readParameter(place, name, fallback);
	const inputItem = context.getInputData()[index]?.json ?? {};
	const { fields } = planFor(connection.contract, operation.endpoint);
	const hasBody = sendsBody(operation);
	const named = hasBody ? [] : namedFields(parameter, operation, fields);
	const query = [...named, ...enteredQuery(parameter)];
	if (!hasBody && query.length === 0 && !operation.dictionary) assertNotEmpty(operation);
	const sendsQuery = operation.kind !== 'submitAndWait';
	const draft: RequestDraft = {
		endpoint: operation.endpoint,
		query: sendsQuery ? query : [],
		...(needsId(operation) && { id: locatorValue(parameter('id', '')), idLabel }),
		...(hasBody && { body: enteredBody(parameter, operation, inputItem, fields) }),
	};
	// Checks the ID and the names now, before the first request of any item.
	toRequest({ ...draft, query }, '');
	assertFieldIsNotPathId(draft, operation, fields);
	return {
		index,
		connection,
		draft,
		resultQuery: query,
		settings: withContract(readOptions(context, index, operation), connection.contract),
		maxRows: readsRows(operation) ? readMaxRows(parameter, operation) : Infinity,
		...(hasBody && {
			requestFingerprint: requestFingerprint({
				operation,
				parameters: context.getNode().parameters,
				sendsQuery,
				inputItem,
				resolved: [draft.id, draft.query, draft.body],
			}),
		}),
	};
}

/** Throws if a field has the same value as the ID in the path. Users drag `id` of the wrong item, e.g. of the screening into 'Content IDs'. */
function assertFieldIsNotPathId(
	draft: RequestDraft,
	operation: EndpointOperation,
	fields: Plan['fields'],
): void {
	const { id, idLabel = 'ID' } = draft;
	if (id === undefined || !sendsBody(operation)) return;
	const own = textOf(id).trim();
	const isOwn = (value: unknown) => [value].flat().some((each) => textOf(each).trim() === own);
	const wrong = commonFields(operation).find(({ name }) =>
		isOwn(fieldOf(draft, renamed(name, fields))),
	);
	if (wrong === undefined) return;
	throw inputFailure(
		`'${wrong.label}' contains the '${idLabel}'`,
		`Both are '${own}'. '${wrong.label}' takes ${wrong.about.replace(/^T/, 't')}: place this node after the operation that returns them, or correct the expression.`,
	);
}

export type ReadParameter = (name: string, fallback?: unknown) => unknown;

function namedFields(
	parameter: ReadParameter,
	operation: EndpointOperation,
	fields: Plan['fields'],
): FieldRow[] {
	const rows = readNamedFields(commonFields(operation), enteredFields(parameter));
	return rows.map(({ name, value }) => ({ name: renamed(name, fields), value }));
}

export function enteredBody(
	parameter: ReadParameter,
	operation: EndpointOperation,
	/** A trigger has none. */
	inputItem?: IDataObject,
	fields?: Plan['fields'],
): IDataObject {
	const mode = parameter('bodyMode', 'fields') as BodyMode;
	if (!BODY_MODES.includes(mode) || (mode === 'input' && inputItem === undefined)) {
		throw inputFailure(
			`'${BODY_MODE_LABEL}' cannot be '${textOf(mode)}'`,
			`Choose one of the options in '${BODY_MODE_LABEL}'.`,
		);
	}
	const named = () => namedFields(parameter, operation, fields);
	const body = buildRequestBody(mode, { parameter, named, inputItem: inputItem ?? {} });
	if (isBlank(body)) assertNotEmpty(operation, mode);
	return body;
}

/** The service documents no required fields, so the node requires only that at least one field is set. */
function assertNotEmpty(
	{ fields, mayBeEmpty = false, endpoint }: EndpointOperation,
	mode: BodyMode = 'fields',
): void {
	// A form that was left empty is a mistake, and may be charged.
	const isForm = mode === 'fields' && isCharged(endpoint);
	if ((mayBeEmpty && !isForm) || fields.main.length === 0) return;
	const names = fields.main
		.slice(0, 2)
		.map(({ name, label }) => (mode === 'fields' ? `'${label}'` : `${name} ('${label}')`));
	throw inputFailure(`Enter ${names.join(' or ')}`, `The request would be empty. ${EMPTY[mode]}`);
}

const EMPTY: Record<BodyMode, string> = {
	fields: 'Fill in a field, or send other fields under Add Field or as JSON.',
	input: `The input item has no field to send. Add a field of such a name to it, e.g. with an Edit Fields node, check 'Exclude Fields', or choose 'Using Fields Above' in '${BODY_MODE_LABEL}'.`,
	json: `'${BODY_JSON_LABEL}' has no fields.`,
	schema: `'${MAPPED_LABEL}' has no values.`,
};

/** Ignores the rows while 'Send Query Parameters' is off: n8n keeps rows that were entered before. */
export function enteredQuery(parameter: ReadParameter): FieldRow[] {
	const isSent = readBoolean(parameter('sendQuery', false), "'Send Query Parameters'");
	const isMore = parameter('bodyMode', 'fields') === 'fields';
	return [
		...readFieldRows(isSent ? parameter('query', {}) : {}, QUERY_LABEL),
		...readFieldRows(isMore ? moreField(parameter, 'query') : {}, QUERY_LABEL),
	];
}

export function readMaxRows(parameter: ReadParameter, operation: EndpointOperation): number {
	const entered = parameter('returnAll', null);
	if (readBoolean(entered, "'Return All'", wantsAllRows(operation))) return Infinity;
	const most = parameter('limit', 50);
	const limit = toNumber(most) ?? 0;
	if (Number.isInteger(limit) && limit > 0) return limit;
	throw inputFailure(
		"'Limit' is not a whole number of 1 or more",
		`${notANumber(most)} Correct it, or turn on 'Return All'.`,
	);
}
