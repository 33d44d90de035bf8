/** Longer ones are a mistake, and beyond what a date can hold. */
const LONGEST_MS = 365 * 24 * 60 * 60 * 1_000;

/** `Retry-After` is a number of seconds or a date. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
	if (header === undefined || header.trim() === '') return undefined;
	const seconds = Number(header);
	if (Number.isFinite(seconds)) return bounded(seconds * 1_000);
	// Date.parse finds a date in nearly any text with a number.
	const date = /\d:\d\d/.test(header) ? Date.parse(header) : NaN;
	return Number.isNaN(date) ? undefined : bounded(date - now);
}

function bounded(ms: number): number {
	return Math.min(Math.max(0, ms), LONGEST_MS);
}
