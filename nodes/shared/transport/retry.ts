import type { Method } from '../catalogue/types';
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

export interface LimiterSnapshot {
	/** How many requests the service has accepted, and when the last one, by the monotonic clock. */
	accepted: number;
	acceptedAt: number;
	/** Most of the latest requests got no response, or a 503. */
	isOverloaded: boolean;
	/** The service rejects individual requests, not requests that come too fast. */
	rejectsIndividually: boolean;
}

export type RetryReason =
	/** The service limits all requests. */
	| 'rejected'
	/** The service accepts others and rejects this one again and again. */
	| 'rejectedIndividually'
	/** The service, or the connection to it, is down, and a retry is free. */
	| 'outage'
	| 'transient';

export interface RetryHistory {
	/** Retries that count towards Max Retries. */
	counted: number;
	rejections: number;
	individualRejections: number;
	outages: number;
	/** When the first attempt failed, by the monotonic clock, and what was accepted until then. */
	failedSince?: number;
	acceptedAtFailure: number;
	/** How many requests the service had accepted at the first and the last rejection of this one. */
	acceptedAtRejection?: { first: number; last: number };
	/** How often it accepted others between two rejections of this one. */
	acceptedBetween: number;
}

export const NO_ATTEMPTS: RetryHistory = {
	counted: 0,
	rejections: 0,
	individualRejections: 0,
	outages: 0,
	acceptedBetween: 0,
	acceptedAtFailure: 0,
};

export type RetryDecision = { history: RetryHistory; reason?: RetryReason } & (
	| { kind: 'giveUp' }
	/** A rejected request waits for the limiter, which holds all requests. */
	| { kind: 'retry'; reason: RetryReason; delayMs: number }
);

export interface RetryInput {
	attempt: FailedAttempt;
	method: Method;
	hasIdempotencyKey: boolean;
	/** Whether the request went to the service itself, and not to a host that it links to. */
	goesToService: boolean;
	history: RetryHistory;
	limiter: LimiterSnapshot;
	settings: RetrySettings;
	/** By the monotonic clock. */
	now: number;
	random: number;
}

/** It covers a restart or a deployment of the service, which rarely takes longer than a minute. */
export const MAX_OUTAGE_MS = 90_000;
/** The same if no request has ever succeeded at the address: it is probably wrong. */
const MAX_UNREACHABLE_MS = 20_000;
/** With full jitter up to 30 s, these usually last longer than MAX_OUTAGE_MS. */
const MAX_OUTAGE_RETRIES = 20;
/** A limit of one a second rejects 50 parallel requests about this often before it is learned. */
const MAX_REJECTIONS = 20;
/** For a request that is rejected individually: with backoff, six retries take half a minute. */
const MAX_INDIVIDUAL_REJECTIONS = 6;
/** A limit for all rarely accepts so many others between two rejections of the same request. */
const MIN_OTHERS_ACCEPTED = 5;
/** ... nor accepts others between rejections this often. */
const MIN_TIMES_OTHERS_ACCEPTED = 2;

const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 30_000;
/** With full jitter, MAX_OUTAGE_RETRIES of these last about as long as MAX_OUTAGE_MS. */
const MAX_BACKOFF_WHILE_UP_MS = 8_000;

const TRANSIENT_STATUSES = new Set([408, 425, 429]);
/** What gateways and services return while the service is restarted. */
const OUTAGE_STATUSES = new Set([502, 503, 504]);

export function decideRetry(input: RetryInput): RetryDecision {
	const { attempt, history, limiter, settings, now, random } = input;
	const isFirst = history.failedSince === undefined;
	const acceptedAtFailure = isFirst ? limiter.accepted : history.acceptedAtFailure;
	const failedSince = history.failedSince ?? now;
	const seen = withRejection(input, { ...history, failedSince, acceptedAtFailure });
	const reason = retryReason(input, seen);
	if (reason === undefined) return { kind: 'giveUp', history: seen };
	const spent = spend(input, seen, reason);
	const retryAfterMs = attempt.kind === 'status' ? attempt.retryAfterMs : undefined;
	const isTooLong = retryAfterMs !== undefined && retryAfterMs > settings.maxRetryDelayMs;
	if (spent === undefined || isTooLong) return { kind: 'giveUp', history: seen, reason };
	const delayMs =
		reason === 'rejected'
			? 0
			: (retryAfterMs ??
				Math.min(settings.maxRetryDelayMs, random * backoffMs(input, spent, reason)));
	return { kind: 'retry', history: spent, reason, delayMs };
}

/** Exponential with full jitter, so that the retries of many items spread out. */
function backoffMs({ limiter }: RetryInput, history: RetryHistory, reason: RetryReason): number {
	const { counted, individualRejections, outages } = history;
	const retries = counted + individualRejections + outages;
	// Connections break now and then, but others get through: there is no outage to wait for.
	const isUp = reason === 'outage' && !acceptsNothing(history, limiter);
	const longestMs = isUp ? MAX_BACKOFF_WHILE_UP_MS : MAX_BACKOFF_MS;
	return Math.min(longestMs, FIRST_BACKOFF_MS * 2 ** (retries - 1));
}

function withRejection({ attempt, limiter }: RetryInput, history: RetryHistory): RetryHistory {
	if (!isRejection(attempt, limiter, history)) return history;
	const { accepted } = limiter;
	const { first, last } = history.acceptedAtRejection ?? { first: accepted, last: accepted };
	return {
		...history,
		acceptedAtRejection: { first, last: accepted },
		acceptedBetween: history.acceptedBetween + (accepted > last ? 1 : 0),
	};
}

/** A 503 is a rejection where the service returns it for most requests. */
function isRejection(
	attempt: FailedAttempt,
	limiter: LimiterSnapshot,
	history: RetryHistory,
): boolean {
	if (attempt.kind !== 'status') return false;
	if (attempt.isRateLimit) return true;
	return attempt.status === 503 && limiter.isOverloaded && !onlyThisFails(history, limiter);
}

/** Whether the service has accepted several others since this request first failed: then only this request fails. */
export function onlyThisFails(
	{ failedSince, acceptedAtFailure }: RetryHistory,
	{ accepted }: Pick<LimiterSnapshot, 'accepted'>,
): boolean {
	return failedSince !== undefined && accepted - acceptedAtFailure >= MIN_OTHERS_ACCEPTED;
}

/** `undefined` if a retry is useless, or might be charged a second time. */
function retryReason(question: RetryInput, history: RetryHistory): RetryReason | undefined {
	const { attempt, goesToService, limiter } = question;
	if (!mayRetry(question)) return undefined;
	if (goesToService && isRejection(attempt, limiter, history)) {
		// If the service is down, the request waits as in an outage.
		const isDown =
			attempt.kind === 'status' && !attempt.isRateLimit && acceptsNothing(history, limiter);
		if (isDown) return 'outage';
		const isOwn = limiter.rejectsIndividually || isIndividual(history);
		return isOwn ? 'rejectedIndividually' : 'rejected';
	}
	return isOutage(question) ? 'outage' : 'transient';
}

/** A POST may have been carried out, and charged, before its response was lost. */
function mayRetry(question: RetryInput): boolean {
	const { attempt, settings } = question;
	const isRepeatable = isFreeToRepeat(question) || settings.retryUnsafe;
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

function isFreeToRepeat({ method, hasIdempotencyKey }: RetryInput): boolean {
	return method === 'GET' || hasIdempotencyKey;
}

function isIndividual(history: RetryHistory): boolean {
	const { first, last } = history.acceptedAtRejection ?? { first: 0, last: 0 };
	return (
		history.individualRejections > 0 ||
		last - first >= MIN_OTHERS_ACCEPTED ||
		history.acceptedBetween >= MIN_TIMES_OTHERS_ACCEPTED
	);
}

/** Repeating it costs nothing, however often: it is free, or never reached the service. */
function isOutage(question: RetryInput): boolean {
	const { attempt } = question;
	if (attempt.kind === 'status')
		return isFreeToRepeat(question) && OUTAGE_STATUSES.has(attempt.status);
	if (attempt.kind === 'incomplete') return false;
	const { neverConnected, timedOut, code } = attempt.error;
	// A host that is not found is usually misspelt, and a timeout has taken long enough already.
	if (timedOut || code === 'ENOTFOUND') return false;
	return isFreeToRepeat(question) || neverConnected;
}

function acceptsNothing(
	{ failedSince = 0 }: RetryHistory,
	{ acceptedAt }: LimiterSnapshot,
): boolean {
	return acceptedAt < failedSince;
}

/** The history with one more retry; nothing if there is none left. */
function spend(
	question: RetryInput,
	history: RetryHistory,
	reason: RetryReason,
): RetryHistory | undefined {
	const { maxRetries } = question.settings;
	if (maxRetries === 0) return undefined;
	const within = (retries: number, most: number) => retries <= Math.max(most, maxRetries);
	// What concerns the whole service does not count towards Max Retries of this request.
	if (reason === 'rejectedIndividually') {
		const individualRejections = history.individualRejections + 1;
		const isLeft = within(individualRejections, MAX_INDIVIDUAL_REJECTIONS);
		return isLeft ? { ...history, individualRejections } : undefined;
	}
	if (reason === 'rejected' && question.now - question.limiter.acceptedAt <= MAX_OUTAGE_MS) {
		const rejections = history.rejections + 1;
		return within(rejections, MAX_REJECTIONS) ? { ...history, rejections } : undefined;
	}
	if (reason === 'outage' && isWithinOutageTime(question, history)) {
		const outages = history.outages + 1;
		return within(outages, MAX_OUTAGE_RETRIES) ? { ...history, outages } : undefined;
	}
	// The time for outages is over: retries within it count towards 'Max Retries' now.
	const before = history.counted + (reason === 'outage' ? history.outages : 0);
	if (before >= maxRetries) return undefined;
	const rejections = history.rejections + (reason === 'rejected' ? 1 : 0);
	return { ...history, rejections, counted: history.counted + 1 };
}

function isWithinOutageTime({ attempt, limiter, now }: RetryInput, history: RetryHistory): boolean {
	const isNew = limiter.acceptedAt === -Infinity;
	const isUnreachable = attempt.kind === 'network' && attempt.error.neverConnected && isNew;
	const longestMs = isUnreachable ? MAX_UNREACHABLE_MS : MAX_OUTAGE_MS;
	if (now - (history.failedSince ?? now) > longestMs) return false;
	// If the service accepts other requests, an error status is about this request only.
	return attempt.kind === 'network' || acceptsNothing(history, limiter);
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

interface Rejection {
	status: number;
	code?: string;
	reason?: string;
	/** The response has a Retry-After, or says that no requests are left. */
	isTimed: boolean;
}

/** The service did not process the request because of a rate limit: safe to repeat with any method. */
export function isRateLimitResponse({
	status,
	code = '',
	reason = '',
	isTimed,
}: Rejection): boolean {
	if (status === 429) return true;
	const hasCode = RATE_LIMIT_CODES.has(code.toLowerCase().replace(/[\s_-]/g, ''));
	if (status === 400) return hasCode;
	// Some services report a rate limit like a missing permission.
	return status === 403 && (hasCode || isTimed || RATE_LIMIT_REASON.test(reason));
}
