import { contentType, decodeText } from '../../../../nodes/shared/http/text';
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

describe('the text of a response', () => {
	const text = 'caf\u00e9';

	it.each<[string, Buffer, Record<string, string>]>([
		['UTF-8 where nothing is said', Buffer.from(text), {}],
		['UTF-8 where it is said', Buffer.from(text), { 'content-type': 'text/plain; charset=UTF-8' }],
		['Latin 1', Buffer.from(text, 'latin1'), { 'content-type': 'text/csv; charset="ISO-8859-1"' }],
		[
			'Windows 1252',
			Buffer.from(text, 'latin1'),
			{ 'content-type': 'text/csv; charset=windows-1252' },
		],
		['without a byte order mark', Buffer.from(`\uFEFF${text}`), {}],
	])('is read as %s', (_, body, headers) => {
		expect(decodeText(response(body, headers))).toBe(text);
	});

	it('of bytes that are none does not throw', () => {
		expect(decodeText(response(Buffer.from([0xff, 0xfe, 0x00, 0x80])))).toHaveLength(4);
	});
});
