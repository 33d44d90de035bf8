import type { FastifyReply } from 'fastify';

import { clock } from '../../nodes/shared/clock';
import { CreatorSearch } from '../../nodes/CreatorSearch/CreatorSearch.node';
import { runNode } from '../engine/engine';
import type { LoopbackServer } from '../support/http';
import { startServer } from '../support/http';
import { followUnderWay } from '../support/requestsInFlight';
import { useVirtualClock } from '../support/virtualClock';
import { generator } from './shared/random';
import { getContact, getContacts, getProfile, TOKEN } from './calls';

const time = useVirtualClock();
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
		app.get('/slow', async (_request, reply) => {
			await time.drag(reply.raw);
		});
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

describe('retries', () => {
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
		'after %s: POST, if the user opts in',
		async (_, first) => {
			firstThenOk(first);
			const { error } = await getContact(server.url, {
				parameters: { options: { retryUnsafe: true } },
			});
			expect(error).toBeUndefined();
		},
	);

	it('include a POST whose connection was never established', async () => {
		const { error } = await getContact('http://127.0.0.1:9', {
			parameters: { options: { maxRetries: 2 } },
		});
		expect(error).toMatchObject({ context: { details: { code: 'ECONNREFUSED' } } });
		expect(error?.description).not.toMatch(/may have been processed/);
	});
});

describe('Retry-After', () => {
	it.each([
		['seconds', () => '1'],
		['a date', () => new Date(time.now() + 2_000).toUTCString()],
	])('in %s is respected', async (_, header) => {
		const times: number[] = [];
		answer = (reply, attempt) => {
			times.push(time.now());
			const date = new Date(time.now()).toUTCString();
			return attempt === 1 ? status(429, {}, { 'retry-after': header(), date })(reply) : ok(reply);
		};
		const { error } = await getContact(server.url);
		expect(error).toBeUndefined();
		expect(times[1] - times[0]).toBeGreaterThanOrEqual(1_000);
	});
});

describe('many items', () => {
	it('run within the limit, and are returned in the order of the input', async () => {
		const underWay = followUnderWay(server);
		answer = async (reply, attempt) => {
			await underWay.complete();
			// Some answers overtake others.
			if (attempt % 3 === 0) await underWay.complete();
			void reply.send(reply.request.body);
		};
		const parameters = { bodyMode: 'input', options: { maxConcurrency: 4 } };
		const { json } = await getContacts(server.url, { items: many(40), parameters });
		expect(json.map(({ n }) => n)).toEqual(many(40).map(({ json: { n } }) => n));
		underWay.stop();
		expect(underWay.most).toBe(4);
	});

	it('are 50 at once by default, after a start with 8', async () => {
		const underWay = followUnderWay(server);
		let firstAtOnce = 0;
		answer = async (reply) => {
			await underWay.complete();
			firstAtOnce ||= underWay.now;
			ok(reply);
		};
		await getContacts(server.url, { items: many(200) });
		underWay.stop();
		expect(firstAtOnce).toBe(8);
		expect(underWay.most).toBe(50);
	});

	it.each([3, 30])('use the credential of each: %d items of three tenants', async (count) => {
		answer = (reply) =>
			status(404, { message: `no ${reply.request.headers.authorization}` })(reply);
		const { json, error } = await runNode({
			node: new CreatorSearch(),
			parameters: { resource: 'contact', operation: 'get', identifier: '=name-{{ $itemIndex }}' },
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

	it('send the values of expressions in the credential', async () => {
		answer = ok;
		const { error, credentialReads } = await runNode({
			node: new CreatorSearch(),
			parameters: { resource: 'contact', operation: 'get', identifier: '=name-{{ $itemIndex }}' },
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

	it('respect Requests per Second', async () => {
		answer = ok;
		await getProfile(server.url, {
			items: many(11),
			parameters: { options: { requestsPerSecond: 20 } },
		});
		expect(time.elapsed).toBe(500);
	});
});

describe('a limit that the service does not state', () => {
	/** A bucket of ten that refills at ten a second. */
	const tenASecond = (headers: Record<string, string> = {}) => {
		let left = 10;
		let filledAt = time.now();
		let rejected = 0;
		answer = (reply) => {
			const now = time.now();
			left = Math.min(10, left + (now - filledAt) / 100);
			filledAt = now;
			if (left < 1) {
				rejected += 1;
				status(429, {}, headers)(reply);
			} else {
				left -= 1;
				ok(reply);
			}
		};
		return () => rejected;
	};

	it.each<[string, Record<string, string>]>([
		['without Retry-After', {}],
		['with Retry-After', { 'retry-after': '1' }],
	])('is found and respected, %s', async (_, headers) => {
		const rejected = tenASecond(headers);
		const { error, json } = await getContacts(server.url, { items: many(60) });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(60);
		expect(time.elapsed).toBeLessThan(9_000);
		expect(rejected()).toBeLessThan(20);
	});

	it('is known to the next execution with the same credential', async () => {
		const rejected = tenASecond();
		await getContacts(server.url, { items: many(25) });
		const before = rejected();
		expect(before).toBeGreaterThan(0);
		await getContacts(server.url, { items: many(15) });
		expect(rejected() - before).toBeLessThanOrEqual(2);
	});
});

describe('reads through a service that responds to others meanwhile', () => {
	const page = (reply: FastifyReply) =>
		void reply.code(502).type('text/html').send('<html><body>Bad Gateway</body></html>');
	const limited = status(429, {}, { 'retry-after': '1' });

	it.each<[string, Array<(reply: FastifyReply) => void>]>([
		['whose connections break', [ok, ok, reset, ok, reset, ok, ok]],
		['that fails in three ways', [limited, ok, ok, reset, ok, page, ok]],
		['whose gateway fails most of the time', [page, page, ok, page]],
	])('%s all succeed', async (_, answers) => {
		// Which requests meet again depends on the random part of each wait.
		jest.spyOn(Math, 'random').mockImplementation(generator(3));
		answer = (reply, attempt) => answers[attempt % answers.length](reply);
		const { error, json } = await getProfile(server.url, { items: many(50) });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(50);
	});

	it.each<[string, (reply: FastifyReply) => void]>([
		['a web page from the gateway', page],
		['a rejection', limited],
		['a 503 that asks for no wait', status(503, {}, { 'retry-after': '0' })],
	])('are tried for 90 s, and not twice within half a second: %s', async (_, bad) => {
		const times: number[] = [];
		answer = (reply) => {
			if (server.requests.at(-1)?.url.includes('unlucky') !== true) return ok(reply);
			times.push(time.elapsed);
			return bad(reply);
		};
		const items = Array.from({ length: 20 }, (__, n) => ({ json: { id: n || 'unlucky' } }));
		const parameters = { identifier: '={{ $json.id }}' };
		const { error } = await getProfile(server.url, { items, parameters });
		expect(error).toBeDefined();
		expect(times.at(-1)).toBeGreaterThan(60_000);
		expect(Math.min(...times.slice(1).map((at, n) => at - times[n]))).toBeGreaterThanOrEqual(500);
	});
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

	it('are enforced, with a clear message', async () => {
		answer = ok;
		const { error } = await allow('api.example.com');
		expect(error?.message).toMatch(/n8n blocked the request POST \/contact-info/);
		expect(error?.description).toMatch(/Domain not allowed.*api\.example\.com/);
		expect(server.requests).toEqual([]);
	});

	it('allow the listed hosts', async () => {
		answer = ok;
		expect((await allow('api.example.com, 127.0.0.1')).error).toBeUndefined();
	});
});

describe('redirects', () => {
	const to = (url: string, code = 302) => {
		answer = (reply, attempt) =>
			void (attempt === 1 ? reply.redirect(url, code) : reply.send({ here: true }));
	};

	it('to another host do not send the token', async () => {
		to(`${elsewhere.url}/x`);
		const { json } = await getProfile(server.url);
		expect(json).toEqual([{ elsewhere: true }]);
		expect(elsewhere.requests[0].headers.authorization).toBeUndefined();
	});

	it('within the service send it', async () => {
		to('/moved');
		const { json } = await getProfile(server.url);
		expect(json).toEqual([{ here: true }]);
		expect(server.requests[1].headers.authorization).toBe(TOKEN);
	});

	it.each([301, 302, 303, 307, 308])(
		'%i of a POST to another host is an error that names the target',
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
		expect(error?.message).toMatch(/redirected GET \/profiles in a circle or too often/);
	});
});

describe('Stop', () => {
	it.each<[string, () => void, object]>([
		[
			'a slow answer',
			() => {
				answer = (reply) => void time.drag(reply.raw);
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
		const stop = new AbortController();
		clock.after(1_000, () => stop.abort());
		const { stopped } = await getProfile(server.url, {
			items: many(3),
			parameters: { options: { ...options } },
			signal: stop.signal,
		});
		expect(stopped).toBe(true);
		expect(time.elapsed).toBeLessThan(2_000);
		const sent = server.requests.length;
		await time.sleep(60_000);
		expect(server.requests).toHaveLength(sent);
	});
});
