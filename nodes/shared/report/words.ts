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
const MAX_CODE_LENGTH = 3;

/** A name as the service writes it: `YouTube`, `18-24` and `DE` are no words to divide. */
export function asName(label: string): string {
	const text = label.replaceAll('_', ' ').trim();
	const isShouted = text === text.toUpperCase() && text.length > MAX_CODE_LENGTH;
	return capitalised(isShouted ? text.toLowerCase() : text);
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function shortAddress(address: string): string {
	const url = parseUrl(address);
	if (url === undefined) return address;
	const path = url.pathname.replace(/\/$/, '');
	return `${url.hostname.replace(/^www\./, '')}${percentDecoded(path) ?? path}`;
}

export const endOfAddress = (address: string): string | undefined =>
	address.split(/[?#]/, 1)[0]?.split('/').filter(Boolean).at(-1);

export const atName = (handle: string): string =>
	handle.startsWith('@') || /[\s/]/.test(handle) ? handle : `@${handle}`;

export function nameOf({ name, handle, title, url }: Traits): string | undefined {
	const end = shown(url, endOfAddress);
	const named = name === 'N/A' ? undefined : name;
	const text = named ?? shown(handle, atName) ?? title ?? (end && (percentDecoded(end) ?? end));
	return shown(text, (each) => inLine(cut(each, MAX_NAME_LENGTH)));
}

const MAX_NAME_LENGTH = 80;
const FROM_RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Within a line: a mark ends what is written from right to left, which would draw in a number after it. */
export const inLine = (text: string): string =>
	FROM_RIGHT_TO_LEFT.test(text) ? `${text}\u200e` : text;

export const cut = (text: string, most: number): string =>
	text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}\u2026`;
