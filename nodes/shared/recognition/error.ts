import type { IDataObject } from 'n8n-workflow';

import { decodeText, looksLikeHtml } from '../http/text';
import type { ServiceResponse } from '../http/types';
import { parseJsonText } from '../values/json';
import { isRecord } from '../values/records';
import {
	firstIn,
	inWords,
	keyWords,
	lookUp,
	type Evidence,
	type Found,
	type Place,
} from './lookup';
import { narrow } from './narrow';
import { textOf } from '../values/text';

/** Objects that hold what is said of an error: `error`, `Fault`, `serviceException`, `odata.error`. */
const ERROR_HOLDER = /^(.* )?(error|errors|fault|exception|problem|failure)$/;
/** Wrappers around it. */
const WRAPPERS =
	/^(error|fault|.*error response|data|response|result|detail|details|meta|status|head|body)$/;

/** Texts, those first that say most. */
const MESSAGE_KEYS = ['error_description', 'error_user_msg', 'user_message', 'message'];
const REASON_KEYS = [
	...MESSAGE_KEYS,
	'error_message',
	'error_messages',
	'err_msg',
	'error_msg',
	'msg',
	'errmsg',
	'fault_string',
	'description',
	'detail',
	'details',
	'error_detail',
	'error_details',
	'failure_reason',
	'failure_message',
	'fail_reason',
	'error_reason',
	'status_reason',
	'state_reason',
	'status_message',
	'state_message',
	'status_description',
	'status_detail',
	'status_details',
	'status_text',
	'reason',
	'failure',
	'cause',
	'error_text',
	'error_info',
	'error_summary',
	'text',
	'info',
	'last_error',
	'error',
	'errors',
	'title',
	'error_title',
	'error_type',
	'error_code',
];
/** Said to programmers, where another text is said to users. */
const MORE_KEYS = ['error_user_msg', 'user_message', 'error_description', 'detail', 'details'];

/** Only errors have these: what a job says of itself in `message` may be anything. */
const ERROR_KEYS = [
	'error',
	'errors',
	'error_message',
	'error_msg',
	'error_text',
	'error_summary',
	'error_description',
	'err_msg',
	'failure_reason',
	'last_error',
	'error_result',
	'fault',
	'exception',
];

const CODE_KEYS = ['error_code', 'err_code', 'code', 'error_name', 'error_type', 'fault_code'];
/** Where there is no code, what an error is called. */
const NAME_KEYS = ['status', 'category', 'type', 'name', 'reason', 'error', 'kind'];

export const isRequestId = inWords(
	/^(x )?(.* )?((request|req|correlation|trace|transaction|activity|invocation|fbtrace|log|debug|incident) (id|uuid)|(requestid|reqid|traceid|correlationid|transactionid|activityid)|ray id)$/,
);
/** By how sure they are; the last ones are made by what stands before the service. */
const REQUEST_ID_HEADERS = [
	/^(x-)?request-?id$/,
	/(^|-)(request|correlation|transaction|activity|invocation)-?id$/,
	/(^|-)(b3-)?trace-?id$/,
	/^(cf-ray|x-cloud-trace-context|traceparent)$/,
];

/** Within the entries of `detail` and `errors`. */
const ENTRY_KEYS = [
	'msg',
	'detail',
	'details',
	'message',
	'description',
	'text',
	'issue',
	'reason',
	'title',
	'error',
	'code',
];
/** What an entry is about, where it says so. */
const ENTRY_FIELD_KEYS = [
	'field',
	'loc',
	'path',
	'param',
	'parameter',
	'property',
	'attribute',
	'pointer',
	'source',
	'instancePath',
];
/** Lists and maps that say which fields are wrong, beside a text that does not. */
const FIELD_LISTS = [
	'details',
	'errors',
	'detail',
	'violations',
	'fieldViolations',
	'invalid_params',
	'invalid_fields',
	'validation_errors',
	'field_errors',
	'issues',
	'messages',
	'error_data',
	'fields',
];

const MAX_REASON_LENGTH = 500;
/** More than that do not fit into a reason. */
const MAX_ENTRIES = 100;
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
	const parsed = html ? undefined : (tryParse(text) ?? fromXml(text));
	const body = narrow(asHolder(parsed) ?? {});
	const found = html
		? pageTitle(text)
		: (listReason(parsed) ?? reasonIn(body) ?? fieldMap(body) ?? plainReason(parsed, text));
	return {
		html,
		reason: shorten(found),
		code: codeIn(body) ?? codeInHeaders(response.headers),
		requestId: (requestIdIn(body) ?? requestIdInHeaders(response.headers))?.value,
	};
}

/** The text of an error in a body, wherever it stands. */
export function reasonIn(body: IDataObject): string | undefined {
	return findReason(body)?.value;
}

export function findReason(body: IDataObject): Found<string> | undefined {
	// Lists are read entry by entry.
	const places = placesOf(body, { lists: false });
	const rule = 'a text of an error';
	const root = { path: '', holder: narrow(body) };
	const own = places.filter(({ path }) => ERROR_HOLDER.test(nameOf(path)));
	const [first] = [
		...lookUp<string>(own, [{ rule, keys: MESSAGE_KEYS, read: readReason }]),
		...lookUp<string>([root], [{ rule, keys: MESSAGE_KEYS, read: readReason }]),
		...lookUp<string>(places, [{ rule, keys: REASON_KEYS, read: readReason }]),
	];
	if (first === undefined) return undefined;
	const fields = lookUp<string>(places, [{ rule: '', keys: FIELD_LISTS, read: readList }])[0]
		?.value;
	const more = lookUp<string>(places, [{ rule: '', keys: MORE_KEYS, read: asText }])[0]?.value;
	const text = [more, fields]
		.filter((each) => each !== undefined && !first.value.includes(each))
		.slice(0, 1)
		.reduce<string>((said, each) => `${said} (${each})`, first.value);
	return { ...first, value: text };
}

/** The text of an error that a good answer has no place for; nothing where `error` is empty. */
export function errorIn(holder: IDataObject): string | undefined {
	const evidence: Evidence<string> = {
		rule: 'an error',
		keys: ERROR_KEYS,
		read: readFilled,
	};
	return lookUp([{ path: '', holder }], [evidence])[0]?.value;
}

/** Why a job failed: its title or description is something else. */
const isJobReason = inWords(
	/^(?=.* (?:reason|message|msg|detail|details|description|text|info|cause)$)(.* )?(failure|fail|failed|error|status|state|stop|cancel|cancellation|termination|abort) /,
);
const JOB_REASON_KEYS = ['failure', 'reason', 'cause', 'message', 'msg', 'detail', 'details'];

/** The reason of a job that failed, in the object that speaks of it. */
export function findJobReason({ path, holder }: Place): Found<string> | undefined {
	const evidence: Array<Evidence<string>> = [
		{ rule: 'an error', keys: ERROR_KEYS, read: readFilled },
		{ rule: 'a reason', keys: isJobReason, read: readFilled },
		{ rule: 'a reason', keys: JOB_REASON_KEYS, read: readFilled },
	];
	return lookUp([{ path, holder }], evidence).find(({ value }) => !isGood(value));
}

/** What an object of the answer that holds an error says, wherever it stands. */
export function findErrorText(body: IDataObject): Found<string> | undefined {
	const own = placesOf(body).filter(({ path }) => ERROR_HOLDER.test(nameOf(path)));
	return lookUp<string>(own, [{ rule: 'an error', keys: REASON_KEYS, read: readReason }])[0];
}

/** The text of an envelope: `message: ok` is no reason. */
export function isGood(text: string): boolean {
	return /^(ok|okay|success|successful|successfully|done)\W*$/i.test(text);
}

export function findRequestId(response: ServiceResponse, body: unknown): Found<string> | undefined {
	return (isRecord(body) ? requestIdIn(body) : undefined) ?? requestIdInHeaders(response.headers);
}

function readFilled(raw: unknown): string | undefined {
	return isNoError(raw) ? undefined : (asText(raw) ?? innerReason(raw) ?? readList(raw));
}

/** `error: { code: "ok", message: "" }` is none. */
function isNoError(raw: unknown): boolean {
	if (typeof raw === 'string') return /^(|none|null|no error|ok|false|0|n\/a)$/i.test(raw.trim());
	if (!isRecord(raw)) return !Array.isArray(raw) || raw.length === 0;
	const code = firstIn(raw, { containers: [''], keys: CODE_KEYS, read: (each) => each })?.value;
	const isGood = code === 0 || (typeof code === 'string' && /^(0|ok|success|none)$/i.test(code));
	return (
		isGood || Object.values(raw).every((each) => each === null || each === '' || each === false)
	);
}

function innerReason(raw: unknown): string | undefined {
	if (!isRecord(raw)) return undefined;
	return reasonIn(raw) ?? readMap(raw) ?? JSON.stringify(raw);
}

/** Where an error is spoken of: in its own object first, then at the root, then in wrappers. */
function placesOf(body: IDataObject, { lists } = { lists: true }): Place[] {
	const root: Place = { path: '', holder: narrow(body) };
	const outer = childrenOf(root, lists);
	const inner = outer.flatMap((place) => childrenOf(place, lists));
	const all = [...outer, ...inner];
	const own = all.filter(({ path }) => ERROR_HOLDER.test(nameOf(path)));
	return [...own, root, ...all.filter((place) => !own.includes(place))];
}

function childrenOf({ path, holder }: Place, lists: boolean): Place[] {
	return Object.entries(holder).flatMap(([key, value]) => {
		const name = nameOf(key);
		const inner = lists || !Array.isArray(value) ? asHolder(value) : undefined;
		if (inner === undefined || !(ERROR_HOLDER.test(name) || WRAPPERS.test(name))) return [];
		return [{ path: path === '' ? key : `${path}.${key}`, holder: inner }];
	});
}

function nameOf(path: string): string {
	return keyWords(path.slice(path.lastIndexOf('.') + 1)).join(' ');
}

/** An object, or the first of a list of them. */
function asHolder(raw: unknown): IDataObject | undefined {
	const first: unknown = Array.isArray(raw) ? raw[0] : raw;
	return isRecord(first) ? first : undefined;
}

function codeIn(body: IDataObject): string | undefined {
	const places = placesOf(body).flatMap((place) => {
		const { extensions } = place.holder;
		return isRecord(extensions)
			? [place, { path: `${place.path}.extensions`, holder: extensions }]
			: [place];
	});
	const isCode = (raw: unknown) => {
		const text = firstText([raw]);
		return text === undefined || /\s|^https?:|^about:/.test(text) ? undefined : text;
	};
	const codes = lookUp<string>(places, [{ rule: '', keys: CODE_KEYS, read: isCode }]);
	const names = lookUp<string>(places, [
		{
			rule: '',
			keys: NAME_KEYS,
			read: (raw) => (typeof raw === 'string' && !isGenericName(raw) ? isCode(raw) : undefined),
		},
	]);
	return (codes[0] ?? names[0])?.value;
}

function codeInHeaders(headers: Record<string, string>): string | undefined {
	const name = Object.keys(headers).find((each) => /^x-(.*-)?error-?(type|code)$/.test(each));
	return name === undefined ? undefined : headers[name]?.split(/[:;]/)[0];
}

/** What every error is called. */
function isGenericName(name: string): boolean {
	return /^(error|errors|fail|failed|failure|error\.list|\d+|list|object)$/i.test(name);
}

function requestIdIn(body: IDataObject): Found<string> | undefined {
	const metadata = ['ResponseMetadata', 'metadata', 'extensions'].flatMap((key) => {
		const found = firstIn(body, { containers: [''], keys: [key], read: asHolder });
		return found === undefined ? [] : [{ path: found.path, holder: found.value }];
	});
	return lookUp<string>(
		[...placesOf(body), ...metadata],
		[
			{
				rule: 'the id of a request or trace',
				keys: isRequestId,
				read: (raw) => firstText([raw]),
			},
		],
	)[0];
}

function requestIdInHeaders(headers: Record<string, string>): Found<string> | undefined {
	for (const pattern of REQUEST_ID_HEADERS) {
		const name = Object.keys(headers).find((each) => pattern.test(each) && headers[each] !== '');
		if (name !== undefined) {
			return {
				value: headers[name] ?? '',
				path: `headers.${name}`,
				rule: 'the id of a request or trace',
			};
		}
	}
	return undefined;
}

/** `{ "email": ["is not valid"] }`: fields and what is wrong with them, and nothing else. */
function fieldMap(body: IDataObject): string | undefined {
	const entries = Object.entries(body);
	const isMap = entries.some(([, value]) => Array.isArray(value) || isRecord(value));
	const inner =
		isRecord(body.data) && /fail|error/i.test(textOf(body.status)) ? body.data : undefined;
	return isMap && inner === undefined ? readMap(body) : inner && readMap(inner);
}

function readReason(value: unknown): string | undefined {
	return asText(value) ?? readList(value);
}

/** A text, or one with its language: `{ lang, value }`. */
function asText(value: unknown): string | undefined {
	if (isRecord(value) && typeof value.value === 'string') return asText(value.value);
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function readList(value: unknown): string | undefined {
	if (isRecord(value)) return readMap(value);
	if (!Array.isArray(value)) return undefined;
	const some: unknown[] = value.slice(0, MAX_ENTRIES);
	const reasons = some.map(readEntry).filter((each) => each !== undefined);
	return reasons.length === 0 ? undefined : reasons.join('; ');
}

/** A map of fields: each has a text, or a list of texts. */
function readMap(map: IDataObject): string | undefined {
	const entries = Object.entries(map);
	const lines = entries.map(([field, value]) => {
		const texts = [value]
			.flat()
			.slice(0, MAX_ENTRIES)
			.map((each) => (isRecord(each) ? readEntry(each) : asText(each)));
		const said = texts.filter((each) => each !== undefined);
		return said.length === 0 || said.length < texts.length
			? undefined
			: `${field}: ${said.join(', ')}`;
	});
	const told = lines.filter((line) => line !== undefined);
	const isMap =
		told.length === entries.length &&
		told.some((line) => /\s/.test(line.slice(line.indexOf(':') + 2)));
	return isMap ? told.join('; ') : undefined;
}

function readEntry(entry: unknown): string | undefined {
	if (typeof entry === 'string') return entry;
	if (!isRecord(entry)) return undefined;
	const nested = lookUp<string>(
		[{ path: '', holder: entry }],
		[{ rule: '', keys: ['fieldViolations', 'errors'], read: readList }],
	);
	const text = firstKey(entry, ENTRY_KEYS) ?? nested[0]?.value;
	const field = firstText(ENTRY_FIELD_KEYS.map((key) => asField(entry[key])));
	return text !== undefined && field !== undefined ? `${field}: ${text}` : text;
}

function firstKey(entry: IDataObject, keys: string[]): string | undefined {
	return firstIn(entry, { containers: [''], keys, read: (raw) => firstText([raw]) })?.value;
}

function asField(value: unknown): unknown {
	if (Array.isArray(value)) return value.filter((part) => part !== 'body').join('.');
	return isRecord(value) ? (value.pointer ?? value.parameter) : value;
}

function listReason(parsed: unknown): string | undefined {
	return Array.isArray(parsed) ? readList(parsed) : undefined;
}

/** Where nothing is recognised, the body itself is better than silence. */
function plainReason(parsed: unknown, text: string): string | undefined {
	const trimmed = text.trim();
	return readReason(narrow(parsed)) ?? (SAYS_NOTHING.test(trimmed) ? undefined : trimmed);
}

function pageTitle(html: string): string | undefined {
	return /<title[^<>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim() || undefined;
}

/** `<Error><Code>..</Code><Message>..</Message></Error>`, as file stores answer. */
function fromXml(text: string): IDataObject | undefined {
	if (!/^\s*<(\?xml|\w*error|\w*:?fault)/i.test(text)) return undefined;
	const leaves = [...text.matchAll(/<(?:\w+:)?(\w+)(?:\s[^<>]*)?>([^<]+)<\//g)];
	const known = leaves.filter(
		([, name = '', value = '']) => value.trim() !== '' && keyWords(name).length > 0,
	);
	return known.length === 0
		? undefined
		: Object.fromEntries(known.map(([, name = '', value = '']) => [name, value.trim()]));
}

function tryParse(text: string): unknown {
	const result = parseJsonText(text);
	return result.ok ? result.value : undefined;
}

function firstText(values: unknown[]): string | undefined {
	const found = values.find(
		(value) => (typeof value === 'string' && value !== '') || typeof value === 'number',
	);
	return found === undefined ? undefined : textOf(found);
}

function shorten(text: string | undefined): string | undefined {
	if (text === undefined || text.length <= MAX_REASON_LENGTH) return text;
	return `${text.slice(0, MAX_REASON_LENGTH)}...`;
}
