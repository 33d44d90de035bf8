import type { INodeParameters } from 'n8n-workflow';

import { commonFields, type EndpointOperation } from '../catalogue/types';
import { locatorValue } from '../pickers/locator';
import { filledRows, isGiven } from '../request/fields';
import { fingerprint } from '../values/fingerprint';
import { parseJsonText } from '../values/json';
import { isRecord, sorted, valueAt } from '../values/records';

interface Entered {
	operation: EndpointOperation;
	/** As entered, not the values of their expressions. */
	parameters: INodeParameters;
	sendsQuery: boolean;
}

interface Asked extends Entered {
	inputItem: unknown;
	resolved: unknown;
}

/** A fingerprint of the item's request, the same for each try. */
export function requestFingerprint({ inputItem, resolved, ...request }: Asked): string {
	const entered = JSON.stringify(enteredRequest(request));
	// Values from $fromAI differ with each call, so they are part of the fingerprint.
	const ofCall = entered.includes('$fromAI') ? resolved : undefined;
	return fingerprint(JSON.stringify([entered, inputItem, ofCall]));
}

/** Uses the text of expressions: the value of $now, for example, differs each time. Order does not matter. */
export function enteredRequest({ operation, parameters, sendsQuery }: Entered): unknown[] {
	const { id, bodyMode = 'fields', moreFields, query } = parameters;
	const queryRows = [query, valueAt(moreFields, 'query')].flatMap(enteredRows);
	return [
		operation.endpoint.path,
		locatorValue(id) ?? null,
		bodyMode,
		bodyAsEntered(operation, parameters),
		sendsQuery ? inOrder(queryRows) : [],
	];
}

function bodyAsEntered(operation: EndpointOperation, parameters: INodeParameters): unknown {
	const { bodyMode, moreFields, bodyJson, mappedFields, excludeFields } = parameters;
	if (bodyMode === 'json') return enteredJson(bodyJson);
	if (bodyMode === 'schema') return sorted(valueAt(mappedFields, 'value'));
	if (bodyMode === 'input') return excludeFields;
	const rows = enteredRows(valueAt(moreFields, 'bodyFields'));
	return inOrder([...fieldsAsEntered(operation, parameters), ...rows]);
}

function fieldsAsEntered(operation: EndpointOperation, parameters: INodeParameters): unknown[][] {
	const { moreFields } = parameters;
	const more: Record<string, unknown> = isRecord(moreFields) ? moreFields : {};
	return (
		commonFields(operation)
			// Only the value of a picker: its label may change.
			.map(({ name, parameter }) => [name, locatorValue(more[parameter] ?? parameters[parameter])])
			.filter(([, value]) => isGiven(value))
			.map(([name, value]) => ['field', name, sorted(value)])
	);
}

/** Without the ids that the editor gives to rows, and without empty rows. */
function enteredRows(entered: unknown): unknown[][] {
	return filledRows(entered).map(({ name, type = 'string', value }) => [name, type, sorted(value)]);
}

function inOrder(rows: unknown[][]): unknown[][] {
	return rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Text that is not JSON, such as an expression, is used as it is. */
function enteredJson(entered: unknown): unknown {
	if (typeof entered !== 'string') return sorted(entered);
	const parsed = parseJsonText(entered);
	return parsed.ok ? sorted(parsed.value) : entered;
}
