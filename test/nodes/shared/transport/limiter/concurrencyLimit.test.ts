import {
	FIRST_LIMIT,
	INITIAL_CONCURRENCY,
	concurrencyAfterResponse,
	concurrencyAfterNetworkError,
	type ConcurrencyLimit,
} from '../../../../../nodes/shared/transport/limiter/concurrencyLimit';

const full = (window: ConcurrencyLimit) => Math.floor(window.limit);

/** So many answers of one kind, each while the window is used to the full. */
function answered(
	window: ConcurrencyLimit,
	count: number,
	tookMs = 50,
	kind?: string,
): ConcurrencyLimit {
	let next = window;
	for (let n = 0; n < count; n++) {
		next = concurrencyAfterResponse(next, { kind, tookMs, inFlight: full(next) });
	}
	return next;
}

const of = (limit: number, more: Partial<ConcurrencyLimit> = {}): ConcurrencyLimit => ({
	...INITIAL_CONCURRENCY,
	limit,
	...more,
});

describe('the concurrency limit', () => {
	it('starts with 8', () => {
		expect(INITIAL_CONCURRENCY.limit).toBe(FIRST_LIMIT);
		expect(FIRST_LIMIT).toBe(8);
	});

	it.each([
		[8, 8.5],
		[15.5, 16],
		[16, 18],
		[40, 42],
	])('of %d grows with a response to %d: slowly at first', (limit, next) => {
		expect(answered(of(limit), 1).limit).toBe(next);
	});

	it('grows by one per round once responses had become slow', () => {
		expect(answered(of(20, { quickUntil: 20 }), 1).limit).toBe(20 + 1 / 20);
		expect(answered(of(20, { quickUntil: 21 }), 1).limit).toBe(22);
	});

	it('does not grow while it is not used', () => {
		const used = concurrencyAfterResponse(of(20), { tookMs: 50, inFlight: 19 });
		expect(used.limit).toBe(20);
	});
});

describe('responses that take longer', () => {
	/** One round at `limit`, in which the quickest answer takes so long, after one of 100 ms. */
	const round = (limit: number, ...times: number[]): ConcurrencyLimit => {
		let next = concurrencyAfterResponse(of(limit), { kind: 'a', tookMs: 100, inFlight: 1 });
		next = { ...next, round: INITIAL_CONCURRENCY.round };
		for (let n = 0; n < limit; n++) {
			const tookMs = times[n % times.length];
			next = concurrencyAfterResponse(next, { kind: 'a', tookMs, inFlight: 1 });
		}
		return next;
	};

	it.each<[string, number[], number]>([
		['four times as long', [400], 40],
		['more than four times as long', [401], 32],
		['only some of them', [401, 400], 40],
		['much longer, but one of them quick', [5_000, 5_000, 120], 40],
	])('%s', (_, times, limit) => {
		expect(round(40, ...times).limit).toBe(limit);
	});

	it('by a small absolute time are ignored, however large the factor', () => {
		let next: ConcurrencyLimit = of(40, { shortest: { a: 10 } });
		for (let n = 0; n < 40; n++) {
			next = concurrencyAfterResponse(next, { kind: 'a', tookMs: 210, inFlight: 1 });
		}
		expect(next.limit).toBe(40);
		next = of(40, { shortest: { a: 10 } });
		for (let n = 0; n < 40; n++) {
			next = concurrencyAfterResponse(next, { kind: 'a', tookMs: 211, inFlight: 1 });
		}
		expect(next).toMatchObject({ limit: 32, quickUntil: 32 });
	});

	it('reduce the limit to no less than its initial value', () => {
		expect(round(9, 900)).toMatchObject({ limit: 8, quickUntil: 8 });
	});

	it('at that limit are the new baseline', () => {
		const slow = round(8, 900);
		expect(slow).toMatchObject({ limit: 8, quickUntil: Infinity, shortest: { a: 900 } });
	});

	it('are compared within their own kind only', () => {
		const known = of(40, { shortest: { quick: 10, slow: 5_000 } });
		const next = answered(known, 100, 5_000, 'slow');
		expect(next.limit).toBeGreaterThan(100);
		expect(next.shortest).toEqual({ quick: 10, slow: 5_000 });
	});

	it('of no kind are not compared', () => {
		const next = answered(of(40), 100, 90_000);
		expect(next.shortest).toEqual({});
		expect(next.limit).toBeGreaterThan(100);
	});

	it('are compared with the shortest that is known', () => {
		const after = (tookMs: number) =>
			concurrencyAfterResponse(of(8, { shortest: { a: 100, b: 7 } }), {
				kind: 'a',
				tookMs,
				inFlight: 1,
			});
		expect(after(99).shortest).toEqual({ a: 99, b: 7 });
		expect(after(101).shortest).toEqual({ a: 100, b: 7 });
	});

	it('are forgotten where there are too many kinds', () => {
		const kinds = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, 1]));
		const answer = { kind: 'new', tookMs: 5, inFlight: 1 };
		expect(concurrencyAfterResponse(of(8, { shortest: kinds }), answer).shortest).toEqual({
			new: 5,
		});
		const { k0, ...fewer } = kinds;
		expect(k0).toBe(1);
		const next = concurrencyAfterResponse(of(8, { shortest: fewer }), answer);
		expect(Object.keys(next.shortest)).toHaveLength(200);
	});
});

describe('requests without a response', () => {
	const broken = (window: ConcurrencyLimit, ...at: number[]) =>
		at.reduce(concurrencyAfterNetworkError, window);
	const often = (count: number) => Array.from({ length: count }, () => 10_000);

	it('halve the limit when most of the latest got none', () => {
		expect(broken(of(40), ...often(8)).limit).toBe(40);
		expect(broken(of(40), ...often(9)).limit).toBe(20);
	});

	it('count once where they break together', () => {
		const first = broken(of(40), ...often(9));
		expect(broken(first, 10_499).limit).toBe(20);
		expect(broken(first, 10_500).limit).toBe(10);
	});

	it('count less with each response', () => {
		const mixed = answered(broken(of(40), ...often(8)), 2);
		expect(broken(mixed, 10_000).limit).toBe(mixed.limit);
	});

	it('leave a limit of at least one', () => {
		expect(broken(of(1.5, { failedShare: 1 }), 10_000).limit).toBe(1);
	});
});
