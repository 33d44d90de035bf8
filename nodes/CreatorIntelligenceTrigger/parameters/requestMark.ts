import type { INodeParameters } from 'n8n-workflow';

import { commonFields, type JobOperation } from '../../shared/catalogue/vocabulary';
import { locatorValue } from '../../shared/pickers/locator';
import { filledRows } from '../../shared/request/fields';
import { fingerprint } from '../../shared/values/fingerprint';
import { parseJsonText } from '../../shared/values/json';
import { valueAt, isRecord } from '../../shared/values/records';
import { pathOf } from '../catalogue';

/**
 * A mark of what is submitted, as it was entered: an expression such as $now would make each poll
 * another request. What is not submitted, such as the order of rows, makes no difference.
 */
export function requestMark(operation: JobOperation, parameters: INodeParameters): string {
	const { bodyMode = 'fields' } = parameters;
	const body = enteredBody(bodyMode, operation, parameters);
	return fingerprint(JSON.stringify([pathOf(operation), bodyMode, body]));
}

function enteredBody(mode: unknown, operation: JobOperation, parameters: INodeParameters): unknown {
	const { moreFields, bodyJson, mappedFields } = parameters;
	switch (mode) {
		case 'json':
			return enteredJson(bodyJson);
		case 'schema':
			return sorted(valueAt(mappedFields, 'value'));
		default:
			return [
				...enteredFields(operation, parameters),
				...enteredRows(valueAt(moreFields, 'bodyFields')),
			];
	}
}

/** The common fields of the operation that are filled in. */
function enteredFields(operation: JobOperation, parameters: INodeParameters): string[] {
	const { moreFields } = parameters;
	const more: Record<string, unknown> = isRecord(moreFields) ? moreFields : {};
	return (
		commonFields(operation)
			// Of a picker its value alone: an entry that is called otherwise now is the same entry.
			.map(({ name, parameter }) => [name, locatorValue(more[parameter] ?? parameters[parameter])])
			.filter(([, value]) => value !== undefined && value !== null && value !== '')
			.map(([name, value]) => JSON.stringify([name, sorted(value)]))
			.sort()
	);
}

/** Without the ids that the editor gives to rows, and without empty rows. */
function enteredRows(entered: unknown): string[] {
	return filledRows(entered)
		.map(({ name, type = 'string', value }) => JSON.stringify([name, type, sorted(value)]))
		.sort();
}

/** A text that is no JSON, such as an expression, is taken as it is. */
function enteredJson(entered: unknown): unknown {
	if (typeof entered !== 'string') return sorted(entered);
	const parsed = parseJsonText(entered);
	return parsed.ok ? sorted(parsed.value) : entered;
}

/** The same value with the fields of its objects in order. */
function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (!isRecord(value)) return value;
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return { object: entries.map(([name, each]) => [name, sorted(each)]) };
}
