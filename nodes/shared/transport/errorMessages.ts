import { INSECURE, type NetworkError } from '../http/networkError';
import type { ServiceRequest, ServiceResponse } from '../http/types';
import { Failure, type FailureBase } from '../failure/Failure';
import { decodeText } from '../http/text';
import { parseJsonText } from '../values/json';
import { asObject } from '../values/records';
import { readError, type ReadError } from '../recognition/error';
import { namedIds } from '../recognition/jobId';
import { DEFAULT_REJECTION_STATUS, namesStatus } from '../recognition/rejection';

const CREDENTIAL = "the 'Creator Intelligence API' credential";

interface Advice {
	/** What happened; the request's label is put in for `%`. */
	message: string;
	description: string;
}

const BY_STATUS: Record<number, Advice> = {
	401: {
		message: 'The service did not accept the API token (401)',
		description: `Open ${CREDENTIAL} and check 'API Token' and 'Base URL': a token belongs to one environment.`,
	},
	402: {
		message: 'The service requires payment for %',
		description:
			'The plan or the balance of your account does not cover this request. Check it with the service.',
	},
	403: {
		message: 'The API token is not allowed to use % (403)',
		description: `Check that the account behind ${CREDENTIAL} has access to this part of the service, or choose another credential.`,
	},
	404: {
		message: 'The service found nothing for %',
		description: `Check the ID and the names in the fields, and 'Base URL' in ${CREDENTIAL}: a missing or duplicated path (such as /v1) causes this error for every request.`,
	},
	409: {
		message: 'The service reports a conflict for %',
		description:
			'The same thing exists already or is being changed. Read it with a Get operation before you send it again.',
	},
	410: {
		message: 'The result of % no longer exists',
		description:
			'Results are kept for a limited time. To get a new result, send a new request. It may be charged.',
	},
	413: {
		message: 'The body of % is too large for the service',
		description:
			"Send fewer fields or a shorter list; with 'Using Input Item', exclude fields that the service does not need.",
	},
	422: {
		message: 'The service found invalid values in %',
		description:
			"Correct the fields that the service names, or check their names and types in the service's documentation.",
	},
	429: {
		message: 'The service rejected % because of its rate limit or quota',
		description:
			"Set 'Requests per Second' or a lower 'Max Concurrency' in Options > Requests, raise 'Max Retry Delay', or check the quota of your plan.",
	},
	503: {
		message: 'The service is not available at the moment (503)',
		description: 'It is overloaded or temporarily down.',
	},
};

/** Links and redirects to other hosts are followed without the token. */
const REDIRECT_TARGET_REJECTED: Advice = {
	message: 'The host that % redirected to rejected the request',
	description: `The API token is sent to the host in 'Base URL' only. If this is the link to a file, it may have expired: get a new link. If the service has moved, correct 'Base URL' in ${CREDENTIAL} (perhaps only https:// instead of http://).`,
};
const CLIENT_ERROR: Advice = {
	message: 'The service rejected %',
	description:
		"Check the fields and query parameters of this item against the service's documentation.",
};
const SERVER_ERROR: Advice = {
	message: 'The service failed while it handled %',
	description: 'The fault is on the side of the service.',
};
/** Another redirect, or a method or type that the URL does not accept. */
const UNEXPECTED: Advice = {
	message: 'The service returned an unexpected response to %',
	description: `Check 'Base URL' in ${CREDENTIAL}: it probably points to something other than the service's API.`,
};

const BY_NETWORK_CODE: Array<Advice & { codes: RegExp }> = [
	{
		codes: /ENOTFOUND|EAI_AGAIN/,
		message: "The host in 'Base URL' was not found",
		description: `Check 'Base URL' in ${CREDENTIAL} for typos, and that n8n can reach the network.`,
	},
	{
		codes: /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|INVALID_URL/,
		message: 'Could not connect to the service for %',
		description: `No server responds at this URL. Check the host and port of 'Base URL' in ${CREDENTIAL}, and that the service is running.`,
	},
	{
		codes: INSECURE,
		message: 'The secure connection to the service failed for %',
		description: `Check that 'Base URL' in ${CREDENTIAL} has the right scheme (https:// or http://), host and port.`,
	},
];

const TIMED_OUT: Advice = {
	message: 'The service did not respond to % in time',
	description: "Raise 'Timeout' in Options > Requests if this operation takes longer to respond.",
};
const BROKEN_OFF: Advice = {
	message: 'The connection closed before the service responded to %',
	description: 'The service or the network closed the connection.',
};

const RERUN = 'Run the workflow again later.';

export const MAY_HAVE_BEEN_PROCESSED =
	'The request may have been processed and charged. Check with the service before you send it again.';

/** Enough to find the reason of an error. Only the beginning of a longer response is read. */
const MAX_ERROR_BYTES = 256 * 1024;

/** The longest response that is shown as it is. */
const MAX_SHOWN = 2_000;

/** Marks a failure whose request may have been processed, e.g. after a redirect. */
export function withOutcomeUnknown(failure: Failure): Failure {
	const { description = '' } = failure.details;
	const isSaid = description.includes(MAY_HAVE_BEEN_PROCESSED);
	return failure.with({
		description: isSaid ? description : join([MAY_HAVE_BEEN_PROCESSED, description]),
		rerunAdvice: undefined,
		outcomeUnknown: true,
	});
}

/** `outcomeUnknown`: the request may have been processed. */
export function requestFailure(
	{ label }: ServiceRequest,
	outcomeUnknown: boolean,
	details: FailureBase,
): Failure {
	const failure = new Failure({ ...details, kind: 'request', request: label });
	return outcomeUnknown ? withOutcomeUnknown(failure) : failure;
}

/** Error texts that mean that the service may have processed the request. */
const OUTCOME_UNKNOWN =
	/\btime[ds]?[ -]?out\b|\bdeadline exceeded\b|\b(?:still|while) processing\b/i;

/** Explains a rejection with a success status by the status that it means. */
export function explainRejection(
	request: ServiceRequest,
	response: ServiceResponse,
	{ status, reason }: { status: number; reason?: string },
): Failure {
	const failure = explainResponse(request, { ...response, status }, { reason });
	const isAssumed = status === DEFAULT_REJECTION_STATUS && !namesStatus(response);
	const described = failure.with({
		description: `The HTTP status is ${response.status}, but the response is an error. ${failure.details.description}`,
		...(isAssumed && { isStatusAssumed: true }),
		...shown(response),
	});
	// If the response names a created resource, or a redirect points to it, the request was processed.
	const isMade = response.headers.location !== undefined;
	const isOpen = OUTCOME_UNKNOWN.test(failure.details.reason ?? '');
	return request.charged && (isMade || isOpen) ? withOutcomeUnknown(described) : described;
}

/** `adviceOf`: the status whose advice applies, if it differs from that of the response. */
export function explainResponse(
	request: ServiceRequest,
	whole: ServiceResponse,
	{ adviceOf = whole.status, reason }: { adviceOf?: number; reason?: string } = {},
): Failure {
	const { status } = whole;
	const response = { ...whole, body: whole.body.subarray(0, MAX_ERROR_BYTES) };
	const read = readError(response);
	const found = { ...read, reason: reason ?? read.reason };
	const title = found.reason ? ` ("${found.reason}")` : '';
	const advice = adviceFor(request, adviceOf);
	// A request whose response is an invalid redirect may have been processed.
	const outcomeUnknown = request.charged && (status < 400 || status === 408 || status >= 500);
	// The response may name the job that was created, or that exists already.
	const mayNameJob = outcomeUnknown || (request.charged && status === 409);
	const isRerunUseful = status === 402 || status === 408 || status >= 500;
	return requestFailure(request, outcomeUnknown, {
		message: withReason(named(advice.message, request), found),
		description: join([
			found.html && `The response was a web page${title}, not data from the service.`,
			mayNameJob && namedIds(response),
			advice.description,
		]),
		rerunAdvice: isRerunUseful ? RERUN : undefined,
		status,
		code: found.code,
		reason: found.reason,
		requestId: found.requestId,
		...(mayNameJob && shown(response)),
	});
}

export function explainNetworkError(request: ServiceRequest, error: NetworkError): Failure {
	const known = BY_NETWORK_CODE.find(({ codes }) => codes.test(error.code));
	const advice = known ?? (error.timedOut ? TIMED_OUT : BROKEN_OFF);
	return requestFailure(request, request.charged && !error.neverConnected, {
		message: named(advice.message, request),
		description: advice.description,
		rerunAdvice: advice === BROKEN_OFF ? RERUN : undefined,
		code: error.code === '' ? undefined : error.code,
	});
}

function shown(response: ServiceResponse): Pick<FailureBase, 'response'> {
	const text = decodeText(response).trim();
	if (text === '') return {};
	const parsed = text.length > MAX_SHOWN ? undefined : parseJsonText(text);
	return { response: asObject(parsed?.ok ? parsed.value : text.slice(0, MAX_SHOWN)) };
}

function adviceFor({ authenticated }: ServiceRequest, status: number): Advice {
	if (!authenticated && (status === 401 || status === 403)) return REDIRECT_TARGET_REJECTED;
	if (status === 408 || status >= 500) return BY_STATUS[status] ?? SERVER_ERROR;
	const isUnexpected = status < 400 || status === 405 || status === 415;
	return BY_STATUS[status] ?? (isUnexpected ? UNEXPECTED : CLIENT_ERROR);
}

function named(message: string, request: ServiceRequest): string {
	return message.replace('%', () => request.label);
}

function withReason(message: string, { reason, html }: ReadError): string {
	return reason === undefined || html ? message : `${message}: ${reason}`;
}

function join(sentences: Array<string | false | undefined>): string {
	return sentences.filter((sentence) => typeof sentence === 'string' && sentence !== '').join(' ');
}
