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
/** Higher than OVERLOADED_SHARE: at that share nothing is sent beyond the limit, at this one the limit is halved. */
const MAX_FAILED_SHARE = 0.6;

export const INITIAL_CONCURRENCY: ConcurrencyLimit = { limit: FIRST_LIMIT, failedShare: 0 };

/** If the user allows more than the usual ceiling, the difference is allowed from the start. */
export function firstLimit(ceiling: number): number {
	return FIRST_LIMIT + Math.max(0, ceiling - DEFAULT_MAX_CONCURRENCY);
}

/** `inFlight`: how many there were, with the one that got its response. */
export function concurrencyAfterResponse(
	concurrency: ConcurrencyLimit,
	inFlight: number,
): ConcurrencyLimit {
	const { limit } = concurrency;
	const failedShare = concurrency.failedShare * (1 - SHARE_WEIGHT);
	// Only a limit that is used fully may grow.
	if (inFlight < Math.floor(limit)) return { ...concurrency, failedShare };
	return { ...concurrency, failedShare, limit: limit + (limit < CAREFUL_UNTIL ? 0.5 : 2) };
}

export function concurrencyAfterFailure(concurrency: ConcurrencyLimit): ConcurrencyLimit {
	const failedShare = concurrency.failedShare * (1 - SHARE_WEIGHT) + SHARE_WEIGHT;
	const { limit } = concurrency;
	return { failedShare, limit: failedShare < MAX_FAILED_SHARE ? limit : Math.max(1, limit / 2) };
}
