import { NodeApiError, type JsonObject } from 'n8n-workflow';

import {
	NetworkError,
	outOfTime,
	toNetworkError,
} from '../../../../nodes/shared/http/networkError';

const coded = (code: string, more: object = {}, cause?: unknown) =>
	Object.assign(new Error(code, { cause }), { code, ...more });

const node = {
	id: '1',
	name: 'Node',
	type: 'x',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
};

/** As n8n's HTTP helper throws it. */
const wrapped = (error: unknown) => new NodeApiError(node, error as JsonObject);

describe('a request without a response', () => {
	it.each([
		['ENOTFOUND', true, false],
		['EAI_AGAIN', true, false],
		['ECONNREFUSED', true, false],
		['EHOSTUNREACH', true, false],
		['ENETUNREACH', true, false],
		['CERT_HAS_EXPIRED', true, false],
		['ERR_TLS_CERT_ALTNAME_INVALID', true, false],
		['DEPTH_ZERO_SELF_SIGNED_CERT', true, false],
		['ERR_INVALID_CHAR', true, false],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', true, false],
		['EPROTO', false, false],
		['ERR_SSL_WRONG_VERSION_NUMBER', false, false],
		['ERR_SSL_BAD_RECORD_TYPE', false, false],
		['ERR_SSL_PACKET_LENGTH_TOO_LONG', false, false],
		['ERR_SSL_INVALID_AAD', false, false],
		['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', false, false],
		['ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN', false, false],
		['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', false, false],
		['ECONNRESET', false, false],
		['EPIPE', false, false],
		['ERR_BAD_RESPONSE', false, false],
		['ECONNABORTED', false, true],
		['ETIMEDOUT', false, true],
	])('%s: nothing was sent %s, timed out %s', (code, neverConnected, timedOut) => {
		expect(toNetworkError(coded(code))).toMatchObject({ code, neverConnected, timedOut });
	});

	it.each([
		['EHOSTUNREACH', 'read'],
		['ENETDOWN', 'write'],
	])('%s during a %s may have sent something', (code, syscall) => {
		const error = wrapped(coded('ERR_NETWORK', {}, coded(code, { syscall })));
		expect(toNetworkError(error).neverConnected).toBe(false);
		expect(toNetworkError(coded(code, { syscall })).neverConnected).toBe(false);
		expect(toNetworkError(coded(code, {}, coded(code, { syscall }))).neverConnected).toBe(false);
		expect(toNetworkError(coded(code, { syscall: 'connect' })).neverConnected).toBe(true);
		expect(toNetworkError(coded(code)).neverConnected).toBe(true);
	});

	it.each([
		['EPROTO', { syscall: 'write' }],
		['ERR_SSL_WRONG_VERSION_NUMBER', {}],
	])('%s of a secure connection sent nothing, if its handshake was not done', (code, more) => {
		const during = (secureConnecting: boolean) =>
			wrapped(coded(code, { request: { socket: { secureConnecting } } }, coded(code, more)));
		expect(toNetworkError(during(true))).toMatchObject({ code, neverConnected: true });
		expect(toNetworkError(during(false))).toMatchObject({ code, neverConnected: false });
	});

	it('that broke during a response had sent everything, whatever the code', () => {
		const error = coded('ECONNREFUSED', { syscall: 'connect' });
		expect(toNetworkError(error, true)).toMatchObject({
			code: 'ECONNREFUSED',
			neverConnected: false,
		});
	});

	it('that timed out while connecting sent nothing', () => {
		const error = coded('ETIMEDOUT', { syscall: 'connect' });
		expect(toNetworkError(error)).toMatchObject({ neverConnected: true, timedOut: true });
		const reading = coded('ETIMEDOUT', { syscall: 'read' });
		expect(toNetworkError(reading)).toMatchObject({ neverConnected: false, timedOut: true });
	});

	it('that failed at each address of a host sent nothing', () => {
		const attempts = ['::1', '127.0.0.1'].map((address) =>
			coded('ETIMEDOUT', { syscall: 'connect', address }),
		);
		const all = Object.assign(new AggregateError(attempts), { code: 'ETIMEDOUT' });
		expect(toNetworkError(coded('ETIMEDOUT', {}, all))).toMatchObject({ neverConnected: true });
	});

	it.each([
		['nothing', []],
		['what had been sent', [coded('ETIMEDOUT', { syscall: 'read' })]],
		[
			'two, of which one had been sent',
			[coded('ETIMEDOUT', { syscall: 'connect' }), coded('ETIMEDOUT', { syscall: 'read' })],
		],
		['what is no error', ['ETIMEDOUT']],
		['no list', 'ETIMEDOUT'],
	])('that contains the errors of %s may have sent something', (_, errors) => {
		const error = coded('ETIMEDOUT', { errors });
		expect(toNetworkError(error)).toMatchObject({ neverConnected: false });
	});

	it('that took too long may have sent everything', () => {
		const error = outOfTime();
		expect(error).toMatchObject({ code: 'ETIMEDOUT', neverConnected: false, timedOut: true });
		expect(error.name).toBe('NetworkError');
	});

	it('is found behind an empty cause', () => {
		const error = { cause: undefined, errorResponse: coded('ECONNREFUSED') };
		expect(toNetworkError(error).code).toBe('ECONNREFUSED');
	});

	it('is recognised inside any wrapper', () => {
		const error = coded('ECONNREFUSED', { syscall: 'connect' });
		const twice = new Error('outer', { cause: new Error('inner', { cause: error }) });
		expect(toNetworkError(twice)).toMatchObject({ code: 'ECONNREFUSED', neverConnected: true });
		expect(toNetworkError({ errorResponse: error })).toMatchObject({ code: 'ECONNREFUSED' });
		const api = wrapped(coded('ECONNRESET'));
		expect(toNetworkError(api)).toMatchObject({ code: 'ECONNRESET', neverConnected: false });
	});

	it.each([undefined, null, 'text', 5, {}, new Error('no code'), { code: 5 }])(
		'may have been sent if nothing is known: %p',
		(thrown) => {
			const error = toNetworkError(thrown);
			expect(error).toBeInstanceOf(NetworkError);
			expect(error).toMatchObject({ code: '', neverConnected: false, timedOut: false });
		},
	);

	it('may be its own cause', () => {
		const error = coded('ECONNRESET');
		error.cause = error;
		expect(toNetworkError(error).code).toBe('ECONNRESET');
	});
});
