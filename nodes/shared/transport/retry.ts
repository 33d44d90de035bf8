import type { FailureDetails } from '../failure/Failure';
import { INSECURE, type NetworkError } from '../http/networkError';

export interface RetrySettings {
	/** Retries of one request, after the first attempt; 0 turns retries off. */
	maxRetries: number;
	/** The longest wait before one retry. A service that asks for more is not retried. */
	maxRetryDelayMs: number;
	/** Retry a request that may have been carried out. */
	retryUnsafe: boolean;
}

export type FailedAttempt =
	| {
			kind: 'status';
			status: number;
			/** The service did not process the request and asks to retry later. */
			isRateLimit: boolean;
			retryAfterMs?: number;
	  }
	| { kind: 'network'; error: NetworkError }
	/** The response was cut off, although its status is a success. */
	| { kind: 'incomplete' };

export type RetryReason =
	/** By a rate limit. */
	| 'rejected'
	/** The service, or the connection to it, is down, and a retry is free. */
	| 'outage'
	| 'transient';

/** The retries of one request for each reason. */
export interface RetryHistory extends Readonly<Record<RetryReason, number>> {
	/** When the first attempt failed, by the monotonic clock. */
	readonly failedSince?: number;
}

export const NO_ATTEMPTS: RetryHistory = { rejected: 0, outage: 0, transient: 0 };

export type RetryDecision = { history: RetryHistory; reason?: RetryReason } & (
	| { kind: 'giveUp' }
	/** A rejected request waits for the limiter, which holds all requests. */
	| { kind: 'retry'; reason: RetryReason; delayMs: number }
);

export interface RetryInput {
	attempt: FailedAttempt;
	charged: boolean;
	hasIdempotencyKey: boolean;
	/** Whether the request went to the service itself, and not to a host that it links to. */
	goesToService: boolean;
	history: RetryHistory;
	/** When the service has last accepted a request, by the monotonic clock; -Infinity if it never has. */
	acceptedAt: number;
	settings: RetrySettings;
	/** By the monotonic clock. */
	now: number;
	random: number;
}

/** It covers a restart or a deployment of the service, which rarely takes longer than a minute. */
export const MAX_OUTAGE_MS = 90_000;
/** The same if no request has ever succeeded at the address: it is probably wrong. */
const MAX_UNREACHABLE_MS = 20_000;
/** With ten, some of 150 requests fail at a limit of 60 a minute: their next minute comes after the time for outages. */
const MIN_REJECTIONS = 15;
/** Later failures of a request say more about the request than about the service. */
const MAX_FAILURES_FOR_ALL = 2;

/** Whatever the service or the user asks for: about as long as the limiter holds requests after a first rejection. */
const MIN_DELAY_MS = 500;
const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 30_000;
/** About 20 retries within MAX_OUTAGE_MS: of a service that fails three of four requests, each one then succeeds. */
const MAX_FLAKY_BACKOFF_MS = 8_000;

const TRANSIENT_STATUSES = new Set([408, 425, 429]);
/** What gateways and services return while the service is restarted. */
const OUTAGE_STATUSES = new Set([502, 503, 504]);

export function decideRetry(input: RetryInput): RetryDecision {
	const { attempt, settings, now } = input;
	const { failedSince = now } = input.history;
	const history = { ...input.history, failedSince };
	const reason = retryReason(input);
	if (reason === undefined) return { kind: 'giveUp', history };
	const retryAfterMs = attempt.kind === 'status' ? attempt.retryAfterMs : undefined;
	const isTooLong = retryAfterMs !== undefined && retryAfterMs > settings.maxRetryDelayMs;
	if (isTooLong || !isRetryLeft({ ...input, history }, reason)) {
		return { kind: 'giveUp', history, reason };
	}
	const isForAll = reason === 'rejected' && concernsAll(history);
	const next = { ...history, [reason]: history[reason] + 1 };
	if (isForAll) return { kind: 'retry', history: next, reason, delayMs: 0 };
	const isFlaky = reason === 'outage' && input.acceptedAt > failedSince;
	const longestMs = isFlaky ? MAX_FLAKY_BACKOFF_MS : MAX_BACKOFF_MS;
	const ownMs = Math.min(settings.maxRetryDelayMs, backoffMs(next, longestMs, input.random));
	const delayMs = Math.max(MIN_DELAY_MS, ownMs, retryAfterMs ?? 0);
	return { kind: 'retry', history: next, reason, delayMs };
}

/** Whether a failure after this history says something about the service, and not only about this request. */
export function concernsAll({ rejected, outage, transient }: RetryHistory): boolean {
	return rejected + outage + transient < MAX_FAILURES_FOR_ALL;
}

/** Exponential with jitter, so that the retries of many items spread out. */
function backoffMs(history: RetryHistory, longestMs: number, random: number): number {
	const { rejected, outage, transient } = history;
	const retries = rejected + outage + transient;
	const mostMs = Math.min(longestMs, FIRST_BACKOFF_MS * 2 ** (retries - 1));
	return MIN_DELAY_MS + random * (mostMs - MIN_DELAY_MS);
}

/** `undefined` if a retry is useless, or might be charged a second time. */
function retryReason(input: RetryInput): RetryReason | undefined {
	const { attempt, goesToService } = input;
	if (!mayRetry(input)) return undefined;
	if (goesToService && attempt.kind === 'status' && attempt.isRateLimit) return 'rejected';
	return isOutage(input) ? 'outage' : 'transient';
}

/** A POST may have been carried out, and charged, before its response was lost. */
function mayRetry(input: RetryInput): boolean {
	const { attempt, settings } = input;
	const isRepeatable = isFreeToRepeat(input) || settings.retryUnsafe;
	switch (attempt.kind) {
		case 'status':
			if (attempt.isRateLimit || attempt.status === 429) return true;
			return isRepeatable && (TRANSIENT_STATUSES.has(attempt.status) || attempt.status >= 500);
		case 'network':
			if (INSECURE.test(attempt.error.code) || attempt.error.code.includes('INVALID_URL')) {
				return false;
			}
			return isRepeatable || attempt.error.neverConnected;
		case 'incomplete':
			return isRepeatable;
	}
}

function isFreeToRepeat({ charged, hasIdempotencyKey }: RetryInput): boolean {
	return !charged || hasIdempotencyKey;
}

/** Repeating it costs nothing, however often: it is free, or never reached the service. */
function isOutage(input: RetryInput): boolean {
	const { attempt } = input;
	if (attempt.kind === 'status')
		return isFreeToRepeat(input) && OUTAGE_STATUSES.has(attempt.status);
	if (attempt.kind === 'incomplete') return false;
	const { neverConnected, timedOut, code } = attempt.error;
	// A host that is not found is usually misspelt, and a timeout has taken long enough already.
	if (timedOut || code === 'ENOTFOUND') return false;
	return isFreeToRepeat(input) || neverConnected;
}

function isRetryLeft(input: RetryInput, reason: RetryReason): boolean {
	const { history, settings } = input;
	const { maxRetries } = settings;
	if (maxRetries === 0) return false;
	// When the time is over, retries within it count towards 'Max Retries'.
	const retries = history.transient + (reason === 'transient' ? 0 : history[reason]);
	return retries < maxRetries || isUncounted(input, reason);
}

/** Rejections and outages do not count towards Max Retries, for as long as one waits for their end. */
function isUncounted(
	{ attempt, acceptedAt, history, now }: RetryInput,
	reason: RetryReason,
): boolean {
	if (reason === 'transient') return false;
	const { failedSince = now, rejected } = history;
	const isUnreachable =
		attempt.kind === 'network' && attempt.error.neverConnected && acceptedAt === -Infinity;
	const isInTime = now - failedSince <= (isUnreachable ? MAX_UNREACHABLE_MS : MAX_OUTAGE_MS);
	if (reason === 'outage') return isInTime;
	// If nothing was accepted for so long, the quota is probably used up.
	if (now - acceptedAt > MAX_OUTAGE_MS) return false;
	return isInTime || rejected < MIN_REJECTIONS;
}

/** Error codes for a rate limit, of services that do not return 429. */
const RATE_LIMIT_CODES = new Set([
	'retrylater',
	'tryagainlater',
	'ratelimited',
	'ratelimitexceeded',
	'toomanyrequests',
	'throttled',
]);
const RATE_LIMIT_REASON = /\b(rate.?limit|too many requests|throttl)/i;

/**
 * The service did not process the request because of a rate limit: safe to repeat with any method.
 * `isTimed`: the response has a Retry-After, or says that no requests are left.
 */
export function isRateLimitResponse(
	status: number,
	{ code = '', reason = '' }: Pick<FailureDetails, 'code' | 'reason'>,
	isTimed: boolean,
): boolean {
	if (status === 429) return true;
	const hasCode = RATE_LIMIT_CODES.has(code.toLowerCase().replace(/[\s_-]/g, ''));
	if (status === 400) return hasCode;
	// Some services report a rate limit like a missing permission.
	return status === 403 && (hasCode || isTimed || RATE_LIMIT_REASON.test(reason));
}
