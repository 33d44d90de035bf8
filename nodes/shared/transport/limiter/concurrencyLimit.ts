/** How many requests may run at once: grows with responses, shrinks if they slow down or fail. */
export interface ConcurrencyLimit {
	limit: number;
	/** Below this it grows with each response, above it by one per round. */
	quickUntil: number;
	/** The shortest response time of each kind of request. */
	shortest: Readonly<Record<string, number>>;
	round: Round;
	failedShare: number;
	failedAt: number;
}

interface Round {
	responses: number;
	/** The smallest ratio of response time to shortest time in this round. */
	stretch: number;
	excessMs: number;
}

// The simulated services of limiterState.test.ts and concurrencyLimit.test.ts depend on these values.

/** Below ten, which many services allow at once. */
export const FIRST_LIMIT = 8;
/** The most at once, unless the user allows more: at 50 ms each it sends 1,000 requests a second. */
export const DEFAULT_MAX_CONCURRENCY = 50;
/** Growth is careful at first: many services allow ten at once and no more. */
const CAREFUL_UNTIL = 16;
/** A safety net: the kinds of requests are those of the catalogue. */
const MAX_KINDS = 200;
/** Responses may take twice as long by chance, but not four times as long in a whole round. */
const MAX_STRETCH = 4;
/** Smaller differences are chance, or caused by n8n. */
const MIN_EXCESS_MS = 200;
/** Moving average over about ten requests, so that an outage shows within a round. */
const SHARE_WEIGHT = 1 / 10;
/** Higher than OVERLOADED_SHARE: at that share nothing is sent beyond the limit, at this one the limit is halved. */
const MAX_BROKEN_SHARE = 0.6;
/** Connections that break within this time break for the same reason. */
const BROKEN_TOGETHER_MS = 500;

const NEW_ROUND: Round = { responses: 0, stretch: Infinity, excessMs: Infinity };

export const INITIAL_CONCURRENCY: ConcurrencyLimit = {
	limit: FIRST_LIMIT,
	quickUntil: Infinity,
	shortest: {},
	round: NEW_ROUND,
	failedShare: 0,
	failedAt: -Infinity,
};

/** If the user allows more than the usual ceiling, the difference is allowed from the start. */
export function firstLimit(ceiling: number): number {
	return FIRST_LIMIT + Math.max(0, ceiling - DEFAULT_MAX_CONCURRENCY);
}

interface ResponseTime {
	/** Requests of one kind take about equally long. */
	kind?: string;
	tookMs: number;
	inFlight: number;
}

export function concurrencyAfterResponse(
	concurrency: ConcurrencyLimit,
	response: ResponseTime,
): ConcurrencyLimit {
	const { shortest, stretch, excessMs } = compared(concurrency, response);
	const round: Round = {
		responses: concurrency.round.responses + 1,
		stretch: Math.min(concurrency.round.stretch, stretch),
		excessMs: Math.min(concurrency.round.excessMs, excessMs),
	};
	const failedShare = concurrency.failedShare * (1 - SHARE_WEIGHT);
	const next = { ...concurrency, shortest, round, failedShare };
	if (round.responses >= concurrency.limit) {
		const slowed = round.stretch > MAX_STRETCH && round.excessMs > MIN_EXCESS_MS;
		if (slowed) return { ...slower(next, response), round: NEW_ROUND };
		return { ...next, limit: grown(next, response), round: NEW_ROUND };
	}
	return { ...next, limit: grown(next, response) };
}

export function concurrencyAfterNetworkError(
	concurrency: ConcurrencyLimit,
	now: number,
): ConcurrencyLimit {
	const failedShare = concurrency.failedShare * (1 - SHARE_WEIGHT) + SHARE_WEIGHT;
	const next = { ...concurrency, failedShare };
	// Requests that were in flight together fail together: that counts once.
	if (failedShare < MAX_BROKEN_SHARE || now - concurrency.failedAt < BROKEN_TOGETHER_MS)
		return next;
	return { ...next, limit: Math.max(1, concurrency.limit / 2), failedAt: now };
}

function compared({ shortest }: ConcurrencyLimit, { kind, tookMs }: ResponseTime) {
	if (kind === undefined) return { shortest, stretch: 1, excessMs: 0 };
	const known = shortest[kind];
	if (known === undefined || tookMs < known) {
		const others = Object.keys(shortest).length < MAX_KINDS ? shortest : {};
		return { shortest: { ...others, [kind]: tookMs }, stretch: 1, excessMs: 0 };
	}
	return { shortest, stretch: tookMs / Math.max(1, known), excessMs: tookMs - known };
}

function grown({ limit, quickUntil }: ConcurrencyLimit, { inFlight }: ResponseTime): number {
	// Only a limit that is used fully may grow.
	if (inFlight < Math.floor(limit)) return limit;
	if (limit < CAREFUL_UNTIL) return limit + 0.5;
	return limit < quickUntil ? limit + 2 : limit + 1 / limit;
}

function slower(concurrency: ConcurrencyLimit, { kind, tookMs }: ResponseTime): ConcurrencyLimit {
	// At this low concurrency the load is not the reason: this kind of request takes longer now.
	if (concurrency.limit <= FIRST_LIMIT) {
		const shortest =
			kind === undefined ? concurrency.shortest : { ...concurrency.shortest, [kind]: tookMs };
		return { ...concurrency, shortest, quickUntil: Infinity };
	}
	const limit = Math.max(FIRST_LIMIT, concurrency.limit * 0.8);
	return { ...concurrency, limit, quickUntil: limit };
}
