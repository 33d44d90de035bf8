import type { FastifyReply } from 'fastify';

import { CreatorSearch } from '../../nodes/CreatorSearch/CreatorSearch.node';
import { runNode } from '../support/engine';
import type { LoopbackServer } from '../support/http';
import { startServer } from '../support/http';
import { least } from '../support/least';
import { getContact, getProfile, TOKEN } from './calls';

let server: LoopbackServer;
let elsewhere: LoopbackServer;
let answer: (reply: FastifyReply, attempt: number) => unknown;

beforeAll(async () => {
	server = await startServer((app) => {
		app.all('/*', async (_request, reply) => {
			await answer(reply, server.requests.length);
			return await reply;
		});
	});
	elsewhere = await startServer((app) => {
		app.get('/slow', async () => await new Promise(() => undefined));
		app.all('/*', async () => ({ elsewhere: true }));
	});
});
afterAll(async () => {
	await server.close();
	await elsewhere.close();
});
beforeEach(() => {
	server.requests.length = 0;
	elsewhere.requests.length = 0;
	// Full jitter, at its shortest.
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

const ok = (reply: FastifyReply) => void reply.send({ ok: true });
const reset = (reply: FastifyReply) => void reply.raw.destroy();
const status =
	(code: number, body: object = {}, headers: Record<string, string> = {}) =>
	(reply: FastifyReply) =>
		void reply.code(code).headers(headers).send(body);
const firstThenOk = (first: (reply: FastifyReply) => void) => {
	answer = (reply, attempt) => (attempt === 1 ? first(reply) : ok(reply));
};
const many = (count: number) => Array.from({ length: count }, (_, n) => ({ json: { n } }));

describe('what is tried again', () => {
	const cases: Array<[string, (reply: FastifyReply) => void, boolean, boolean]> = [
		['408', status(408), true, false],
		['425', status(425), true, false],
		['429', status(429), true, true],
		['500', status(500), true, false],
		['503', status(503), true, false],
		['a reset', reset, true, false],
		['400 with the code retry_later', status(400, { error: { code: 'retry_later' } }), true, true],
		['400', status(400), false, false],
		['401', status(401), false, false],
		['404', status(404), false, false],
		['422', status(422), false, false],
	];

	it.each(cases)('after %s: GET', async (_, first, again) => {
		firstThenOk(first);
		const { error } = await getProfile(server.url);
		expect(error === undefined).toBe(again);
		expect(server.requests).toHaveLength(again ? 2 : 1);
	});

	it.each(cases)('after %s: POST', async (_, first, _get, again) => {
		firstThenOk(first);
		const { error } = await getContact(server.url);
		expect(error === undefined).toBe(again);
		expect(server.requests).toHaveLength(again ? 2 : 1);
	});

	it.each(cases.filter(([, , get]) => get))(
		'after %s: POST, if the user accepts it',
		async (_, first) => {
			firstThenOk(first);
			const { error } = await getContact(server.url, {
				parameters: { options: { retryUnsafe: true } },
			});
			expect(error).toBeUndefined();
		},
	);

	it('ends after Max Retries', async () => {
		answer = status(500);
		await getProfile(server.url, { parameters: { options: { maxRetries: 2 } } });
		expect(server.requests).toHaveLength(3);
	});

	it('includes a POST whose connection was never made', async () => {
		const { error } = await getContact('http://127.0.0.1:9', {
			parameters: { options: { maxRetries: 2 } },
		});
		expect(error).toMatchObject({ context: { details: { code: 'ECONNREFUSED' } } });
		expect(error?.description).not.toMatch(/may have taken effect/);
	});
});

describe('Retry-After', () => {
	it.each([
		['seconds', () => '1'],
		['a date', () => new Date(Date.now() + 2_000).toUTCString()],
	])('in %s is honoured', async (_, header) => {
		const times: number[] = [];
		answer = (reply, attempt) => {
			times.push(Date.now());
			return attempt === 1 ? status(429, {}, { 'retry-after': header() })(reply) : ok(reply);
		};
		const { error } = await getContact(server.url);
		expect(error).toBeUndefined();
		expect(times[1] - times[0]).toBeGreaterThanOrEqual(950);
	});

	it('beyond Longest Retry Wait ends the item at once', async () => {
		answer = status(429, {}, { 'retry-after': '3600' });
		const { error } = await getContact(server.url);
		expect(error?.message).toMatch(/rate limit or quota/);
		expect(server.requests).toHaveLength(1);
	});

	it('of one item slows all items', async () => {
		const times: number[] = [];
		answer = (reply, attempt) => {
			times.push(Date.now());
			return attempt === 1 ? status(429, {}, { 'retry-after': '1' })(reply) : ok(reply);
		};
		const parameters = { options: { maxConcurrency: 2 } };
		const { error } = await getContact(server.url, { items: many(6), parameters });
		expect(error).toBeUndefined();
		const start = times[0];
		const early = times.filter((time) => time - start < 900);
		// Those that were under way together with the refused one.
		expect(early.length).toBeLessThanOrEqual(2);
		expect(server.requests).toHaveLength(7);
	});
});

describe('many items', () => {
	it('run within the limit, and come out in the order of the input', async () => {
		let underWay = 0;
		let most = 0;
		answer = async (reply, attempt) => {
			most = Math.max(most, ++underWay);
			await new Promise((resolve) => setTimeout(resolve, attempt % 3 === 0 ? 30 : 5));
			underWay -= 1;
			void reply.send(reply.request.body);
		};
		const parameters = { bodyMode: 'input', options: { maxConcurrency: 4 } };
		const { json } = await getContact(server.url, { items: many(40), parameters });
		expect(json.map(({ n }) => n)).toEqual(many(40).map(({ json: { n } }) => n));
		expect(most).toBe(4);
	});

	it('are 50 at once by default, after a gentle start', async () => {
		let underWay = 0;
		let most = 0;
		let firstAtOnce = 0;
		answer = async (reply, attempt) => {
			most = Math.max(most, ++underWay);
			if (attempt <= 8) firstAtOnce = underWay;
			await new Promise((resolve) => setTimeout(resolve, 100));
			underWay -= 1;
			ok(reply);
		};
		await getContact(server.url, { items: many(300) });
		expect(firstAtOnce).toBe(8);
		expect(most).toBe(50);
	});

	it.each([
		[20, 20],
		[21, 3],
		[100, 3],
	])('read the credential of %d items %d times', async (count, reads) => {
		answer = ok;
		const { credentialReads } = await getContact(server.url, { items: many(count) });
		expect(credentialReads).toBe(reads);
		expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(
			new Array(count).fill(TOKEN),
		);
	});

	it.each([3, 30])('use the credential of each: %d items of three tenants', async (count) => {
		answer = (reply) =>
			status(404, { message: `no ${reply.request.headers.authorization}` })(reply);
		const { json, error } = await runNode({
			node: new CreatorSearch(),
			parameters: { resource: 'contact', operation: 'get', identifier: 'name' },
			items: Array.from({ length: count }, (_, n) => ({ json: { tenant: 'abc'[n % 3] } })),
			credentials: {
				baseUrl: `={{ "${server.url}/" + $json.tenant }}`,
				apiToken: '={{ "token-of-" + $json.tenant }}',
			},
			onError: 'continueRegularOutput',
		});
		expect(error).toBeUndefined();
		const used = server.requests.map(({ url, headers }) => `${url} ${headers.authorization}`);
		expect(used.sort()).toEqual(
			Array.from({ length: count }, (_, n) => {
				const tenant = 'abc'[n % 3];
				return `/${tenant}/contact-info token-of-${tenant}`;
			}).sort(),
		);
		expect(JSON.stringify(json)).not.toMatch(/token-of-[abc]/);
	});

	it('send what expressions in the credential come to', async () => {
		answer = ok;
		const { error, credentialReads } = await runNode({
			node: new CreatorSearch(),
			parameters: { resource: 'contact', operation: 'get', identifier: 'name' },
			items: many(3),
			credentials: {
				baseUrl: `={{ "${server.url}" }}`,
				apiToken: '={{ "token-of-" + "an-expression" }}',
			},
		});
		expect(error).toBeUndefined();
		expect(credentialReads).toBe(3);
		expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(
			new Array(3).fill('token-of-an-expression'),
		);
	});

	it('keep to Requests per Second', async () => {
		answer = ok;
		const took = await least(1_500, async () => {
			const { durationMs } = await getProfile(server.url, {
				items: many(11),
				parameters: { options: { requestsPerSecond: 20 } },
			});
			expect(durationMs).toBeGreaterThanOrEqual(480);
			return durationMs;
		});
		expect(took).toBeLessThan(1_500);
	});

	it('stop being sent when one has failed', async () => {
		answer = status(422);
		await getContact(server.url, {
			items: many(50),
			parameters: { options: { maxConcurrency: 2 } },
		});
		expect(server.requests.length).toBeLessThanOrEqual(3);
	});
});

describe('a limit that the service does not state', () => {
	/** A bucket of ten that refills at ten a second. */
	const tenASecond = (headers: Record<string, string> = {}) => {
		let left = 10;
		let filledAt = Date.now();
		let refused = 0;
		answer = (reply) => {
			const now = Date.now();
			left = Math.min(10, left + (now - filledAt) / 100);
			filledAt = now;
			if (left < 1) {
				refused += 1;
				status(429, {}, headers)(reply);
			} else {
				left -= 1;
				ok(reply);
			}
		};
		return () => refused;
	};

	it.each<[string, Record<string, string>]>([
		['without Retry-After', {}],
		['with Retry-After', { 'retry-after': '1' }],
	])('is found and kept, %s', async (_, headers) => {
		const refused = tenASecond(headers);
		const { error, json, durationMs } = await getContact(server.url, { items: many(60) });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(60);
		expect(durationMs).toBeLessThan(9_000);
		expect(refused()).toBeLessThan(20);
	});

	it('is known to the next execution with the same credential', async () => {
		const refused = tenASecond();
		await getContact(server.url, { items: many(25) });
		const before = refused();
		expect(before).toBeGreaterThan(0);
		await getContact(server.url, { items: many(15) });
		expect(refused() - before).toBeLessThanOrEqual(2);
	});
});

it('items do not fail when connections break while the service answers others', async () => {
	answer = (reply, attempt) => ([2, 4].includes(attempt % 7) ? reset(reply) : ok(reply));
	const { error, json } = await getProfile(server.url, { items: many(200) });
	expect(error).toBeUndefined();
	expect(json).toHaveLength(200);
});

describe('the domains that the credential allows', () => {
	const allow = async (allowedDomains: string) =>
		await runNode({
			node: new CreatorSearch(),
			parameters: { resource: 'contact', operation: 'get', identifier: 'name' },
			credentials: {
				baseUrl: server.url,
				apiToken: TOKEN,
				allowedHttpRequestDomains: 'domains',
				allowedDomains,
			},
		});

	it('are kept to, in words', async () => {
		answer = ok;
		const { error } = await allow('api.example.com');
		expect(error?.message).toMatch(/n8n did not let POST \/contact-info out/);
		expect(error?.description).toMatch(/Domain not allowed.*api\.example\.com/);
		expect(server.requests).toEqual([]);
	});

	it('let the others pass', async () => {
		answer = ok;
		expect((await allow('api.example.com, 127.0.0.1')).error).toBeUndefined();
	});
});

describe('redirects', () => {
	const to = (url: string, code = 302) => {
		answer = (reply, attempt) =>
			void (attempt === 1 ? reply.redirect(url, code) : reply.send({ here: true }));
	};

	it('to another host carry no token', async () => {
		to(`${elsewhere.url}/x`);
		const { json } = await getProfile(server.url);
		expect(json).toEqual([{ elsewhere: true }]);
		expect(elsewhere.requests[0].headers.authorization).toBeUndefined();
	});

	it('within the service carry it', async () => {
		to('/moved');
		const { json } = await getProfile(server.url);
		expect(json).toEqual([{ here: true }]);
		expect(server.requests[1].headers.authorization).toBe(TOKEN);
	});

	it.each([301, 302, 303, 307, 308])(
		'%i of a POST to another host is an error that says where to',
		async (code) => {
			to(`${elsewhere.url}/x`, code);
			const { error } = await getContact(server.url);
			expect(error?.message).toContain(`to ${elsewhere.url}`);
			expect(error?.description).toContain("'Base URL'");
			expect(elsewhere.requests).toHaveLength(0);
		},
	);

	it.each([307, 308])('%i of a POST within the service repeats the POST', async (code) => {
		to('/moved', code);
		await getContact(server.url);
		expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
	});

	it('that never end are an error', async () => {
		answer = (reply) => void reply.redirect('/again');
		const { error } = await getProfile(server.url);
		expect(error?.message).toMatch(/redirected GET \/profiles more than 5 times/);
	});
});

describe('Stop', () => {
	it.each<[string, () => void, object]>([
		[
			'a slow answer',
			() => {
				answer = () => undefined;
			},
			{},
		],
		[
			'a slow download from elsewhere',
			() => {
				answer = (reply) => void reply.redirect(`${elsewhere.url}/slow`);
			},
			{},
		],
		[
			'a retry',
			() => {
				answer = status(429, {}, { 'retry-after': '50' });
			},
			{},
		],
		[
			'pacing',
			() => {
				answer = ok;
			},
			{ requestsPerSecond: 0.05 },
		],
	])('ends waiting for %s within a second', async (_, given, options) => {
		given();
		const took = await least(1_000, async () => {
			const { stopped, stopLatencyMs = Infinity } = await getProfile(server.url, {
				items: many(3),
				parameters: { options: { ...options } },
				stopAfterMs: 300,
			});
			expect(stopped).toBe(true);
			return stopLatencyMs;
		});
		expect(took).toBeLessThan(1_000);
		const sent = server.requests.length;
		await new Promise((resolve) => setTimeout(resolve, 400));
		expect(server.requests).toHaveLength(sent);
	});
});
