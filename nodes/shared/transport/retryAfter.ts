/** `Retry-After` is a number of seconds or a date. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
	if (header === undefined || header.trim() === '') return undefined;
	const seconds = Number(header);
	if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
	// Date.parse finds a date in nearly any text with a number.
	const date = /\d:\d\d/.test(header) ? Date.parse(header) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
