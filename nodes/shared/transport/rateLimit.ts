import type { Allowance } from './limiter/limiterState';
import type { Headers } from '../http/types';

const PREFIXES = ['ratelimit', 'x-ratelimit', 'x-rate-limit'];

/** The three `X-RateLimit-*` fields, or their names in a draft of the IETF. */
export function readAllowance(headers: Headers, now: number): Allowance | undefined {
	for (const prefix of PREFIXES) {
		const remaining = numberIn(headers[`${prefix}-remaining`]);
		if (remaining === undefined) continue;
		const resetMs = timeLeft(headers[`${prefix}-reset`], headers, now);
		// A limit of 0 means that there is no limit.
		const isLimited = numberIn(headers[`${prefix}-limit`]) !== 0;
		if (resetMs !== undefined && isLimited) return { remaining, resetMs };
	}
	return undefined;
}

function numberIn(text: string | undefined): number | undefined {
	return text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}

/** How long the service asks to wait. */
export function readRetryAfterMs(headers: Headers, now: number): number | undefined {
	return timeLeft(headers['retry-after'], headers, now);
}

/** Longer waits are times since 1970, or mistakes that exceed the range of a date. */
const MAX_WAIT_MS = 365 * 24 * 60 * 60 * 1_000;
/** As seconds since 1970, this is far in the future. */
const MIN_MILLISECONDS = 1e11;

/** Smaller clock differences are ignored: a `Date` header has whole seconds, and is slightly old. */
const MAX_IGNORED_CLOCK_DIFFERENCE_MS = 2_000;

/** Seconds from now, or a time: in seconds or milliseconds since 1970, or a date. */
function timeLeft(text: string | undefined, headers: Headers, now: number): number | undefined {
	if (text === undefined || text.trim() === '') return undefined;
	const value = Number(text);
	// Date.parse finds a date in nearly any text with a number.
	const date = /\d:\d\d/.test(text) ? Date.parse(text) : NaN;
	const inMs = value > MIN_MILLISECONDS ? value : value * 1_000;
	const ms = Number.isFinite(value) ? inMs : date;
	if (Number.isNaN(ms)) return undefined;
	const left = ms > MAX_WAIT_MS ? ms - serviceTime(headers, now) : ms;
	return Math.min(Math.max(0, left), MAX_WAIT_MS);
}

/** The service's current time, by its `Date` header: its timestamps refer to its own clock. */
function serviceTime({ date }: Headers, now: number): number {
	const theirs = date === undefined ? NaN : Date.parse(date);
	return Number.isNaN(theirs) || Math.abs(theirs - now) < MAX_IGNORED_CLOCK_DIFFERENCE_MS
		? now
		: theirs;
}
