import type { IDataObject } from 'n8n-workflow';

import { valueAt, isRecord, asObject } from '../values/records';
import { nestRows } from '../values/nesting';
import type { Content, FileContent } from '../http/types';

export interface OutputItem {
	json: IDataObject;
	file?: FileContent;
	/** The HTML report that the node created. */
	report?: FileContent;
}

export function toItem(content: Content): OutputItem {
	if (content.kind === 'file') return fileItem(content.file);
	if (content.kind === 'data') return { json: asObject(content.value) };
	return { json: content.kind === 'text' ? { data: content.text } : {} };
}

export function fileItem(file: FileContent, json: IDataObject = {}): OutputItem {
	const { name, type, bytes } = file;
	return { json: { ...json, fileName: name, mimeType: type, fileSize: bytes.length }, file };
}

export const rowToItem = (value: unknown): OutputItem => ({
	json: isRecord(value) ? value : { value: value as IDataObject[string] },
});

/**
 * n8n treats an item with a field `error` as failed and, with Retry On Fail, runs the node again,
 * which costs again; older versions do so even if the field is empty. Services send such a field with
 * good results, so it is renamed, or removed if it is null.
 */
export function withoutErrorField(item: OutputItem): OutputItem {
	if (item.json.error === undefined) return item;
	const { error, ...rest } = item.json;
	if (error === null) return { ...item, json: rest };
	return { ...item, json: { ...rest, [SERVICE_ERROR]: error } };
}

const SERVICE_ERROR = 'serviceError';

/** Where an item has what 'Output Fields' names. */
export const outputPath = (entered: string): string =>
	entered.replace(/^error(?=$|\.)/, SERVICE_ERROR);

/** Fields that this package adds after those of the response, in this order. */
export const FIELDS_ADDED_BY_NODE = [
	SERVICE_ERROR,
	'incomplete',
	'job',
	'reportView',
	'reportHtml',
	'recognised',
];

/** The service's fields come first, before our own; only how to see a report stands before them. */
export function serviceFieldsFirst(item: OutputItem): OutputItem {
	const { reportView, ...json } = item.json;
	const own = FIELDS_ADDED_BY_NODE.filter((name) => json[name] !== undefined);
	const fromService = Object.entries(json).filter(([name]) => !own.includes(name));
	const after = own.map((name) => [name, json[name]] as const);
	const view = reportView === undefined ? {} : { reportView };
	return { ...item, json: { ...view, ...Object.fromEntries([...fromService, ...after]) } };
}

/** Adds a note on what is missing to the item. */
export function incomplete(item: OutputItem, what: string): OutputItem {
	const { incomplete: already } = item.json;
	const all = typeof already === 'string' ? `${already}. ${what}` : what;
	return { ...item, json: { ...item.json, incomplete: all } };
}

/** What the node adds is not removed. */
export function pickFields(item: OutputItem, entered: string[]): OutputItem {
	const { json } = item;
	if (entered.length === 0) return item;
	const own = FIELDS_ADDED_BY_NODE.filter(
		(name) => name !== SERVICE_ERROR && json[name] !== undefined,
	);
	const wanted = [...new Set([...own, ...entered.map(outputPath)])];
	const rows = wanted
		.filter((path) => !wanted.some((other) => path.startsWith(`${other}.`)))
		.map((name) => ({ name, value: valueAt(json, name) }))
		.filter(({ value }) => value !== undefined);
	return { ...item, json: nestRows(rows, 'Output Fields') };
}
