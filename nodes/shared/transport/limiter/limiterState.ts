import {
	allowedPerSecond,
	rateAfterAccepted,
	rateAfterIndividualRejection,
	rateAfterRejection,
	rateAfterSameRejection,
	restartMeasure,
	rateAfterSending,
	UNKNOWN_RATE,
	type RateEstimate,
} from './rateEstimate';
import {
	INITIAL_CONCURRENCY,
	firstLimit,
	concurrencyAfterResponse,
	concurrencyAfterNetworkError,
	type ConcurrencyLimit,
} from './concurrencyLimit';

export interface LimiterState {
	rate: RateEstimate;
	concurrency: ConcurrencyLimit;
	/** The remaining requests according to the response headers. */
	allowance?: Allowance & { left: number; until: number };
	inFlight: number;
	lastEventAt: number;
	nextAt: number;
	/** Nothing is sent before this time, because the service asked for it. */
	heldUntil: number;
	/** The last rejection of a request that was sent after the previous rejection. */
	rejectedAt: number;
	rejections: number;
	acceptedAt: number;
	accepted: number;
	/** The service rejects most requests with 503. */
	rejectsWith503: boolean;
	rejectionCause: RejectionCause;
}

interface RejectionCause {
	/** Requests that were rejected again although others were accepted in between. */
	individuals: number;
	/** Requests that were accepted after a rejection, so the rate was the reason. */
	confirmed: number;
	/** Consecutive rejections. */
	inARow: number;
	/** The rate before the rejections whose reason is still unknown, and their number. */
	unexplained?: { rate: RateEstimate; count: number };
}

const UNKNOWN_CAUSE: RejectionCause = { individuals: 0, confirmed: 0, inARow: 0 };
/** One may be chance. */
const MIN_INDIVIDUALS = 2;
/** A rate limit rejects many requests in a row; individual rejections rarely come three in a row. */
const MAX_IN_A_ROW = 3;

export interface Allowance {
	remaining: number;
	/** Until there is more. */
	resetMs: number;
	limit?: number;
}

export type LimiterEvent =
	| { type: 'sent' }
	| {
			type: 'response';
			sentAt: number;
			kind?: string;
			allowance?: Allowance;
			wasRejected?: boolean;
	  }
	| { type: 'rejected'; sentAt: number; retryAfterMs?: number; allowance?: Allowance }
	/** It was rejected individually. `rejections`: its earlier ones that were attributed to a rate limit. */
	| { type: 'rejectedIndividually'; rejections: number }
	/** It got no response, or a 5xx. */
	| { type: 'failed'; sentAt: number; unavailable?: { retryAfterMs?: number } }
	| { type: 'ignored' };

// The simulated services of limiterState.test.ts depend on these values: they measure time and rejections.

/** Half a second; a second is the shortest usual period of limits. Doubled with each rejection. */
const FIRST_HOLD_MS = 500;
/** A quarter of a minute, the other usual period: about four attempts per minute. */
const MAX_HOLD_MS = 15_000;
/** Waits for limits per minute. For longer resets, requests are sent, and a rejection decides. */
const MAX_ALLOWANCE_MS = 60_000;
/** Shorter than any usual period, so that the next response corrects the guess. */
const NEW_PERIOD_MS = 1_000;
/** Timers fire late while n8n is busy. Delays of up to this are caught up. */
const SLACK_MS = 50;
/** The shortest usual period: after it, the service may allow a burst. */
const IDLE_MS = 1_000;
/** A smaller share also happens to a service that is up: see "for one request in ten" in the tests. */
const OVERLOADED_SHARE = 0.5;
/** If no request has ended for this long, those in flight are slow, and one more may be sent. */
const STANDSTILL_MS = 1_000;

export const INITIAL_LIMITER_STATE: LimiterState = {
	rate: UNKNOWN_RATE,
	concurrency: INITIAL_CONCURRENCY,
	inFlight: 0,
	lastEventAt: 0,
	nextAt: 0,
	heldUntil: 0,
	rejectedAt: -Infinity,
	rejections: 0,
	acceptedAt: -Infinity,
	accepted: 0,
	rejectsWith503: false,
	rejectionCause: UNKNOWN_CAUSE,
};

/** Uses the user's concurrency until the service has accepted or rejected requests. */
export function withUserConcurrency(state: LimiterState, ceiling: number): LimiterState {
	const { acceptedAt, rejectedAt, concurrency } = state;
	const isKnown = acceptedAt > -Infinity || rejectedAt > -Infinity || concurrency.failedShare > 0;
	const limit = Math.max(concurrency.limit, firstLimit(ceiling));
	return isKnown ? state : { ...state, concurrency: { ...concurrency, limit } };
}

/** When the next request may be sent; `undefined`: not before one in flight has ended. */
export function nextSendAt(state: LimiterState, now: number): number | undefined {
	const { allowance, inFlight, concurrency } = state;
	const isFull = inFlight >= Math.max(1, Math.floor(concurrency.limit));
	// An overloaded service gets no more requests.
	if (isFull && isOverloaded(state)) return undefined;
	const freeAt = isFull ? state.lastEventAt + STANDSTILL_MS : 0;
	const at = Math.max(state.nextAt, state.heldUntil, freeAt);
	return isUsedUp(allowance, now) ? Math.max(at, allowance.until) : at;
}

/** Why requests wait: a header says what is left, some are rejected, or the service is not available. */
export type LimitSource = 'header' | 'rejections' | 'outage';

export function limitSource(state: LimiterState, now: number): LimitSource | undefined {
	if (isUsedUp(state.allowance, now)) return 'header';
	if (Math.max(state.nextAt, state.heldUntil) <= now) return undefined;
	return state.rejectsWith503 ? 'outage' : 'rejections';
}

function isUsedUp(
	allowance: LimiterState['allowance'],
	now: number,
): allowance is NonNullable<LimiterState['allowance']> {
	return allowance !== undefined && allowance.left < 1 && allowance.until > now;
}

export function reduce(state: LimiterState, event: LimiterEvent, now: number): LimiterState {
	if (event.type === 'sent') return afterSending(state, now);
	const ended = { ...state, inFlight: Math.max(0, state.inFlight - 1), lastEventAt: now };
	switch (event.type) {
		case 'response':
			return afterResponse(ended, event, { now, inFlight: state.inFlight });
		case 'failed': {
			const broken = {
				...ended,
				concurrency: concurrencyAfterNetworkError(state.concurrency, now),
			};
			const { sentAt, unavailable } = event;
			if (!isOverloaded(broken)) {
				const rate = rateAfterAccepted(state.rate, now, sentAt <= state.rejectedAt);
				return { ...broken, rate };
			}
			// In an outage, a broken connection does not show that the rate was accepted.
			if (unavailable === undefined) return broken;
			const rejected = afterRejection(broken, { type: 'rejected', sentAt, ...unavailable }, now);
			return { ...rejected, rejectsWith503: true };
		}
		case 'rejected':
			return afterRejection({ ...ended, rejectionCause: causeAfterRejection(state) }, event, now);
		case 'rejectedIndividually':
			return afterIndividual(ended, event.rejections, now);
		default:
			return ended;
	}
}

/** `inFlight`: how many there were, with the one that got its response. */
function afterResponse(
	state: LimiterState,
	event: Extract<LimiterEvent, { type: 'response' }>,
	{ now, inFlight }: { now: number; inFlight: number },
): LimiterState {
	return {
		...state,
		rate: rateAfterAccepted(
			state.rejections > MAX_IN_A_ROW ? restartMeasure(state.rate, now) : state.rate,
			now,
			event.sentAt <= state.rejectedAt,
		),
		concurrency: concurrencyAfterResponse(state.concurrency, {
			kind: event.kind,
			tookMs: now - event.sentAt,
			inFlight,
		}),
		allowance: withHeaderAllowance(state, event.allowance, now),
		rejections: 0,
		acceptedAt: now,
		accepted: state.accepted + 1,
		rejectionCause: causeAfterAcceptance(state.rejectionCause, event.wasRejected === true),
	};
}

/** The service rejects single requests, and has never rejected one that it accepted later. */
export function rejectsIndividually({ rejectionCause }: LimiterState): boolean {
	const { individuals, confirmed, inARow } = rejectionCause;
	return individuals >= MIN_INDIVIDUALS && confirmed === 0 && inARow < MAX_IN_A_ROW;
}

function causeAfterAcceptance(cause: RejectionCause, wasRejected: boolean): RejectionCause {
	if (!wasRejected) return { ...cause, inARow: 0 };
	return { individuals: cause.individuals, confirmed: cause.confirmed + 1, inARow: 0 };
}

function causeAfterRejection({ rejectionCause, rate }: LimiterState): RejectionCause {
	const { unexplained = { rate, count: 0 } } = rejectionCause;
	return {
		...rejectionCause,
		inARow: rejectionCause.inARow + 1,
		unexplained: { ...unexplained, count: unexplained.count + 1 },
	};
}

/** If all rejections were individual, the earlier rate is restored. */
function afterIndividual(state: LimiterState, rejections: number, now: number): LimiterState {
	const { rejectionCause } = state;
	const individuals = rejectionCause.individuals + (rejections > 0 ? 1 : 0);
	const left = (rejectionCause.unexplained?.count ?? 0) - rejections;
	const next: RejectionCause = {
		...rejectionCause,
		individuals,
		inARow: rejectionCause.inARow + 1,
	};
	const rate = rateAfterIndividualRejection(state.rate, now);
	if (rejectionCause.unexplained === undefined) return { ...state, rate, rejectionCause: next };
	const isKnown = individuals >= MIN_INDIVIDUALS && rejectionCause.confirmed === 0;
	if (left > 0 && !isKnown) {
		const unexplained = { ...rejectionCause.unexplained, count: left };
		return { ...state, rate, rejectionCause: { ...next, unexplained } };
	}
	return {
		...state,
		rate: rejectionCause.unexplained.rate,
		heldUntil: Math.min(state.heldUntil, now),
		nextAt: Math.min(state.nextAt, now),
		rejections: 0,
		rejectionCause: { ...next, unexplained: undefined },
	};
}

/** Whether most requests fail: the service gets too many. */
export function isOverloaded({ concurrency, rate, rejectsWith503 }: LimiterState): boolean {
	const isLimited = rate.phase.kind !== 'unlimited';
	return concurrency.failedShare >= OVERLOADED_SHARE || (rejectsWith503 && isLimited);
}

function afterSending(state: LimiterState, now: number): LimiterState {
	const due = Math.max(state.nextAt, state.heldUntil);
	const rate = rateAfterSending(state.rate, now, now - due > IDLE_MS);
	const spacingMs = 1_000 / allowedPerSecond(rate);
	return {
		...state,
		rate,
		inFlight: state.inFlight + 1,
		lastEventAt: now,
		nextAt: spacingMs === 0 ? now : Math.max(due, now - SLACK_MS) + spacingMs,
		allowance: used(state.allowance, now),
	};
}

function afterRejection(
	state: LimiterState,
	{ sentAt, retryAfterMs, allowance }: Extract<LimiterEvent, { type: 'rejected' }>,
	now: number,
): LimiterState {
	const asked = retryAfterMs ?? (allowance?.remaining === 0 ? cappedResetMs(allowance) : undefined);
	// Requests that were in flight together are rejected together: that counts once.
	const same = sentAt <= state.rejectedAt;
	const rejections = same ? state.rejections : state.rejections + 1;
	const own = same ? 0 : Math.min(MAX_HOLD_MS, FIRST_HOLD_MS * 2 ** (rejections - 1));
	const heldUntil = Math.max(
		state.heldUntil,
		now + (asked === undefined || asked === 0 ? own : asked),
	);
	return {
		...state,
		rate: same ? rateAfterSameRejection(state.rate, now) : rateAfterRejection(state.rate, now),
		allowance: withHeaderAllowance(state, allowance, now),
		rejectedAt: same ? state.rejectedAt : now,
		rejections,
		heldUntil,
		nextAt: Math.max(state.nextAt, heldUntil),
	};
}

function withHeaderAllowance(
	state: LimiterState,
	allowance: Allowance | undefined,
	now: number,
): LimiterState['allowance'] {
	if (allowance === undefined) return state.allowance;
	// The service may not have counted those in flight yet.
	const left = allowance.remaining - state.inFlight;
	return { ...allowance, left, until: now + cappedResetMs(allowance) };
}

function cappedResetMs({ resetMs }: Allowance): number {
	return Math.min(resetMs, MAX_ALLOWANCE_MS);
}

function used(allowance: LimiterState['allowance'], now: number): LimiterState['allowance'] {
	if (allowance === undefined) return undefined;
	if (allowance.until > now) return { ...allowance, left: allowance.left - 1 };
	// A new period: assume the full limit until the service reports more.
	return allowance.limit === undefined
		? undefined
		: { ...allowance, left: allowance.limit - 1, until: now + NEW_PERIOD_MS };
}
