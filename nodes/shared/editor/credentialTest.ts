import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { readContract } from '../contract/parse';
import { Failure, messageOf } from '../failure/Failure';
import { parseBaseUrl } from '../http/baseUrl';
import { INSECURE, NetworkError } from '../http/networkError';
import { contentType, decodeText, looksLikeHtml } from '../http/text';
import type { ServiceRequest, ServiceResponse } from '../http/types';
import { readError } from '../recognition/error';
import { findRejection } from '../recognition/rejection';
import { createTestHttpClient, tokenAdvice, type CredentialData } from '../transport/httpClient';
import { followRedirect } from '../transport/redirect';
import { withoutTags } from '../values/escape';
import { parseJsonText } from '../values/json';
import { textOf } from '../values/text';

const HEALTH_CHECK_PATH = '/dictionary/languages';
const SECONDS = 10;
const LIMITS = { timeoutMs: SECONDS * 1_000, maxBytes: 4 * 1024 * 1024 };

/** Tests the URL and the token, and returns a message that says what to do. */
export async function testCredential(
	context: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
	endpoints?: ReadonlySet<string>,
): Promise<INodeCredentialTestResult> {
	if (textOf(data.apiToken).trim() === '') return failed('The credential has no API Token');
	try {
		readContract(data, endpoints);
	} catch (error) {
		return failed(messageOf(error));
	}
	const seen = await checkHealth(context, data);
	const found = testResult(seen);
	const isRejected = seen.kind === 'response' && seen.response.status === 401;
	const advice = isRejected ? tokenAdvice(data.apiToken) : '';
	return advice === '' ? found : { ...found, message: `${found.message}. ${advice}` };
}

type HealthCheck =
	| {
			kind: 'response';
			response: ServiceResponse;
			/** A redirect led to another host, where the token does not go. */
			elsewhere?: string;
	  }
	| { kind: 'silence'; error: NetworkError }
	| { kind: 'unusable'; failure: Failure };

async function checkHealth(
	context: ICredentialTestFunctions,
	data: CredentialData,
): Promise<HealthCheck> {
	try {
		const httpClient = createTestHttpClient(context, data);
		let request: ServiceRequest = {
			method: 'GET',
			url: `${parseBaseUrl(data.baseUrl)}${HEALTH_CHECK_PATH}`,
			label: `GET ${HEALTH_CHECK_PATH}`,
			authenticated: true,
		};
		for (let hops = 0; ; hops++) {
			const response = await httpClient(request, LIMITS);
			const next = followRedirect(request, response, hops);
			if (next === undefined) {
				const elsewhere = request.authenticated ? undefined : new URL(request.url).origin;
				return { kind: 'response', response, elsewhere };
			}
			request = next;
		}
	} catch (error) {
		if (error instanceof NetworkError) return { kind: 'silence', error };
		if (error instanceof Failure) return { kind: 'unusable', failure: error };
		const message = messageOf(error);
		return { kind: 'unusable', failure: new Failure({ kind: 'unexpected', message }) };
	}
}

export function testResult(seen: HealthCheck): INodeCredentialTestResult {
	switch (seen.kind) {
		case 'silence':
			return failed(wordsFor(seen.error));
		case 'unusable': {
			const { message, description } = seen.failure.details;
			return failed([message, description].filter(Boolean).join('. '));
		}
		case 'response':
			return resultOfResponse(seen.response, seen.elsewhere);
	}
}

function resultOfResponse(
	response: ServiceResponse,
	elsewhere: string | undefined,
): INodeCredentialTestResult {
	const { status } = response;
	const isPage = looksLikeHtml(decodeText(response), response.headers['content-type']);
	if (isPage && status !== 401 && status < 500) {
		return failed(
			"This URL is a website, not the service's API. Enter the URL of the API, e.g. https://api.example.com/v1",
		);
	}
	if (elsewhere !== undefined) {
		return failed(
			`This URL redirects to ${elsewhere}, and the token is not sent there. If the service has moved, enter the new URL`,
		);
	}
	if (status >= 200 && status < 300) {
		const rejection = findRejection(response);
		if (rejection !== undefined) return failed(wordsForStatus({ ...response, status: rejection }));
		return isData(response)
			? { status: 'OK', message: 'The service accepted the token' }
			: failed(
					'The server at this URL does not respond like the service. Check the host and the path',
				);
	}
	return failed(wordsForStatus(response));
}

function isData(response: ServiceResponse): boolean {
	const text = decodeText(response);
	const isLines = /ndjson|csv/.test(contentType(response));
	return isLines || (/^\s*[[{]/.test(text) && parseJsonText(text).ok);
}

function wordsForStatus(response: ServiceResponse): string {
	const { status } = response;
	const { reason, html } = readError(response);
	const reasonText = reason === undefined || html ? '' : `: ${reason}`;
	if (status === 401) return 'The service did not accept the token';
	if (status === 403)
		return `The service accepts the token, but the token has no access (403${reasonText})`;
	if (status === 404) {
		return 'The service was not found at this URL. Check the path: a part such as /v1 may be missing or duplicated';
	}
	if (status === 429) {
		return 'The service is reachable, but rejected the request because of its rate limit (429). Try again in a minute';
	}
	if (status >= 500)
		return `The service is reachable, but currently fails (${status}). Try again later`;
	return `The service returned an unexpected response (${status}${reasonText}). Check the URL`;
}

function wordsFor({ code, timedOut }: NetworkError): string {
	if (/ENOTFOUND|EAI_AGAIN/.test(code)) {
		return 'No response from this URL: the host was not found. Check it for typos';
	}
	if (INSECURE.test(code)) {
		return 'The secure connection to this URL failed. Check the scheme (https:// or http://), the host and the port';
	}
	if (timedOut) return `No response from this URL (within ${SECONDS} seconds)`;
	return 'No response from this URL. Check the host and the port, and that the service is running';
}

function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message: withoutTags(message) };
}
