import type { IDataObject } from 'n8n-workflow';

import type { ServiceResponse } from '../http/types';
import { decodeText } from '../http/text';
import { parseJsonText } from '../values/json';
import { isRecord } from '../values/records';
import { textOf } from '../values/text';
import { errorIn, isGood, isRequestId, reasonIn } from './error';
import { inWords, plain } from './lookup';

/** The status of HTTP that a refusal without one stands for. */
export const REJECTED = 400;

/** An error has few words; a result that is longer is not parsed only to look for one. */
const MAX_REFUSAL_BYTES = 64 * 1024;

/** Objects that a service wraps around its response, or puts next to it. */
const isWrapper = inWords(
	/^(meta|metadata|header|head|body|response|response status|status|state|result|results|data|extensions|pagination|paging)$/,
);
/** Fields that say something of the call, and nothing that a user asks for. */
const isOfCall = inWords(
	/^((.* )?(error|errors|err|errmsg|errcode|errno|fault|exception|failure)( .*)?|(.* )?(message|messages|msg)|detail|details|description|reason|hint|help|suggestion|cause|(.* )?(code|subcode)|ret|(request |response )?status|status text|stat|state|success|successful|succeeded|is success|ok|result|(.* )?(timestamp|took|elapsed|duration|warning|warnings)|time|date|server time|(api )?version|jsonrpc|path|method|stack|trace|retry after|(docs|documentation|doc|more) (url|info|link)|page|per page|page size|limit|offset|total|count|has more)$/,
);
/** RFC 9457; other things have a title and a type, too. */
const isOfProblem = inWords(/^(type|title|instance)$/);
const isMessage = inWords(/^(.* )?(message|msg|errmsg)$/);

const isFlag = inWords(/^((is )?(success|successful|succeeded|ok)|status)$/);
const isErrorFlag = inWords(/^(is |has )?error$/);
const isStateWord = inWords(/^((request |response )?status|state|result|response)$/);
const isCode = inWords(
	/^(code|status|(status|http|http status|response|result|return|ret|error|err) ?(code|status|no)|errno|ret)$/,
);
const isErrorCode = inWords(/^(error|err) ?(code|no)$/);

const BAD_WORD = /^(fail|failed|failure|error|err|nok|ko|rejected|refused|denied|unauthorized)$/i;
const GOOD_WORD = /^(ok|okay|success|successful|succeeded|accepted|created|none|null|true)$/i;
const ERROR_CODE =
	/error|invalid|denied|fail|not_?found|missing|exceed|unauthori[sz]ed|forbidden|unsupported|expired|limit|required|bad_|conflict|unavailable|insufficient/i;
/** Some services call a success 1, 1000 or "SUC1" and say so in words. */
const GOOD_NEWS =
	/^(?!.*\b(not|no|un\w+|fail\w*|error\w*|invalid|denied|without)\b).*\b(ok|success\w*|accepted|created|queued|submitted|received|started|completed?|done|saved|updated|deleted)\b/i;
const NOTHING_FOUND =
	/\b(no|nothing|zero|0)\b.*\b(found|results?|data|match\w*|records?|rows|items)\b/i;

interface Subject {
	/** The response tells of a job: `status: failed` is the job's, and no refusal. */
	ofJob?: boolean;
	/** An entry of a list: any code next to any message may be a row. */
	isEntry?: boolean;
}

/**
 * The status of HTTP that a response of another status stands for: a service says that it did not do
 * what it was asked for. Nothing where the response holds anything else, as errors are found next to
 * good results.
 */
export function findRefusal(response: ServiceResponse, subject: Subject = {}): number | undefined {
	if (response.body.length > MAX_REFUSAL_BYTES) return undefined;
	const text = decodeText(response);
	const parsed = /^\s*[[{]/.test(text) ? parseJsonText(text) : undefined;
	return parsed?.ok ? refusalIn(parsed.value, subject) : undefined;
}

/** The same for content that has been read. */
export function refusalIn(value: unknown, subject: Subject = {}): number | undefined {
	if (Array.isArray(value)) {
		const found = value.map((each) => refusalIn(each, { ...subject, isEntry: true }));
		return found.every((status) => status !== undefined) ? found[0] : undefined;
	}
	if (!isRecord(value)) return undefined;
	const list = onlyList(value);
	if (list !== undefined) return refusalIn(list, subject);
	if (holdsResult(value)) return undefined;
	const places = [value, ...wrappedIn(value)];
	if (subject.ofJob && places.some((place) => stateWords(place).length > 0)) return undefined;
	const isRefusal =
		hasBadFlag(value) ||
		(!places.some(saysGood) &&
			(places.some(hasBadFlag) || hasBadWord(places) || hasError(places, subject)));
	return isRefusal ? (httpStatusIn(places) ?? REJECTED) : undefined;
}

/** The rows of a response that holds nothing else. */
function onlyList(holder: IDataObject): unknown[] | undefined {
	const [first, ...others] = Object.entries(holder).filter(
		([key, value]) => isWrapper(key) && Array.isArray(value) && value.length > 0,
	);
	if (first === undefined || others.length > 0) return undefined;
	const [name, rows] = first;
	return holdsResult({ ...holder, [name]: undefined }) ? undefined : (rows as unknown[]);
}

function wrappedIn(holder: IDataObject): IDataObject[] {
	return Object.entries(holder).flatMap(([key, value]) =>
		isRecord(value) && isWrapper(key) ? [value, ...wrappedIn(value)] : [],
	);
}

/** Whether anything is there that does not speak of the call. */
function holdsResult(holder: IDataObject): boolean {
	const isProblem = isHttpError(holder.status);
	return Object.entries(holder).some(([key, value]) => {
		if (isEmpty(value) || isRequestId(key)) return false;
		if (isWrapper(key) && isRecord(value)) return holdsResult(value);
		if (key === 'id' && 'jsonrpc' in holder) return false;
		if (/^(type|object)$/.test(key) && /^error/.test(textOf(value))) return false;
		return !(isOfCall(key) || (isProblem && isOfProblem(key)));
	});
}

function isEmpty(value: unknown): boolean {
	if (value === null || value === undefined || value === '') return true;
	return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/** `success: false`, `error: true`, and `stat: fail`, which is never a job's. */
function hasBadFlag(place: IDataObject): boolean {
	return Object.entries(place).some(
		([key, value]) =>
			(isFlag(key) && (value === false || value === 'false')) ||
			(isErrorFlag(key) && value === true) ||
			(plain(key) === 'stat' && BAD_WORD.test(textOf(value))),
	);
}

/** `status: error`, with a text or a code. */
function hasBadWord(places: IDataObject[]): boolean {
	const [root = {}] = places;
	const isExplained =
		reasonIn(root) !== undefined || codesIn([root]).some(([key]) => !isStateWord(key));
	return isExplained && places.flatMap(stateWords).some((word) => BAD_WORD.test(word));
}

function stateWords(place: IDataObject): string[] {
	return Object.entries(place).flatMap(([key, value]) =>
		isStateWord(key) && typeof value === 'string' && value !== '' && Number.isNaN(Number(value))
			? [value]
			: [],
	);
}

function hasError(places: IDataObject[], { isEntry }: Subject): boolean {
	const texts = places.map(errorIn).filter((each) => each !== undefined);
	const hasRows = places.some((place) =>
		Object.values(place).some((value) => Array.isArray(value) && value.length === 0),
	);
	if (texts.some((text) => !isGood(text) && !(hasRows && NOTHING_FOUND.test(text)))) return true;
	const message = reasonIn(places[0] ?? {});
	if (message === undefined || isGood(message) || GOOD_NEWS.test(message)) return false;
	if (hasRows && NOTHING_FOUND.test(message)) return false;
	const hasMessage = places.some((place) => Object.keys(place).some(isMessage));
	return codesIn(places).some(([key, code]) => {
		if (isHttpError(code) || (isErrorCode(key) && !isGoodCode(code))) return true;
		if (Number.isNaN(Number(code))) return ERROR_CODE.test(String(code));
		return !isEntry && hasMessage && plain(key) !== 'status' && !isGoodCode(code);
	});
}

function saysGood(place: IDataObject): boolean {
	const words = stateWords(place);
	return (
		words.some((word) => GOOD_WORD.test(word)) ||
		codesIn([place]).some(([, code]) => isGoodCode(code)) ||
		Object.entries(place).some(
			([key, value]) => isFlag(key) && [true, 'true', 1].some((good) => value === good),
		)
	);
}

function codesIn(places: IDataObject[]): Array<[string, string | number]> {
	return places.flatMap((place) =>
		Object.entries(place).flatMap(
			([key, value]): Array<[string, string | number]> =>
				isCode(key) && isCodeLike(value) ? [[key, value]] : [],
		),
	);
}

function isCodeLike(value: unknown): value is string | number {
	return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

function isGoodCode(code: string | number): boolean {
	const number = Number(code);
	if (Number.isNaN(number)) return GOOD_WORD.test(String(code));
	return number === 0 || (number >= 100 && number < 400);
}

function isHttpError(value: unknown): boolean {
	const number = isCodeLike(value) ? Number(value) : NaN;
	return number >= 400 && number < 600;
}

/** In the object of the error as well. */
function httpStatusIn(places: IDataObject[]): number | undefined {
	const errors = places.flatMap(({ error, errors }) => [error, errors].flat().filter(isRecord));
	const code = codesIn([...places, ...errors]).find(([, each]) => isHttpError(each));
	return code === undefined ? undefined : Number(code[1]);
}
