import type { IDataObject } from 'n8n-workflow';

import { valueAt, isRecord, asObject } from '../values/records';
import { nestRows } from '../values/nesting';
import type { Content, FileContent } from '../http/types';

export interface OutputItem {
	json: IDataObject;
	file?: FileContent;
	/** The report that the node itself made of its items. */
	report?: FileContent;
}

export function whole(content: Content): OutputItem {
	switch (content.kind) {
		case 'empty':
			return { json: {} };
		case 'text':
			return { json: { data: content.text } };
		case 'data':
			return { json: asObject(content.value) };
		case 'file':
			return fileItem(content.file);
	}
}

export function fileItem(file: FileContent, json: IDataObject = {}): OutputItem {
	const { name, type, bytes } = file;
	return { json: { ...json, fileName: name, mimeType: type, fileSize: bytes.length }, file };
}

export function row(value: unknown): OutputItem {
	return { json: isRecord(value) ? value : { value: value as IDataObject[string] } };
}

/**
 * n8n takes an item with a field `error` for a failed one, runs the node again under Retry On Fail
 * and so pays again; in its older versions even for an empty one. Services send such a field next to
 * good results: it is kept under another name, unless it says that there is none.
 */
export function withoutErrorField(item: OutputItem): OutputItem {
	if (item.json.error === undefined) return item;
	const { error, ...rest } = item.json;
	if (error === null) return { ...item, json: rest };
	let name = 'serviceError';
	while (name in rest) name += '_';
	return { ...item, json: { ...rest, [name]: error } };
}

/** What this package adds to a response, in the order in which it comes after it. */
export const AFTER_THE_ANSWER = [
	'serviceError',
	'incomplete',
	'job',
	'reportView',
	'reportHtml',
	'recognised',
];

/** The service's fields come first, before our own. */
export function answerFirst(item: OutputItem): OutputItem {
	const { json } = item;
	const own = AFTER_THE_ANSWER.filter((name) => json[name] !== undefined);
	const answer = Object.entries(json).filter(([name]) => !own.includes(name));
	const after = own.map((name) => [name, json[name]] as const);
	return { ...item, json: Object.fromEntries([...answer, ...after]) };
}

/** The item, with a word on what is missing from it. */
export function incomplete(item: OutputItem, what: string): OutputItem {
	const { incomplete: already } = item.json;
	const all = typeof already === 'string' ? `${already}. ${what}` : what;
	return { ...item, json: { ...item.json, incomplete: all } };
}

/** Kept whatever fields the user names: what the node adds because it was asked to, or has to. */
const ALWAYS_KEPT = ['job', 'incomplete', 'recognised', 'reportView', 'reportHtml'];

export function pick(item: OutputItem, paths: string[]): OutputItem {
	const { json } = item;
	if (paths.length === 0) return item;
	const own = ALWAYS_KEPT.filter((name) => json[name] !== undefined);
	const wanted = [...new Set([...own, ...paths])];
	const rows = wanted
		.filter((path) => !wanted.some((other) => path.startsWith(`${other}.`)))
		.map((name) => ({ name, value: valueAt(json, name) }))
		.filter(({ value }) => value !== undefined);
	return { ...item, json: nestRows(rows, 'Output Fields') };
}
