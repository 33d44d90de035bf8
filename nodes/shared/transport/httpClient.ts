import type {
	IAdditionalCredentialOptions,
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { clock, timerMs } from '../clock';
import { Failure, inputFailure, rethrow } from '../failure/Failure';
import { withoutUserInfo } from '../http/baseUrl';
import { outOfTime, toNetworkError } from '../http/networkError';
import { textOf } from '../values/text';
import { TimerQueue } from './TimerQueue';
import { discard, readResponseBody } from './readResponseBody';
import { createRedact, createResponseRedact, type Redact } from './redact';
import type { ServiceRequest, ServiceResponse } from '../http/types';

export const CREDENTIAL_TYPE = 'creatorIntelligenceApi';

export function noCredential(): Failure {
	return inputFailure(
		'No credential is selected',
		"Select a 'Creator Intelligence API' credential at the top of the node.",
	);
}

export interface CredentialData {
	baseUrl?: unknown;
	apiToken?: unknown;
	openApiUrl?: unknown;
	/** How responses are read, as JSON, and whether one that differs is an error. */
	responseContract?: unknown;
	strictContract?: unknown;
	/** Fields that n8n adds to credentials: where requests may go. */
	allowedHttpRequestDomains?: unknown;
	allowedDomains?: unknown;
}

export interface Limits {
	/** From the request to the last byte of the response, redirects included. */
	timeoutMs: number;
	/** Maximum size of a response, after decompression. */
	maxBytes: number;
}

/** One HTTP round trip, without any policy. Rejects with a NetworkError or a Failure. */
export type HttpClient = (request: ServiceRequest, limits: Limits) => Promise<ServiceResponse>;

export type HttpContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** The only place that sends HTTP requests, through n8n's helper. */
export function createHttpClient(context: HttpContext, credential: CredentialData): HttpClient {
	const { helpers } = context;
	// Passed along because n8n would otherwise read and decrypt the credential for each request.
	const data = { ...credential } as ICredentialDataDecryptedObject;
	const decrypted: IAdditionalCredentialOptions = {
		credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data },
	};
	const send: Send = async ({ authenticated }, options) =>
		(await (authenticated
			? helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_TYPE, options, decrypted)
			: helpers.httpRequest(options))) as RawResponse;
	const stop =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return buildHttpClient(send, credential, stop);
}

/** The credential test has its own helper, which does not add the credential. */
export function createTestHttpClient(
	{ helpers }: ICredentialTestFunctions,
	credential: CredentialData,
): HttpClient {
	const send: Send = async ({ authenticated }, { method, url, headers, timeout, allowedDomains }) =>
		(await helpers.request({
			method,
			uri: url,
			headers: { ...headers, ...(authenticated && authorization(credential.apiToken)) },
			timeout,
			allowedDomains,
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
			useStream: true,
		})) as RawResponse;
	return buildHttpClient(send, credential);
}

type Send = (request: ServiceRequest, options: IHttpRequestOptions) => Promise<RawResponse>;

function buildHttpClient(send: Send, credential: CredentialData, stop?: AbortSignal): HttpClient {
	const isLimited = credential.allowedHttpRequestDomains === 'domains';
	const allowedDomains = isLimited ? String(credential.allowedDomains) : undefined;
	checkToken(credential.apiToken);
	const redact = createRedact(credential.apiToken);
	const redactResponse = createResponseRedact(credential.apiToken);
	// One abort listener for all requests in flight: Node warns of more than ten.
	const inFlight = new Set<() => void>();
	const endAll = () => {
		for (const end of inFlight) end();
	};
	stop?.addEventListener('abort', endAll, { once: true });
	const deadlines = new TimerQueue();

	return async (request, { timeoutMs, maxBytes }) => {
		const sentAt = clock.monotonic();
		const { firstSentAt = sentAt, deadline = Infinity } = request;
		const endsAt = Math.max(sentAt + 1, Math.min(firstSentAt + timeoutMs, deadline));
		const ended = new AbortController();
		const { signal } = ended;
		const bounds = { signal, timeoutMs: endsAt - sentAt, allowedDomains };
		const end = () => {
			ended.abort();
		};
		if (stop?.aborted) end();
		inFlight.add(end);
		const cancel = deadlines.add(endsAt, end);
		let progress: 'sent' | 'responded' | 'read' = 'sent';
		try {
			const raw = await unlessEnded(send(request, optionsFor(request, bounds)), signal);
			progress = 'responded';
			const response = await received(raw, { request, maxBytes, signal });
			progress = 'read';
			return redactResponse({ ...response, sentAt });
		} catch (error) {
			if (signal.aborted) throw outOfTime();
			if (error instanceof Failure) return rethrow(error);
			if (progress !== 'sent') throw toNetworkError(error, true);
			throw blockedByN8n(error, request, redact) ?? toNetworkError(error);
		} finally {
			cancel();
			inFlight.delete(end);
			// n8n's client wraps the stream: destroying it would leave the connection open.
			if (progress !== 'read') end();
		}
	};
}

/** Options for n8n's helper, with all of its own decisions turned off. */
function optionsFor(
	request: ServiceRequest,
	bounds: { signal: AbortSignal; timeoutMs: number; allowedDomains?: string },
): IHttpRequestOptions {
	return {
		method: request.method,
		// A user name in the URL would replace the token.
		url: request.authenticated ? withoutUserInfo(request.url) : request.url,
		// n8n's client does not notice that a compressed stream ends early.
		headers: { ...ownHeaders(request), 'accept-encoding': 'identity' },
		body: request.body,
		// n8n's timeout only ends an idle connection, and is set to come second. Ours ends the whole round trip.
		timeout: timerMs(bounds.timeoutMs + 1_000),
		// The response is counted while it is read, and can be aborted.
		encoding: 'stream',
		// Status, redirects and bodies are judged by the transport: n8n would repeat a POST
		// after a 401, and turn a redirected one into a GET.
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		allowedDomains: request.authenticated ? bounds.allowedDomains : undefined,
		get abortSignal() {
			return bounds.signal;
		},
		// n8n would set the execution's signal here, which has no time limit.
		set abortSignal(_) {},
	};
}

async function received(
	{ statusCode: status, headers: raw, body }: RawResponse,
	limits: { request: ServiceRequest; maxBytes: number; signal: AbortSignal },
): Promise<ServiceResponse> {
	const headers = lowerCased(raw);
	const announced = headers['content-length'];
	return { status, headers, body: await readResponseBody(body, { ...limits, status, announced }) };
}

interface RawResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** The helper may ignore the signal: its result is no longer awaited either way. */
async function unlessEnded(sent: Promise<RawResponse>, signal: AbortSignal): Promise<RawResponse> {
	sent.then(
		({ body }) => {
			if (signal.aborted) discard(body);
		},
		() => undefined,
	);
	const ended = new Promise<never>((_, reject) => {
		const end = () => {
			reject(outOfTime());
		};
		if (signal.aborted) end();
		else signal.addEventListener('abort', end, { once: true });
	});
	return await Promise.race([sent, ended]);
}

/** A header cannot contain all characters. Without this check, Node's error would look like a broken connection. */
function checkToken(token: unknown): void {
	if (textOf(token).trim() === '') {
		throw inputFailure(
			'The API Token of the credential is empty',
			"Open the 'Creator Intelligence API' credential and enter 'API Token'. If it is an expression, check that it returns the token for this item.",
		);
	}
	if (typeof token !== 'string' || /^[\t\x20-\x7e\x80-\xff]*$/.test(token.trim())) return;
	throw inputFailure(
		'The API Token of the credential contains characters that cannot be sent',
		"Open the 'Creator Intelligence API' credential and enter 'API Token' again: it probably contains a line break, or quotes or dashes that a text editor changed.",
	);
}

/** n8n blocked the request by its own rules, so nothing was sent. */
function blockedByN8n(
	error: unknown,
	{ label }: ServiceRequest,
	redact: Redact,
): Failure | undefined {
	const message = error instanceof Error ? error.message : '';
	const [, rule] = /^(Domain not allowed|The request was blocked)/.exec(message) ?? [];
	if (rule === undefined) return undefined;
	const advice =
		rule === 'Domain not allowed'
			? "Add the host to the domains that the 'Creator Intelligence API' credential allows."
			: 'n8n protects private addresses. Ask the administrator of n8n to allow this one with the environment variable N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES.';
	return new Failure({
		kind: 'request',
		message: `n8n blocked the request ${label}`,
		description: `${redact(message)}. ${advice}`,
		request: label,
	});
}

export function ownHeaders(request: ServiceRequest): Record<string, string> {
	return {
		accept: 'application/json, */*;q=0.8',
		...(request.body !== undefined && { 'content-type': 'application/json' }),
		...(request.idempotency && { [request.idempotency.header]: request.idempotency.key }),
	};
}

function lowerCased(received: Record<string, unknown>): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const name of Object.keys(received)) headers[name.toLowerCase()] = String(received[name]);
	return headers;
}

/** The header is the token alone, without a prefix. */
export function authorization(token: unknown): { Authorization: string } {
	return { Authorization: textOf(token).trim() };
}

/** What to do about a token that the service does not accept; '' if it looks fine. */
export function tokenAdvice(token: unknown): string {
	const prefix = /^(bearer|token|basic|apikey)\s/i.exec(textOf(token).trim())?.[1];
	return prefix === undefined
		? ''
		: `Enter the token without "${prefix}": the node sends it without a prefix.`;
}
