import { parseUrl } from '../http/baseUrl';
import { memoize } from '../recognition/keys';
import type { Traits } from '../recognition/traits';
import { percentDecoded } from '../values/text';
import { shown } from './numbers';

/** `GRAPHIC_CONTENT` and `averageLikes` as words; a text of several words stays as it is. */
export const inWords = memoize((name: string): string => {
	const text = name.trim();
	if (/\s/.test(text)) return capitalised(text);
	const words = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ');
	return capitalised(words.trim().toLowerCase().replace(/^is /, ''));
});

/** Of countries, currencies and languages, in ISO's codes. */
export const MAX_CODE_LENGTH = 3;

/** A name as the service writes it: `YouTube`, `18-24` and `DE` are no words to divide. */
export function asName(label: string): string {
	const text = label.replaceAll('_', ' ').trim();
	const isShouted = text === text.toUpperCase() && text.length > MAX_CODE_LENGTH;
	return capitalised(isShouted ? text.toLowerCase() : text);
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `7 Mar 2026`, or the text itself where it is no date. */
export function day(date: string): string {
	const dayOfMonth = new Date(date).getUTCDate();
	const isMonth = /^\d{4}-\d{2}$/.test(date.trim()) || Number.isNaN(dayOfMonth);
	return isMonth ? month(date) : `${dayOfMonth} ${month(date)}`;
}

export function month(date: string): string {
	const at = new Date(date);
	return Number.isNaN(at.getTime()) ? date : `${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

export function shortAddress(address: string): string {
	const url = parseUrl(address);
	if (url === undefined) return address;
	return `${url.hostname.replace(/^www\./, '')}${url.pathname.replace(/\/$/, '')}`;
}

export function endOfAddress(address: string): string | undefined {
	const [path = ''] = address.split(/[?#]/, 1);
	return path.split('/').filter(Boolean).at(-1);
}

export function atName(handle: string): string {
	return handle.startsWith('@') || /[\s/]/.test(handle) ? handle : `@${handle}`;
}

export function nameOf({ name, handle, title, url }: Traits): string | undefined {
	const end = shown(url, endOfAddress);
	return name ?? shown(handle, atName) ?? title ?? (end && (percentDecoded(end) ?? end));
}

export function cut(text: string, most: number): string {
	return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}\u2026`;
}
