import type { IDataObject } from 'n8n-workflow';

import { decodeText, looksLikeHtml } from '../http/text';
import { parseJsonText } from '../values/json';
import { valueAt } from '../values/paths';
import type { ServiceResponse } from '../http/types';
import { isRecord } from '../values/records';

/** Where services of this family put the text, the code and the request id; first match wins. */
const REASON_PATHS = [
	'error.message',
	'message',
	'error.description',
	'error',
	'error_description',
	'detail',
	'errors',
	'error_message',
	'title',
];
/** Lists that say which fields are wrong, beside a text that does not. */
const FIELD_LIST_PATHS = ['error.details', 'errors', 'details', 'error.errors', 'detail'];
const CODE_PATHS = ['error.error_code', 'error.code', 'code'];
const REQUEST_ID_PATHS = ['error.request_id', 'request_id'];
const REQUEST_ID_HEADERS = ['request-id', 'x-request-id'];

/** Within the entries of `detail` and `errors`. */
const ENTRY_KEYS = ['msg', 'details', 'message', 'title', 'detail'];
/** What an entry is about, where it says so. */
const ENTRY_FIELD_KEYS = ['field', 'loc', 'path', 'param', 'source'];

const MAX_REASON_LENGTH = 500;
const SAYS_NOTHING = /^(\{\s*\}|\[\s*\]|"\s*"|null|)$/;

export interface Explanation {
	reason?: string;
	code?: string;
	requestId?: string;
	/** The body was a web page, as proxies and wrong addresses give. */
	html: boolean;
}

export function readError(response: ServiceResponse): Explanation {
	const text = decodeText(response);
	const html = looksLikeHtml(text, response.headers['content-type']);
	const parsed = html ? undefined : tryParse(text);
	const body = isRecord(parsed) ? parsed : {};
	return {
		html,
		reason: shorten(html ? pageTitle(text) : (reasonIn(body) ?? plainReason(parsed, text))),
		code: firstText(CODE_PATHS.map((path) => valueAt(body, path))),
		requestId: firstText([
			...REQUEST_ID_PATHS.map((path) => valueAt(body, path)),
			...REQUEST_ID_HEADERS.map((name) => response.headers[name]),
		]),
	};
}

/** The text of an error in a body, wherever it stands. */
export function reasonIn(body: IDataObject): string | undefined {
	const reason = firstReason(body, REASON_PATHS);
	const lists = FIELD_LIST_PATHS.filter((path) => Array.isArray(valueAt(body, path)));
	const fields = firstReason(body, lists);
	if (reason === undefined || fields === undefined || reason.includes(fields)) return reason;
	return `${reason} (${fields})`;
}

function firstReason(body: IDataObject, paths: string[]): string | undefined {
	for (const path of paths) {
		const reason = readReason(valueAt(body, path));
		if (reason !== undefined) return reason;
	}
	return undefined;
}

function readReason(value: unknown): string | undefined {
	if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
	if (!Array.isArray(value)) return undefined;
	const reasons = value.map(readEntry).filter((each) => each !== undefined);
	return reasons.length === 0 ? undefined : reasons.join('; ');
}

function readEntry(entry: unknown): string | undefined {
	if (typeof entry === 'string') return entry;
	if (!isRecord(entry)) return undefined;
	const text = firstText(ENTRY_KEYS.map((key) => entry[key]));
	const field = firstText(ENTRY_FIELD_KEYS.map((key) => asField(entry[key])));
	return text !== undefined && field !== undefined ? `${field}: ${text}` : text;
}

function asField(value: unknown): unknown {
	if (Array.isArray(value)) return value.filter((part) => part !== 'body').join('.');
	return isRecord(value) ? value.pointer : value;
}

/** Where nothing is recognised, the body itself is better than silence. */
function plainReason(parsed: unknown, text: string): string | undefined {
	const plain = text.trim();
	return readReason(parsed) ?? (SAYS_NOTHING.test(plain) ? undefined : plain);
}

function pageTitle(html: string): string | undefined {
	return /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1].trim() || undefined;
}

function tryParse(text: string): unknown {
	const result = parseJsonText(text);
	return result.ok ? result.value : undefined;
}

function firstText(values: unknown[]): string | undefined {
	const found = values.find(
		(value) => (typeof value === 'string' && value !== '') || typeof value === 'number',
	);
	return found === undefined ? undefined : String(found);
}

function shorten(text: string | undefined): string | undefined {
	if (text === undefined || text.length <= MAX_REASON_LENGTH) return text;
	return `${text.slice(0, MAX_REASON_LENGTH)}...`;
}
