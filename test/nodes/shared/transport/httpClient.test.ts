import { PassThrough, Readable } from 'node:stream';

import type { ICredentialTestFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { clock } from '../../../../nodes/shared/clock';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import type { ServiceRequest } from '../../../../nodes/shared/http/types';
import {
	authorization,
	createHttpClient,
	createTestHttpClient,
	type CredentialData,
	type HttpContext,
} from '../../../../nodes/shared/transport/httpClient';
import { useVirtualClock } from '../../../support/virtualClock';

const time = useVirtualClock();

const TOKEN = 'secret-token-123456';
const LIMITS = { timeoutMs: 60_000, maxBytes: 1_000 };
const request: ServiceRequest = {
	method: 'GET',
	url: 'https://api.example.com/profiles',
	label: 'GET /profiles',
	charged: false,
	authenticated: true,
};
const elsewhere = { ...request, url: 'https://files.example.com/1', authenticated: false };
const response = (text: string, headers: Record<string, string> = {}) => ({
	statusCode: 200,
	headers,
	body: Readable.from([Buffer.from(text)]),
});
const never = async () => await new Promise<never>(() => undefined);

/** What n8n's helpers got to see. */
interface Seen {
	withToken: boolean;
	options: IHttpRequestOptions;
}

interface Circumstances {
	credential?: CredentialData;
	stop?: AbortSignal;
}

function exchangeOf(
	answer: () => Promise<unknown>,
	{ credential, stop }: Circumstances = {},
): { send: ReturnType<typeof createHttpClient>; seen: Seen[] } {
	const seen: Seen[] = [];
	const note = async (withToken: boolean, options: IHttpRequestOptions) => {
		seen.push({ withToken, options });
		return await answer();
	};
	const context: object = {
		getExecutionCancelSignal: () => stop,
		helpers: {
			httpRequest: async (options: IHttpRequestOptions) => await note(false, options),
			httpRequestWithAuthentication: async (_: string, options: IHttpRequestOptions) =>
				await note(true, options),
		},
	};
	const send = createHttpClient(context as HttpContext, { apiToken: TOKEN, ...credential });
	return { send, seen };
}

/** Whether it is over by now, and how. */
function follow(sent: Promise<unknown>) {
	const state: { error?: unknown } = {};
	sent.catch((error: unknown) => (state.error = error));
	return state;
}
const turn = async () => await new Promise(setImmediate);

it.each([
	['abc', 'abc'],
	['  abc\n', 'abc'],
	['Bearer abc', 'Bearer abc'],
	[123, '123'],
	[undefined, ''],
])('the token %j is sent as %j, without a prefix', (token, header) => {
	expect(authorization(token)).toEqual({ Authorization: header });
});

it.each([
	['', /is empty/],
	[' \n', /is empty/],
	[undefined, /is empty/],
	['a\nb', /cannot be sent/],
	['“abc”', /cannot be sent/],
])('the token %j is rejected before anything is sent', (apiToken, message) => {
	expect(() => exchangeOf(never, { credential: { apiToken } })).toThrow(message);
});

describe('a request', () => {
	const limited = { allowedHttpRequestDomains: 'domains', allowedDomains: 'api.example.com' };

	it.each([
		['the service', request, true, 'api.example.com'],
		// A file is kept wherever the service keeps it: no token goes there.
		['another host', elsewhere, false, undefined],
	])('to %s', async (_, sent, withToken, allowedDomains) => {
		const { send, seen } = exchangeOf(async () => response('ok'), { credential: limited });
		await send(sent, LIMITS);
		expect(seen).toMatchObject([{ withToken, options: { url: sent.url } }]);
		expect(seen[0].options.allowedDomains).toBe(allowedDomains);
	});

	it('has only its own headers', async () => {
		const { send, seen } = exchangeOf(async () => response('ok'));
		const idempotency = { header: 'Idempotency-Key', key: 'k' };
		await send(request, LIMITS);
		await send({ ...request, method: 'POST', body: '{}', idempotency }, LIMITS);
		const usual = { accept: expect.any(String), 'accept-encoding': 'identity' };
		expect(seen.map(({ options }) => options.headers)).toEqual([
			usual,
			{ ...usual, 'content-type': 'application/json', 'Idempotency-Key': 'k' },
		]);
	});

	it('overrides all defaults of n8n', async () => {
		const { send, seen } = exchangeOf(async () => response('ok'));
		await send(request, LIMITS);
		expect(seen[0].options).toMatchObject({
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
			timeout: LIMITS.timeoutMs + 1_000,
		});
		const { abortSignal } = seen[0].options;
		seen[0].options.abortSignal = AbortSignal.abort();
		expect(seen[0].options.abortSignal).toBe(abortSignal);
	});
});

describe('a response', () => {
	it('is returned without the token, with lower-case header names', async () => {
		const { send } = exchangeOf(async () => response(`for ${TOKEN}`, { 'X-Echo': TOKEN }));
		const { status, headers, body } = await send(request, LIMITS);
		expect([status, Object.keys(headers)]).toEqual([200, ['x-echo']]);
		expect(headers['x-echo']).not.toContain(TOKEN);
		expect(body.toString()).toMatch(/^for /);
		expect(body.toString()).not.toContain(TOKEN);
	});

	it('that was read is released: neither timeout nor Stop ends its connection', async () => {
		const stop = new AbortController();
		const { send, seen } = exchangeOf(async () => response('ok'), { stop: stop.signal });
		await send(request, LIMITS);
		time.pass(2 * LIMITS.timeoutMs);
		stop.abort();
		expect(seen[0].options.abortSignal).toMatchObject({ aborted: false });
	});

	it('that was not read to its end has its connection closed', async () => {
		const large = response('x'.repeat(LIMITS.maxBytes + 1));
		const { send, seen } = exchangeOf(async () => large);
		await expect(send(request, LIMITS)).rejects.toThrow(/larger than/);
		expect(seen[0].options.abortSignal).toMatchObject({ aborted: true });
		expect(large.body.destroyed).toBe(true);
	});

	it('that arrives after the timeout is discarded', async () => {
		const late = response('ok');
		let come: (value: unknown) => void = () => undefined;
		const { send } = exchangeOf(async () => await new Promise((resolve) => (come = resolve)));
		const sent = follow(send(request, LIMITS));
		time.pass(LIMITS.timeoutMs);
		await turn();
		expect(sent.error).toMatchObject({ timedOut: true });
		come(late);
		await turn();
		expect(late.body.destroyed).toBe(true);
	});

	it('whose connection breaks had been sent', async () => {
		const body = new PassThrough();
		const { send } = exchangeOf(async () => ({ ...response(''), body }));
		const sent = follow(send(request, LIMITS));
		await turn();
		body.destroy(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
		await turn();
		expect(sent.error).toMatchObject({ code: 'ECONNREFUSED', neverConnected: false });
	});
});

describe('a request ends', () => {
	it.each<[string, () => Partial<ServiceRequest>, number]>([
		['after its time', () => ({}), 60_000],
		[
			'after the time of all redirects',
			() => ({ firstSentAt: clock.monotonic() - 50_000 }),
			10_000,
		],
		['when it is of no use', () => ({ deadline: clock.monotonic() + 5_000 }), 5_000],
		['at once, if that was before', () => ({ deadline: clock.monotonic() - 5_000 }), 1],
	])('%s', async (_, more, ms) => {
		const { send, seen } = exchangeOf(never);
		const sent = follow(send({ ...request, ...more() }, LIMITS));
		time.pass(ms - 1);
		await turn();
		expect(sent.error).toBeUndefined();
		time.pass(1);
		await turn();
		expect(sent.error).toMatchObject({ name: 'NetworkError', code: 'ETIMEDOUT', timedOut: true });
		expect(seen[0].options.abortSignal).toMatchObject({ aborted: true });
	});

	it('while its response is received', async () => {
		const body = new PassThrough();
		const { send } = exchangeOf(async () => ({ ...response(''), body }));
		const sent = follow(send(request, LIMITS));
		await turn();
		body.write('x');
		time.pass(LIMITS.timeoutMs);
		await turn();
		expect(sent.error).toMatchObject({ timedOut: true });
		expect(body.destroyed).toBe(true);
	});

	it('at Stop; after it, n8n gets an aborted request', async () => {
		const stop = new AbortController();
		const { send, seen } = exchangeOf(never, { stop: stop.signal });
		const sent = follow(send(request, LIMITS));
		await turn();
		expect(sent.error).toBeUndefined();
		stop.abort();
		const late = follow(send(request, LIMITS));
		await turn();
		expect(sent.error).toMatchObject({ code: 'ETIMEDOUT' });
		expect(late.error).toMatchObject({ code: 'ETIMEDOUT' });
		const signals = seen.map(({ options }) => options.abortSignal);
		expect(signals).toMatchObject([{ aborted: true }, { aborted: true }]);
	});
});

it('many requests have one listener for Stop: Node warns of more than ten', async () => {
	const { signal } = new AbortController();
	const listen = jest.spyOn(signal, 'addEventListener');
	const { send } = exchangeOf(async () => response('ok'), { stop: signal });
	for (let count = 0; count < 12; count++) await send(request, LIMITS);
	expect(listen).toHaveBeenCalledTimes(1);
});

describe('an error of n8n', () => {
	const thrown = async (error: Error) => {
		const { send } = exchangeOf(async () => await Promise.reject(error));
		return await send(request, LIMITS).catch((caught: unknown) => caught);
	};

	it.each([
		['Domain not allowed: x', /domains that the 'Creator Intelligence API' credential allows/],
		['The request was blocked by a rule on x', /N8N_SSRF_ALLOWED_IP_RANGES/],
	])(
		'for a blocked request is explained, with the setting that allows it and without the token: %s',
		async (message, advice) => {
			const failure = (await thrown(new Error(`${message} ${TOKEN}`))) as Failure;
			expect(failure).toBeInstanceOf(Failure);
			expect(failure.details).toMatchObject({
				kind: 'request',
				message: 'n8n blocked the request GET /profiles',
				request: 'GET /profiles',
			});
			expect(failure.details.description).toContain(message);
			expect(failure.details.description).toMatch(advice);
			expect(failure.details.description).not.toContain(TOKEN);
		},
	);

	it('for a broken connection is a network error', async () => {
		const error = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
		expect(await thrown(error)).toMatchObject({ name: 'NetworkError', neverConnected: true });
	});
});

it('the test of a credential adds the token to requests to the service only', async () => {
	const headers: unknown[] = [];
	const context: object = {
		helpers: {
			request: async (options: IHttpRequestOptions & { followRedirect: boolean }) => {
				headers.push(options.headers);
				expect(options.followRedirect).toBe(false);
				return response('ok');
			},
		},
	};
	const send = createTestHttpClient(context as ICredentialTestFunctions, { apiToken: ` ${TOKEN}` });
	await send(request, LIMITS);
	await send(elsewhere, LIMITS);
	const usual = { accept: expect.any(String), 'accept-encoding': 'identity' };
	expect(headers).toEqual([{ ...usual, Authorization: TOKEN }, usual]);
});
