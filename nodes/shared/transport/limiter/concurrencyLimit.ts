/** How many requests may run at once: grows with responses, shrinks if requests fail. */
export interface ConcurrencyLimit {
	limit: number;
	/** The share of requests that got no response, or a 5xx. */
	failedShare: number;
}

// The simulated services of limiterState.test.ts depend on these values.

/** Below ten, which many services allow at once. */
export const FIRST_LIMIT = 8;
/** The most at once, unless the user allows more: at 50 ms each it sends 1,000 requests a second. */
export const DEFAULT_MAX_CONCURRENCY = 50;
/** Growth is careful at first: many services allow ten at once and no more. */
const CAREFUL_UNTIL = 16;
/** Moving average over about ten requests, so that an outage shows soon. */
const SHARE_WEIGHT = 1 / 10;
/** A smaller share also happens to a service that is up: see "for one request in ten" in the tests. */
const OVERLOADED_SHARE = 0.5;

/** A user who allows more than usual knows what the service takes. */
export const firstLimit = (maxConcurrency: number): number =>
	maxConcurrency > DEFAULT_MAX_CONCURRENCY ? maxConcurrency : FIRST_LIMIT;

/** Whether most requests fail: the service gets too many. */
export function isOverloaded({ failedShare }: ConcurrencyLimit): boolean {
	return failedShare >= OVERLOADED_SHARE;
}

/** `inFlight`: how many there were, with the one that got its response. */
export function concurrencyAfterResponse(
	{ limit, failedShare: before }: ConcurrencyLimit,
	inFlight: number,
): ConcurrencyLimit {
	const failedShare = before * (1 - SHARE_WEIGHT);
	// Only a limit that is used fully may grow.
	if (inFlight < Math.floor(limit)) return { limit, failedShare };
	return { failedShare, limit: limit + (limit < CAREFUL_UNTIL ? 0.5 : 2) };
}

export function concurrencyAfterFailure(before: ConcurrencyLimit): ConcurrencyLimit {
	const { limit } = before;
	const failed = { limit, failedShare: before.failedShare * (1 - SHARE_WEIGHT) + SHARE_WEIGHT };
	return isOverloaded(failed) ? { ...failed, limit: Math.max(1, limit / 2) } : failed;
}
