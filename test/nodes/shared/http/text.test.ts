import { contentType, decodeText, looksLikeHtml } from '../../../../nodes/shared/http/text';
import { response } from '../responses';

describe('the type of a response', () => {
	it.each<[string | undefined, string]>([
		['application/json', 'application/json'],
		['Application/JSON; charset=utf-8', 'application/json'],
		[' text/csv ;header=present', 'text/csv'],
		['', ''],
		[undefined, ''],
	])('of %s is %s', (header, type) => {
		expect(contentType(response('', header === undefined ? {} : { 'content-type': header }))).toBe(
			type,
		);
	});
});

const typed = (charset: string) => ({ 'content-type': `application/json; charset=${charset}` });
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const swapped = (text: string) => utf16(text).swap16();
const TEXT = '{"name":"caf\u00e9"}';

describe('the text of a response', () => {
	it.each<[string, Buffer, Record<string, string>]>([
		['UTF-8 where nothing is said', Buffer.from(TEXT), {}],
		['UTF-8 where it is said', Buffer.from(TEXT), typed('UTF-8')],
		['Latin 1', Buffer.from(TEXT, 'latin1'), typed('"ISO-8859-1"')],
		['Windows 1252', Buffer.from(TEXT, 'latin1'), typed("'windows-1252'")],
		['Windows 1252 without a word', Buffer.from(TEXT, 'latin1'), {}],
		['UTF-8 without its byte order mark', Buffer.from(`\uFEFF${TEXT}`), {}],
		['UTF-16 with its mark', utf16(`\uFEFF${TEXT}`), {}],
		['UTF-16 the other way round, with its mark', swapped(`\uFEFF${TEXT}`), typed('utf-8')],
		['UTF-16 by its label', utf16(TEXT), typed('utf-16')],
		['UTF-16LE by its label', utf16(TEXT), typed('UTF-16LE')],
		['UTF-16BE by its label', swapped(TEXT), typed('utf-16be')],
		['UTF-16 by a label without an order', swapped(TEXT), typed('utf-16')],
		['UTF-16 without a word', utf16(TEXT), {}],
		['UTF-16 the other way round, without a word', swapped(TEXT), {}],
		['UTF-8 under a name of its own', Buffer.from(TEXT), typed('x-utf-8-sig')],
	])('is read as %s', (_, body, headers) => {
		expect(decodeText(response(body, headers))).toBe(TEXT);
	});

	it.each(['utf-16', 'utf-16be'])('is ASCII, although it says %s', (charset) => {
		expect(decodeText(response('{"a":1}', typed(charset)))).toBe('{"a":1}');
	});

	it.each([
		['in UTF-16 without zeros', utf16('中文'), 'utf-16', '中文'],
		['in UTF-16 the other way round, without zeros', swapped('中文'), 'utf-16be', '中文'],
		['in UTF-16 whose mark says more than its label', utf16('\uFEFF中文'), 'utf-16be', '中文'],
	])('%s is read by its label or byte order mark', (_, body, charset, text) => {
		expect(decodeText(response(body, typed(charset)))).toBe(text);
	});

	it.each([
		['one byte', Buffer.from('a'), 'a'],
		['an odd number of bytes', Buffer.from('a\0b'), 'a\0b'],
		['two bytes', utf16('a'), 'a'],
		['two zeros', Buffer.from([0, 0]), '\0\0'],
		['a letter beyond ASCII, and a broken one', Buffer.from([0xc3, 0xa9, 0xe9]), 'é\uFFFD'],
	])('of %s without a label', (_, body, text) => {
		expect(decodeText(response(body))).toBe(text);
	});

	it.each([
		['application/json;charset=iso-8859-1', 'é'],
		['application/json;  charset = iso-8859-1', 'é'],
		['application/json; charset=', 'é'],
		['application/json; charsets=utf-8', 'é'],
	])('by the label %s', (type, text) => {
		expect(decodeText(response(Buffer.from([0xe9]), { 'content-type': type }))).toBe(text);
	});

	it.each<[string, number[], string]>([
		['shift_jis', [0x83, 0x65, 0x83, 0x58, 0x83, 0x67], 'テスト'],
		['iso-2022-jp', [0x1b, 0x24, 0x42, 0x25, 0x46, 0x1b, 0x28, 0x42], 'テ'],
		['gb18030', [0xd6, 0xd0], '中'],
		['koi8-r', [0xd4, 0xc5, 0xd3, 0xd4], 'тест'],
		['windows-1252', [0x80, 0x93, 0x94, 0x99], '\u20ac\u201c\u201d\u2122'],
	])('in %s is read by its label', (charset, bytes, text) => {
		expect(decodeText(response(Buffer.from(bytes), typed(charset)))).toBe(text);
	});

	it('in one that Node does not know is read as UTF-8', () => {
		const sent = response(Buffer.from('caf\u00e9'), typed('x-unheard-of'));
		expect(decodeText(sent)).toBe('caf\u00e9');
	});

	it('of invalid bytes does not throw', () => {
		expect(decodeText(response(Buffer.from([0xff, 0xfe, 0x00])))).toHaveLength(1);
		expect(decodeText(response(Buffer.from([0xc3, 0x28, 0xe2, 0x82])))).not.toBe('');
	});
});

describe('a web page', () => {
	it.each([
		['<!DOCTYPE html><title>Sorry</title>', undefined],
		[' \n<html lang="en">', 'text/plain'],
		['<p>Sorry</p>', 'Text/HTML'],
	])('is %j as %s', (text, type) => {
		expect(looksLikeHtml(text, type)).toBe(true);
	});

	it.each([
		['{"page":"<html>"}', 'text/html'],
		[' [1]', 'text/html'],
		['\n "text"', 'text/html'],
		['Bad gateway', 'text/plain'],
		['Bad gateway', 'text/html; charset=utf-8'],
		['', 'text/html'],
		['Bad gateway', undefined],
		['an <html> in a text', undefined],
	])('is not %j as %s', (text, type) => {
		expect(looksLikeHtml(text, type)).toBe(false);
	});
});
