import { isWrittenInAscii, decodeResponseText } from '../http/text';
import type { ServiceResponse } from '../http/types';
import { trimEndOf } from '../values/text';
import { asEncoded, piecesAsWritten } from './tokenEncodings';

export const REDACTED = '[token removed]';
/** Shorter tokens also occur inside unrelated words, so only whole words match. */
const SHORT = 6;
/** Shorter tokens are not removed: that would make texts unreadable. */
const SHORTEST = 3;
/** Longer sequences of digits are not numbers. */
const MAX_NUMBER_LENGTH = 40;
/** Bytes that are searched at once: a JavaScript string cannot be as long as a file. */
const WINDOW = 64 * 1024 * 1024;

/** Removes the token from text: some services repeat it in their responses, especially in errors. */
export type Redact = (text: string) => string;

/** One way to write the token. */
interface TokenPattern {
	first: RegExp;
	/** The rest of a long token, which may be cut off. */
	rest: RegExp[];
	isShort: boolean;
}

/** Cached: patterns are slow to create, and most executions of a process use the same token. */
let latest: { token: unknown; ways: TokenPattern[] } | undefined;

export function createRedact(token: unknown): Redact {
	if (latest === undefined || latest.token !== token) latest = { token, ways: waysOf(token) };
	const { ways } = latest;
	return (text) => ways.reduce(without, text);
}

export function redactResponse(
	response: ServiceResponse,
	redact: Redact,
	{ window = WINDOW } = {},
): ServiceResponse {
	const headers = redactHeaders(response.headers, redact);
	if (!isWrittenInAscii(response)) {
		const { text } = decodeResponseText(response);
		const clean = redact(text);
		if (clean !== text) return asUtf8({ ...response, headers }, clean);
	}
	return { ...response, headers, body: redactBytes(response.body, redact, window) };
}

function redactHeaders(headers: Record<string, string>, redact: Redact): Record<string, string> {
	let whole = '';
	for (const name in headers) whole += `${name}\n${headers[name] ?? ''}\n`;
	// Usually none of them contains the token.
	if (redact(whole) === whole) return headers;
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [redact(name), redact(value)]),
	);
}

function asUtf8(response: ServiceResponse, text: string): ServiceResponse {
	const type = (response.headers['content-type'] ?? 'text/plain').split(';')[0];
	const headers = { ...response.headers, 'content-type': `${type}; charset=utf-8` };
	return { ...response, headers, body: Buffer.from(text) };
}

function redactBytes(body: Buffer, redact: Redact, window: number): Buffer {
	if (body.length <= window) return redactWindow(body, redact);
	const inWindows = (bytes: Buffer, firstEnd: number) => {
		const parts = [redactWindow(bytes.subarray(0, firstEnd), redact)];
		for (let at = firstEnd; at < bytes.length; at += window) {
			parts.push(redactWindow(bytes.subarray(at, at + window), redact));
		}
		return Buffer.concat(parts);
	};
	// Two passes with different window borders: a token that one border splits is whole in the other pass.
	return inWindows(inWindows(body, window), window / 2);
}

/** One character per byte: whatever is not the token stays as it is. */
function redactWindow(body: Buffer, redact: Redact): Buffer {
	const text = body.toString('latin1');
	const clean = redact(text);
	return clean === text ? body : Buffer.from(clean, 'latin1');
}

/** What was entered, and the token in it if a word such as "Bearer" stands before it. */
function waysOf(token: unknown): TokenPattern[] {
	const entered = typeof token === 'string' ? token.trim() : '';
	const bare = entered.replace(/^\S+\s+/, '');
	const secrets = [...new Set([entered, bare])].filter(({ length }) => length >= SHORTEST);
	return secrets.flatMap(waysToWrite);
}

function waysToWrite(text: string): TokenPattern[] {
	const isShort = text.length < SHORT;
	const isNumber = NUMBER.test(text) && text.length < MAX_NUMBER_LENGTH;
	const [before, behind] = bounds(isShort, isNumber);
	const [first = '', ...rest] = piecesAsWritten(text);
	const plain = {
		first: new RegExp(before + first + behind, isShort ? 'g' : 'gi'),
		rest: rest.map((piece) => new RegExp(piece, 'yi')),
		isShort,
	};
	if (isShort) return [plain];
	return [
		plain,
		...asEncoded(text).map((each) => ({ first: new RegExp(each, 'g'), rest: [], isShort })),
	];
}

function bounds(isShort: boolean, isNumber: boolean): [string, string] {
	if (isShort) return ['(?<![A-Za-z0-9])', '(?![A-Za-z0-9])'];
	return isNumber ? ['(?<!\\d)', '(?!\\d)'] : ['', ''];
}

function without(text: string, way: TokenPattern): string {
	way.first.lastIndex = 0;
	let found = way.first.exec(text);
	if (found === null) return text;
	const parts: string[] = [];
	const place = new JsonPosition(text);
	let at = 0;
	for (; found !== null; found = way.first.exec(text)) {
		const from = found.index;
		const to = endOf(text, way.first.lastIndex, way.rest);
		const by = replacement(place.at(from), to, way);
		if (by === undefined) {
			way.first.lastIndex = from + 1;
			continue;
		}
		const zeros = /\0+/.exec(text.slice(from, to))?.[0] ?? '';
		parts.push(text.slice(at, from), [...by].join(zeros));
		at = to;
		way.first.lastIndex = to;
	}
	return parts.join('') + text.slice(at);
}

/** The end of the token, or of the part of it that is there. */
function endOf(text: string, begun: number, rest: RegExp[]): number {
	let end = begun;
	for (const piece of rest) {
		piece.lastIndex = end;
		if (!piece.test(text)) break;
		end = piece.lastIndex;
	}
	return end;
}

/** The replacement, chosen so that JSON stays valid; `undefined` if this is not the token. */
function replacement(
	place: JsonPosition,
	to: number,
	{ isShort }: TokenPattern,
): string | undefined {
	const { text, index: from } = place;
	const found = text.slice(from, to);
	if (place.inString) {
		if (isShort && isKey(text, from, to)) return undefined;
		const breaks = place.inEscape || UNESCAPED_QUOTE.test(found) || endsInEscape(found);
		return breaks && place.isJson ? undefined : REDACTED;
	}
	if (!place.isJson) return REDACTED;
	// Outside of strings, a number or a token with quotes around it is a whole value, which becomes a text.
	const isValue = NUMBER.test(found)
		? !NUMBER.test(text[from - 1] ?? '') && !NUMBER.test(text[to] ?? '')
		: parses(found);
	return isValue && !isShort ? `"${REDACTED}"` : undefined;
}

const NUMBER = /^[\d.eE+-]+$/;
const UNESCAPED_QUOTE = /(?<!\\)"/;

/** A short token may be a word that the service uses as the name of a field. */
function isKey(text: string, from: number, to: number): boolean {
	return text[from - 1] === '"' && /^"\s{0,20}:/.test(text.slice(to, to + 22));
}

function endsInEscape(found: string): boolean {
	return (found.length - trimEndOf(found, '\\').length) % 2 === 1;
}

/** Walks through a text once, and tracks JSON strings and escapes. */
class JsonPosition {
	index = 0;
	inString = false;
	inEscape = false;
	private parsed?: boolean;

	constructor(readonly text: string) {}

	at(index: number): this {
		for (; this.index < index; this.index++) {
			const character = this.text[this.index];
			if (this.inEscape) this.inEscape = false;
			else if (character === '"') this.inString = !this.inString;
			else if (character === '\\' && this.inString) this.inEscape = true;
		}
		return this;
	}

	get isJson(): boolean {
		this.parsed ??= /^\s{0,100}[[{\d"-]/.test(this.text) && parses(this.text);
		return this.parsed;
	}
}

function parses(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
