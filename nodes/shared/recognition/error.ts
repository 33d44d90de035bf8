import type { IDataObject } from 'n8n-workflow';

import { decodeText, looksLikeHtml } from '../http/text';
import type { ServiceResponse } from '../http/types';
import { parseJsonText } from '../values/json';
import { isRecord } from '../values/records';
import { textOf } from '../values/text';
import { keyTests, words } from './keys';
import { type Container, containerOf, containerFields, outlineOf } from './outline';
import { hasRole } from './roles';
import { collect, collectBy, type Found, type KeyRule } from './rules';
import { asText, isTextOrNumber } from './scalars';

export type Reason = Found<string>;

/** Texts, those first that say most. */
const MESSAGE_KEYS = words('error_description error_user_msg user_message message');
const REASON_KEYS = words(
	...MESSAGE_KEYS,
	'error_message error_messages err_msg error_msg msg fault_string status_message description',
	'detail details error_detail error_details failure_reason failure_message fail_reason error_reason',
	'status_reason state_reason state_message status_description status_detail status_details status_text',
	'reason failure cause error_text error_info error_summary text info last_error error errors title',
	'error_title error_type error_code',
);
const is = keyTests({
	anyMessage: / (message|msg|reason)$/,
	/** Why a job failed: its title or description is something else. */
	jobReason:
		/^(?=.* (?:reason|message|msg|detail|details|description|text|info|cause)$)(.* )?(failure|fail|failed|error|status|state|stop|cancel|cancellation|termination|abort) /,
	/** An id in these is that of the call. */
	call: /^(request|req|trace)$/,
	wrapper: /^(.*error response|response status|details?|extensions|meta|status|head|header)$/,
});
/** What says more than the first text: said to users, or which fields are wrong. */
const MORE_KEYS = words(
	'error_user_msg user_message error_description detail details errors violations fieldViolations',
	'invalid_params invalid_fields validation_errors field_errors issues messages error_data fields',
);
/** Only errors have these: what a job says of itself in `message` may be anything. */
const ERROR_KEYS = words(
	'error errors error_message error_msg error_text error_summary error_description err_msg',
	'failure_reason last_error error_result fault exception',
);
const CODE_KEYS = words(
	'error_code err_code code error_name error_type fault_code err_no status_code ret_code return_code',
);
/** Where there is no code, what an error is called. */
const NAME_KEYS = words('status category type name reason error kind');
const GENERIC_NAME = /^(error|errors|fail|failed|failure|error\.list|\d+|list|object)$/i;

/** By how sure they are; the last ones are made by what stands before the service. */
const REQUEST_ID_HEADERS = [
	/^(x-)?request-?id$/,
	/(^|-)(request|correlation|transaction|activity|invocation)-?id$/,
	/(^|-)(b3-)?trace-?id$/,
	/^(cf-ray|x-cloud-trace-context|traceparent)$/,
];

/** Within the entries of `detail` and `errors`: what is wrong, and with which field. */
const ENTRY_KEYS = words(
	'msg detail details message description text issue reason title error code',
);
const ENTRY_FIELD_KEYS = words(
	'field loc path param parameter property attribute pointer source instancePath',
);

const MAX_REASON_LENGTH = 500;
const MAX_ENTRIES = 100;
const SAYS_NOTHING = /^(\{\s*\}|\[\s*\]|"\s*"|null|)$/;

export interface ReadError {
	reason?: string;
	code?: string;
	requestId?: string;
	/** The body was a web page, as proxies and wrong addresses give. */
	html: boolean;
}

export function readError(response: ServiceResponse): ReadError {
	const { headers } = response;
	const text = decodeText(response);
	const html = looksLikeHtml(text, headers['content-type']);
	const json = html ? undefined : parseJsonText(text);
	const parsed = json?.ok ? json.value : undefined;
	const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
	const body = isRecord(first) ? first : {};
	const reason = html
		? /<title[^<>]*>([^<]*)<\/title>/i.exec(text)?.[1]?.trim() || undefined
		: ((Array.isArray(parsed) ? readList(parsed) : undefined) ??
			reasonIn(body) ??
			readMap(isRecord(body.data) ? body.data : body) ??
			readReason(parsed) ??
			// Where nothing is recognised, the body itself is better than silence.
			(SAYS_NOTHING.test(text.trim()) ? undefined : text.trim()));
	const isLong = reason !== undefined && reason.length > MAX_REASON_LENGTH;
	return {
		html,
		reason: isLong ? `${reason.slice(0, MAX_REASON_LENGTH)}...` : reason,
		code: codeIn(body),
		requestId: requestIdIn(body) ?? requestIdHeader(headers),
	};
}

function requestIdHeader(headers: Record<string, string>): string | undefined {
	const filled = Object.keys(headers).filter((name) => headers[name] !== '');
	const [name] = REQUEST_ID_HEADERS.flatMap((each) => filled.filter((own) => each.test(own)));
	return name === undefined ? undefined : headers[name];
}

export function reasonIn(body: IDataObject): string | undefined {
	const { all } = placesOf(body);
	const [first] = [MESSAGE_KEYS, REASON_KEYS, is.anyMessage].flatMap((keys) =>
		collectBy(all, 'reason.text', keys, readReason),
	);
	if (first === undefined) return undefined;
	const more = collectBy(all, 'reason.text', MORE_KEYS, readReason).find(
		({ value }) => !first.value.includes(value),
	);
	return more === undefined ? first.value : `${first.value} (${more.value})`;
}

const ERROR: KeyRule<string> = { rule: 'reason.error', keys: ERROR_KEYS, read: readFilled };

/** The text of an error that a good response has no place for; nothing where `error` is empty. */
export const firstError = (containers: Container[]): string | undefined =>
	collect(containers, [ERROR])[0]?.value;

const TEXT_KEYS = words('reason cause message msg detail details info explanation messages');
const JOB_REASONS: Array<KeyRule<string>> = [
	ERROR,
	{ rule: 'reason.key', keys: is.jobReason, read: readFilled },
	{ rule: 'reason.error', keys: (key) => hasRole(key, 'error'), read: readFilled },
	{ rule: 'reason.text', keys: TEXT_KEYS, read: readFilled },
];
const ERROR_CODES = words('error_code err_code failure_code error_type');

/** The reason of a job that failed: in the container that tells of the failure first, then around it. */
export function findJobReason(
	containers: Container[],
	path = '',
	failedParts: Container[] = [],
): Reason | undefined {
	const own = containers.filter((each) => path.startsWith(`${each.path}.`)).reverse();
	const ordered = [...own, ...containers].flatMap((each) => [
		each,
		...each.children.filter(({ name }) => /^(status|state)$/.test(name)),
	]);
	return (
		collect([...ordered, ...failedParts], JOB_REASONS)[0] ??
		collectBy(containers, 'reason.code', ERROR_CODES, readFilled)[0]
	);
}

/** The text of an envelope: `message: ok` is no reason. */
export const isGood = (text: string): boolean =>
	/^(ok|okay|success|successful|successfully|done)\W*$/i.test(text);

function requestIdIn(body: IDataObject): string | undefined {
	const isOfCall = (raw: unknown, { key }: Container) =>
		is.call(key) ? firstText(raw) : undefined;
	return collect(
		[...placesOf(body).all, ...outlineOf(body)],
		[
			{ rule: 'id.trace', keys: (key) => hasRole(key, 'trace'), read: firstText },
			{ rule: 'id.trace', keys: ['id'], read: isOfCall },
		],
	)[0]?.value;
}

/** Where a response speaks of its error: `all` has what is named so first, `heads` the first of each list. */
function placesOf(body: IDataObject): { all: Container[]; heads: Container[] } {
	const isAbout = (key: string) => hasRole(key, 'error', 'envelope') || is.wrapper(key);
	const isNear = ({ key, isCore, parent }: Container): boolean =>
		parent === undefined || ((isAbout(key) || isCore) && isNear(parent));
	const near = outlineOf(body).filter(isNear);
	const isOwn = ({ key }: Container) => hasRole(key, 'error');
	const heads = containerFields(near).flatMap(({ key, value }) => {
		const first: unknown = Array.isArray(value) && isAbout(key) ? value[0] : undefined;
		return isRecord(first) ? outlineOf(first).filter(({ depth }) => depth < 2) : [];
	});
	return { all: [...near.filter(isOwn), ...near.filter((each) => !isOwn(each))], heads };
}

function readFilled(raw: unknown): string | undefined {
	if (isNoError(raw)) return undefined;
	const inner = isRecord(raw) ? (reasonIn(raw) ?? readMap(raw) ?? JSON.stringify(raw)) : undefined;
	const text = readText(raw) ?? inner ?? readList(raw);
	return text === undefined || isGood(text) ? undefined : text;
}

/** `error: { code: "ok", message: "" }` is none. */
function isNoError(raw: unknown): boolean {
	if (typeof raw === 'string') return /^(|none|null|no error|ok|false|0|n\/a)$/i.test(raw.trim());
	if (!isRecord(raw)) return !Array.isArray(raw) || raw.length === 0;
	const { fields } = containerOf(raw);
	const [code] = collectBy([containerOf(raw)], 'reason.code', CODE_KEYS, firstText);
	const isBlank = (each: unknown) => each === null || each === '' || each === false;
	return (
		/^(0|ok|success|none)$/i.test(code?.value ?? '') || fields.every(({ value }) => isBlank(value))
	);
}

function codeIn(body: IDataObject): string | undefined {
	const { all, heads } = placesOf(body);
	const asCode = (raw: unknown) => {
		const text = firstText(raw);
		return text === undefined || /\s|^https?:|^about:/.test(text) ? undefined : text;
	};
	const asName = (raw: unknown) =>
		typeof raw === 'string' && !GENERIC_NAME.test(raw) ? asCode(raw) : undefined;
	const places = [...all, ...heads];
	const [code] = [
		...collectBy(places, 'reason.code', CODE_KEYS, asCode),
		...collectBy(places, 'reason.code', NAME_KEYS, asName),
	];
	return code?.value;
}

const readReason = (value: unknown): string | undefined => readText(value) ?? readList(value);

/** A text, or one with its language: `{ lang, value }`. */
const readText = (value: unknown) => asText(isRecord(value) ? value.value : value);

function readList(value: unknown): string | undefined {
	if (isRecord(value)) return readMap(value);
	const some: unknown[] = Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : [];
	const texts = some.map(readEntry).filter((each) => each !== undefined);
	return texts.length === 0 ? undefined : texts.join('; ');
}

/** `{ "email": ["is not valid"] }`: each field has a text, or a list of texts, and there is nothing else. */
function readMap(map: IDataObject): string | undefined {
	const lines = containerOf(map)
		.fields.slice(0, MAX_ENTRIES)
		.map(({ key, value }) => {
			const texts = [value].flat().slice(0, MAX_ENTRIES).map(readEntry);
			const isWhole = texts.length > 0 && texts.every((each) => each !== undefined);
			return isWhole ? `${key}: ${texts.join(', ')}` : undefined;
		});
	const isMap =
		lines.every((line) => line !== undefined) &&
		lines.some((line) => /\s/.test(line.slice(line.indexOf(':') + 2)));
	return isMap ? lines.join('; ') : undefined;
}

function readEntry(entry: unknown): string | undefined {
	if (!isRecord(entry)) return asText(entry);
	const [said] = collect(
		[containerOf(entry)],
		[
			{ rule: 'reason.text', keys: ENTRY_KEYS, read: firstText },
			{ rule: 'reason.text', keys: words('fieldViolations errors'), read: readList },
		],
	);
	const field = ENTRY_FIELD_KEYS.map((key) => firstText(asField(entry[key]))).find(Boolean);
	return said !== undefined && field !== undefined ? `${field}: ${said.value}` : said?.value;
}

function asField(value: unknown): unknown {
	if (Array.isArray(value)) return value.filter((part) => part !== 'body').join('.');
	return isRecord(value) ? (value.pointer ?? value.parameter) : value;
}

const firstText = (raw: unknown) => (isTextOrNumber(raw) ? textOf(raw) : undefined);
