import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../values/records';
import { normalizeKey } from './keys';
import { CONTINUATION, nextNoun } from './pageKeys';
import { tierOf, type RuleId } from './rules';
import { isTextOrNumber } from './scalars';

export type NextPage = {
	/** Dotted, from the root of the response; `headers.` leads to a header. */
	path: string;
	rule: RuleId;
} & NextTarget;

export type NextTarget =
	| { kind: 'link'; value: string }
	| { kind: 'cursor'; value: string | number; /** Of the request's field. */ name: string }
	/** A bare number behind "next" is that of a page: it does not name its field. */
	| { kind: 'page' | 'offset'; value: number; name?: string }
	| { kind: 'fields'; value: Record<string, string | number> };

/**
 * What stands in the place for the next page: a target, `end` where nothing is in it, `more` where it
 * only says that there is a page, `unusable` where its value cannot be used in a request.
 */
export type NextReading = NextTarget | 'end' | 'more' | 'unusable';

const LINK_NOUN = /(url|uri|link|href|path)$/;
const TOKEN_NOUN = /cursor|token|key|marker|bookmark|continuation|scroll|id$|hash|after|since/;
const PAGE_NOUN = /^(results)?page(number|num|no|index)?$/;
const OFFSET_NOUN = /(offset|start|skip|from|index|position|row|record)$/;

const LINK_KEYS = ['href', 'url', 'uri', 'link', 'path'];
/** What describes a link, and is nothing to send. */
const ABOUT_LINKS = /^(rel|type|method|title|name|label|templated|active|typename|object|kind)$/;

export function readNext(key: string, noun: string, raw: unknown): NextReading {
	if (isNothing(raw)) return 'end';
	if (raw === true) return 'more';
	// What a request continues with is sent back as a whole.
	if (isRecord(raw) && noun === CONTINUATION) return { kind: 'fields', value: scalars(raw) };
	if (isRecord(raw)) return readObject(raw);
	if (typeof raw === 'number') return readNumber(key, noun, raw);
	return typeof raw === 'string' ? readText(key, noun, raw.trim()) : 'unusable';
}

/** A link where no cursor can be meant. */
export function readLink(raw: unknown): NextTarget | undefined {
	const text = Array.isArray(raw) ? (raw[0] as unknown) : raw;
	if (isRecord(text)) {
		const read = readObject(text);
		return typeof read === 'string' ? undefined : read;
	}
	const url = asUrl(text);
	return url === undefined ? undefined : { kind: 'link', value: url };
}

/** A link is absolute, begins at the root of the host, or is a query; a method may stand before it. */
function asUrl(raw: unknown): string | undefined {
	if (typeof raw !== 'string') return undefined;
	const text = raw.trim().replace(/^GET\s+/i, '');
	return /^(https?:\/\/|\/|\?.*=|[\w.~/-]+\?[^=\s]+=)/i.test(text) ? text : undefined;
}

export function asCursor(raw: unknown): string | number | undefined {
	if (isNothing(raw)) return undefined;
	if (typeof raw === 'number') return raw;
	// Cursors in base 64 may begin with a slash.
	return typeof raw === 'string' && !/^https?:\/\//i.test(raw) ? raw : undefined;
}

/** What services write where there is no next page. */
export function isNothing(raw: unknown): boolean {
	if (typeof raw === 'string') return /^(0|-1|null|none|undefined|false)?$/i.test(raw.trim());
	if (typeof raw === 'number') return raw <= 0 || Number.isNaN(raw);
	if (Array.isArray(raw)) return raw.length === 0;
	if (isRecord(raw)) return Object.values(raw).every((each) => isNothing(each));
	return raw === null || raw === false;
}

/**
 * The request's field for a cursor is mostly called like the response's, without "next". A bare
 * token or key goes back under the whole name.
 */
export function cursorName(key: string): string {
	const own = key.replace(/^[^A-Za-z]+/, '').replace(/[_-]?str$/i, '');
	const rest = own
		.replace(/^x-/i, '')
		.replace(/^next[_\-. ]?/i, '')
		.replace(/[_\-. ]?next$/i, '');
	const name = own.startsWith('next') ? rest.replace(/^./s, (first) => first.toLowerCase()) : rest;
	if (/^(token|key|id|value|hash|string)$/i.test(name)) return own;
	if (name === '') return 'next';
	return /^(results?|records?|items?|rows?|entries|data|set|batch|chunk)$/i.test(name)
		? 'cursor'
		: name.replace(/-/g, '_');
}

function readNumber(key: string, noun: string, value: number): NextTarget {
	if (noun === '') return { kind: 'page', value };
	if (PAGE_NOUN.test(noun)) return { kind: 'page', value, name: cursorName(key) };
	if (OFFSET_NOUN.test(noun)) return { kind: 'offset', value, name: cursorName(key) };
	return { kind: 'cursor', value, name: cursorName(key) };
}

function readText(key: string, noun: string, text: string): NextTarget {
	const isToken = TOKEN_NOUN.test(noun) && !LINK_NOUN.test(noun);
	const url = asUrl(text);
	const isLink = url !== undefined && (!isToken || /^(GET\s+)?https?:|^[/\w].*\?|^\?/i.test(text));
	if (isLink) return { kind: 'link', value: url };
	if (LINK_NOUN.test(noun)) return { kind: 'link', value: text };
	if (!isToken && /^\d{1,15}$/.test(text)) return readNumber(key, noun, Number(text));
	return { kind: 'cursor', value: text, name: cursorName(key) };
}

/** A link, the fields of the next request, or both: a link that is a query alone may be incomplete. */
function readObject(raw: IDataObject): NextReading {
	const entries = Object.entries(raw)
		.map(([key, value]) => ({ key, name: normalizeKey(key), value }))
		.filter(({ name }) => !ABOUT_LINKS.test(name));
	const links = LINK_KEYS.flatMap((link) => entries.filter(({ name }) => name === link))
		.map(({ value }) => asUrl(value) ?? value)
		.filter((link) => typeof link === 'string' && link !== '') as string[];
	const whole = links.find((link) => !link.startsWith('?'));
	if (whole !== undefined) return { kind: 'link', value: whole };
	const fields = entries.filter(
		({ name, value }) => isTextOrNumber(value) && !LINK_KEYS.includes(name) && !isNothing(value),
	);
	const text = fields.find(({ value }) => typeof value === 'string' && !/^\d{1,15}$/.test(value));
	const field = text ?? fields[0];
	if (field !== undefined) {
		return readNext(field.key, nextNoun(field.key) ?? field.name, field.value);
	}
	return links[0] === undefined ? 'unusable' : { kind: 'link', value: links[0] };
}

function scalars(raw: IDataObject): Record<string, string | number> {
	const plain = Object.entries(raw).filter(([, value]) => isTextOrNumber(value));
	return Object.fromEntries(plain) as Record<string, string | number>;
}

/** A link leads exactly there; one that is a query alone may leave out what the user entered. */
export function rank(next: NextPage): number {
	if (next.kind === 'link') return next.value.startsWith('?') ? 3 : 0;
	if (tierOf(next.rule) <= tierOf('next.cursor')) return 4;
	return next.kind === 'cursor' || next.kind === 'fields' ? 1 : 2;
}
