import type { Allowance } from '../../../../../nodes/shared/transport/limiter/limiterState';
import { FIRST_LIMIT } from '../../../../../nodes/shared/transport/limiter/concurrencyLimit';
import {
	fixedWindow,
	flaky,
	integers,
	oneThenOther,
	simulate,
	tokenBucket,
	type Reply,
	type SimulatedService,
} from './simulation';

const OK: Reply = { outcome: 'ok' };

const free = (): SimulatedService => () => OK;

describe('a service that allows 10 requests a second', () => {
	const services: Array<[string, () => SimulatedService]> = [
		['a bucket', () => tokenBucket(10)],
		['a bucket, with Retry-After', () => tokenBucket(10, { retryAfter: 'seconds' })],
		['a window', () => fixedWindow(10)],
		['a window, with Retry-After', () => fixedWindow(10, { retryAfter: 'seconds' })],
	];
	const cases = services.flatMap(([name, create]) =>
		[4, 50, 200].map((latencyMs) => [name, latencyMs, create] as const),
	);

	it.each(cases)(
		'%s, at %d ms: 200 requests at 90 %% of the rate, fewer than 1 in 10 rejected',
		(_, latencyMs, create) => {
			const { accepted, perSecond, rejectedShare } = simulate(create(), {
				requests: 200,
				latencyMs,
			});
			expect(accepted).toBe(200);
			expect(perSecond).toBeGreaterThanOrEqual(9);
			expect(rejectedShare).toBeLessThan(0.1);
		},
	);

	it.each(services)('%s: also where responses take time, and rejections do not', (_, create) => {
		for (const workMs of [20, 50, 200]) {
			const run = simulate(create(), { requests: 200, latencyMs: 4, workMs, jitterMs: 10 });
			expect(run.perSecond).toBeGreaterThanOrEqual(9);
			expect(run.rejectedShare).toBeLessThan(0.1);
		}
	});

	it.each(services)('%s: also where requests arrive unevenly', (_, create) => {
		const runs = [20, 40, 60, 80].map((jitterMs) =>
			simulate(create(), { requests: 200, latencyMs: 50, jitterMs }),
		);
		// A window that is met unluckily costs a second: that is chance, and evens out.
		const meanRate = runs.reduce((sum, { perSecond }) => sum + perSecond, 0) / runs.length;
		expect(meanRate).toBeGreaterThanOrEqual(9);
		expect(Math.max(...runs.map(({ rejectedShare }) => rejectedShare))).toBeLessThan(0.1);
	});

	it.each(services)('%s: hardly any of 3,000 are rejected', (_, create) => {
		const { perSecond, rejectedShare } = simulate(create(), { requests: 3_000 });
		expect(perSecond).toBeGreaterThanOrEqual(8.8);
		expect(rejectedShare).toBeLessThan(0.03);
	});

	it.each(services)('%s: what was learned applies to the next execution', (_, create) => {
		const service = create();
		const { limiter, tookMs } = simulate(service, { requests: 200 });
		const next = simulate(service, { requests: 200, limiter, startAt: tookMs + 500 });
		expect(next.rejectedShare).toBeLessThan(0.04);
		expect(next.perSecond).toBeGreaterThanOrEqual(8.8);
	});

	it.each(services)('%s: two executions share it equally', (_, create) => {
		const { byExecution, times, perSecond, rejectedShare } = simulate(create(), {
			requests: 200,
			ceilings: [50, 50],
		});
		expect(byExecution).toEqual([100, 100]);
		expect(times).toHaveLength(200);
		expect(perSecond).toBeGreaterThanOrEqual(9);
		expect(rejectedShare).toBeLessThan(0.1);
	});
});

describe('processes that know nothing of each other', () => {
	const shared = (create: () => SimulatedService, processes: number, requests: number) =>
		simulate(create(), { requests, processes, ceilings: Array(processes).fill(50) as number[] });

	it.each<[string, () => SimulatedService]>([
		['a bucket', () => tokenBucket(10)],
		['a bucket, with Retry-After', () => tokenBucket(10, { retryAfter: 'seconds' })],
		['a window', () => fixedWindow(10)],
		['a window that says what is left', () => fixedWindow(10, { headers: true })],
	])('share 10 a second, %s: fewer than 1 in 10 of 400 are rejected', (_, create) => {
		const { byExecution, rejectedShare } = shared(create, 2, 400);
		expect(byExecution).toEqual([200, 200]);
		expect(rejectedShare).toBeLessThan(0.1);
	});

	// Up to 50 of each that are under way when the 60 are used up are rejected; what follows is paced.
	it.each([
		[2, 0.2],
		[5, 0.4],
	])('%d share 60 a minute, and learn their part', (processes, share) => {
		for (const retryAfter of ['none', 'seconds'] as const) {
			const run = shared(() => tokenBucket(1, { burst: 60, retryAfter }), processes, 1_200);
			expect(run.accepted).toBe(1_200);
			expect(run.rejectedShare).toBeLessThan(share);
		}
	});
});

describe('other limits', () => {
	it.each([
		[1, 10, 200, 0.95],
		[2, 2, 400, 0.85],
		[20, 20, 400, 0.95],
		[50, 50, 2_000, 0.95],
		[100, 100, 2_000, 0.95],
		// Nothing is saved up: the pace has to be kept exactly.
		[10, 1, 2_000, 0.85],
		[100, 1, 10_000, 0.8],
	])('of %d a second, %d at once, are found', (perSecond, burst, requests, share) => {
		for (const retryAfter of ['none', 'seconds'] as const) {
			const run = simulate(tokenBucket(perSecond, { burst, retryAfter }), { requests });
			expect(run.perSecond).toBeGreaterThanOrEqual(perSecond * share);
			expect(run.rejectedShare).toBeLessThan(0.13);
		}
	});

	it.each([
		[600, 60_000, 3_000],
		[60, 60_000, 300],
		[100, 10_000, 1_000],
	])('of %d in %d ms are used up and waited for', (limit, periodMs, requests) => {
		const run = simulate(fixedWindow(limit, { periodMs }), { requests });
		expect(run.accepted).toBe(requests);
		expect(run.perSecond).toBeGreaterThanOrEqual((limit * 1_000) / periodMs);
	});

	it('that are raised are found again', () => {
		const service = oneThenOther(tokenBucket(5), tokenBucket(50), 60_000);
		const { times } = simulate(service, { requests: 5_000 });
		const late = times.filter((time) => time > 110_000 && time <= 120_000);
		expect(late.length / 10).toBeGreaterThan(25);
	});

	it.each([
		['bucket', 10, 2],
		['bucket', 50, 5],
		['window', 50, 5],
	] as const)(
		'that are lowered much are found with few rejections: %s, %d to %d a second',
		(kind, first, then) => {
			const create = kind === 'bucket' ? tokenBucket : fixedWindow;
			const service = oneThenOther(create(first), create(then), 60_000);
			const requests = 60 * first + 300 * then;
			const load = { requests, latencyMs: 50, ceilings: [10], jitterMs: 5 };
			const { rejectedShare, tookMs } = simulate(service, load);
			expect(rejectedShare).toBeLessThan(0.06);
			expect(tookMs).toBeLessThan(460_000);
		},
	);

	it('that are lowered are found again', () => {
		const service = oneThenOther(tokenBucket(50), tokenBucket(5), 20_000);
		const { times, rejectedShare } = simulate(service, { requests: 1_500 });
		const late = times.filter((time) => time > 40_000 && time <= 60_000);
		expect(late.length / 20).toBeGreaterThan(4.4);
		expect(rejectedShare).toBeLessThan(0.1);
	});
});

describe('a service that reports its remaining quota', () => {
	it.each([
		[10, 1_000, 200],
		[100, 10_000, 500],
		[60, 60_000, 200],
	])('of %d in %d ms is respected: next to nothing is rejected', (limit, periodMs, requests) => {
		const run = simulate(fixedWindow(limit, { periodMs, headers: true }), { requests });
		expect(run.rejected).toBeLessThanOrEqual(1);
		expect(run.perSecond).toBeGreaterThanOrEqual((limit * 1_000) / periodMs);
	});

	const saying =
		(service: SimulatedService, allowance: (isTaken: boolean) => Allowance): SimulatedService =>
		(now, inFlight) => {
			const reply = service(now, inFlight);
			return { ...reply, allowance: allowance(reply.outcome === 'ok') };
		};

	it.each<[string, (isTaken: boolean) => Allowance]>([
		['of a day, beside a limit of a second', () => ({ remaining: 4_000, resetMs: 80_000_000 })],
		['only when it rejects', (isTaken) => ({ remaining: isTaken ? 1_000 : 0, resetMs: 1_000 })],
		['but never the truth', () => ({ remaining: 5, resetMs: 1_000 })],
	])('%s: the limit is still found', (_, allowance) => {
		const service = saying(tokenBucket(10), allowance);
		const { perSecond, rejectedShare } = simulate(service, { requests: 200, latencyMs: 50 });
		expect(perSecond).toBeGreaterThanOrEqual(9);
		expect(rejectedShare).toBeLessThan(0.15);
	});

	it('is not waited for longer than a minute', () => {
		const { tookMs } = simulate(
			() => ({ ...OK, allowance: { remaining: 0, resetMs: 24 * 3_600_000 } }),
			{ requests: FIRST_LIMIT + 1 },
		);
		expect(tookMs).toBeLessThan(61_000);
	});
});

describe('a service that throttles with 503', () => {
	const unavailable =
		(service: SimulatedService): SimulatedService =>
		(now, inFlight) => {
			const reply = service(now, inFlight);
			return reply.outcome === 'rejected' ? { ...reply, outcome: 'unavailable' } : reply;
		};

	it.each<[string, SimulatedService]>([
		['10 a second', tokenBucket(10)],
		['10 a second, with Retry-After', tokenBucket(10, { retryAfter: 'seconds' })],
	])('%s', (_, limit) => {
		const { perSecond, rejectedShare } = simulate(unavailable(limit), { requests: 300 });
		expect(perSecond).toBeGreaterThanOrEqual(8.5);
		expect(rejectedShare).toBeLessThan(0.15);
	});

	it('for one request in ten slows nothing down', () => {
		let count = 0;
		const often: SimulatedService = () =>
			++count % 10 === 0 ? { outcome: 'unavailable', retryAfterMs: 30_000 } : OK;
		const { tookMs } = simulate(often, { requests: 500, latencyMs: 50 });
		const { tookMs: without } = simulate(free(), { requests: 500, latencyMs: 50 });
		expect(tookMs).toBeLessThan(1.5 * without);
	});

	it('gets requests as before, when it is over', () => {
		const outage: SimulatedService = (now) =>
			now > 2_000 && now < 5_000 ? { outcome: 'unavailable' } : OK;
		const { times } = simulate(outage, { requests: 60_000, latencyMs: 50 });
		const late = times.filter((time) => time > 60_000 && time <= 61_000);
		expect(late.length).toBeGreaterThan(500);
	});
});

describe('rejections that are unrelated to the rate', () => {
	it.each([
		[4, 0],
		[20, 30],
		[50, 30],
		[200, 0],
		[200, 30],
	])(
		'do not slow requests down at %d ms and up to %d ms more: every seventh rejected, two of seven broken',
		(latencyMs, jitterMs) => {
			const { accepted, tookMs } = simulate(flaky(), { requests: 200, latencyMs, jitterMs });
			expect(accepted).toBe(200);
			// It asks for a second at each of some fifty rejections; those in flight together wait together.
			expect(tookMs).toBeLessThan(48_000);
		},
	);

	it('are distinguished from a later limit', () => {
		const service = oneThenOther(flaky(), tokenBucket(10), 60_000);
		const { times } = simulate(service, { requests: 3_000 });
		const late = times.filter((time) => time > 90_000 && time <= 110_000);
		expect(late.length / 20).toBeGreaterThan(8.5);
	});
});

describe('a service without a limit', () => {
	it.each([
		['eight requests at first, and then as many at once as usual', 50, FIRST_LIMIT, 650],
		['at once what the user allows beyond the usual', 100, 100, 250],
	])('gets %s', (_, ceiling, expected, longestMs) => {
		const arrivals: number[] = [];
		const service: SimulatedService = (now) => (arrivals.push(now), OK);
		const { most, tookMs } = simulate(service, {
			requests: 500,
			latencyMs: 50,
			ceilings: [ceiling],
		});
		expect(arrivals.filter((at) => at === arrivals[0])).toHaveLength(expected);
		expect(most).toBe(ceiling);
		expect(tookMs).toBeLessThanOrEqual(longestMs);
	});

	it('is not delayed by one request that takes a minute', () => {
		let count = 0;
		const { times } = simulate(() => ((count += 1) === 1 ? { ...OK, slowMs: 60_000 } : OK), {
			requests: 500,
			latencyMs: 50,
		});
		expect(times.filter((time) => time > 1_500)).toHaveLength(1);
	});

	it('is not delayed by one request that breaks repeatedly', () => {
		let count = 0;
		const { times } = simulate(() => ((count += 1) % 10 === 0 ? { outcome: 'broken' } : OK), {
			requests: 500,
			latencyMs: 50,
		});
		expect(times.at(-1)).toBeLessThan(1_500);
	});
});

describe('a service with a high latency', () => {
	it('gets one more request with each second in which nothing ends', () => {
		const { most } = simulate(free(), { requests: FIRST_LIMIT + 5, latencyMs: 5_500 });
		expect(most).toBe(FIRST_LIMIT + 5);
	});

	it('that allows ten at once is used in full', () => {
		const tenAtOnce: SimulatedService = (_, inFlight) =>
			inFlight > 10 ? { outcome: 'rejected' } : OK;
		const { accepted, tookMs } = simulate(tenAtOnce, { requests: 200, workMs: 3_000 });
		expect(accepted).toBe(200);
		// Twenty rounds of ten take 60 s.
		expect(tookMs).toBeLessThan(75_000);
	});

	it('that has broken most requests gets no additional one', () => {
		const { most } = simulate(() => ({ outcome: 'broken', slowMs: 5_000 }), {
			requests: 100,
			longestMs: 100_000,
		});
		expect(most).toBeLessThan(FIRST_LIMIT + 8);
	});
});

describe('a service that gets slower with more requests', () => {
	/** Six at a time; the others wait. */
	const sixAtOnce: SimulatedService = (_, inFlight) => ({
		...OK,
		slowMs: 100 * Math.floor((inFlight - 1) / 6),
	});

	it('is still used in full', () => {
		const { perSecond } = simulate(sixAtOnce, { requests: 3_000, latencyMs: 100, ceilings: [100] });
		expect(perSecond).toBeGreaterThan(50);
	});
});

/** A fault every few seconds: it meets up to four requests and passes after 2 s, or it is an outage of 10 s. */
function manyFaults(seed: number, endMs: number): SimulatedService {
	const random = integers(seed);
	const below = (max: number) => random() % max;
	const kinds: Reply[] = [
		{ outcome: 'rejected' },
		{ outcome: 'rejected', retryAfterMs: 2_000 },
		...Array<Reply>(4).fill({ outcome: 'broken' }),
		{ outcome: 'broken', slowMs: 4_000 },
		...Array<Reply>(3).fill({ outcome: 'ok', slowMs: 2_000 }),
		{ outcome: 'unavailable' },
		{ outcome: 'unavailable' },
	];
	let faults: Array<{ reply: Reply; left: number; until: number }> = [];
	let nextAt = 0;
	return (now) => {
		for (; nextAt <= Math.min(now, endMs); nextAt += 1_000 + below(5_000)) {
			const kind = below(kinds.length);
			const isOutage = kind === kinds.length - 1;
			const left = isOutage ? Infinity : 1 + below(4);
			faults.push({ reply: kinds[kind], left, until: nextAt + (isOutage ? 10_000 : 2_000) });
		}
		faults = faults.filter(({ left, until }) => left > 0 && until > now);
		for (const fault of faults) fault.left -= 1;
		return faults[0]?.reply ?? OK;
	};
}

describe('an outage', () => {
	const outage: SimulatedService = (now) =>
		now > 1_000 && now < 11_000 ? { outcome: 'broken' } : OK;

	it('leaves few requests in flight, and the rate recovers afterwards', () => {
		const { times, broken } = simulate(outage, { requests: 20_000, latencyMs: 50 });
		const rate = (from: number, to: number) =>
			times.filter((time) => time > from && time <= to).length / ((to - from) / 1_000);
		expect(rate(12_000, 13_000)).toBeGreaterThan(0.9 * rate(500, 1_000));
		// 50 at once would have been 10,000.
		expect(broken).toBeLessThan(1_000);
	});

	it.each(
		[3, 4, 5, 7, 10].flatMap((every) =>
			[1_000, undefined].flatMap((retryAfterMs) =>
				(['unavailable', 'broken'] as const).map(
					(outcome) => [every, outcome, retryAfterMs] as const,
				),
			),
		),
	)(
		'in which one of %d requests is rejected and the others are %s is soon forgotten (Retry-After: %s ms)',
		(every, outcome, retryAfterMs) => {
			let count = 0;
			const service: SimulatedService = (now) => {
				if (now < 20_000 || now > 60_000) return OK;
				const place = (count += 1) % every;
				if (place === 0) return { outcome: 'rejected', retryAfterMs };
				return { outcome: place === 2 ? 'broken' : outcome };
			};
			const load = { requests: 400_000, latencyMs: 200, ceilings: [10], longestMs: 90_000 };
			const { times } = simulate(service, load);
			const late = times.filter((time) => time > 80_000 && time <= 85_000);
			// Ten at once, five times a second.
			expect(late.length / 5).toBeGreaterThan(45);
		},
	);

	it.each([
		[300, 2],
		[1_000, 2],
		[1_000, 10],
	])(
		'after many others is over within 100 s: responses take %d ms, %d requests at once',
		(latencyMs, ceiling) => {
			const endMs = 300_000;
			for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
				const load = { requests: 400_000, ceilings: [ceiling], latencyMs };
				const longestMs = endMs + 130_000;
				const { times } = simulate(manyFaults(seed, endMs), { ...load, longestMs });
				const late = times.filter((time) => time > endMs + 100_000 && time <= endMs + 120_000);
				// Half of what the user allows.
				expect(late.length / 20).toBeGreaterThan((0.5 * ceiling * 1_000) / latencyMs);
			}
		},
	);

	it('of rejections is probed less and less often', () => {
		const { rejected } = simulate((now) => (now < 120_000 ? { outcome: 'rejected' } : OK), {
			requests: 10,
		});
		expect(rejected).toBeLessThan(FIRST_LIMIT + 15);
	});
});
