import type { IDataObject } from 'n8n-workflow';

import { decodeText, looksLikeHtml } from '../http/text';
import type { ServiceResponse } from '../http/types';
import { parseJsonText } from '../values/json';
import { isRecord } from '../values/records';
import { textOf } from '../values/text';
import { joinPath, matchesKey, splitKey, words } from './keys';
import { Container, containerOf, outlineOf } from './outline';
import { hasRole } from './roles';
import { collect, type Found, type KeyRule } from './rules';
import { asText } from './scalars';

/** Why something failed, and where it is said. */
export type Reason = Found<string>;

/** Texts, those first that say most. */
const MESSAGE_KEYS = words('error_description error_user_msg user_message message');
const REASON_KEYS = words(
	...MESSAGE_KEYS,
	'error_message error_messages err_msg error_msg msg errmsg fault_string status_message description',
	'detail details error_detail error_details failure_reason failure_message fail_reason error_reason',
	'status_reason state_reason state_message status_description status_detail status_details status_text',
	'reason failure cause error_text error_info error_summary text info last_error error errors title',
	'error_title error_type error_code',
);
/** `failed: { .tag: "too_large" }` */
const TAGGED_REASONS = [...REASON_KEYS, 'tag'];
const isAnyMessage = matchesKey(/ (message|msg|reason)$/);
/** Said to programmers, where another text is said to users. */
const MORE_KEYS = words('error_user_msg user_message error_description detail details');
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

/** By how sure they are; the last ones are made by what stands before the service. */
const REQUEST_ID_HEADERS = [
	/^(x-)?request-?id$/,
	/(^|-)(request|correlation|transaction|activity|invocation)-?id$/,
	/(^|-)(b3-)?trace-?id$/,
	/^(cf-ray|x-cloud-trace-context|traceparent)$/,
];

/** Within the entries of `detail` and `errors`. */
const ENTRY_KEYS = words(
	'msg detail details message description text issue reason title error code',
);
/** What an entry is about, where it says so. */
const ENTRY_FIELD_KEYS = words(
	'field loc path param parameter property attribute pointer source instancePath',
);
/** Lists and maps that say which fields are wrong, beside a text that does not. */
const FIELD_LISTS = words(
	'details errors detail violations fieldViolations invalid_params invalid_fields validation_errors',
	'field_errors issues messages error_data fields',
);

const MAX_REASON_LENGTH = 500;
/** More than that do not fit into a reason. */
const MAX_ENTRIES = 100;
const DEEPEST = 4;
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
	const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
	const body = isRecord(first) ? first : {};
	const listed = Array.isArray(parsed) ? readList(parsed) : undefined;
	const found = html
		? pageTitle(text)
		: (listed ?? reasonIn(body) ?? fieldMap(body) ?? wholeText(parsed, text));
	return {
		html,
		reason: shorten(found),
		code: codeIn(body) ?? codeInHeaders(response.headers),
		requestId: findRequestId(response, body)?.value,
	};
}

/** The text of an error in a body, wherever it stands. */
export function reasonIn(body: IDataObject): string | undefined {
	// Lists are read entry by entry.
	const { own, root, others } = placesOf(body);
	const all = [...own, root, ...others];
	const look = (containers: Container[], keys: KeyRule<string>['keys']) =>
		collect(containers, [{ rule: 'reason.text', keys, read: readReason }]);
	const [first] = [
		...look(own, MESSAGE_KEYS),
		...look([root], MESSAGE_KEYS),
		...look(all, REASON_KEYS),
		...look(all, isAnyMessage),
	];
	if (first === undefined) return undefined;
	const more = [
		...collect(all, [{ rule: 'reason.text', keys: MORE_KEYS, read: readText }]).slice(0, 1),
		...collect(all, [{ rule: 'reason.text', keys: FIELD_LISTS, read: readList }]).slice(0, 1),
	].find(({ value }) => !first.value.includes(value));
	return more === undefined ? first.value : `${first.value} (${more.value})`;
}

/** The text of an error that a good response has no place for; nothing where `error` is empty. */
export function errorIn(container: Container): string | undefined {
	return collect([container], [ERROR])[0]?.value;
}

const ERROR: KeyRule<string> = { rule: 'reason.error', keys: ERROR_KEYS, read: readFilled };
const ANY_ERROR: KeyRule<string> = {
	rule: 'reason.error',
	keys: (key) => hasRole(key, 'error'),
	read: readFilled,
};

/** Why a job failed: its title or description is something else. */
const isJobReason = matchesKey(
	/^(?=.* (?:reason|message|msg|detail|details|description|text|info|cause)$)(.* )?(failure|fail|failed|error|status|state|stop|cancel|cancellation|termination|abort) /,
);
const JOB_REASONS: Array<KeyRule<string>> = [
	ERROR,
	{ rule: 'reason.key', keys: isJobReason, read: readFilled },
	ANY_ERROR,
	{
		rule: 'reason.text',
		keys: words('failure reason cause message msg detail details info explanation'),
		read: readFilled,
	},
];
const ERROR_CODE: KeyRule<string> = {
	rule: 'reason.code',
	keys: words('error_code err_code failure_code error_type'),
	read: readFilled,
};

/** The reason of a job that failed: in the container that tells of the failure first, then around it. */
export function findJobReason(
	containers: Container[],
	path = '',
	failedParts: Container[] = [],
): Reason | undefined {
	const own = containers
		.filter((each) => each.path !== '' && path.startsWith(`${each.path}.`))
		.reverse();
	const ordered = [...own, ...containers].flatMap((each) => [
		each,
		...each.children.filter(({ name }) => /^(status|state)$/.test(name)),
	]);
	for (const container of ordered) {
		const said = collect([container], JOB_REASONS).find(({ value }) => !isGood(value));
		if (said !== undefined) return said;
	}
	const part = collect(failedParts, JOB_REASONS).find(({ value }) => !isGood(value));
	if (part !== undefined) return part;
	const [root] = containers;
	if (root === undefined) return undefined;
	const errors = placesOf(root.record);
	const texts = [...errors.own, ...errors.heads];
	return (
		collect(texts, [{ rule: 'reason.error', keys: TAGGED_REASONS, read: readReason }])[0] ??
		collect(containers, [ERROR_CODE])[0]
	);
}

/** The text of an envelope: `message: ok` is no reason. */
export function isGood(text: string): boolean {
	return /^(ok|okay|success|successful|successfully|done)\W*$/i.test(text);
}

export function findRequestId(response: ServiceResponse, body: unknown): Found<string> | undefined {
	const rule: KeyRule<string> = {
		rule: 'id.trace',
		keys: (key) => hasRole(key, 'trace'),
		read: firstText,
	};
	const places = isRecord(body) ? placesOf(body) : undefined;
	const containers = places && [...places.own, ...places.heads, places.root, ...places.all];
	const ofCall = { ...rule, keys: ['id'] };
	const [found] = [
		...collect(containers ?? [], [rule]),
		...collect(
			(containers ?? []).filter(({ key }) => isCall(key)),
			[ofCall],
		),
	];
	if (found !== undefined) return { value: found.value, path: found.path, rule: found.rule };
	for (const pattern of REQUEST_ID_HEADERS) {
		const [name, value = ''] =
			Object.entries(response.headers).find(([each, text]) => pattern.test(each) && text !== '') ??
			[];
		if (name !== undefined) return { value, path: `headers.${name}`, rule: 'id.trace' };
	}
	return undefined;
}

interface ErrorPlaces {
	root: Container;
	/** Objects that are named like an error. */
	own: Container[];
	/** The first entries of lists that are. */
	heads: Container[];
	/** Envelopes and what stands around an error. */
	others: Container[];
	all: Container[];
}

/** An id in these is that of the call. */
const isCall = matchesKey(/^(request|req|trace)$/);
const isWrapper = matchesKey(
	/^(.*error response|response status|details?|meta|status|head|header|body)$/,
);

const known = new WeakMap<IDataObject, ErrorPlaces>();

function placesOf(body: IDataObject): ErrorPlaces {
	const places = known.get(body) ?? findPlaces(body);
	known.set(body, places);
	return places;
}

/** Where an error is spoken of. */
function findPlaces(body: IDataObject): ErrorPlaces {
	const root = containerOf(body);
	const all = outlineOf(body).containers.filter(({ depth }) => depth > 0 && depth <= DEEPEST);
	const isNear = (each: Container): boolean =>
		each.depth === 0 ||
		((hasRole(each.key, 'error', 'envelope') || isWrapper(each.key) || each.isCore) &&
			(each.parent === undefined || isNear(each.parent)));
	const near = all.filter(isNear);
	const heads = [root, ...near].flatMap(({ fields }) =>
		fields.flatMap(({ key, path, value }) => {
			const first: unknown = Array.isArray(value) ? value[0] : undefined;
			const isHead = isRecord(first) && (hasRole(key, 'error', 'envelope') || isWrapper(key));
			return isHead ? [new Container(joinPath(path, '0'), key, first)] : [];
		}),
	);
	const isOwn = ({ key }: Container) => hasRole(key, 'error');
	const own = near.filter(isOwn);
	return { root, own, heads, others: near.filter((each) => !isOwn(each)), all };
}

function readFilled(raw: unknown): string | undefined {
	if (isNoError(raw)) return undefined;
	const inner = isRecord(raw) ? (reasonIn(raw) ?? readMap(raw) ?? JSON.stringify(raw)) : undefined;
	return readText(raw) ?? inner ?? readList(raw);
}

/** `error: { code: "ok", message: "" }` is none. */
function isNoError(raw: unknown): boolean {
	if (typeof raw === 'string') return /^(|none|null|no error|ok|false|0|n\/a)$/i.test(raw.trim());
	if (!isRecord(raw)) return !Array.isArray(raw) || raw.length === 0;
	const [code] = collect(
		[containerOf(raw)],
		[{ rule: 'reason.code', keys: CODE_KEYS, read: (each) => each ?? undefined }],
	);
	const isGoodCode = /^(0|ok|success|none)$/i.test(textOf(code?.value));
	const isBlank = (each: unknown) => each === null || each === '' || each === false;
	return isGoodCode || containerOf(raw).fields.every(({ value }) => isBlank(value));
}

function codeIn(body: IDataObject): string | undefined {
	const { own, root, heads, others } = placesOf(body);
	const containers = [...own, root, ...heads, ...others].flatMap((each) => {
		const { extensions } = each.record;
		return isRecord(extensions) ? [each, containerOf(extensions)] : [each];
	});
	const asCode = (raw: unknown) => {
		const text = firstText(raw);
		return text === undefined || /\s|^https?:|^about:/.test(text) ? undefined : text;
	};
	const asName = (raw: unknown) =>
		typeof raw === 'string' && !GENERIC_NAME.test(raw) ? asCode(raw) : undefined;
	const look = (keys: string[], read: (raw: unknown) => string | undefined) =>
		collect(containers, [{ rule: 'reason.code', keys, read }])[0]?.value;
	return look(CODE_KEYS, asCode) ?? look(NAME_KEYS, asName);
}

/** What every error is called. */
const GENERIC_NAME = /^(error|errors|fail|failed|failure|error\.list|\d+|list|object)$/i;

function codeInHeaders(headers: Record<string, string>): string | undefined {
	const name = Object.keys(headers).find((each) => /^x-(.*-)?error-?(type|code)$/.test(each));
	return name === undefined ? undefined : headers[name]?.split(/[:;]/)[0];
}

/** `{ "email": ["is not valid"] }`: fields and what is wrong with them, and nothing else. */
function fieldMap(body: IDataObject): string | undefined {
	if (isRecord(body.data) && /fail|error/i.test(textOf(body.status))) return readMap(body.data);
	const isMap = containerOf(body).fields.some(
		({ value }) => typeof value === 'object' && value !== null,
	);
	return isMap ? readMap(body) : undefined;
}

function readReason(value: unknown): string | undefined {
	return readText(value) ?? readList(value);
}

/** A text, or one with its language: `{ lang, value }`. */
function readText(value: unknown): string | undefined {
	return asText(isRecord(value) ? value.value : value);
}

function readList(value: unknown): string | undefined {
	if (isRecord(value)) return readMap(value);
	if (!Array.isArray(value)) return undefined;
	const some: unknown[] = value.slice(0, MAX_ENTRIES);
	return (
		some
			.map(readEntry)
			.filter((each) => each !== undefined)
			.join('; ') || undefined
	);
}

/** A map of fields: each has a text, or a list of texts. */
function readMap(map: IDataObject): string | undefined {
	const entries = containerOf(map).fields.slice(0, MAX_ENTRIES);
	const lines = entries.map(({ key: field, value }) => {
		const texts = [value]
			.flat()
			.slice(0, MAX_ENTRIES)
			.map((each) => (isRecord(each) ? readEntry(each) : readText(each)));
		const isWhole = texts.length > 0 && texts.every((each) => each !== undefined);
		return isWhole ? `${field}: ${texts.join(', ')}` : undefined;
	});
	const isMap =
		lines.every((line) => line !== undefined) &&
		lines.some((line) => /\s/.test(line.slice(line.indexOf(':') + 2)));
	return isMap ? lines.join('; ') : undefined;
}

function readEntry(entry: unknown): string | undefined {
	if (typeof entry === 'string') return entry;
	if (!isRecord(entry)) return undefined;
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

/** Where nothing is recognised, the body itself is better than silence. */
function wholeText(parsed: unknown, text: string): string | undefined {
	const trimmed = text.trim();
	return readReason(parsed) ?? (SAYS_NOTHING.test(trimmed) ? undefined : trimmed);
}

function pageTitle(html: string): string | undefined {
	return /<title[^<>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim() || undefined;
}

/** `<Error><Code>..</Code><Message>..</Message></Error>`, as file stores answer. */
function fromXml(text: string): IDataObject | undefined {
	if (!/^\s*<(\?xml|\w*error|\w*:?fault)/i.test(text)) return undefined;
	const leaves = [...text.matchAll(/<(?:\w+:)?(\w+)(?:\s[^<>]*)?>([^<]+)<\//g)]
		.map(([, name = '', value = '']) => [name, value.trim()] as const)
		.filter(([name, value]) => value !== '' && splitKey(name).length > 0);
	return leaves.length === 0 ? undefined : Object.fromEntries(leaves);
}

function tryParse(text: string): unknown {
	const result = parseJsonText(text);
	return result.ok ? result.value : undefined;
}

function firstText(value: unknown): string | undefined {
	return (typeof value === 'string' && value !== '') || typeof value === 'number'
		? textOf(value)
		: undefined;
}

function shorten(text: string | undefined): string | undefined {
	if (text === undefined || text.length <= MAX_REASON_LENGTH) return text;
	return `${text.slice(0, MAX_REASON_LENGTH)}...`;
}
