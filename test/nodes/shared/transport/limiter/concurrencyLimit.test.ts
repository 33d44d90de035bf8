import {
	INITIAL_CONCURRENCY,
	concurrencyAfterFailure,
	concurrencyAfterResponse,
	type ConcurrencyLimit,
} from '../../../../../nodes/shared/transport/limiter/concurrencyLimit';

/** Responses while as many are in flight as the limit allows. */
function grownBy(count: number): ConcurrencyLimit {
	let next = INITIAL_CONCURRENCY;
	for (let n = 0; n < count; n++) next = concurrencyAfterResponse(next, Math.floor(next.limit));
	return next;
}

const grown = grownBy(50);

it('the concurrency limit starts with 8, and grows while it is used', () => {
	expect(INITIAL_CONCURRENCY.limit).toBe(8);
	expect(grown.limit).toBeGreaterThan(50);
	expect(concurrencyAfterResponse(INITIAL_CONCURRENCY, 1).limit).toBe(8);
});

describe('requests without a response', () => {
	const broken = (start: ConcurrencyLimit, count: number, everyMs: number) =>
		Array.from({ length: count }, (_, n) => 10_000 + n * everyMs).reduce(
			concurrencyAfterFailure,
			start,
		);

	it('reduce the limit once where they break together, and to no less than one', () => {
		const once = broken(grown, 20, 0).limit;
		expect(once).toBeLessThan(grown.limit);
		expect(once).toBeGreaterThan(grown.limit / 3);
		expect(broken(grown, 40, 0).limit).toBe(once);
		expect(broken(grown, 40, 1_000).limit).toBe(1);
	});

	it('do not reduce it where there are few among the responses', () => {
		let next = grown;
		for (let n = 0; n < 20; n++) {
			for (let m = 0; m < 3; m++) next = concurrencyAfterResponse(next, 1);
			next = broken(next, 1, 0);
		}
		expect(next.limit).toBe(grown.limit);
	});
});
