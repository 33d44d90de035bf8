import { parseUrl } from '../http/baseUrl';
import { MAX_HEADER_LENGTH } from '../http/text';
import { toNumber } from '../values/numbers';
import { isRecord } from '../values/records';

export const asText = (raw: unknown): string | undefined =>
	typeof raw === 'string' && raw.trim() !== '' ? raw.trim() : undefined;

export const isTextOrNumber = (raw: unknown): raw is string | number =>
	(typeof raw === 'string' && raw !== '') || typeof raw === 'number';

/** A longer text is no number, flag or date: it is not searched for one. */
const MAX_VALUE_LENGTH = 100;

const isShort = (raw: unknown, most = MAX_VALUE_LENGTH): raw is string =>
	typeof raw === 'string' && raw.length <= most;

/** Services send numbers as text now and then: "1200", "1,200", "12.5 %". What looks like 12e4 may be a cursor. */
export function asNumber(raw: unknown): number | undefined {
	if (typeof raw !== 'string') return toNumber(raw);
	return isShort(raw) && !/e/i.test(raw) ? toNumber(raw.trim().replace(/ ?%$/, '')) : undefined;
}

export function asCount(raw: unknown): number | undefined {
	const number = asNumber(raw);
	return number === undefined || number < 0 ? undefined : number;
}

/** `bits`: 0 and 1 stand for a flag too. */
export function asFlag(raw: unknown, { bits = false } = {}): boolean | undefined {
	if (typeof raw === 'boolean') return raw;
	if (bits && (raw === 0 || raw === 1)) return raw === 1;
	if (!isShort(raw)) return undefined;
	const text = raw.trim();
	if (/^(true|yes|y)$/i.test(text) || (bits && text === '1')) return true;
	return /^(false|no|n)$/i.test(text) || (bits && text === '0') ? false : undefined;
}

/** An ID goes into an address, as a link does. */
export function asId(raw: unknown): string | number | undefined {
	if (typeof raw === 'number' && Number.isFinite(raw)) return raw;
	return isShort(raw, MAX_HEADER_LENGTH) ? asText(raw) : undefined;
}

export function asLink(raw: unknown): string | undefined {
	if (!isShort(raw, MAX_HEADER_LENGTH) || !/^(https?:\/\/|\/|[\w.~/-]+\?[^=\s]+=)/.test(raw))
		return undefined;
	return parseUrl(raw, 'https://service.invalid') === undefined ? undefined : raw;
}

export function asAddress(raw: unknown): string | undefined {
	const text = isShort(raw, MAX_HEADER_LENGTH) ? raw.trim() : '';
	return /^https?:\/\//i.test(text) && parseUrl(text) !== undefined ? text : undefined;
}

const SECOND = 1_000;
const YEAR_2001_IN_SECONDS = 978_307_200;
const YEAR_2100_IN_SECONDS = 4_102_444_800;

/** A date as text, or seconds or milliseconds since 1970; as ISO text where it is a number. */
export function asDate(raw: unknown): string | undefined {
	if (typeof raw === 'number') {
		const seconds = raw > YEAR_2100_IN_SECONDS ? raw / SECOND : raw;
		const isTime = seconds >= YEAR_2001_IN_SECONDS && seconds < YEAR_2100_IN_SECONDS;
		return isTime ? new Date(seconds * SECOND).toISOString() : undefined;
	}
	const isDate = isShort(raw) && /\d{4}|\d{1,2}[./-]\d{1,2}/.test(raw);
	return isDate && !Number.isNaN(Date.parse(raw)) ? raw : undefined;
}

/** Nothing: null, an empty text or list, an object with nothing in it. */
export const isEmpty = (value: unknown): boolean =>
	isHollow(value) || (isRecord(value) && Object.values(value).every(isHollow));

function isHollow(value: unknown): boolean {
	if (value === null || value === undefined || value === '') return true;
	return typeof value === 'object' && Object.keys(value).length === 0;
}

export const isScalarNumberOrFlag = (value: unknown): boolean =>
	typeof value === 'boolean' || typeof value === 'number';

/** 34, 0.34, "34 %"; 100 and 1 are complete. */
export function isUnderWay(raw: unknown): boolean {
	const value = asNumber(raw);
	return value !== undefined && value >= 0 && value < 100 && value !== 1;
}
