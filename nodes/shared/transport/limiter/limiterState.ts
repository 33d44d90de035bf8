import {
	rateAfterAccepted,
	rateAfterRejection,
	rateAfterSameRejection,
	UNKNOWN_RATE,
	type RateEstimate,
} from './rateEstimate';
import {
	DEFAULT_MAX_CONCURRENCY,
	concurrencyAfterResponse,
	concurrencyAfterFailure,
	firstLimit,
	isOverloaded,
	type ConcurrencyLimit,
} from './concurrencyLimit';

export interface LimiterState {
	rate: RateEstimate;
	concurrency: ConcurrencyLimit;
	/** The remaining requests according to the response headers. */
	allowance?: { left: number; until: number };
	inFlight: number;
	lastEventAt: number;
	/** When the next request may be sent: not before `heldUntil`. */
	nextAt: number;
	/** Nothing is sent before this time, because the service asked for it. */
	heldUntil: number;
	/** The last rejection of a request that was sent after the previous rejection. */
	rejectedAt: number;
	rejections: number;
	acceptedAt: number;
	/** The rate before rejections that are not yet known to be due to the rate. */
	rateBefore?: RateEstimate;
}

export interface Allowance {
	remaining: number;
	/** Until there is more. */
	resetMs: number;
}

export type LimiterEvent =
	| { type: 'sent' }
	| { type: 'response'; sentAt: number; allowance?: Allowance; wasRejected?: boolean }
	| { type: 'rejected'; sentAt: number; retryAfterMs?: number; allowance?: Allowance }
	/** The same request for the third time or later. `firstAt`: when it failed first. */
	| { type: 'rejectedAgain'; firstAt: number }
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
/** Timers fire late while n8n is busy. Delays of up to this are caught up. */
const SLACK_MS = 50;
/** If no request has ended for this long, those in flight are slow, and one more may be sent. */
const STANDSTILL_MS = 1_000;

export const initialLimiterState = (maxConcurrency = DEFAULT_MAX_CONCURRENCY): LimiterState => ({
	rate: UNKNOWN_RATE,
	concurrency: { limit: firstLimit(maxConcurrency), failedShare: 0 },
	inFlight: 0,
	lastEventAt: 0,
	nextAt: 0,
	heldUntil: 0,
	rejectedAt: -Infinity,
	rejections: 0,
	acceptedAt: -Infinity,
});

/** When the next request may be sent; Infinity: not before one in flight has ended. */
export function nextSendAt(state: LimiterState, now: number): number {
	const { allowance, inFlight, concurrency } = state;
	const isFull = inFlight >= Math.max(1, Math.floor(concurrency.limit));
	// An overloaded service gets no more requests.
	if (isFull && isOverloaded(concurrency)) return Infinity;
	const freeAt = isFull ? state.lastEventAt + STANDSTILL_MS : 0;
	const at = Math.max(state.nextAt, freeAt);
	return isUsedUp(allowance, now) ? Math.max(at, allowance.until) : at;
}

/** Why requests wait: for a limit of the service, or because it is not available. */
export type LimitSource = 'limit' | 'outage';

/** `undefined` if it is only for those in flight. */
export function limitSource(state: LimiterState, now: number): LimitSource | undefined {
	if (isUsedUp(state.allowance, now)) return 'limit';
	if (isOverloaded(state.concurrency)) return 'outage';
	return state.nextAt > now ? 'limit' : undefined;
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
			return {
				...ended,
				rate: rateAfterAccepted(state.rate, now, event.sentAt <= state.rejectedAt),
				concurrency: concurrencyAfterResponse(state.concurrency, state.inFlight),
				allowance: withHeaderAllowance(ended, event.allowance, now),
				rejections: 0,
				acceptedAt: now,
				rateBefore: event.wasRejected === true ? undefined : state.rateBefore,
			};
		case 'failed':
			return afterFailure(ended, event, now);
		case 'rejected':
			return afterRejection({ ...ended, rateBefore: state.rateBefore ?? state.rate }, event, now);
		case 'rejectedAgain':
			return event.firstAt < state.acceptedAt ? withoutRejections(ended, now) : ended;
		default:
			return ended;
	}
}

function afterFailure(
	state: LimiterState,
	{ sentAt, unavailable }: Extract<LimiterEvent, { type: 'failed' }>,
	now: number,
): LimiterState {
	const broken = { ...state, concurrency: concurrencyAfterFailure(state.concurrency) };
	const hasLimit = state.rate.perSecond < Infinity;
	// A 503 here and there is no limit, unless the service is known to have one.
	if (unavailable !== undefined && (hasLimit || isOverloaded(broken.concurrency))) {
		return afterRejection(broken, { type: 'rejected', sentAt, ...unavailable }, now);
	}
	// In an outage, a broken connection does not show that the rate was accepted.
	if (isOverloaded(broken.concurrency)) return broken;
	return { ...broken, rate: rateAfterAccepted(state.rate, now, sentAt <= state.rejectedAt) };
}

/** Others are accepted, and none that was rejected before: the rate is not the reason for the rejections. */
function withoutRejections(state: LimiterState, now: number): LimiterState {
	const { rateBefore: rate } = state;
	if (rate === undefined) return state;
	return { ...state, rate, rateBefore: undefined, heldUntil: now, nextAt: now, rejections: 0 };
}

function afterSending(state: LimiterState, now: number): LimiterState {
	const spacingMs = 1_000 / state.rate.perSecond;
	return {
		...state,
		inFlight: state.inFlight + 1,
		lastEventAt: now,
		nextAt: spacingMs === 0 ? now : Math.max(state.nextAt, now - SLACK_MS) + spacingMs,
		allowance: used(state.allowance, now),
	};
}

function afterRejection(
	state: LimiterState,
	{ sentAt, retryAfterMs, allowance }: Extract<LimiterEvent, { type: 'rejected' }>,
	now: number,
): LimiterState {
	const asked = retryAfterMs ?? (allowance?.remaining === 0 ? cappedResetMs(allowance) : 0);
	// Requests that were in flight together are rejected together: that counts once.
	const same = sentAt <= state.rejectedAt;
	const rejections = same ? state.rejections : state.rejections + 1;
	const own = same ? 0 : Math.min(MAX_HOLD_MS, FIRST_HOLD_MS * 2 ** (rejections - 1));
	const heldUntil = Math.max(state.heldUntil, now + (asked < FIRST_HOLD_MS ? own : asked));
	return {
		...state,
		rate: same ? rateAfterSameRejection(state.rate) : rateAfterRejection(state.rate, now),
		allowance: withHeaderAllowance(state, allowance, now),
		rejectedAt: same ? state.rejectedAt : now,
		rejections,
		heldUntil,
		nextAt: Math.max(state.nextAt, heldUntil),
	};
}

function withHeaderAllowance(
	{ allowance, inFlight }: LimiterState,
	reported: Allowance | undefined,
	now: number,
): LimiterState['allowance'] {
	if (reported === undefined) return allowance;
	// The service may not have counted those in flight yet.
	return { left: reported.remaining - inFlight, until: now + cappedResetMs(reported) };
}

function cappedResetMs({ resetMs }: Allowance): number {
	return Math.min(resetMs, MAX_ALLOWANCE_MS);
}

/** When its period is over, requests are sent until a response says what is left of the next one. */
function used(allowance: LimiterState['allowance'], now: number): LimiterState['allowance'] {
	if (allowance === undefined || allowance.until <= now) return undefined;
	return { ...allowance, left: allowance.left - 1 };
}
