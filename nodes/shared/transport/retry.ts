import type { FailureDetails } from '../failure/Failure';
import { INSECURE, type NetworkError } from '../http/networkError';
import type { ServiceRequest } from '../http/types';

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
	request: Pick<ServiceRequest, 'charged' | 'idempotency' | 'authenticated'>;
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
/** It covers the next minute of a limit per minute, for all requests that wait for it. */
const MAX_REJECTED_MS = 150_000;
/** Later failures of a request say more about the request than about the service. */
const MAX_FAILURES_FOR_ALL = 2;

/** Whatever the service or the user asks for: about as long as the limiter holds requests after a first rejection. */
const MIN_DELAY_MS = 500;
const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 30_000;
/** About 20 retries within MAX_OUTAGE_MS: of a service that fails three of four requests, each one then succeeds. */
const MAX_OUTAGE_BACKOFF_MS = 8_000;

export function decideRetry(input: RetryInput): RetryDecision {
	const { attempt, settings, now } = input;
	const { failedSince = now } = input.history;
	const history = { ...input.history, failedSince };
	const reason = retryReason(input);
	if (reason === undefined) return { kind: 'giveUp', history };
	const { retryAfterMs = 0 } = attempt.kind === 'status' ? attempt : {};
	if (retryAfterMs > settings.maxRetryDelayMs || !isRetryLeft({ ...input, history }, reason)) {
		return { kind: 'giveUp', history, reason };
	}
	const next = { ...history, [reason]: history[reason] + 1 };
	if (reason === 'rejected' && concernsAll(history)) {
		return { kind: 'retry', history: next, reason, delayMs: 0 };
	}
	const ownMs = Math.min(settings.maxRetryDelayMs, backoffMs(next, reason, input.random));
	const delayMs = Math.max(MIN_DELAY_MS, ownMs, retryAfterMs);
	return { kind: 'retry', history: next, reason, delayMs };
}

/** Whether a failure after this history says something about the service, and not only about this request. */
export function concernsAll(history: RetryHistory): boolean {
	return retriesIn(history) < MAX_FAILURES_FOR_ALL;
}

function retriesIn({ rejected, outage, transient }: RetryHistory): number {
	return rejected + outage + transient;
}

/** Exponential with jitter, so that the retries of many items spread out. */
function backoffMs(history: RetryHistory, reason: RetryReason, random: number): number {
	const longestMs = reason === 'outage' ? MAX_OUTAGE_BACKOFF_MS : MAX_BACKOFF_MS;
	const mostMs = Math.min(longestMs, FIRST_BACKOFF_MS * 2 ** (retriesIn(history) - 1));
	return MIN_DELAY_MS + random * (mostMs - MIN_DELAY_MS);
}

/** `undefined` if a retry is useless, or might be charged a second time. */
function retryReason(input: RetryInput): RetryReason | undefined {
	const { attempt, request, settings } = input;
	const isFree = !request.charged || request.idempotency !== undefined;
	// Otherwise a POST may have been carried out, and charged, before its response was lost.
	const isRepeatable = isFree || settings.retryUnsafe;
	switch (attempt.kind) {
		case 'incomplete':
			return isRepeatable ? 'transient' : undefined;
		case 'network': {
			const { code, neverConnected, timedOut } = attempt.error;
			if (INSECURE.test(code) || code.includes('INVALID_URL')) return undefined;
			if (!isRepeatable && !neverConnected) return undefined;
			// A host that is not found is usually misspelt, and a timeout has taken long enough already.
			const isOutage = (isFree || neverConnected) && !timedOut && code !== 'ENOTFOUND';
			return isOutage ? 'outage' : 'transient';
		}
		case 'status': {
			const { status, isRateLimit } = attempt;
			// The limit of a host that the service links to is not the service's.
			if (isRateLimit) return request.authenticated ? 'rejected' : 'transient';
			if (!isRepeatable || (status < 500 && status !== 408 && status !== 425)) return undefined;
			// What gateways and services return while the service is restarted.
			return isFree && status >= 502 && status <= 504 ? 'outage' : 'transient';
		}
	}
}

/** Rejections and outages do not count towards Max Retries, for as long as one waits for their end. */
function isRetryLeft(input: RetryInput, reason: RetryReason): boolean {
	const { attempt, acceptedAt, history, settings, now } = input;
	if (settings.maxRetries === 0) return false;
	// When the time is over, retries within it count.
	const retries = history.transient + (reason === 'transient' ? 0 : history[reason]);
	if (retries < settings.maxRetries) return true;
	const { failedSince = now } = history;
	const failedMs = now - failedSince;
	// If nothing was accepted for so long, the quota is probably used up.
	if (reason === 'rejected') {
		return failedMs <= MAX_REJECTED_MS && now - acceptedAt <= MAX_OUTAGE_MS;
	}
	const isUnreachable =
		attempt.kind === 'network' && attempt.error.neverConnected && acceptedAt === -Infinity;
	const longestMs = isUnreachable ? MAX_UNREACHABLE_MS : MAX_OUTAGE_MS;
	return reason === 'outage' && failedMs <= longestMs;
}

/** Error codes for a rate limit, of services that do not return 429. */
const RATE_LIMIT_CODE =
	/^(retrylater|tryagainlater|ratelimited|ratelimitexceeded|toomanyrequests|throttled)$/;
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
	const hasCode = RATE_LIMIT_CODE.test(code.toLowerCase().replace(/[\s_-]/g, ''));
	if (status === 400) return hasCode;
	// Some services report a rate limit like a missing permission.
	return status === 403 && (hasCode || isTimed || RATE_LIMIT_REASON.test(reason));
}
