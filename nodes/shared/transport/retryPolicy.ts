import type { Method } from '../catalogue/vocabulary';
import { INSECURE, type NetworkError } from '../http/networkError';

const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;

const TRANSIENT_STATUSES = new Set([408, 425, 429]);

/** "Not now" in the words of services that do not say it with a 429. */
const REFUSED_FOR_NOW_CODES = new Set([
	'retrylater',
	'tryagainlater',
	'ratelimited',
	'ratelimitexceeded',
	'toomanyrequests',
	'throttled',
]);
const REFUSED_FOR_NOW = /\b(rate.?limit|too many requests|throttl)/i;

interface Refusal {
	status: number;
	code?: string;
	reason?: string;
	/** The service says when to come back, or that nothing is left for now. */
	isTimed: boolean;
}

/** The service did not take the request and asks to come back: safe to repeat, whatever it was. */
export function isRefusedForNow({ status, code = '', reason = '', isTimed }: Refusal): boolean {
	if (status === 429) return true;
	const hasCode = REFUSED_FOR_NOW_CODES.has(code.toLowerCase().replace(/[\s_-]/g, ''));
	if (status === 400) return hasCode;
	// Some services say it as if a right were missing.
	return status === 403 && (hasCode || isTimed || REFUSED_FOR_NOW.test(reason));
}

/** A POST may have taken effect, and been paid for, before its answer went wrong. */
export function retryStatus(method: Method, status: number, retryUnsafe: boolean): boolean {
	if (method !== 'GET' && !retryUnsafe) return status === 429;
	return TRANSIENT_STATUSES.has(status) || status >= 500;
}

export function retryNetworkError(
	method: Method,
	error: NetworkError,
	retryUnsafe: boolean,
): boolean {
	if (INSECURE.test(error.code) || /INVALID_URL/.test(error.code)) return false;
	return method === 'GET' || error.neverConnected || retryUnsafe;
}

/** Exponential with full jitter: retries of many items spread out. */
export function backoff(attempt: number): number {
	return Math.random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt);
}
