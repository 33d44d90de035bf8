import type { Method } from '../../../../nodes/shared/catalogue/vocabulary';
import { explainNetworkError, explainResponse } from '../../../../nodes/shared/transport/explain';
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
			'The host that GET https://files.example/$& led to did not let the request in',
		);
		expect(description).toContain('Base URL');
	});
});

describe('what the service says', () => {
	it('is told, with its code and request id', () => {
		const body = { error: { message: 'no such profile', code: 'nope', request_id: 'r-1' } };
		expect(explainResponse(request('POST'), json(body, 404)).details).toMatchObject({
			message: 'The service found nothing for POST /things: no such profile',
			reason: 'no such profile',
			code: 'nope',
			requestId: 'r-1',
			status: 404,
		});
	});

	it('is kept out of the message where it is a web page', () => {
		const page = '<html><title>Bad gateway</title><body>x</body></html>';
		const { message, description } = explainResponse(request(), response(page, {}, 502)).details;
		expect(message).toBe('The service failed while it handled GET /things');
		expect(description).toMatch(/^The answer was a web page \("Bad gateway"\), not data/);
	});

	it('is not made up where there is nothing', () => {
		const { details } = explainResponse(request(), response('', {}, 500));
		expect(details.reason).toBeUndefined();
		expect(details.message).not.toContain(':');
	});
});

describe('whether the request took effect', () => {
	it.each<[Method, number, boolean]>([
		['POST', 500, true],
		['POST', 504, true],
		['PATCH', 502, true],
		['POST', 408, true],
		['POST', 400, false],
		['POST', 429, false],
		['GET', 500, false],
	])('after %s with %d is open: %s', (method, status, uncertain) => {
		const { details } = explainResponse(request(method), response('', {}, status));
		expect(details.uncertain ?? false).toBe(uncertain);
		expect(details.description?.includes('may have been charged')).toBe(uncertain);
	});

	it.each<[Method, string, boolean, boolean]>([
		['POST', 'ECONNRESET', false, true],
		['POST', 'ETIMEDOUT', false, true],
		['POST', '', false, true],
		['POST', 'ECONNREFUSED', true, false],
		['GET', 'ECONNRESET', false, false],
	])('after %s with %s, never connected %s, is open: %s', (method, code, never, uncertain) => {
		const { details } = explainNetworkError(request(method), new NetworkError(code, never, false));
		expect(details.uncertain ?? false).toBe(uncertain);
		expect(details.description?.includes('may have been charged')).toBe(uncertain);
	});
});

describe('a request without an answer', () => {
	it.each<[string, boolean, RegExp, RegExp]>([
		['ENOTFOUND', false, /host in 'Base URL' was not found/, /typing errors/],
		['EAI_AGAIN', false, /was not found/, /network/],
		['ECONNREFUSED', false, /No connection to the service/, /host and port/],
		['EHOSTUNREACH', false, /No connection/, /host and port/],
		['CERT_HAS_EXPIRED', false, /secure connection/, /https:\/\/ or http:\/\//],
		['EPROTO', false, /secure connection/, /https:\/\/ or http:\/\//],
		['ERR_INVALID_URL', false, /address of GET \/things is not valid/, /Base URL/],
		['ECONNABORTED', true, /did not answer GET \/things in time/, /'Timeout'/],
		['ECONNRESET', false, /connection broke/, /closed the connection/],
		['', false, /connection broke/, /closed the connection/],
	])('%s is explained', (code, timedOut, message, description) => {
		const { details } = explainNetworkError(request(), new NetworkError(code, true, timedOut));
		expect(details.message).toMatch(message);
		expect(details.description).toMatch(description);
		expect(details.code).toBe(code === '' ? undefined : code);
		expect(details.status).toBeUndefined();
		expect(details.request).toBe('GET /things');
	});
});
