import { clock } from '../../../../nodes/shared/clock';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import { NetworkError } from '../../../../nodes/shared/http/networkError';
import {
	ClientQueue,
	AdaptiveLimiter,
} from '../../../../nodes/shared/transport/limiter/AdaptiveLimiter';
import { FIRST_LIMIT } from '../../../../nodes/shared/transport/limiter/concurrencyLimit';
import { Semaphore } from '../../../../nodes/shared/transport/Semaphore';
import type { HttpClient } from '../../../../nodes/shared/transport/httpClient';
import {
	RESPONSE_INCOMPLETE,
	Transport,
	type RequestSettings,
} from '../../../../nodes/shared/transport/Transport';
import type { ServiceRequest, ServiceResponse } from '../../../../nodes/shared/http/types';
import { useVirtualClock } from '../../../support/virtualClock';
import { generator } from '../random';
import { json, request, response } from '../responses';

const time = useVirtualClock();

type Answer = ServiceResponse | NetworkError;

const OK = json({ ok: true });
const LOST = new NetworkError('ECONNRESET', false, false);
const LIMITS = { timeoutMs: 120_000, maxBytes: 1_000_000 };
const REFUSED = new NetworkError('ECONNREFUSED', true, false);

/** A transport over a service that gives its answers one after the other, the last for ever. */
function transportTo(
	answers: Answer[],
	more: Partial<TransportOptions> = {},
	signal?: AbortSignal,
	limiter?: AdaptiveLimiter,
) {
	const sent: Array<ServiceRequest & { at: number }> = [];
	const httpClient = async (asked: ServiceRequest) => {
		const answer = answers[Math.min(sent.length, answers.length - 1)];
		sent.push({ ...asked, at: time.elapsed });
		if (answer instanceof NetworkError) throw answer;
		return await Promise.resolve(answer);
	};
	return { transport: transportOver(httpClient, more, signal, limiter), sent };
}

interface TransportOptions extends RequestSettings {
	requestsPerSecond: number;
}

function transportOver(
	httpClient: HttpClient,
	{ requestsPerSecond, ...more }: Partial<TransportOptions>,
	signal?: AbortSignal,
	limiter?: AdaptiveLimiter,
) {
	const settings = {
		maxRetries: 3,
		maxRetryDelayMs: 60_000,
		retryUnsafe: false,
		...LIMITS,
		...more,
	};
	const transport = new Transport(httpClient, { requestsPerSecond, signal, limiter });
	const sender = transport.sender(settings);
	return {
		send: async (asked: ServiceRequest) => await sender.send(asked, (received) => received),
	};
}

async function failureOf(promise: Promise<unknown>): Promise<Failure> {
	const thrown: unknown = await promise.then(
		() => undefined,
		(error: unknown) => error,
	);
	if (thrown instanceof Failure) return thrown;
	throw new Error(`Not a failure: ${String(thrown)}`);
}

describe('a POST that may have been processed, and is retried', () => {
	const unsafe = { retryUnsafe: true };

	it.each<[string, Answer]>([
		['rejected', json({}, 409)],
		['rejected for longer than the user waits', response('', { 'retry-after': '3600' }, 429)],
		['not sent', REFUSED],
	])('keeps its unknown outcome if the retry is %s', async (_, answer) => {
		const { transport } = transportTo([LOST, answer], unsafe);
		const { details } = await failureOf(transport.send(request('POST')));
		expect(details).toMatchObject({ outcomeUnknown: true, rerunAdvice: undefined });
		expect(details.description).toMatch(/may have/);
	});

	it('keeps its unknown outcome if the wait for the retry is stopped', async () => {
		const stop = new AbortController();
		const answer = response('', { 'retry-after': '30' }, 500);
		const { transport } = transportTo([answer, OK], unsafe, stop.signal);
		const settled = expect(transport.send(request('POST'))).rejects.toMatchObject({
			inFlight: true,
		});
		await time.sleep(1_000);
		stop.abort();
		await settled;
	});
});

describe('the wait before a retry', () => {
	it('ends the request if the service requests more than the user allows', async () => {
		const limited = response('', { 'retry-after': '61' }, 429);
		const { transport, sent } = transportTo([limited, OK]);
		expect((await failureOf(transport.send(request()))).details.status).toBe(429);
		expect(sent).toHaveLength(1);
		expect(time.elapsed).toBe(0);
	});

	it('of more than the user allows is a pause for all: nothing is sent before it is over', async () => {
		const limited = response('', { 'retry-after': '300' }, 429);
		const { transport, sent } = transportTo([limited, OK]);
		const { details } = await failureOf(transport.send(request('POST')));
		expect(details.retryAt).toBe(new Date(time.now() + 300_000).toISOString());

		const others = await Promise.all(
			[1, 2, 3].map(async () => await failureOf(transport.send(request('POST')))),
		);
		for (const other of others) {
			expect(other.details).toMatchObject({ status: 429, retryAt: details.retryAt });
			expect(other.message).toMatch(/was not sent because the service asked to wait until 20/);
			expect(other.details.outcomeUnknown).toBeUndefined();
		}
		expect(sent).toHaveLength(1);

		await time.sleep(300_000);
		await transport.send(request('POST'));
		expect(sent).toHaveLength(2);
	});
});

describe('a read whose response is cut off', () => {
	const cut = new Failure({
		kind: 'request',
		message: 'cut off',
		code: RESPONSE_INCOMPLETE,
		request: 'GET /x',
	});
	const readAfter = (bad: number) => {
		let reads = 0;
		return () => {
			if (reads++ < bad) throw cut;
			return 'whole';
		};
	};
	const settings = { ...LIMITS, maxRetries: 3, maxRetryDelayMs: 60_000, retryUnsafe: false };
	const sender = () => new Transport(async () => await Promise.resolve(OK)).sender(settings);

	it('is retried, as often as Max Retries says', async () => {
		await expect(sender().send(request(), readAfter(3))).resolves.toBe('whole');
		await expect(sender().send(request(), readAfter(4))).rejects.toBe(cut);
	});

	it('unlike a POST, which has been processed', async () => {
		await expect(sender().send(request('POST'), readAfter(1))).rejects.toBe(cut);
	});

	it('unlike a response that is unusable for another reason', async () => {
		const wrong = cut.with({ code: undefined });
		const read = jest.fn(() => {
			throw wrong;
		});
		await expect(sender().send(request(), read)).rejects.toBe(wrong);
		expect(read).toHaveBeenCalledTimes(1);
	});
});

describe('a request with a deadline', () => {
	const until = () => clock.monotonic() + 5_000;

	it('is not retried after it', async () => {
		const { transport, sent } = transportTo([json({}, 500)], { maxRetries: 50 });
		const failure = await failureOf(transport.send({ ...request(), deadline: until() }));
		expect(failure.details.status).toBe(500);
		expect(sent.length).toBeGreaterThan(1);
		expect(sent.every(({ at }) => at < 5_000)).toBe(true);
	});

	it('is not sent if its turn is after it', async () => {
		const { transport, sent } = transportTo([OK], { requestsPerSecond: 0.1 });
		await transport.send(request());
		const failure = await failureOf(transport.send({ ...request(), deadline: until() }));
		expect(failure.message).toContain('was not sent in the remaining time');
		expect(sent).toHaveLength(1);
	});
});

describe('what does not count towards Max Retries', () => {
	/** Transport to a service that lets so many requests a second through. */
	function limited(perSecond: number, more: Partial<TransportOptions> = {}) {
		let nextAt = 0;
		let rejected = 0;
		const httpClient = async () => {
			if (time.now() < nextAt) {
				rejected += 1;
				return await Promise.resolve(json({}, 429));
			}
			nextAt = time.now() + 1_000 / perSecond;
			return await Promise.resolve(OK);
		};
		return { transport: transportOver(httpClient, more), rejected: () => rejected };
	}

	it('rejections while the service accepts others', async () => {
		const { transport, rejected } = limited(5, { maxRetries: 1 });
		const all = Array.from({ length: 40 }, async () => await transport.send(request('POST')));
		expect(await Promise.all(all)).toHaveLength(40);
		expect(rejected()).toBeGreaterThan(5);
	});

	it('unlike rejections of a service that accepts nothing', async () => {
		const { transport, sent } = transportTo([json({}, 429)], { maxRetries: 3 });
		expect((await failureOf(transport.send(request()))).details.status).toBe(429);
		expect(sent).toHaveLength(4);
	});

	it('rejections for a minute without an accepted request, after one was accepted', async () => {
		const openedAt = time.now();
		const httpClient = async () => {
			const age = time.now() - openedAt;
			return await Promise.resolve(age > 0 && age < 58_000 ? json({}, 429) : OK);
		};
		const transport = transportOver(httpClient, {});
		await transport.send(request());
		await time.sleep(10);
		await expect(transport.send(request('POST'))).resolves.toEqual(OK);
	});

	it('and still end, however many others are accepted', async () => {
		let unlucky = 0;
		const httpClient = async ({ label }: ServiceRequest) => {
			await time.sleep(200);
			if (label !== 'unlucky') return OK;
			unlucky += 1;
			return json({}, 429);
		};
		const transport = transportOver(httpClient, {});
		let over = false;
		const failed = failureOf(transport.send({ ...request(), label: 'unlucky' })).finally(() => {
			over = true;
		});
		while (!over) await transport.send(request());
		expect((await failed).details.status).toBe(429);
		expect(unlucky).toBeLessThan(30);
	});

	it('rejections of a service that allows 60 requests in each minute', async () => {
		const openedAt = time.now();
		const accepted = new Map<number, number>();
		const transport = transportOver(async () => {
			await time.sleep(50);
			const minute = Math.floor((time.now() - openedAt) / 60_000);
			const count = accepted.get(minute) ?? 0;
			if (count >= 60) return json({}, 429);
			accepted.set(minute, count + 1);
			return OK;
		}, {});
		const slots = new Semaphore(50);
		const send = async () => await slots.run(async () => await transport.send(request('POST')));
		expect(await Promise.all(Array.from({ length: 150 }, send))).toHaveLength(150);
	});

	it('connections that break while the service responds to others', async () => {
		const tries = new Map<string, number>();
		// Every other request is answered at its third try only.
		const httpClient = async ({ label }: ServiceRequest) => {
			const before = tries.get(label) ?? 0;
			tries.set(label, before + 1);
			if (Number(label) % 2 === 1 && before < 2) throw LOST;
			return await Promise.resolve(OK);
		};
		const transport = transportOver(httpClient, { maxRetries: 1 });
		const all = Array.from(
			{ length: 60 },
			async (_, n) => await transport.send({ ...request(), label: String(n) }),
		);
		expect(await Promise.all(all)).toHaveLength(60);
	});
});

describe('a request that is rejected although the service accepts all others', () => {
	/** With so many quick ones beside it, a few at once. */
	const beside = async (answer: ServiceResponse, atOnce: number) => {
		let unlucky = 0;
		const transport = transportOver(async ({ label }) => {
			await time.sleep(10);
			if (label !== 'unlucky') return OK;
			unlucky += 1;
			return answer;
		}, {});
		const failed = failureOf(transport.send({ ...request('POST'), label: 'unlucky' }));
		let left = 200;
		const work = async () => {
			while (left-- > 0) await transport.send(request('POST'));
		};
		await Promise.all(Array.from({ length: atOnce }, work));
		const othersTook = time.elapsed;
		const { details } = await failed;
		return { details, unlucky, othersTook };
	};

	it.each([
		[50, 45_000],
		[1, 130_000],
	])(
		'delays the others for a short time, and then only itself: %d at once',
		async (atOnce, most) => {
			const limited = response('', { 'retry-after': '20' }, 429);
			const { details, unlucky, othersTook } = await beside(limited, atOnce);
			expect(details.status).toBe(429);
			expect(othersTook).toBeLessThan(most);
			expect(unlucky).toBeLessThanOrEqual(10);
		},
	);
});

// Who is rejected when depends on the random part of each wait: in some series, the others wait for longer.
function useSameWaits(): void {
	let spy: jest.SpyInstance;
	beforeEach(() => {
		spy = jest.spyOn(Math, 'random').mockImplementation(generator(1));
	});
	afterEach(() => spy.mockRestore());
}

describe('requests of which one in twenty is always rejected', () => {
	useSameWaits();
	it.each([
		['without a time', {}, 12_000],
		['with a time', { 'retry-after': '1' }, 20_000],
	])('do not hold the others for long: %s', async (_, headers, most) => {
		const transport = transportOver(async ({ label }) => {
			await time.sleep(50);
			return Number(label) % 20 === 7 ? response('', headers, 429) : OK;
		}, {});
		const slots = new Semaphore(50);
		let lastAt = 0;
		const all = await Promise.allSettled(
			Array.from({ length: 400 }, async (__, n) => {
				await slots.run(async () => {
					await transport.send({ ...request('POST'), label: String(n) });
					lastAt = time.elapsed;
				});
			}),
		);
		expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(20);
		expect(lastAt).toBeLessThan(most);
	});
});

describe('items that always fail', () => {
	useSameWaits();
	const poison: Array<[string, ServiceResponse, (n: number) => boolean]> = [
		['429, the first ten', json({}, 429), (n) => n < 10],
		['503, the first ten', json({}, 503), (n) => n < 10],
		['503, spread out', json({}, 503), (n) => n % 20 === 7],
	];

	it.each(poison)('end, and do not delay another execution: %s', async (_, bad, isBad) => {
		const limiter = new AdaptiveLimiter();
		const run = async (count: number, answer: (n: number) => ServiceResponse) => {
			const startedAt = time.elapsed;
			const transport = transportOver(
				async ({ label }) => {
					await time.sleep(50);
					return answer(Number(label));
				},
				{},
				undefined,
				limiter,
			);
			const slots = new Semaphore(50);
			const send = async (n: number) =>
				await slots.run(async () => await transport.send({ ...request(), label: String(n) }));
			await Promise.allSettled(Array.from({ length: count }, async (__, n) => await send(n)));
			return time.elapsed - startedAt;
		};
		const first = run(200, (n) => (isBad(n) ? bad : OK));
		await time.sleep(30_000);
		expect(await run(100, () => OK)).toBeLessThan(10_000);
		expect(await first).toBeLessThan(150_000);
	});
});

describe('a service that is not available', () => {
	const busy = (from: number, to: number): HttpClient => {
		const openedAt = time.now();
		return async () => {
			await time.sleep(20);
			const age = time.now() - openedAt;
			return age > from && age < to ? response('', {}, 503) : OK;
		};
	};

	it('for a while loses no reads', async () => {
		const transport = transportOver(busy(1_000, 9_000), {});
		const all: Array<Promise<ServiceResponse>> = [];
		for (let n = 0; n < 300; n++) {
			all.push(transport.send(request()));
			await time.sleep(5);
		}
		expect(await Promise.all(all)).toHaveLength(300);
	});
});

it('requests respect the rate limit of the user, including retries', async () => {
	const { transport, sent } = transportTo([json({}, 500), OK], { requestsPerSecond: 2 });
	const random = jest.spyOn(Math, 'random').mockReturnValue(0);
	await Promise.all([1, 2, 3].map(async () => await transport.send(request())));
	random.mockRestore();
	expect(sent.map(({ at }) => at)).toEqual([0, 500, 1_000, 1_500]);
});

describe('redirects', () => {
	const to = (location: string, status: number) => response('', { location }, status);

	it('of a GET do not prevent a retry from the first URL', async () => {
		const { transport, sent } = transportTo([to('/v1/moved', 302), LOST, to('/v1/moved', 302), OK]);
		await expect(transport.send(request())).resolves.toEqual(OK);
		expect(sent).toHaveLength(4);
	});

	it.each<[string, Answer]>([
		['a lost connection', LOST],
		['a 500', json({}, 500)],
		['a 429', json({}, 429)],
		['a 404', json({}, 404)],
		['a connection that was never made', REFUSED],
	])('never send a POST twice: 303, then %s', async (_, answer) => {
		const { transport, sent } = transportTo([to('/v1/jobs/1', 303), answer, OK]);
		const { details } = await failureOf(transport.send(request('POST')));
		expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET']);
		expect(details.outcomeUnknown).toBe(true);
	});

	it('to a host that rejects the request do not blame the token', async () => {
		const { transport } = transportTo([to('https://other.example/x', 302), json({}, 401)]);
		const { details } = await failureOf(transport.send(request()));
		expect(details.message).toContain('rejected the request');
	});
});

describe('other requests are not delayed', () => {
	it.each<[string, Answer]>([
		['rejects', response('', { 'retry-after': '30' }, 429)],
		['is not available', response('', { 'retry-after': '30' }, 503)],
	])('by another host that a redirect pointed to and that %s', async (_, answer) => {
		const away = response('', { location: 'https://files.example.com/x' }, 302);
		const { transport, sent } = transportTo([away, answer, OK], { maxRetries: 0 });
		await transport.send(request()).catch(() => undefined);
		await transport.send(request());
		expect(sent[2]?.at).toBe(0);
	});

	it('by requests that were not sent', async () => {
		const limiter = new AdaptiveLimiter();
		const failing: HttpClient = async () =>
			await Promise.reject(new Failure({ kind: 'request', message: 'no', request: 'GET /things' }));
		const broken = transportOver(failing, {}, undefined, limiter);
		const { transport, sent } = transportTo([OK], {}, undefined, limiter);
		const late = request('GET', { deadline: clock.monotonic() });
		for (let n = 0; n < 2 * FIRST_LIMIT; n++) {
			await expect(broken.send(request())).rejects.toThrow('no');
			await expect(transport.send(late)).rejects.toThrow(Failure);
		}
		await transport.send(request());
		expect(sent.map(({ at }) => at)).toEqual([0]);
	});
});

describe('a pause that the service requested of others', () => {
	const held = (untilMs: number) => {
		const limiter = new AdaptiveLimiter();
		limiter.report(
			{ type: 'rejected', sentAt: clock.monotonic(), retryAfterMs: untilMs },
			new ClientQueue(0),
		);
		return transportTo([OK], {}, undefined, limiter);
	};

	it('is respected, as long as the user allows', async () => {
		const { transport, sent } = held(60_000);
		await transport.send(request());
		expect(sent[0].at).toBeGreaterThanOrEqual(60_000);
	});

	it('of longer than that is reported, and nothing is sent', async () => {
		const { transport, sent } = held(60_001);
		const { details } = await failureOf(transport.send(request()));
		expect(details).toMatchObject({
			kind: 'request',
			status: 429,
			retryAt: new Date(time.now() + 60_001).toISOString(),
			request: 'GET /things',
		});
		expect(details.message).toBe(
			`GET /things was not sent because the service asked to wait until ${details.retryAt}`,
		);
		expect(sent).toEqual([]);
	});
});

describe('the target of a redirected POST', () => {
	const seeOther = response('', { location: '/v1/jobs/1' }, 303);
	const location = 'https://api.example.com/v1/jobs/1';

	it('is in the headers of its response, unless that has another Location', async () => {
		const answered = async (answer: Answer) =>
			(await transportTo([seeOther, answer]).transport.send(request('POST'))).headers;
		expect((await answered(OK)).location).toBe(location);
		expect((await answered(response('', { location: '/other' }))).location).toBe('/other');
	});

	it('is in the failure', async () => {
		const { transport } = transportTo([seeOther, json({}, 404)]);
		const { details } = await failureOf(transport.send(request('POST')));
		expect(details.response).toEqual({ location });
	});

	it('is ignored for a GET', async () => {
		const { transport } = transportTo([response('', { location: '/v1/moved' }, 302), OK]);
		expect((await transport.send(request())).headers.location).toBeUndefined();
	});
});

describe('Stop', () => {
	it('of a request in flight says that it was', async () => {
		const stop = new AbortController();
		const httpClient = async () => {
			stop.abort();
			return await Promise.reject(LOST);
		};
		const transport = transportOver(httpClient, {}, stop.signal);
		await expect(transport.send(request('POST'))).rejects.toMatchObject({ inFlight: true });
	});

	it('does not discard a received response', async () => {
		const stop = new AbortController();
		const httpClient = async () => {
			stop.abort();
			return await Promise.resolve(OK);
		};
		const transport = transportOver(httpClient, {}, stop.signal);
		await expect(transport.send(request('POST'))).resolves.toEqual(OK);
	});
});
