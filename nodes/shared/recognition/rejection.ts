import { decodeText } from '../http/text';
import type { ServiceResponse } from '../http/types';
import { parseJson, type Parsed } from '../values/json';
import { MAX_FIELDS } from '../values/narrow';
import { isRecord } from '../values/records';
import { runAtOnce } from '../values/steps';
import { textOf } from '../values/text';
import { firstError, isGood, reasonIn } from './error';
import { isCostKey } from './cost';
import { isIdKey } from './jobId';
import { saysNotReady } from './jobSigns';
import { keyTests } from './keys';
import { containerOf, containerFields, outlineOf } from './outline';
import type { Container, ResponseField } from './outline';
import { hasRole } from './roles';
import { asFlag, asText, isEmpty } from './scalars';
import { meaningOf, NO_OVERRIDES } from './stateWords';

/** The HTTP status of a rejection that names none. */
export const DEFAULT_REJECTION_STATUS = 400;

/** An error has few words; a result that is longer is not parsed only to look for one. */
const MAX_REJECTION_BYTES = 64 * 1024;

const is = keyTests({
	/** Objects that a service wraps around its response, or puts next to it. */
	wrapper:
		/^(meta|metadata|header|head|response status|status|state|results|extensions|pagination|paging)$/,
	/** RFC 9457; other things have a title and a type, too. */
	ofProblem: /^(title|instance)$/,
	ofRequest: /^(path|locations|method|param|parameter|instance path)$/,
	message: /^(.* )?(message|msg)$/,
	flag: /^((is )?(success|successful|succeeded|ok)|status|response)$/,
	errorFlag: /^(is |has )?error$/,
	stateWord: /^((request |response )?status|state|result)$/,
	code: /^(code|status|(status|http|http status|response|result|return|ret|error|err) ?(code|status|no)|ret)$/,
	errorCode: /^(error|err) ?(code|no)$/,
});

const BAD_WORD = /^(fail|failed|failure|error|err|nok|ko|rejected|refused|denied|unauthorized)$/i;
const GOOD_WORD = /^(ok|okay|success|successful|succeeded|accepted|created|none|null|true)$/i;
const ERROR_CODE =
	/error|invalid|denied|fail|not_?found|missing|exceed|unauthori[sz]ed|forbidden|unsupported|expired|limit|required|bad_|conflict|unavailable|insufficient|^E[_-]?[A-Z\d]+(_[A-Z\d]+)*$/i;
/** Some services call a success 1, 1000 or "SUC1" and say so in words. */
const GOOD_NEWS =
	/^(?!.*\b(not|no|un\w+|fail\w*|error\w*|invalid|denied|without)\b).*\b(ok|success\w*|accepted|created|queued|submitted|received|started|completed?|done|saved|updated|deleted)\b/i;
const NOTHING_FOUND =
	/^(?=.*\b(found|results?|data|match\w*|records?|rows|items)\b).*\b(no|nothing|zero|0)\b/i;

interface Subject {
	/** The response is about a job: `status: failed` is the state of the job, not a rejection of the request. */
	ofJob?: boolean;
	/** The response to a request for a result: a `detail` text alone is an error. In a job state it is not. */
	ofResult?: boolean;
	/** The value is an entry of a list, where a row may have a code and a message of its own. */
	isEntry?: boolean;
}

/**
 * The HTTP status that a rejection with another status means. `undefined` if the response contains
 * anything else than an error, as services also send errors next to good results.
 */
export function findRejection(
	response: ServiceResponse,
	subject: Subject = {},
): number | undefined {
	// The service has accepted the request, and works on the job.
	if (subject.ofJob && response.status === 202) return undefined;
	return rejectionIn(jsonIn(response), subject);
}

/** Whether a rejection says by which HTTP status it is one. */
export function namesStatus(response: ServiceResponse): boolean {
	const [value] = [jsonIn(response)].flat();
	return httpStatusIn(outerOf(value)) !== undefined;
}

const parsedBodies = new WeakMap<Buffer, Parsed>();

/** The JSON of a response that may be a rejection, parsed once; `undefined` for other responses. */
export function shortJson(response: ServiceResponse): Parsed | undefined {
	const { body } = response;
	if (body.length > MAX_REJECTION_BYTES) return undefined;
	const earlier = parsedBodies.get(body);
	if (earlier !== undefined) return earlier;
	const text = decodeText(response);
	if (!/^\s*[[{]/.test(text)) return undefined;
	const parsed = runAtOnce(parseJson(text));
	parsedBodies.set(body, parsed);
	return parsed;
}

function jsonIn(response: ServiceResponse): unknown {
	const parsed = shortJson(response);
	return parsed?.ok ? parsed.value : undefined;
}

/** The same for content that has been read. */
export function rejectionIn(value: unknown, subject: Subject = {}): number | undefined {
	if (Array.isArray(value)) {
		const found = value.map((each) => rejectionIn(each, { ...subject, isEntry: true }));
		return found.every((status) => status !== undefined) ? found[0] : undefined;
	}
	const containers = outerOf(value);
	const [root] = containers;
	if (root === undefined) return undefined;
	const states = containers.flatMap(stateWords);
	const isBad = hasBadFlag(root);
	// In a single result, the words next to an error that is named are those of the request.
	const isNamed = subject.ofResult === true && subject.isEntry !== true && namesError(root, states);
	const matter = isFailedFields(root)
		? []
		: containers
				.flatMap((each) => dataFields(each, isBad))
				.filter(({ value }) => !isNamed || typeof value === 'object');
	const [only, ...others] = matter;
	if (only !== undefined) {
		const isList = others.length === 0 && Array.isArray(only.value);
		return isList ? rejectionIn(only.value, subject) : undefined;
	}
	if (subject.ofJob && (states.length > 0 || saysNotReady(containers))) return undefined;
	const isRejection =
		isBad ||
		isFailedFields(root) ||
		(!containers.some(saysGood) &&
			(containers.some(hasBadFlag) || hasBadWord(root, states) || hasError(containers, subject)));
	return isRejection ? (httpStatusIn(containers) ?? DEFAULT_REJECTION_STATUS) : undefined;
}

const outerOf = (value: unknown) => outlineOf(value).filter(isOuter);

/** The response itself, wrappers, and wrappers in them. */
function isOuter({ key, parent, entryOf, isCore }: Container): boolean {
	if (parent === undefined) return true;
	if (entryOf !== undefined || hasRole(key, 'error') || !isOuter(parent)) return false;
	return is.wrapper(key) || hasRole(key, 'envelope') || (isCore && !hasRole(key, 'job'));
}

/** `{ status: "fail", data: { email: "Already taken" } }`: what is wrong with each field, as JSend has it. */
function isFailedFields({ record }: Container): boolean {
	const { status, data } = record;
	if (status !== 'fail') return false;
	const others = { ...record, status: null, data: null };
	const isText = ([key, value]: [string, unknown]) => asText(value) !== undefined && !isIdKey(key);
	const fields = Object.entries(isRecord(data) ? data : {});
	return isEmpty(others) && fields.length > 0 && fields.every(isText);
}

/** The fields that are data, i.e. not about the request itself. If a flag says that it failed, neither its type nor its cost is. */
function dataFields(container: Container, isBad: boolean): ResponseField[] {
	const { fields, record, children } = container;
	const isProblem = isHttpError(record.status);
	return fields.filter(({ key, value, path }) => {
		const isInner = children.some((each) => each.path === path && isOuter(each));
		if (isEmpty(value) || hasRole(key, 'trace') || isInner) return false;
		if (Array.isArray(value) && (is.wrapper(key) || hasRole(key, 'envelope'))) return true;
		const isAside = isCostKey(key) || (isBad && /^(type|info)$/.test(key));
		if (isAside && typeof value !== 'object') return false;
		if (/^(type|object|kind)$/.test(key)) return !isProblem && !/^error/.test(textOf(value));
		return !(
			(key === 'id' && 'jsonrpc' in record) ||
			(is.flag(key) && asFlag(value) !== undefined) ||
			(isProblem && is.ofProblem(key)) ||
			hasRole(key, 'call', 'remark', 'page', 'input') ||
			is.ofRequest(key)
		);
	});
}

/** In so many words: by a flag and a text, by `status: error` with a text, or by a code of HTTP or below 0 with a message. */
function namesError(root: Container, states: string[]): boolean {
	const isCode = (value: unknown) => isHttpError(value) || Number(textOf(value)) < 0;
	const hasCode = isCode(root.record.code) && root.fields.some(({ key }) => is.message(key));
	const isFlagged = hasBadFlag(root) && reasonIn(root.record) !== undefined;
	return isFlagged || hasBadWord(root, states) || hasCode;
}

/** `success: false`, `error: true`, and `stat: fail`, which is never a job's. */
function hasBadFlag({ fields }: Container): boolean {
	return fields.some(
		({ key, name, value }) =>
			(is.flag(key) && asFlag(value) === false) ||
			(is.errorFlag(key) && value === true) ||
			(/^(stat|ack)$/.test(name) && BAD_WORD.test(textOf(value))),
	);
}

/** `status: error`, with a text or a code. */
function hasBadWord(root: Container, states: string[]): boolean {
	if (!states.some((word) => BAD_WORD.test(word))) return false;
	return (
		codesIn([root]).some(({ key }) => !is.stateWord(key)) || reasonIn(root.record) !== undefined
	);
}

function stateWords({ fields }: Container): string[] {
	return fields
		.map(({ key, value }) => (is.stateWord(key) && typeof value === 'string' ? value : ''))
		.filter((text) => Number.isNaN(Number(text)) && asFlag(text) === undefined);
}

function hasError(containers: Container[], { isEntry, ofResult }: Subject): boolean {
	const fields = containerFields(containers);
	const hasRows = fields.some(({ value }) => Array.isArray(value) && value.length === 0);
	// Only where there is a place for rows are 100 and the like taken for HTTP's.
	const isGoodHere = (code: string) => isGoodCode(code) || (hasRows && /^1\d\d$/.test(code));
	const isGoodNews = (text: string) => isGood(text) || (hasRows && NOTHING_FOUND.test(text));
	const errors = containers.flatMap((each) => firstError([each]) ?? []);
	if (errors.some((text) => !isGoodNews(text))) return true;
	const message = containers.map(({ record }) => reasonIn(record)).find(Boolean);
	if (message === undefined || isGoodNews(message) || GOOD_NEWS.test(message)) return false;
	const [only, second] = fields;
	if (ofResult && !isEntry && only?.name === 'detail' && second === undefined) return true;
	const hasMessage = fields.some(({ key }) => is.message(key));
	return codesIn(containers).some(({ key, name, code }) => {
		if (isHttpError(code) || (is.errorCode(key) && !isGoodCode(code))) return true;
		if (Number.isNaN(Number(code))) return ERROR_CODE.test(code);
		return !isEntry && hasMessage && name !== 'status' && !isGoodHere(code);
	});
}

function saysGood(container: Container): boolean {
	const codes = codesIn([container]).map(({ code }) => code);
	return (
		stateWords(container).some((word) => GOOD_WORD.test(word)) ||
		(codes.some(isGoodCode) && !codes.some(isHttpError)) ||
		container.fields.some(
			({ key, value }) => is.flag(key) && asFlag(value, { bits: true }) === true,
		)
	);
}

function codesIn(containers: Container[]) {
	return containerFields(containers).flatMap(({ key, name, value }) => {
		const code = typeof value === 'number' ? String(value) : asText(value);
		return is.code(key) && code !== undefined ? [{ key, name, code }] : [];
	});
}

function isGoodCode(code: string): boolean {
	const number = Number(code);
	if (!Number.isNaN(number)) return number === 0 || (number >= 200 && number < 400);
	const state = meaningOf(code, NO_OVERRIDES);
	return GOOD_WORD.test(code) || (state?.listed === true && state.state !== 'failed');
}

function isHttpError(value: unknown): boolean {
	const number = Number(textOf(value));
	return number >= 400 && number < 600;
}

/** In the object of the error as well. */
function httpStatusIn(containers: Container[]): number | undefined {
	const errors = containers.flatMap(({ record: { error, errors: list } }) =>
		[error, list].flat().slice(0, MAX_FIELDS).filter(isRecord),
	);
	const codes = codesIn([...containers, ...errors.map(containerOf)]);
	const found = codes.find(({ code }) => isHttpError(code));
	return found && Number(found.code);
}
