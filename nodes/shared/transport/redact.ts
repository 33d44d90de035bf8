import { decodeText, isUtf16 } from '../http/text';
import type { Headers, ServiceResponse } from '../http/types';

export const REDACTED = '[token removed]';
/** Shorter tokens also occur inside unrelated words, so only whole words match, and no numbers. */
const SHORT = 6;
/** Shorter tokens are not removed: that would make texts unreadable. */
const MIN_LENGTH = 3;
/** Base64 that is shorter would be found in unrelated text. */
const MIN_BASE64_LENGTH = 8;

/** Removes the token from text: some services repeat it in their responses, especially in errors. */
export type Redact = (text: string) => string;

interface Needles {
	/** The token in each encoding in which a response may repeat it. */
	texts: string[];
	/** The same, as bytes. */
	bytes: Buffer[];
	/** With some characters as codes of JSON or of a URL: which ones differs between services. */
	escaped?: RegExp;
}

/** Cached, as most executions of a process use the same token. */
let latest: { token: unknown; needles: Needles } | undefined;

export function createRedact(token: unknown): Redact {
	const { texts, escaped } = needlesOf(token);
	return (text) => withoutEscaped(texts.reduce(without, text), escaped);
}

export function createResponseRedact(
	token: unknown,
): (response: ServiceResponse) => ServiceResponse {
	const { bytes, escaped } = needlesOf(token);
	const redact = createRedact(token);
	const redactBody = (body: Buffer): Buffer => {
		// Nearly no response holds the token: it is searched as it is, and only then changed.
		const isIn = bytes.some((each) => body.includes(each));
		if (!isIn && !ESCAPES.some((code) => body.includes(code))) return body;
		// One character per byte: whatever is not the token stays as it is.
		const text = latin1(body);
		const clean = withoutEscaped(bytes.map(latin1).reduce(without, text), escaped);
		return clean === text ? body : Buffer.from(clean, 'latin1');
	};
	return (response) => {
		const headers: Headers = {};
		for (const [name, value] of Object.entries(response.headers)) {
			headers[redact(name)] = redact(value);
		}
		const text = isUtf16(response) ? decodeText(response) : '';
		if (redact(text) !== text) return asUtf8({ ...response, headers }, redact(text));
		return { ...response, headers, body: redactBody(response.body) };
	};
}

const ESCAPES = ['\\u', '\\/', '%'];

function asUtf8(response: ServiceResponse, text: string): ServiceResponse {
	const type = (response.headers['content-type'] ?? 'text/plain').split(';')[0];
	const headers = { ...response.headers, 'content-type': `${type}; charset=utf-8` };
	return { ...response, headers, body: Buffer.from(text) };
}

function without(text: string, needle: string): string {
	if (!text.includes(needle)) return text;
	// Digits may be a part of a longer number, or a number of JSON, which stays one.
	if (isNumber(needle)) return text.replace(new RegExp(`(?<!\\d)${needle}(?!\\d)`, 'g'), '0');
	if (needle.length >= SHORT) return text.replaceAll(needle, REDACTED);
	// It may be the name of a field, too.
	const isPart = (before: string, after: string) =>
		/[A-Za-z0-9]$/.test(before) || /^(?:[A-Za-z0-9]|"\s{0,20}:)/.test(after);
	return text
		.split(needle)
		.reduce((before, after) => before + (isPart(before, after) ? needle : REDACTED) + after);
}

function isNumber(text: string): boolean {
	return /^\d+$/.test(text);
}

function latin1(bytes: Buffer): string {
	return bytes.toString('latin1');
}

function needlesOf(token: unknown): Needles {
	if (latest === undefined || latest.token !== token) {
		const secret = secretIn(token);
		const texts = encodingsOf(secret);
		const escaped = secret.length < SHORT ? undefined : escapedPattern(secret);
		const bytes = [...new Set(texts.flatMap((text) => [text, latin1(Buffer.from(text))]))].map(
			(text) => Buffer.from(text, 'latin1'),
		);
		latest = { token, needles: { texts, bytes, escaped } };
	}
	return latest.needles;
}

/** The token without quotes around it, and without a word such as "Bearer" before it. */
function secretIn(token: unknown): string {
	const entered = typeof token === 'string' ? token.trim() : '';
	const bare = entered.replace(/^\S+\s+/, '').replace(/^(["'])(.*)\1$/, '$2');
	return bare.length < SHORT ? entered : bare;
}

/** The secret as it is, as JSON, in a URL, in hexadecimal, and in Base64 at each of its three alignments. */
function encodingsOf(secret: string): string[] {
	if (secret.length < SHORT) {
		return secret.length < MIN_LENGTH || isNumber(secret) ? [] : [secret];
	}
	const json = JSON.stringify(secret).slice(1, -1);
	const hex = Buffer.from(secret).toString('hex');
	const base64 = [0, 1, 2].flatMap((before) => base64Of(secret, before));
	const encodings = [
		...[secret, json, hex, hex.toUpperCase()],
		...base64.flatMap((each) => [each, each.replaceAll('/', '\\/')]),
		...base64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_')),
	];
	// The longest first: a shorter one may be a part of it.
	return [...new Set(encodings)].sort((a, b) => b.length - a.length);
}

/** Each character as it is, after backslashes, or as a code of JSON or of a URL. */
function escapedPattern(secret: string): RegExp {
	const parts = Array.from(secret, (character) => {
		const units = inHex(
			4,
			character.split('').map((unit) => unit.charCodeAt(0)),
		);
		const bytes = inHex(2, [...Buffer.from(character)]);
		// In a text, or in its bytes.
		const plain = [`\\u${units.join('\\u')}`, `\\x${bytes.join('\\x')}`].slice(
			bytes.length === 1 ? 1 : 0,
		);
		const codes = units.map((digits) => `\\\\{0,3}u${digits}`).join('');
		const percent = bytes.map((digits) => `%(?:25)?${digits}`).join('');
		return `(?:\\\\{0,3}(?:${plain.join('|')})|${codes}|${percent})`;
	});
	const pattern = parts.join('');
	return new RegExp(isNumber(secret) ? `(?<!\\d)${pattern}(?!\\d)` : pattern, 'gi');
}

function inHex(length: number, codes: number[]): string[] {
	return codes.map((code) => code.toString(16).padStart(length, '0'));
}

function withoutEscaped(text: string, escaped: RegExp | undefined): string {
	return escaped === undefined || !/[\\%]/.test(text) ? text : text.replace(escaped, REDACTED);
}

/** What Base64 of a longer text has in it, if so many bytes (modulo 3) stand before the secret. */
function base64Of(secret: string, before: number): string[] {
	const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
	// The first and the last letter may hold a part of something else.
	const letters = bytes
		.toString('base64')
		.slice(before === 0 ? 0 : before + 1, Math.floor((bytes.length * 8) / 6));
	return letters.length < MIN_BASE64_LENGTH ? [] : [letters];
}
