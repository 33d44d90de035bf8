import type { Headers, ServiceResponse } from '../http/types';

export const REDACTED = '[token removed]';
/** Shorter tokens also occur inside unrelated words, so they are not removed. */
const MIN_LENGTH = 6;
/** Base64 that is shorter would be found in unrelated text. */
const MIN_BASE64_LENGTH = 8;
const NUMBER = /^\d+$/;

/** Removes the token from text: some services repeat it in their responses, especially in errors. */
export type Redact = (text: string) => string;

export function createRedact(token: unknown): Redact {
	const encodings = encodingsOf(token);
	if (encodings.length === 0) return (text) => text;
	const pattern = new RegExp(encodings.map(patternOf).join('|'), 'gi');
	// A number of JSON stays one.
	return (text) => text.replace(pattern, (found) => (NUMBER.test(found) ? '0' : REDACTED));
}

export function createResponseRedact(
	token: unknown,
): (response: ServiceResponse) => ServiceResponse {
	const redact = createRedact(token);
	// Nearly no response has the token: the pattern is tried only where a part of it occurs.
	const parts = encodingsOf(token).map(longestWord);
	if (parts.length > 0) parts.push('\\u', '%', wide(longestWord(secretIn(token))));
	const inWideText = new RegExp(wide(secretIn(token)).replace(/[^\w\0]/g, '\\$&'), 'gi');
	const redactBody = (body: Buffer): Buffer => {
		if (!parts.some((part) => body.includes(part))) return body;
		// One character per byte: whatever is not the token stays as it is.
		const text = body.toString('latin1');
		const clean = redact(text).replace(inWideText, wide(REDACTED));
		return clean === text ? body : Buffer.from(clean, 'latin1');
	};
	// The names of headers are in lower case.
	const lowerCaseParts = parts.map((part) => part.toLowerCase());
	const redactHeaders = (headers: Headers): Headers => {
		const text = Object.entries(headers).join().toLowerCase();
		if (!lowerCaseParts.some((part) => text.includes(part))) return headers;
		const clean = Object.entries(headers).map(([name, value]) => [redact(name), redact(value)]);
		return Object.fromEntries(clean) as Headers;
	};
	return ({ headers, body, ...response }) => ({
		...response,
		headers: redactHeaders(headers),
		body: redactBody(body),
	});
}

/** The secret as it is, in hexadecimal, and in Base64 at each of its three alignments. */
function encodingsOf(token: unknown): string[] {
	const secret = secretIn(token);
	if (secret.length < MIN_LENGTH) return [];
	const hex = Buffer.from(secret).toString('hex');
	const base64 = [0, 1, 2].map((before) => base64Of(secret, before));
	const found = base64.filter(({ length }) => length >= MIN_BASE64_LENGTH);
	return [secret, hex, hex.toUpperCase(), ...found];
}

/** The token without quotes around it, and without a word such as "Bearer" before it. */
function secretIn(token: unknown): string {
	const entered = typeof token === 'string' ? token.trim() : '';
	const bare = entered.replace(/^\S+\s+/, '').replace(/^(["'])(.*)\1$/, '$2');
	return bare.length < MIN_LENGTH ? entered : bare;
}

/** What Base64 of a longer text has in it, if so many bytes (modulo 3) stand before the secret. */
function base64Of(secret: string, before: number): string {
	const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
	// The first and the last letter may hold a part of something else.
	const from = before === 0 ? 0 : before + 1;
	return bytes.toString('base64').slice(from, Math.floor((bytes.length * 8) / 6));
}

/** JSON and URLs write characters in several ways; of the secret itself, also letters. Digits may be a part of a longer number. */
function patternOf(text: string, at: number): string {
	const pattern = text.replace(at === 0 ? /[^]/g : /[^A-Za-z0-9]/g, characterPattern);
	return at === 0 && NUMBER.test(text) ? `(?<!\\d)${pattern}(?!\\d)` : pattern;
}

/** As it is, after backslashes, as a code of JSON or of a URL; in Base64 for URLs, two have a substitute. */
function characterPattern(character: string): string {
	const bytes = Buffer.from(character);
	const code = character.charCodeAt(0).toString(16).padStart(4, '0');
	const inUrl = [...bytes].map((byte) => `%(?:25)?${byte.toString(16)}`).join('');
	const inBytes = [...bytes].map((byte) => `\\x${byte.toString(16)}`).join('');
	const substitute = { '+': '|-', '/': '|_' }[character] ?? '';
	return `(?:\\\\{0,3}(?:\\u${code}|${inBytes}|u${code})|${inUrl}${substitute})`;
}

/** Its bytes in UTF-16, whichever of two comes first. */
function wide(text: string): string {
	return [...text].join('\0');
}

function longestWord(text: string): string {
	return text.split(/[^A-Za-z0-9]/).reduce((a, b) => (b.length > a.length ? b : a));
}
