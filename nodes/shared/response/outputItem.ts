import type { IDataObject } from 'n8n-workflow';

import { valueAt } from '../values/paths';
import { isRecord, asObject } from '../values/records';
import { nestRows } from '../values/nesting';
import type { Content, FileContent } from '../http/content';

/** An output item before it is one of n8n's. */
export interface OutputItem {
	json: IDataObject;
	file?: FileContent;
}

/** The whole answer as one item. */
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
 * and so pays again; in its older versions even for an empty one. Services send such a field beside
 * good results: it is kept under another name, unless it says that there is none.
 */
export function withoutErrorField({ json, file }: OutputItem): OutputItem {
	if (json.error === undefined) return { json, file };
	const { error, ...rest } = json;
	return { json: error === null ? rest : { ...rest, serviceError: error }, file };
}

/** What this package adds to an answer, in the order in which it comes after it. */
const AFTER_THE_ANSWER = ['serviceError', 'incomplete', 'job', 'recognised'];

/** The service's fields come first: nobody has to look for them behind our own. */
export function answerFirst({ json, file }: OutputItem): OutputItem {
	const own = AFTER_THE_ANSWER.filter((name) => json[name] !== undefined);
	const answer = Object.entries(json).filter(([name]) => !own.includes(name));
	const after = own.map((name) => [name, json[name]] as const);
	return { json: Object.fromEntries([...answer, ...after]), file };
}

/** The item, with a word on what is missing from it. */
export function incomplete(item: OutputItem, what: string): OutputItem {
	const { incomplete: already } = item.json;
	const all = typeof already === 'string' ? `${already}. ${what}` : what;
	return { ...item, json: { ...item.json, incomplete: all } };
}

/** Kept whatever fields the user names: the job, what is missing, and what was recognised. */
const ALWAYS_KEPT = ['job', 'incomplete', 'recognised'];

/** Keeps the named fields only. */
export function pick({ json, file }: OutputItem, paths: string[]): OutputItem {
	if (paths.length === 0) return { json, file };
	const own = ALWAYS_KEPT.filter((name) => json[name] !== undefined);
	const wanted = [...new Set([...own, ...paths])];
	const rows = wanted
		.filter((path) => !wanted.some((other) => path.startsWith(`${other}.`)))
		.map((name) => ({ name, value: valueAt(json, name) }))
		.filter(({ value }) => value !== undefined);
	return { json: nestRows(rows, 'Output Fields'), file };
}
