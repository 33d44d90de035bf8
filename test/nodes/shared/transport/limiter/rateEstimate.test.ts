import {
	allowedPerSecond,
	rateAfterAccepted,
	rateAfterRejection,
	rateAfterSameRejection,
	UNKNOWN_RATE,
	type RateEstimate,
} from '../../../../../nodes/shared/transport/limiter/rateEstimate';

const accept = (rate: RateEstimate, ...times: number[]) =>
	times.reduce((next, now) => rateAfterAccepted(next, now, false), rate);
/** As many times as that, `everyMs` apart. */
const times = (count: number, from: number, everyMs = 1) =>
	Array.from({ length: count }, (_, n) => from + n * everyMs);

/** Ten were accepted within 10 ms, and the next one was rejected. */
const rejectedAt = (now: number) =>
	rateAfterRejection(accept(UNKNOWN_RATE, ...times(10, now - 100)), now);

it('without a rejection, there is no limit', () => {
	expect(allowedPerSecond(accept(UNKNOWN_RATE, 0, 1, 2))).toBe(Infinity);
});

describe('the first rejection', () => {
	it.each<[string, number[], number, number]>([
		['in this second', times(10, 0), 100, 10],
		['or in the second before', [...times(10, 0), ...times(6, 1_000)], 1_250, 10],
		['but nothing older', [...times(10, 0), ...times(6, 2_000)], 2_250, 6],
	])('leads to an estimate a little below what was accepted: %s', (_, accepted, now, count) => {
		const perSecond = allowedPerSecond(rateAfterRejection(accept(UNKNOWN_RATE, ...accepted), now));
		expect(perSecond).toBeLessThan(count);
		expect(perSecond).toBeGreaterThan(0.9 * count);
	});

	it('raises the estimate for responses to requests that were sent before it', () => {
		const limited = rejectedAt(100);
		expect(allowedPerSecond(rateAfterAccepted(limited, 101, true))).toBeGreaterThan(
			allowedPerSecond(limited),
		);
	});
});

describe('a further rejection', () => {
	it.each<[string, typeof rateAfterRejection, number]>([
		['of requests that were in flight together', rateAfterSameRejection, 3],
		['with nothing accepted in between', rateAfterRejection, 0],
	])('%s says nothing about the rate', (_, rejected, accepted) => {
		const limited = accept(rejectedAt(100), ...times(accepted, 101));
		expect(allowedPerSecond(rejected(limited, 200))).toBe(allowedPerSecond(limited));
	});

	it('after accepted ones leads to a slower rate', () => {
		const limited = rejectedAt(100);
		const again = rateAfterRejection(accept(limited, ...times(3, 200, 100)), 500);
		expect(allowedPerSecond(again)).toBeLessThan(allowedPerSecond(limited));
		expect(allowedPerSecond(again)).toBeGreaterThan(0);
	});
});

it('a rate that is accepted is raised after a while, if it is used', () => {
	const limited = rejectedAt(100);
	const perSecond = allowedPerSecond(limited);
	expect(allowedPerSecond(accept(limited, ...times(10, 200, 100)))).toBe(perSecond);
	expect(allowedPerSecond(accept(limited, ...times(60, 200, 100)))).toBeGreaterThan(
		1.5 * perSecond,
	);
	// Who sends less than the rate allows learns nothing about more.
	expect(allowedPerSecond(accept(limited, 5_000, 10_000))).toBeLessThan(1.1 * perSecond);
});
