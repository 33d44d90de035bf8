import type {
	IAdditionalCredentialOptions,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IPollFunctions,
} from 'n8n-workflow';

import { Failure } from '../failure/Failure';
import { toNetworkError } from '../http/networkError';
import { createRedact, type Redact } from './redact';
import type { Exchange } from './Transport';
import type { ServiceRequest, ServiceResponse } from '../http/types';

export const CREDENTIAL_TYPE = 'creatorIntelligenceApi';

export interface CredentialData {
	baseUrl?: unknown;
	apiToken?: unknown;
	/** Fields that n8n adds to credentials: where requests may go. */
	allowedHttpRequestDomains?: unknown;
	allowedDomains?: unknown;
}

/** The only place that talks HTTP, through n8n's own helper. */
export function createExchange(
	context: IExecuteFunctions | IPollFunctions,
	credential: CredentialData,
	timeoutMs: number,
): Exchange {
	const { helpers } = context;
	const allowedDomains =
		credential.allowedHttpRequestDomains === 'domains'
			? String(credential.allowedDomains)
			: undefined;

	const redact = createRedact(credential.apiToken);
	const decrypted = handedOver(credential);

	return async (request) => {
		const options: IHttpRequestOptions = {
			method: request.method,
			url: request.url,
			headers: headers(request),
			body: request.body,
			timeout: timeoutMs,
			encoding: 'arraybuffer',
			// Status, redirects and bodies are judged by the transport: n8n would repeat a POST
			// after a 401, and turn a redirected one into a GET.
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
			allowedDomains: request.authenticated ? allowedDomains : undefined,
			// n8n itself hands the signal on only with a credential.
			abortSignal: stopSignal(context),
		};
		try {
			const raw: RawResponse = request.authenticated
				? await helpers.httpRequestWithAuthentication.call(
						context,
						CREDENTIAL_TYPE,
						options,
						decrypted,
					)
				: await helpers.httpRequest(options);
			return toResponse(raw, redact);
		} catch (error) {
			throw refusalOfN8n(error, request) ?? toNetworkError(error);
		}
	};
}

/** Without it, n8n reads and decrypts the credential anew for each request. */
function handedOver(credential: CredentialData): IAdditionalCredentialOptions {
	const data = { ...credential } as ICredentialDataDecryptedObject;
	return { credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data } };
}

/** n8n's own rules on where requests may go: nothing was sent. */
function refusalOfN8n(error: unknown, { label }: ServiceRequest): Failure | undefined {
	const message = error instanceof Error ? error.message : '';
	if (!/^(Domain not allowed|The request was blocked)/.test(message)) return undefined;
	return new Failure({
		message: `n8n did not let ${label} out`,
		description: `${message}. Allow the host of 'Base URL' in the 'Creator Intelligence API' credential, or ask the administrator of n8n.`,
		request: label,
	});
}

interface RawResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

function headers(request: ServiceRequest) {
	return {
		accept: 'application/json, */*;q=0.8',
		...(request.body !== undefined && { 'content-type': 'application/json' }),
	};
}

function toResponse(raw: RawResponse, redact: Redact): ServiceResponse {
	const body = toBuffer(raw.body);
	// One character per byte: whatever is not the token stays as it is.
	const text = body.toString('latin1');
	const clean = redact(text);
	return {
		status: raw.statusCode,
		headers: Object.fromEntries(
			Object.entries(raw.headers).map(([name, value]) => [
				name.toLowerCase(),
				redact(String(value)),
			]),
		),
		body: clean === text ? body : Buffer.from(clean, 'latin1'),
	};
}

function stopSignal(context: IExecuteFunctions | IPollFunctions): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

function toBuffer(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	if (body instanceof ArrayBuffer) return Buffer.from(body);
	return Buffer.from(typeof body === 'string' ? body : '');
}
