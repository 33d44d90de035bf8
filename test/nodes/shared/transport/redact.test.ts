import { createRedact, createResponseRedact } from '../../../../nodes/shared/transport/redact';
import { response } from '../responses';

const TOKEN = 'Sec-ret/1+x=';
const REMOVED = '[token removed]';
const redact = (text: string) => createRedact(TOKEN)(text);
const coded = (code: (digits: string) => string) =>
	TOKEN.replace(/[^A-Za-z0-9]/g, (character) => code(Buffer.from(character).toString('hex')));

/** The token in each encoding that services use. */
const ENCODED: Array<[string, string]> = [
	['as it is', TOKEN],
	['JSON with codes', coded((digits) => `\\u00${digits}`)],
	['JSON with codes in capitals', coded((digits) => `\\u00${digits.toUpperCase()}`)],
	[
		'JSON with letters as codes',
		TOKEN.replace(/[a-z]/g, (at) => `\\u00${at.charCodeAt(0).toString(16)}`),
	],
	['JSON with slashes escaped', TOKEN.replace('/', '\\/')],
	['a URL', encodeURIComponent(TOKEN)],
	['a URL with codes in lower case', coded((digits) => `%${digits}`)],
	['Base64', Buffer.from(TOKEN).toString('base64')],
	['Base64 for URLs', Buffer.from(TOKEN).toString('base64url')],
	['hexadecimal', Buffer.from(TOKEN).toString('hex')],
	['hexadecimal in capitals', Buffer.from(TOKEN).toString('hex').toUpperCase()],
];

describe('the token in a text', () => {
	it.each(ENCODED)('is removed: %s', (_, written) => {
		const clean = redact(`before ${written} behind, and ${written}`);
		expect(clean).toMatch(/^before \[token removed\].{0,2} behind, and \[token removed\].{0,2}$/);
	});

	it.each(['a', 'ab', 'Bearer '])('is removed in Base64 after %j', (before) => {
		const clean = redact(Buffer.from(`${before}${TOKEN}`).toString('base64'));
		expect(Buffer.from(clean.split('[')[0], 'base64').toString()).not.toContain('ret');
		expect(clean).toContain(REMOVED);
	});

	it.each(['Bearer abcdef', '"abcdef"', ' abcdef '])(
		'is removed where %j was entered',
		(entered) => {
			expect(createRedact(entered)('no abcdef; a Bearer of beauty')).toBe(
				`no ${REMOVED}; a Bearer of beauty`,
			);
		},
	);

	it('with non-ASCII letters is removed', () => {
		const accented = createRedact('s\u00e9cret-1');
		const written = ['s\u00e9cret-1', 's%C3%A9cret-1', 's\\u00e9cret-1'];
		expect(written.map(accented)).toEqual(written.map(() => REMOVED));
	});

	it('is matched literally, whatever it looks like', () => {
		const literally = createRedact('a.b*c(d)$[e]');
		expect(literally('a.b*c(d)$[e], aXbbbcd')).toBe(`${REMOVED}, aXbbbcd`);
	});

	it('is removed in hexadecimal that has no letters, within more of it', () => {
		const hex = (text: string) => Buffer.from(text).toString('hex');
		expect(createRedact('0a1b2c')(hex('Authorization: 0a1b2c'))).not.toContain(hex('0a1b2c'));
	});

	it('is still removed after another token was searched', () => {
		const first = createRedact('first-1');
		createRedact('second-2');
		expect(first('first-1 second-2')).toBe(`${REMOVED} second-2`);
	});

	it.each<[string, string, string]>([
		['token', '"token=token&x"', '"token=token&x"'],
		['12345', '{"count":12345}', '{"count":12345}'],
		['123456', '{"a":123456,"b":9123456,"c":"x 123456"}', '{"a":0,"b":9123456,"c":"x 0"}'],
		['', '', ''],
	])('that is short, or a number, leaves the rest as it is: %j in %s', (token, text, clean) => {
		expect(createRedact(token)(text)).toBe(clean);
	});
});

describe('a response', () => {
	const typed = (type: string) => ({ 'content-type': type });
	const clean = createResponseRedact(TOKEN);
	const bodyOf = (body: Buffer, type = 'application/json') =>
		clean(response(body, typed(type))).body;

	it.each(ENCODED)('has no token in body and headers: %s', (_, written) => {
		const read = bodyOf(Buffer.from(`{"echo":"${written}"}`)).toString();
		expect(read).toMatch(/^\{"echo":"\[token removed\].{0,2}"\}$/);
		const headers = { [`x-${written}`]: `/next?key=${written}`, empty: '', a: '1' };
		const cleaned = clean(response('', headers)).headers;
		expect(JSON.stringify(cleaned)).not.toContain(written);
		expect(cleaned).toMatchObject({ empty: '', a: '1' });
	});

	it.each([false, true])('in UTF-16 has none (big-endian: %s)', (isSwapped) => {
		const inOrder = (bytes: Buffer) => (isSwapped ? Buffer.from(bytes).swap16() : bytes);
		const body = bodyOf(inOrder(Buffer.from(`{"echo":"${TOKEN}"}`, 'utf16le')));
		expect(inOrder(body).toString('utf16le')).toBe(`{"echo":"${REMOVED}"}`);
	});

	it('in UTF-8 has none with non-ASCII letters', () => {
		const sent = response('{"echo":"s\u00e9cret-1"}', typed('application/json'));
		const { body } = createResponseRedact('s\u00e9cret-1')(sent);
		expect(body.toString()).toBe(`{"echo":"${REMOVED}"}`);
	});

	it.each(['{"a":987654321,"b":1987654321}', '{"%":0,"a":987654321,"b":1987654321}'])(
		'keeps longer numbers, and stays JSON: %s',
		(text) => {
			const { body } = createResponseRedact('987654321')(response(text));
			expect(JSON.parse(body.toString())).toMatchObject({ a: 0, b: 1987654321 });
		},
	);

	it('keeps all other bytes', () => {
		const accents = Buffer.from(`\xe9 ${TOKEN} \xff`, 'latin1');
		const left = Buffer.from(`\xe9 ${REMOVED} \xff`, 'latin1');
		expect(bodyOf(accents, 'image/png').equals(left)).toBe(true);
		const whole = response(Buffer.from([...Array(256).keys()]), typed('image/png'));
		expect(clean(whole)).toEqual(whole);
	});
});
