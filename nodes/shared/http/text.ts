import type { ServiceResponse } from './types';

/** Node takes headers of 16 KB in all, and servers no longer address. */
export const MAX_HEADER_LENGTH = 16_384;

const UTF_8 = new TextDecoder();

export function contentType(response: ServiceResponse): string {
	return (response.headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase();
}

/** By its byte order mark, by its first letter, by its label, or as UTF-8. */
export function decodeText(response: ServiceResponse): string {
	const { body } = response;
	const label = markedEncoding(body) ?? sniffed(body) ?? charsetOf(response);
	// Some say "UTF-16" of texts that are not.
	if (label === undefined || (label.startsWith('utf-16') && beginsInAscii(body))) {
		return decodeUnlabelled(body);
	}
	// Many unknown labels are other names for UTF-8 or ASCII.
	return decodeAs(encodingNamed(label) ?? UTF_8.encoding, body);
}

function beginsInAscii(body: Buffer): boolean {
	return body.subarray(0, 64).every((byte) => byte > 0 && byte < 0x80);
}

export function markedEncoding(body: Buffer): string | undefined {
	return MARKS.find(({ mark }) => body[0] === mark[0] && body.subarray(0, mark.length).equals(mark))
		?.encoding;
}

/** UTF-32 begins as UTF-16 does, and is not known to Node. */
const MARKS = [
	{ mark: Buffer.from([0xef, 0xbb, 0xbf]), encoding: 'utf-8' },
	{ mark: Buffer.from([0xff, 0xfe, 0, 0]), encoding: 'utf-32le' },
	{ mark: Buffer.from([0, 0, 0xfe, 0xff]), encoding: 'utf-32be' },
	{ mark: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
	{ mark: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
];

function charsetOf(response: ServiceResponse): string | undefined {
	const type = response.headers['content-type'] ?? '';
	return /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(type)?.[1]?.toLowerCase();
}

/** What Node calls the encoding of a label; `undefined` if it does not know it. */
function encodingNamed(label: string): string | undefined {
	// Nearly all texts: a decoder that is made to learn its name costs more than the rest.
	if (label === UTF_8.encoding) return label;
	try {
		return new TextDecoder(label).encoding;
	} catch {
		return undefined;
	}
}

/** Of two bytes of a letter of JSON or CSV, one is zero. */
function sniffed(body: Buffer): string | undefined {
	if (body.length < 2 || body.length % 2 !== 0) return undefined;
	if (body[0] !== 0 && body[1] === 0) return 'utf-16le';
	return body[0] === 0 && body[1] !== 0 ? 'utf-16be' : undefined;
}

/** Spreadsheets still write Windows-1252: then nothing beyond ASCII is valid as UTF-8. */
function decodeUnlabelled(body: Buffer): string {
	const text = decodeAs('utf-8', body);
	const isUtf8 = !text.includes('\uFFFD') || /[\u0080-\uFFFC]/.test(text);
	return isUtf8 ? text : decodeAs('windows-1252', body);
}

function decodeAs(encoding: string, body: Buffer): string {
	if (encoding === UTF_8.encoding) return UTF_8.decode(body);
	if (encoding !== 'windows-1252') return new TextDecoder(encoding).decode(body);
	// Versions of Node take it for Latin 1, which has control characters in this place.
	const units = new Uint16Array(body.length);
	for (let at = 0; at < body.length; at++) {
		const byte = body[at] ?? 0;
		units[at] = byte >= 0x80 && byte <= 0x9f ? WINDOWS_1252.charCodeAt(byte - 0x80) : byte;
	}
	return Buffer.from(units.buffer).toString('utf16le');
}

/** From 80 to 9F; five are not in use. */
const WINDOWS_1252 =
	'\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
	'\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Some services send JSON or a sentence under the type of web pages. */
export function looksLikeHtml(text: string, contentType = ''): boolean {
	if (/^\s*(<!doctype html|<html)/i.test(text)) return true;
	return /text\/html/i.test(contentType) && !/^\s*[[{"]/.test(text) && /<[a-z!/]/i.test(text);
}
