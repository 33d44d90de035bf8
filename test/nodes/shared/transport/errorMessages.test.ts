import type { Method } from '../../../../nodes/shared/catalogue/types';
import {
	withOutcomeUnknown,
	explainNetworkError,
	explainRejection,
	explainResponse,
} from '../../../../nodes/shared/transport/errorMessages';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import { NetworkError } from '../../../../nodes/shared/http/networkError';
import { json, request, response } from '../responses';

const CREDENTIAL = "'Creator Intelligence API' credential";
const STATUSES = [
	300, 304, 400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 413, 415, 418, 422, 425, 429, 500,
	502, 503, 504, 520,
];

describe('every status', () => {
	it.each(STATUSES)('%d says what happened and how to fix it', (status) => {
		for (const method of ['GET', 'POST', 'PATCH'] satisfies Method[]) {
			const failure = explainResponse(request(method), response('', {}, status));
			expect(failure).toBeInstanceOf(Failure);
			const { message, description = '' } = failure.details;
			expect(message).toMatch(/^(The|What) \w.*\w\)?$/);
			expect(message).not.toContain('%');
			expect(description).toMatch(/^[A-Z].{15,}\.$/);
			expect(failure.details).toMatchObject({ status, request: `${method} /things` });
		}
	});

	it.each([401, 403])('%d names the credential', (status) => {
		const { description } = explainResponse(request(), response('', {}, status)).details;
		expect(description).toContain(CREDENTIAL);
	});

	it.each([401, 403])('%d of a host without the token does not blame the token', (status) => {
		const sent = request('GET', { authenticated: false, label: 'GET https://files.example/$&' });
		const { message, description } = explainResponse(sent, response('', {}, status)).details;
		expect(message).toBe(
			'The host that GET https://files.example/$& redirected to rejected the request',
		);
		expect(description).toContain('Base URL');
	});
});

describe('the message of the service', () => {
	it('is included, with its code and request id', () => {
		const body = { error: { message: 'no such profile', code: 'nope', request_id: 'r-1' } };
		expect(explainResponse(request('POST'), json(body, 404)).details).toMatchObject({
			message: 'The service found nothing for POST /things: no such profile',
			reason: 'no such profile',
			code: 'nope',
			requestId: 'r-1',
			status: 404,
		});
	});

	it('is read from the beginning of a long response', () => {
		const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'a name' }));
		const { message } = explainResponse(
			request(),
			response(JSON.stringify({ rows, message: 'late' }), {}, 400),
		);
		expect(message).toMatch(/: \{"rows":\[\{"id":0.{0,500}\.\.\.$/);
	});

	it('is omitted where it is a web page', () => {
		const page = '<html><title>Bad gateway</title><body>x</body></html>';
		const { message, description } = explainResponse(request(), response(page, {}, 502)).details;
		expect(message).toBe('The service failed while it handled GET /things');
		expect(description).toMatch(/^The response was a web page \("Bad gateway"\), not data/);
	});
});

describe('the outcome of a request', () => {
	it.each<[Method, number, boolean]>([
		['POST', 500, true],
		['POST', 504, true],
		['PATCH', 502, true],
		['POST', 408, true],
		['POST', 400, false],
		['POST', 429, false],
		['GET', 500, false],
	])('after %s with %d is unknown: %s', (method, status, outcomeUnknown) => {
		const { details } = explainResponse(request(method), response('', {}, status));
		expect(details.outcomeUnknown ?? false).toBe(outcomeUnknown);
		expect(details.description?.includes('may have been processed and charged')).toBe(
			outcomeUnknown,
		);
	});

	it.each<[Method, string, boolean, boolean]>([
		['POST', 'ECONNRESET', false, true],
		['POST', 'ETIMEDOUT', false, true],
		['POST', '', false, true],
		['POST', 'ECONNREFUSED', true, false],
		['GET', 'ECONNRESET', false, false],
	])(
		'after %s with %s, never connected %s, is unknown: %s',
		(method, code, never, outcomeUnknown) => {
			const { details } = explainNetworkError(
				request(method),
				new NetworkError(code, never, false),
			);
			expect(details.outcomeUnknown ?? false).toBe(outcomeUnknown);
			expect(details.description?.includes('may have been processed and charged')).toBe(
				outcomeUnknown,
			);
		},
	);
});

it.each<[Method, string, boolean]>([
	['POST', 'timeout while processing', true],
	['POST', 'Request timed out', true],
	['GET', 'Request timed out', false],
	['POST', 'The field timeout_s is unknown', false],
])('the outcome of a %s that is rejected with "%s" is unknown: %s', (method, error, isUnknown) => {
	const failure = explainRejection(request(method), json({ error }), { status: 400 });
	expect(failure.details.outcomeUnknown ?? false).toBe(isUnknown);
});

describe('the content of a response', () => {
	const named = 'The response contains these IDs: j-1 (id).';
	const body = { id: 'j-1', message: 'no' };

	it.each<[Method, number, boolean]>([
		['POST', 500, true],
		['POST', 409, true],
		['POST', 302, true],
		['GET', 409, false],
		['GET', 500, false],
		['POST', 400, false],
		['POST', 404, false],
	])('to %s with %d is shown: %s', (method, status, isShown) => {
		const { details } = explainResponse(request(method), json(body, status));
		expect(details.description?.includes(named)).toBe(isShown);
		expect(details.response).toEqual(isShown ? body : undefined);
	});

	it.each<[string, unknown]>([
		['', undefined],
		['  ', undefined],
		[' {"id":1} ', { id: 1 }],
		['not JSON', { data: 'not JSON' }],
		['[1]', { data: [1] }],
	])('is shown unchanged: %j', (text, shown) => {
		const { details } = explainResponse(request('POST'), response(text, {}, 500));
		expect(details.response).toEqual(shown);
	});

	it('is truncated where it is long', () => {
		const of = (length: number) => JSON.stringify({ id: 'x'.repeat(length - 9) });
		const shown = (text: string) =>
			explainResponse(request('POST'), response(text, {}, 500)).details.response;
		expect(of(2_000)).toHaveLength(2_000);
		expect(shown(of(2_000))).toEqual(JSON.parse(of(2_000)));
		expect(shown(of(2_001))).toEqual({ data: of(2_001).slice(0, 2_000) });
	});
});

describe('the advice', () => {
	it.each<[number, RegExp]>([
		[399, /^The service returned an unexpected response/],
		[405, /^The service returned an unexpected response/],
		[400, /^The service rejected/],
		[408, /^The service failed/],
		[499, /^The service rejected/],
		[500, /^The service failed/],
		[599, /^The service failed/],
	])('%d', (status, message) => {
		expect(explainResponse(request(), response('', {}, status)).details.message).toMatch(message);
	});

	it('suggests a retry only where the request cannot have been processed', () => {
		expect(explainResponse(request('GET'), response('', {}, 503)).details.rerunAdvice).toMatch(
			/\w/,
		);
		expect(
			explainResponse(request('POST'), response('', {}, 503)).details.rerunAdvice,
		).toBeUndefined();
		const broken = new NetworkError('ECONNRESET', false, false);
		expect(explainNetworkError(request('GET'), broken).details.rerunAdvice).toMatch(/\w/);
		expect(explainNetworkError(request('POST'), broken).details.rerunAdvice).toBeUndefined();
	});

	it('differs after a redirect that followed the processing', () => {
		const failure = explainResponse(request('GET'), response('', {}, 503));
		const { details } = withOutcomeUnknown(failure);
		expect(details).toMatchObject({
			outcomeUnknown: true,
			rerunAdvice: undefined,
			kind: 'request',
		});
		expect(details.description).toMatch(
			/^The request may have been processed and charged\. .* It is overloaded/,
		);
	});
});

describe('a request without a response', () => {
	it.each<[string, boolean, RegExp, RegExp]>([
		['ENOTFOUND', false, /host in 'Base URL' was not found/, /typos/],
		['EAI_AGAIN', false, /was not found/, /network/],
		['ECONNREFUSED', false, /Could not connect to the service/, /host and port/],
		['EHOSTUNREACH', false, /Could not connect/, /host and port/],
		['CERT_HAS_EXPIRED', false, /secure connection/, /https:\/\/ or http:\/\//],
		['EPROTO', false, /secure connection/, /https:\/\/ or http:\/\//],
		['ERR_INVALID_URL', false, /Could not connect/, /Base URL/],
		['ECONNABORTED', true, /did not respond to GET \/things in time/, /'Timeout'/],
		['ECONNRESET', false, /connection closed/, /closed the connection/],
		['', false, /connection closed/, /closed the connection/],
	])('%s is explained', (code, timedOut, message, description) => {
		const { details } = explainNetworkError(request(), new NetworkError(code, true, timedOut));
		expect(details.message).toMatch(message);
		expect(details.description).toMatch(description);
		expect(details.code).toBe(code === '' ? undefined : code);
		expect(details.status).toBeUndefined();
		expect(details.request).toBe('GET /things');
	});
});
