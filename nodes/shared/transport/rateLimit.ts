import type { Allowance } from './limiter/limiterState';
import type { Headers } from '../http/types';

/** The `RateLimit` field of the IETF draft, its three fields of an earlier draft, or the older `X-RateLimit-*`. */
export function readAllowance(headers: Headers, now: number): Allowance | undefined {
	const prefixes = ['ratelimit', 'x-ratelimit', 'x-rate-limit'];
	const forms = prefixes.map((prefix) => fromPrefix(prefix, headers, now));
	return fromField(headers) ?? forms.find((each) => each !== undefined);
}

const MAX_POLICIES = 20;

/** `"default";r=50;t=30`, or, before, `limit=100, remaining=50, reset=30`. */
function fromField({ ratelimit }: Headers): Allowance | undefined {
	if (ratelimit === undefined) return undefined;
	const isNamed = ratelimit.includes('"') && !/remaining/i.test(ratelimit);
	const policies = isNamed ? ratelimit.split(/,(?=\s*")/, MAX_POLICIES) : [ratelimit];
	const found = policies
		.map((policy) => {
			const remaining = parameter(policy, 'r') ?? parameter(policy, 'remaining');
			const seconds = parameter(policy, 't') ?? parameter(policy, 'reset');
			const resetMs = seconds === undefined ? undefined : seconds * 1_000;
			return allowance(remaining, resetMs, parameter(policy, 'limit'));
		})
		.filter((each) => each !== undefined);
	// Of several policies, the one with the fewest requests left applies first.
	return found.sort((a, b) => a.remaining - b.remaining)[0];
}

function fromPrefix(prefix: string, headers: Headers, now: number): Allowance | undefined {
	const remaining = number(headers[`${prefix}-remaining`]);
	if (remaining === undefined) return undefined;
	const resetMs = untilReset(headers[`${prefix}-reset`], headers, now);
	const limit = number(headers[`${prefix}-limit`]?.split(/[,;]/)[0]);
	return allowance(remaining, resetMs, limit);
}

/** Seconds from now, or a time: in seconds or milliseconds since 1970, or a date. */
function untilReset(text: string | undefined, headers: Headers, now: number): number | undefined {
	const value = number(text);
	if (value === undefined) return timeLeft(text, headers, now);
	const then = serviceTime(headers, now);
	if (value > 1e11) return Math.max(0, value - then);
	// More than a year in seconds is a timestamp, possibly in the past.
	return value * 1_000 > MAX_WAIT_MS ? Math.max(0, value * 1_000 - then) : value * 1_000;
}

function allowance(
	remaining: number | undefined,
	resetMs: number | undefined,
	limit: number | undefined,
): Allowance | undefined {
	// A limit of 0 means that there is no limit.
	if (remaining === undefined || resetMs === undefined || limit === 0) return undefined;
	return { remaining, resetMs, limit };
}

function parameter(text: string, name: string): number | undefined {
	return number(
		new RegExp(`(?:^|[;,\\s])${name}\\s*=\\s*"?(\\d+(?:\\.\\d+)?)`, 'i').exec(text)?.[1],
	);
}

function number(text: string | undefined): number | undefined {
	if (text === undefined || !/^\s*\d+(\.\d+)?\s*$/.test(text)) return undefined;
	return Number(text);
}

/** Longer waits are a mistake, and exceed the range of a date. */
const MAX_WAIT_MS = 365 * 24 * 60 * 60 * 1_000;

/** Smaller clock differences are ignored: a `Date` header has whole seconds, and is slightly old. */
const MAX_IGNORED_CLOCK_DIFFERENCE_MS = 2_000;

/** How long the service asks to wait: `Retry-After` is a number of seconds or a date. */
export function readRetryAfterMs(headers: Headers, now: number): number | undefined {
	return timeLeft(headers['retry-after'], headers, now);
}

function timeLeft(text: string | undefined, headers: Headers, now: number): number | undefined {
	if (text === undefined || text.trim() === '') return undefined;
	const seconds = Number(text);
	if (Number.isFinite(seconds)) return bounded(seconds * 1_000);
	// Date.parse finds a date in nearly any text with a number.
	const date = /\d:\d\d/.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : bounded(date - serviceTime(headers, now));
}

/** The service's current time, by its `Date` header: its timestamps refer to its own clock. */
function serviceTime({ date }: Headers, now: number): number {
	const theirs = date === undefined ? NaN : Date.parse(date);
	return Number.isNaN(theirs) || Math.abs(theirs - now) < MAX_IGNORED_CLOCK_DIFFERENCE_MS
		? now
		: theirs;
}

function bounded(ms: number): number {
	return Math.min(Math.max(0, ms), MAX_WAIT_MS);
}
