import type { IDataObject } from 'n8n-workflow';

import { inputFailure, type Failure } from '../failure/Failure';
import { normalizeKey } from '../recognition/keys';
import type { SchemaColumn } from '../schema/columns';
import { savedColumns } from '../schema/mapper';
import type { FieldRow } from '../values/nesting';
import { valueAt, isRecord } from '../values/records';
import { textOf } from '../values/text';
import { isGiven, readField } from './fields';

export const MAPPED_LABEL = 'Fields of the Service';

/** What was filled in next to the fields of the service's own document, checked against it. */
export function readMappedFields(mapped: unknown, inputItem: IDataObject): FieldRow[] {
	const { mappingMode, value, schema } = isRecord(mapped) ? mapped : {};
	const columns = savedColumns(schema);
	const entered = isRecord(value) ? value : {};
	const isAutomatic = mappingMode === 'autoMapInputData';
	if (columns === undefined) {
		// Made by hand or by another program: there is nothing to check it against.
		if (!isAutomatic) {
			const given = Object.entries(entered).filter(([, each]) => isGiven(each));
			return given.map(([name, each]) => ({ name, value: each }));
		}
		throw inputFailure(
			`'${MAPPED_LABEL}' has no fields to map the input to`,
			"Open the node in the editor once, so that it reads them from the service's OpenAPI document, and save the workflow.",
		);
	}
	const given = (column: SchemaColumn) =>
		isAutomatic ? ofInput(inputItem, column.name) : entered[column.name];
	const rows = columns.flatMap((column) => read(column, given(column), isAutomatic));
	if (rows.length === 0 && isAutomatic) throw noneMapped(columns, inputItem);
	return rows;
}

/** The column of that name, or one that is spelled like it: "Profile URL" is `profile_url`. */
function ofInput(item: IDataObject, name: string): unknown {
	if (Object.hasOwn(item, name)) return item[name];
	const nested = valueAt(item, name);
	if (nested !== undefined) return nested;
	const alike = Object.keys(item).filter((key) => normalizeKey(key) === normalizeKey(name));
	const [only, second] = alike;
	return only === undefined || second !== undefined ? undefined : item[only];
}

function read(column: SchemaColumn, entered: unknown, isAutomatic: boolean): FieldRow[] {
	const { name, required } = column;
	const value = readField({ ...column, label: name }, entered);
	if (value === undefined) {
		if (!required) return [];
		throw inputFailure(
			`'${name}' is required by the service, but is empty`,
			isAutomatic
				? `The input item has no column '${name}' with a value. Rename a column, e.g. with an Edit Fields node, or set 'Mapping Column Mode' to 'Map Each Column Manually'.`
				: `Enter a value for '${name}' in '${MAPPED_LABEL}', or map an input column to it that has a value for this item.`,
		);
	}
	const { kind, choices = [] } = column;
	if (kind === 'choice' && !choices.some((each) => String(each) === textOf(value))) {
		throw inputFailure(
			`'${name}' is not one of ${choices.join(', ')}`,
			`It is '${textOf(value).slice(0, 100)}'. Correct the value in '${MAPPED_LABEL}', or in the column that is mapped to it.`,
		);
	}
	return [{ name, value }];
}

function noneMapped(columns: SchemaColumn[], item: IDataObject): Failure {
	const names = columns.map(({ name }) => name).slice(0, 20);
	const own = Object.keys(item).slice(0, 20);
	return inputFailure(
		'No input column has the name of a field of the service',
		`The service accepts ${names.join(', ')}; the input has ${own.join(', ') || 'no columns'}. Rename a column, e.g. with an Edit Fields node, or set 'Mapping Column Mode' to 'Map Each Column Manually'.`,
	);
}
