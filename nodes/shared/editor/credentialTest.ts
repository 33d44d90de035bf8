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
import { findRefusal } from '../recognition/refusal';
import { createTestExchange, tokenAdvice, type CredentialData } from '../transport/exchange';
import { followRedirect } from '../transport/redirect';
import { withoutTags } from '../values/escape';
import { parseJsonText } from '../values/json';
import { textOf } from '../values/text';

const FREE_READ = '/dictionary/languages';
const SECONDS = 10;
const LIMITS = { timeoutMs: SECONDS * 1_000, maxBytes: 4 * 1024 * 1024 };

/** Whether the service is at this address and takes this token, in words that say what to do. */
export async function testCredential(
	context: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
	endpoints?: ReadonlySet<string>,
): Promise<INodeCredentialTestResult> {
	if (textOf(data.apiToken).trim() === '') return refused('The credential has no API Token');
	try {
		readContract(data, endpoints);
	} catch (error) {
		return refused(messageOf(error));
	}
	const seen = await look(context, data);
	const found = verdict(seen);
	const isRefused = seen.kind === 'answer' && seen.response.status === 401;
	const advice = isRefused ? tokenAdvice(data.apiToken) : '';
	return advice === '' ? found : { ...found, message: `${found.message}. ${advice}` };
}

type Look =
	| {
			kind: 'answer';
			response: ServiceResponse;
			/** A redirect led to another host, where the token does not go. */
			elsewhere?: string;
	  }
	| { kind: 'silence'; error: NetworkError }
	| { kind: 'unusable'; failure: Failure };

async function look(context: ICredentialTestFunctions, data: CredentialData): Promise<Look> {
	try {
		const exchange = createTestExchange(context, data);
		let request: ServiceRequest = {
			method: 'GET',
			url: `${parseBaseUrl(data.baseUrl)}${FREE_READ}`,
			label: `GET ${FREE_READ}`,
			authenticated: true,
		};
		for (let hops = 0; ; hops++) {
			const response = await exchange(request, LIMITS);
			const next = followRedirect(request, response, hops);
			if (next === undefined) {
				const elsewhere = request.authenticated ? undefined : new URL(request.url).origin;
				return { kind: 'answer', response, elsewhere };
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

export function verdict(seen: Look): INodeCredentialTestResult {
	switch (seen.kind) {
		case 'silence':
			return refused(wordsFor(seen.error));
		case 'unusable': {
			const { message, description } = seen.failure.details;
			return refused([message, description].filter(Boolean).join('. '));
		}
		case 'answer':
			return verdictOnAnswer(seen.response, seen.elsewhere);
	}
}

function verdictOnAnswer(
	response: ServiceResponse,
	elsewhere: string | undefined,
): INodeCredentialTestResult {
	const { status } = response;
	const isPage = looksLikeHtml(decodeText(response), response.headers['content-type']);
	if (isPage && status !== 401 && status < 500) {
		return refused(
			"This address is a website, not the service. Enter the address of the service's API, e.g. https://api.example.com/v1",
		);
	}
	if (elsewhere !== undefined) {
		return refused(
			`This address leads on to ${elsewhere}, where the token is not sent. If the service is there, enter that address`,
		);
	}
	if (status >= 200 && status < 300) {
		const refusal = findRefusal(response);
		if (refusal !== undefined) return refused(wordsForStatus({ ...response, status: refusal }));
		return isData(response)
			? { status: 'OK', message: 'The service answers and takes the token' }
			: refused(
					'Something answers at this address, but not as the service does. Check the host and the path',
				);
	}
	return refused(wordsForStatus(response));
}

function isData(response: ServiceResponse): boolean {
	const text = decodeText(response);
	const isLines = /ndjson|csv/.test(contentType(response));
	return isLines || (/^\s*[[{]/.test(text) && parseJsonText(text).ok);
}

function wordsForStatus(response: ServiceResponse): string {
	const { status } = response;
	const { reason, html } = readError(response);
	const told = reason === undefined || html ? '' : `: ${reason}`;
	if (status === 401) return 'The service did not accept the token';
	if (status === 403) return `The service knows the token, but does not let it in (403${told})`;
	if (status === 404) {
		return 'The service is not at this address. Check the path of the address: it may need one, such as /v1, or have one too many';
	}
	if (status === 429) {
		return 'The service answers, but asks for a pause (429). Try again in a minute';
	}
	if (status >= 500)
		return `The service answers, but fails at the moment (${status}). Try again later`;
	return `The service gave an unexpected answer (${status}${told}). Check the address`;
}

function wordsFor({ code, timedOut }: NetworkError): string {
	if (/ENOTFOUND|EAI_AGAIN/.test(code)) {
		return 'Nothing answers at this address: there is no such host. Check it for typing errors';
	}
	if (INSECURE.test(code)) {
		return 'The secure connection to this address failed. Check that it begins with the right one of https:// and http://, and its host and port';
	}
	if (timedOut) return `Nothing answers at this address (within ${SECONDS} seconds)`;
	return 'Nothing answers at this address. Check the host and the port, and that the service is up';
}

function refused(message: string): INodeCredentialTestResult {
	return { status: 'Error', message: withoutTags(message) };
}
