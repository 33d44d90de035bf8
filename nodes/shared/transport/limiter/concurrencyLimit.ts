/** How many requests may run at once: more as responses come, fewer when they slow down or break. */
export interface ConcurrencyLimit {
	limit: number;
	/** Up to here it grows with each response, beyond by one with each round. */
	quickUntil: number;
	/** The shortest time of a response, for each kind of request. */
	shortest: Readonly<Record<string, number>>;
	round: Round;
	brokenShare: number;
	brokenAt: number;
}

interface Round {
	answers: number;
	/** How much longer than the shortest time the quickest response of the round has taken. */
	stretch: number;
	excessMs: number;
}

// The simulated services of controller.test.ts and window.test.ts hold these values.

/** Below ten, which many services allow at once. */
export const FIRST_LIMIT = 8;
/** The most at once, unless the user allows more: at 50 ms each it sends 1,000 requests a second. */
export const USUAL_CEILING = 50;
/** Growth is careful at first: many services allow ten at once and no more. */
const CAREFUL_UNTIL = 16;
/** The kinds of requests are those of the catalogue; this is only to be sure. */
const MAX_KINDS = 200;
/** Twice as long happens by chance, four times in all of a round does not. */
const STRETCHED = 4;
/** Less is chance, or n8n itself. */
const MIN_EXCESS_MS = 200;
/** The share is that of the last ten or so: an outage shows within a round. */
const SHARE_WEIGHT = 1 / 10;
/** Above the share that counts as overload: first no more are sent, then fewer. */
const MAX_BROKEN_SHARE = 0.6;
/** Connections that one event has broken end within this time. */
const BROKEN_TOGETHER_MS = 500;

const NEW_ROUND: Round = { answers: 0, stretch: Infinity, excessMs: Infinity };

export const INITIAL_CONCURRENCY: ConcurrencyLimit = {
	limit: FIRST_LIMIT,
	quickUntil: Infinity,
	shortest: {},
	round: NEW_ROUND,
	brokenShare: 0,
	brokenAt: -Infinity,
};

/** A user who allows more than usual expects that the service accepts it: that is there at once. */
export function firstLimit(ceiling: number): number {
	return FIRST_LIMIT + Math.max(0, ceiling - USUAL_CEILING);
}

interface Answered {
	/** Requests of one kind take equally long. */
	kind?: string;
	tookMs: number;
	underWay: number;
}

export function concurrencyAfterResponse(
	window: ConcurrencyLimit,
	answered: Answered,
): ConcurrencyLimit {
	const { shortest, stretch, excessMs } = compared(window, answered);
	const round: Round = {
		answers: window.round.answers + 1,
		stretch: Math.min(window.round.stretch, stretch),
		excessMs: Math.min(window.round.excessMs, excessMs),
	};
	const brokenShare = window.brokenShare * (1 - SHARE_WEIGHT);
	const next = { ...window, shortest, round, brokenShare };
	if (round.answers >= window.limit) {
		const slowed = round.stretch > STRETCHED && round.excessMs > MIN_EXCESS_MS;
		if (slowed) return { ...slower(next, answered), round: NEW_ROUND };
		return { ...next, limit: grown(next, answered), round: NEW_ROUND };
	}
	return { ...next, limit: grown(next, answered) };
}

export function concurrencyAfterNetworkError(
	window: ConcurrencyLimit,
	now: number,
): ConcurrencyLimit {
	const brokenShare = window.brokenShare * (1 - SHARE_WEIGHT) + SHARE_WEIGHT;
	const next = { ...window, brokenShare };
	// What was under way together breaks together: that counts once.
	if (brokenShare < MAX_BROKEN_SHARE || now - window.brokenAt < BROKEN_TOGETHER_MS) return next;
	return { ...next, limit: Math.max(1, window.limit / 2), brokenAt: now };
}

function compared({ shortest }: ConcurrencyLimit, { kind, tookMs }: Answered) {
	if (kind === undefined) return { shortest, stretch: 1, excessMs: 0 };
	const known = shortest[kind];
	if (known === undefined || tookMs < known) {
		const others = Object.keys(shortest).length < MAX_KINDS ? shortest : {};
		return { shortest: { ...others, [kind]: tookMs }, stretch: 1, excessMs: 0 };
	}
	return { shortest, stretch: tookMs / Math.max(1, known), excessMs: tookMs - known };
}

function grown({ limit, quickUntil }: ConcurrencyLimit, { underWay }: Answered): number {
	// Who does not use the window learns nothing about a wider one.
	if (underWay < Math.floor(limit)) return limit;
	if (limit < CAREFUL_UNTIL) return limit + 0.5;
	return limit < quickUntil ? limit + 2 : limit + 1 / limit;
}

function slower(window: ConcurrencyLimit, { kind, tookMs }: Answered): ConcurrencyLimit {
	// With so few at once it is not the load: this kind of request takes longer now.
	if (window.limit <= FIRST_LIMIT) {
		const shortest = kind === undefined ? window.shortest : { ...window.shortest, [kind]: tookMs };
		return { ...window, shortest, quickUntil: Infinity };
	}
	const limit = Math.max(FIRST_LIMIT, window.limit * 0.8);
	return { ...window, limit, quickUntil: limit };
}
