import type { Headers } from '../http/types';

/** Longer ones are a mistake, and beyond what a date can hold. */
export const LONGEST_MS = 365 * 24 * 60 * 60 * 1_000;

/** Clocks that differ by less agree: a `Date` header has whole seconds, and is a little old. */
const AGREED_MS = 2_000;

/** How long the service asks to wait: `Retry-After` is a number of seconds or a date. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
	return timeLeft(headers['retry-after'], headers, now);
}

/** Seconds, or a date, in any header. */
export function timeLeft(
	text: string | undefined,
	headers: Headers,
	now: number,
): number | undefined {
	if (text === undefined || text.trim() === '') return undefined;
	const seconds = Number(text);
	if (Number.isFinite(seconds)) return bounded(seconds * 1_000);
	// Date.parse finds a date in nearly any text with a number.
	const date = /\d:\d\d/.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : bounded(date - serviceTime(headers, now));
}

/** What time it is for the service: its own clock is the one by which it tells a time. */
export function serviceTime({ date }: Headers, now: number): number {
	const theirs = date === undefined ? NaN : Date.parse(date);
	return Number.isNaN(theirs) || Math.abs(theirs - now) < AGREED_MS ? now : theirs;
}

function bounded(ms: number): number {
	return Math.min(Math.max(0, ms), LONGEST_MS);
}
