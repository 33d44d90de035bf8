import { parseUrl } from '../http/baseUrl';
import { memoize } from '../recognition/keys';
import type { Tone } from './document';

const THOUSAND = 1_000;
const UNITS = ['', 'K', 'M', 'B', 'T'];

/** 1,234 or 1.2M: short enough for a big number. */
export function shortNumber(value: number): string {
	const size = Math.abs(value);
	if (size < 10 * THOUSAND) return fullNumber(value);
	const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(size) / 3));
	const scaled = value / THOUSAND ** power;
	// 999,999 is 1M and not 1000K.
	if (Math.abs(scaled) >= 999.5 && power < UNITS.length - 1) {
		return `${trimmed(scaled / THOUSAND)}${UNITS[power + 1]}`;
	}
	return `${trimmed(scaled)}${UNITS[power]}`;
}

/** With a comma between thousands. */
export function fullNumber(value: number): string {
	if (Math.abs(value) >= 1e21) return String(value);
	const [whole = '', decimals] = trimmed(value, 2).split('.');
	const grouped = whole.replace(/\B(?=(?:\d{3}){1,7}$)/g, ',');
	return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

function trimmed(value: number, places = 1): string {
	const rounded = Math.abs(value) >= 100 && places === 1 ? value.toFixed(0) : value.toFixed(places);
	return String(Number(rounded));
}

/** Always one digit after the point: percentages stand below each other. */
export function percent(value: number): string {
	const text = value.toFixed(1);
	return `${text === '-0.0' ? '0.0' : text}%`;
}

/** For sentences. */
export function wholePercent(value: number): string {
	return value > 0 && value < 1 ? 'under 1%' : `${Math.round(value)}%`;
}

/** Parts of a whole in percent, rounded so that the shown ones add up to 100. */
export function sharesOfWhole(values: readonly number[]): number[] {
	const sum = values.reduce((all, each) => all + each, 0);
	if (!(sum > 0)) return values.map(() => 0);
	const tenths = values.map((value) => (value / sum) * 1000);
	const rounded = tenths.map(Math.floor);
	const missing = 1000 - rounded.reduce((all, each) => all + each, 0);
	const restOf = (at: number) => (tenths[at] ?? 0) - (rounded[at] ?? 0);
	const largestRests = [...rounded.keys()].sort((a, b) => restOf(b) - restOf(a)).slice(0, missing);
	return rounded.map((each, at) => (each + (largestRests.includes(at) ? 1 : 0)) / 10);
}

/** Services give rates as 0.034 or as 3.4. Hardly anybody engages more than half of all followers. */
export function rateText(rate: number): string {
	return percent(Math.abs(rate) <= 0.5 ? rate * 100 : rate);
}

/** 0.87 and 87 are the same. */
export const scorePercent = (score: number): number => (Math.abs(score) <= 1 ? score * 100 : score);

/** `GRAPHIC_CONTENT` and `averageLikes` as words; a text of several words stays as it is. */
export function inWords(name: string): string {
	if (/\s/.test(name.trim())) return capitalised(name.trim());
	const words = name
		.replace(
			/([a-z\d])([A-Z])/g,
			(_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
		)
		.replace(/[_-]+/g, ' ')
		.replace(/^is /, '')
		.trim();
	return capitalised(unshouted(words));
}

/** Of countries, currencies and languages, in ISO's codes. */
const MAX_CODE_LENGTH = 3;

/** Codes such as USD and DE are not words. */
function unshouted(text: string): string {
	const isShouted = text === text.toUpperCase() && text.length > MAX_CODE_LENGTH;
	return isShouted ? text.toLowerCase() : text;
}

/** The name of something, as the service writes it: `YouTube`, `18-24` and `Aix-en-Provence` are no words to divide. */
export function asName(label: string): string {
	return capitalised(unshouted(label).replaceAll('_', ' ').trim());
}

/** A word of a rating or a judgement: `LOW` is no code. */
export const asWord = memoize((label: string): string =>
	inWords(label === label.toUpperCase() ? label.toLowerCase() : label),
);

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `7 Mar 2026`, or the text itself where it is no date. */
export function day(date: string): string {
	const at = new Date(Date.parse(date));
	const isMonth = /^\d{4}-\d{2}$/.test(date.trim()) || Number.isNaN(at.getTime());
	return isMonth ? month(date) : `${at.getUTCDate()} ${month(date)}`;
}

export function month(date: string): string {
	const at = new Date(Date.parse(date));
	if (Number.isNaN(at.getTime())) return date;
	return `${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
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

export function cut(text: string, most: number): string {
	return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}\u2026`;
}

type Tones = Array<[RegExp, Tone]>;

const toneIn = (tones: Tones, word: string) => tones.find(([pattern]) => pattern.test(word))?.[1];

const SENTIMENTS: Tones = [
	[/^pos/i, 'good'],
	[/^neg/i, 'poor'],
];

export const sentimentTone = memoize((word: string): Tone => toneIn(SENTIMENTS, word) ?? 'quiet');

const RATINGS: Tones = [
	[/^(no|none|low|very low|minimal|safe|clear|green|clean|pass|passed|ok)\b/i, 'good'],
	[/^(medium|moderate|mid|elevated|amber|yellow|consider|review)\b/i, 'fair'],
	[/^(high|very high|severe|critical|extreme|red|unsafe|fail|failed|reject|rejected)\b/i, 'poor'],
];

/** A number says nothing: with some services a high one is good, with others it is not. */
export function ratingTone(rating: string | number): Tone {
	return toneIn(RATINGS, typeof rating === 'number' ? '' : rating.replace(/_/g, ' ')) ?? 'accent';
}

const SERIES: Tone[] = ['s1', 's2', 's3', 's4', 's5', 's6'];

export const seriesTone = (index: number): Tone => SERIES[index % SERIES.length] ?? 's1';
