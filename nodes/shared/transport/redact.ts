import type { ServiceResponse } from '../http/types';

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
	/** With zeros between the letters, as in UTF-16. */
	wide: Buffer[];
}

/** Cached, as most executions of a process use the same token. */
let latest: { token: unknown; needles: Needles } | undefined;

export function createRedact(token: unknown): Redact {
	const { texts } = needlesOf(token);
	return (text) => texts.reduce(without, text);
}

export function createResponseRedact(
	token: unknown,
): (response: ServiceResponse) => ServiceResponse {
	const { texts, bytes, wide } = needlesOf(token);
	const redact = createRedact(token);
	return (response) => {
		const { headers, body } = response;
		// Nearly no response holds the token: it is searched as it is, and only then changed.
		const isInHeaders = Object.entries(headers).some(([name, value]) =>
			texts.some((each) => value.includes(each) || name.includes(each)),
		);
		const isInBody = bytes.some((each) => body.includes(each));
		const isWide = body.includes(0) && wide.some((each) => body.includes(each));
		if (!isInHeaders && !isInBody && !isWide) return response;
		// One character per byte: whatever is not the token stays as it is.
		const narrow = bytes.map(latin1).reduce(without, latin1(body));
		const clean = isWide ? wide.map(latin1).reduce(withoutWide, narrow) : narrow;
		return {
			...response,
			headers: Object.fromEntries(
				Object.entries(headers).map(([name, value]) => [redact(name), redact(value)]),
			),
			body: isInBody || isWide ? Buffer.from(clean, 'latin1') : body,
		};
	};
}

function without(text: string, needle: string): string {
	if (!text.includes(needle)) return text;
	// Digits may be a part of a longer number, or a number of JSON, which stays one.
	if (/^\d+$/.test(needle)) return text.replace(new RegExp(`(?<!\\d)${needle}(?!\\d)`, 'g'), '0');
	if (needle.length >= SHORT) return text.replaceAll(needle, REDACTED);
	// It may be the name of a field, too.
	const isPart = (before: string, after: string) =>
		/[A-Za-z0-9]$/.test(before) || /^(?:[A-Za-z0-9]|"\s{0,20}:)/.test(after);
	return text
		.split(needle)
		.reduce((before, after) => before + (isPart(before, after) ? needle : REDACTED) + after);
}

function withoutWide(text: string, needle: string): string {
	return text.replaceAll(needle, Array.from(REDACTED).join('\0'));
}

function latin1(bytes: Buffer): string {
	return bytes.toString('latin1');
}

function needlesOf(token: unknown): Needles {
	if (latest === undefined || latest.token !== token) {
		const texts = encodingsOf(secretIn(token));
		const bytes = [...new Set(texts.flatMap((text) => [text, latin1(Buffer.from(text))]))].map(
			(text) => Buffer.from(text, 'latin1'),
		);
		const wide = texts.map((text) => Buffer.from([...text].join('\0'), 'latin1'));
		latest = { token, needles: { texts, bytes, wide } };
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
		return secret.length < MIN_LENGTH || /^\d+$/.test(secret) ? [] : [secret];
	}
	const json = JSON.stringify(secret).slice(1, -1);
	const hex = Buffer.from(secret).toString('hex');
	const base64 = [0, 1, 2].flatMap((before) => base64Of(secret, before));
	const encodings = [
		...[secret, json, json.replaceAll('/', '\\/')],
		...inBothCases(secret, (digits) => `\\u00${digits}`),
		...[encodeURIComponent(secret), ...inBothCases(secret, (digits) => `%${digits}`)],
		...[hex, hex.toUpperCase()],
		...base64.flatMap((each) => [each, each.replaceAll('/', '\\/')]),
		...base64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_')),
	];
	// The longest first: a shorter one may be a part of it.
	return [...new Set(encodings)].sort((a, b) => b.length - a.length);
}

/** All characters but letters and digits as codes, with their hexadecimal digits in either case. */
function inBothCases(secret: string, code: (digits: string) => string): string[] {
	const digitsOf = (character: string) => Buffer.from(character, 'latin1').toString('hex');
	const written = (upper: boolean) =>
		secret.replace(/[^A-Za-z0-9]/g, (character) => {
			const digits = digitsOf(character);
			return code(upper ? digits.toUpperCase() : digits);
		});
	return [written(false), written(true)];
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
