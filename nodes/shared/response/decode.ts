import type { Failure } from '../failure/Failure';
import type { ServiceRequest, ServiceResponse, Content } from '../http/types';
import { parseCsv } from '../values/csv';
import { fileType, toFile } from './file';
import { parseJson, parseJsonLines } from '../values/json';
import { isRecord } from '../values/records';
import type { Steps } from '../values/steps';
import { contentType, looksLikeHtml, decodeText } from '../http/text';
import { namedIds } from '../recognition/jobId';
import { shortJson } from '../recognition/rejection';
import { MAY_HAVE_BEEN_PROCESSED, requestFailure } from '../transport/errorMessages';
import { RESPONSE_INCOMPLETE } from '../transport/Transport';

/** Of a response in an error message: more does not fit on a screen. */
const MAX_SHOWN_BYTES = 2_000;
/** Of a response that is searched for a job ID, which is at its beginning. */
const MAX_SEARCHED_BYTES = 256 * 1024;

export type ResponseFormat = 'auto' | 'json' | 'text' | 'file';

export interface DecodeContext {
	request: ServiceRequest;
	format: ResponseFormat;
	/** Operations that return documents may return a web page as well. */
	document?: boolean;
	/** The response has a job ID or state: a single line of JSON is an object, not a list with one row. */
	mayHoldState?: boolean;
}

export function* decode(response: ServiceResponse, context: DecodeContext): Steps<Content> {
	const { request, format } = context;
	if (response.body.length === 0) return { kind: 'empty' };
	const file = () => ({ kind: 'file' as const, file: toFile(response, request.url) });
	if (format === 'file' || (format === 'auto' && fileType(response) !== undefined)) return file();
	const text = decodedText(response, request);
	if (format === 'text') return { kind: 'text', text };
	if (text.trim() === '') return { kind: 'empty' };
	if (format === 'auto' && isWebPage(text, response)) {
		if (context.document) return file();
		throw unusable(request, response, {
			message: `The response to ${request.label} is a web page, not data`,
			what: "Check 'Base URL' in the 'Creator Intelligence API' credential: it probably points to a website instead of the service's API.",
			advice:
				"If you expect a web page, set 'Response Format' in Options > Requests to 'Text' or 'File'.",
		});
	}
	yield;
	if (format === 'auto' && isCsv(response)) {
		const table = yield* parseCsv(text);
		if (table.ok) return { kind: 'data', value: table.value };
		throw invalid('CSV', text, { problem: table.problem, response, request });
	}
	return yield* decodeJson(text, response, context);
}

/** Node limits the length of strings, but not of files. */
function decodedText(response: ServiceResponse, request: ServiceRequest): string {
	try {
		return decodeText(response);
	} catch {
		throw unusable(request, response, {
			message: `The response to ${request.label} is too long to be read as text`,
			what: `It has ${response.body.length} bytes.`,
			advice:
				"Request less data at once, or set 'Response Format' in Options > Requests to 'File'.",
		});
	}
}

function* decodeJson(
	text: string,
	response: ServiceResponse,
	context: DecodeContext,
): Steps<Content> {
	const whole = shortJson(response) ?? (yield* parseJson(text));
	if (whole.ok) {
		const isRow = isLines(response) && !context.mayHoldState && !text.trim().includes('\n');
		// Some send a whole list as one line.
		return { kind: 'data', value: isRow ? [whole.value].flat() : whole.value };
	}
	const meantAsJson =
		context.format === 'json' || /json/.test(contentType(response)) || /^\s*[[{]/.test(text);
	const lines = yield* parseJsonLines(text);
	if (lines?.ok) return { kind: 'data', value: lines.value };
	if (!meantAsJson) return { kind: 'text', text };
	const problem = lines?.problem ?? whole.problem;
	throw invalid('JSON', text, { problem, response, request: context.request });
}

function invalid(
	format: 'CSV' | 'JSON',
	text: string,
	found: { problem: string; response: ServiceResponse; request: ServiceRequest },
): Failure {
	return unusable(found.request, found.response, {
		message: `The response to ${found.request.label} is incomplete or not valid ${format}`,
		what: `${found.problem}. It has ${text.length} characters and ends with '${text.trimEnd().slice(-40)}'.`,
		advice:
			"If this is the response that you expect, set 'Response Format' in Options > Requests to 'Text'.",
		isCutOff: true,
	});
}

/** Whether the content type is JSON lines. */
export const isLines = (response: ServiceResponse): boolean =>
	/ndjson|json-?l(ines)?$/.test(contentType(response));

/** Some services send everything as text/html, even a word such as "Accepted". */
const isWebPage = (text: string, response: ServiceResponse): boolean =>
	looksLikeHtml(text, response.headers['content-type']) && /^\s*</.test(text);

function isCsv(response: ServiceResponse): boolean {
	return (
		/^(text|application)\/csv$/.test(contentType(response)) ||
		/(?:^|;)\s*filename[^;]*\.csv/i.test(response.headers['content-disposition'] ?? '')
	);
}

/**
 * Whether a text, a table or nothing may be incomplete. A length other than the announced one means that n8n
 * decompressed the response. Without one, the last line of the table shows it.
 */
export function mayBeCutOff(response: ServiceResponse, content: Content): boolean {
	const { headers, body } = response;
	const announced = headers['content-length'];
	if (Number(announced) === body.length) return false;
	if (content.kind === 'text') return announced !== undefined;
	if (content.kind === 'empty') return Number(announced) > 0;
	const isEnded = /[\r\n]\0?$/.test(body.toString('latin1', body.length - 2));
	if (content.kind !== 'data' || !isCsv(response) || isEnded) return false;
	const last = (row: unknown) => (isRecord(row) ? Object.values(row).at(-1) : undefined);
	const ends = Array.isArray(content.value) ? content.value.map(last) : [];
	return announced !== undefined || (ends.at(-1) === '' && ends.indexOf('') === ends.length - 1);
}

interface Unusable {
	message: string;
	what: string;
	advice: string;
	/** A retry may return the whole response. */
	isCutOff?: boolean;
}

/**
 * A success response that cannot be used. Only a GET may be repeated freely. For a paid request, the failure
 * shows the response, and names the job if it contains an ID.
 */
function unusable(
	request: ServiceRequest,
	response: ServiceResponse,
	{ message, what, advice, isCutOff = false }: Unusable,
): Failure {
	const { charged } = request;
	const upTo = (bytes: number) => ({ ...response, body: response.body.subarray(0, bytes) });
	const description = charged
		? [what, MAY_HAVE_BEEN_PROCESSED, advice, namedIds(upTo(MAX_SEARCHED_BYTES))]
		: [what, advice];
	return requestFailure(request, charged, {
		message,
		description: description.filter(Boolean).join(' '),
		status: response.status,
		...(isCutOff && { code: RESPONSE_INCOMPLETE, rerunAdvice: 'Run the workflow again.' }),
		...(charged && { response: { data: decodeText(upTo(MAX_SHOWN_BYTES)) } }),
	});
}
