import { maxOf, minOf } from './numbers';

const ZONE =
	/:\d{2}(?:[.,]\d+)? ?(?:[AP]M ?)?(?:Z|[+-]\d{2}(?::?\d{2})?|[ECMP][SD]T|(?:UTC|GMT)(?:[+-]\d{4})?(?: \(.*\))?)$/i;
/** `01/03/2026`: which of them is the month is not certain. */
const UNCERTAIN = /^\d{1,2}[./-]\d{1,2}(?:[./-]|$)/;

/** A date without a zone is that date, wherever n8n runs. Nothing where the date is not certain. */
export function utcTime(date: string): number | undefined {
	const text = date.trim();
	if (UNCERTAIN.test(text)) return undefined;
	const forms = ZONE.test(text) ? [text] : [`${text} UTC`, `${text}Z`];
	return forms.map((form) => Date.parse(form)).find((time) => !Number.isNaN(time));
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** A month or a year alone. */
const WITHOUT_DAY = /^(\d{4}|[a-z]+\.?,? \d{4}|\d{4}[-/.]\d{1,2})$/i;

/** `7 Mar 2026`, or the text itself where it is no date that is certain. */
export function day(date: string): string {
	const time = utcTime(date);
	if (time === undefined || WITHOUT_DAY.test(date.trim())) return month(date);
	return `${new Date(time).getUTCDate()} ${month(date)}`;
}

export function month(date: string): string {
	const time = /^\d{4}$/.test(date) ? undefined : utcTime(date);
	if (time === undefined) return date;
	const at = new Date(time);
	return `${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

/** `3 Jan 2026 to 5 Feb 2026`, or one day. */
export function daysBetween(times: readonly number[]): string | undefined {
	if (times.length === 0) return undefined;
	const [first, last] = [minOf(times), maxOf(times)].map((time) =>
		day(new Date(time).toISOString()),
	);
	return first === last ? first : `${first} to ${last}`;
}
