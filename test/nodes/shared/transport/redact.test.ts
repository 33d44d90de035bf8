import { createRedact, redactResponse } from '../../../../nodes/shared/transport/redact';
import { response } from '../responses';

const TOKEN = 'Sec-ret/1+x=';
const REMOVED = '[token removed]';
const redact = (text: string) => createRedact(TOKEN)(text);
const each = (text: string, write: (code: number, character: string) => string) =>
	[...text].map((character) => write(character.charCodeAt(0), character)).join('');
const hex = (code: number, length: number) => code.toString(16).padStart(length, '0');

describe('the token in a response', () => {
	it('is removed wherever it occurs', () => {
		expect(createRedact('secret-1')('a secret-1, secret%2D1 and secret\\u002d1')).toBe(
			`a ${REMOVED}, ${REMOVED} and ${REMOVED}`,
		);
	});

	it.each<[string, string]>([
		['letters as \\u', each(TOKEN, (code) => `\\u${hex(code, 4)}`)],
		['letters as \\U', each(TOKEN, (code) => `\\u${hex(code, 4).toUpperCase()}`)],
		['letters as \\u in JSON in JSON', each(TOKEN, (code) => `\\\\u${hex(code, 4)}`)],
		['slashes as in JSON', TOKEN.replace('/', '\\/')],
		['slashes as in JSON in JSON', TOKEN.replace('/', '\\\\\\/')],
		['percent codes', encodeURIComponent(TOKEN)],
		['percent codes, in lower case', encodeURIComponent(TOKEN).toLowerCase().replace('s', 'S')],
		['percent codes for all letters', each(TOKEN, (code) => `%${hex(code, 2)}`)],
		['capitals', TOKEN.toUpperCase()],
		['Base64', Buffer.from(TOKEN).toString('base64')],
		['Base64 for URLs', Buffer.from(TOKEN).toString('base64url')],
		['hexadecimal', Buffer.from(TOKEN).toString('hex')],
		['hexadecimal in capitals', Buffer.from(TOKEN).toString('hex').toUpperCase()],
	])('is recognised in %s', (_, written) => {
		const clean = redact(`before ${written} behind`);
		expect(clean).toMatch(/^before .*\[token removed\].* behind$/);
		expect(clean.length).toBeLessThan(`before ${REMOVED} behind`.length + 6);
	});

	it.each(['a', 'ab', 'Bearer '])('is recognised in Base64 after %j', (before) => {
		const clean = redact(Buffer.from(`${before}${TOKEN}`).toString('base64'));
		expect(Buffer.from(clean.split('[')[0], 'base64').toString()).not.toContain('ret');
		expect(clean).toContain(REMOVED);
	});

	it.each(['Bearer', 'Token', 'Basic'])('is recognised without the prefix %s', (word) => {
		const both = createRedact(`${word} ${TOKEN}`);
		expect(both(`no ${TOKEN}, no ${word} ${TOKEN}`)).not.toContain(TOKEN);
		expect(both(`a ${word} of beauty`)).toBe(`a ${word} of beauty`);
	});

	it('with non-ASCII letters is recognised', () => {
		const accented = createRedact('s\u00e9cret-1');
		for (const written of [
			's\u00e9cret-1',
			's\u00c3\u00a9cret-1',
			's%C3%A9cret-1',
			's\\u00E9cret-1',
		]) {
			expect(accented(written)).toBe(REMOVED);
		}
	});

	it('is matched literally, whatever it looks like', () => {
		const literally = createRedact('a.b*c(d)$[e]\\');
		expect(literally('a.b*c(d)$[e]\\')).toBe(REMOVED);
		expect(literally('aXbbbcd')).toBe('aXbbbcd');
	});

	it('may be as long as a long JWT, and is recognised when it was cut off', () => {
		const long = Array.from({ length: 600 }, (_, at) => at.toString(36)).join('.');
		const of = createRedact(long);
		expect(of(`a ${long} b`)).toBe(`a ${REMOVED} b`);
		expect(of(`a ${long.slice(0, 1_000)}...`)).not.toContain(long.slice(0, 100));
	});

	it('of three letters is recognised, with or without spaces around it', () => {
		expect(createRedact(' abc ')('an abc')).toBe(`an ${REMOVED}`);
		expect(createRedact('Bearer  abcdef')('an abcdef, Bearer  abcdef')).toBe(
			`an ${REMOVED}, ${REMOVED}`,
		);
		expect(createRedact('abcdef ghijkl')('abcdef, ghijkl')).toBe(`abcdef, ${REMOVED}`);
	});

	it('of digits alone is not removed from a longer number, unless it is very long', () => {
		expect(createRedact('1234567')('no 12345678, no 1234567, no 01234567')).toBe(
			`no 12345678, no ${REMOVED}, no 01234567`,
		);
		const long = '1'.repeat(40);
		expect(createRedact(long)(`x${long}2`)).toBe(`x${REMOVED}2`);
		const shorter = '1'.repeat(39);
		expect(createRedact(shorter)(`x${shorter}2`)).toBe(`x${shorter}2`);
	});

	it('is still recognised after another token was searched', () => {
		const first = createRedact('first-1');
		createRedact('second-2');
		expect(first('first-1 second-2')).toBe(`${REMOVED} second-2`);
	});

	it.each([undefined, 42, '', 'ab'])('%p is not searched', (token) => {
		expect(createRedact(token)('42 ab undefined')).toBe('42 ab undefined');
	});
});

describe('a token in another form is removed', () => {
	it.each([
		[8, true],
		[9, false],
	])('with up to eight backslashes in it: %d', (count, isFound) => {
		const written = `abc${'\\'.repeat(count)}/def`;
		expect(createRedact('abc/def')(written) === REMOVED).toBe(isFound);
	});

	it.each([
		['abcdef', true],
		['xabcdef', false],
	])('in Base64 of at least eight letters: %s', (text, isFound) => {
		const written = Buffer.from(text).toString('base64');
		expect(createRedact('abcdef')(written).includes(REMOVED)).toBe(isFound);
	});
});

describe('a short token', () => {
	const short = (text: string) => createRedact('data')(text);

	it('is removed where it is a word of its own', () => {
		expect(short('bad token: data.')).toBe(`bad token: ${REMOVED}.`);
		expect(short('"token=data&x"')).toBe(`"token=${REMOVED}&x"`);
		expect(short('{"token":"d\\u0061ta"}')).toBe(`{"token":"${REMOVED}"}`);
	});

	it('leaves other words and the names of fields alone', () => {
		expect(short('{"data" : {"database": "metadata"}}')).toBe(
			'{"data" : {"database": "metadata"}}',
		);
	});

	it('has up to five characters', () => {
		expect(createRedact('abcde')('xabcdex')).toBe('xabcdex');
		expect(createRedact('abcdef')('xabcdefx')).toBe(`x${REMOVED}x`);
	});

	it('is treated as a field where a value follows, and as a word where none does', () => {
		expect(short('{"data"  :1}')).toBe('{"data"  :1}');
		expect(short('["data" , "x":1]')).toBe(`["${REMOVED}" , "x":1]`);
		expect(short('{"a":"x data" :1}')).toBe(`{"a":"x ${REMOVED}" :1}`);
	});

	it('leaves numbers alone', () => {
		expect(createRedact('1234')('1234 of 12345')).toBe(`${REMOVED} of 12345`);
		expect(createRedact('1234')('{"count":1234,"token":"1234"}')).toBe(
			`{"count":1234,"token":"${REMOVED}"}`,
		);
	});
});

describe('JSON stays valid', () => {
	it.each<[string, string, unknown]>([
		[
			'123456',
			'{"a":123456,"b":"x 123456 y","c":9123456}',
			{ a: REMOVED, b: `x ${REMOVED} y`, c: 9123456 },
		],
		['123456', '[1,123456]', [1, REMOVED]],
		['"abcdef"', '"abcdef"', REMOVED],
		['"abcdef"', '{"a":"abcdef","abcdef":1}', { a: REMOVED, [REMOVED]: 1 }],
		['123456', '{"a":-123456,"b":123456.5}', { a: -123456, b: 123456.5 }],
		['nbcdef', '"a\\nbcdef"', 'a\nbcdef'],
		['abcdef\\', '"abcdef\\""', 'abcdef"'],
		['":"abc', '{"x":"abc"}', { x: 'abc' }],
		['Abcdef', '"\\\\u0041bcdef"', REMOVED],
		['abcdef', '{"abcdef":1}', { [REMOVED]: 1 }],
		['123456', ' {"a":[-1,123456]}', { a: [-1, REMOVED] }],
		['123456', '"\\\\" ', '\\'],
		['123456', '["\\"",123456]', ['"', REMOVED]],
		['e12345', '{"a":1e12345}', { a: Infinity }],
	])('with the token %s: %s', (token, text, value) => {
		expect(JSON.parse(createRedact(token)(text))).toEqual(value);
	});
});

describe('a response', () => {
	const typed = (type: string) => ({ 'content-type': type });
	const bodyOf = (body: Buffer, type = 'application/json') =>
		redactResponse(response(body, typed(type)), redact);

	it('in UTF-16 has no token', () => {
		const text = `{"echo":"${TOKEN}"}`;
		for (const body of [
			Buffer.from(text, 'utf16le'),
			Buffer.from(text, 'utf16le').swap16(),
			Buffer.from(`\uFEFF${text}`, 'utf16le'),
		]) {
			for (const type of [
				'application/json; charset=utf-16',
				'application/json',
				'text/plain; charset=utf-8',
			]) {
				const clean = bodyOf(body, type);
				const read = clean.body.toString('latin1').replaceAll('\0', '');
				expect(read).toContain(REMOVED);
				expect(read).not.toContain(TOKEN);
			}
		}
	});

	it('in UTF-16 with escapes has none either', () => {
		const escaped = each(TOKEN, (code) => `\\u${hex(code, 4)}`);
		const clean = bodyOf(
			Buffer.from(`{"echo":"${escaped}"}`, 'utf16le'),
			'text/json; charset=utf-16le',
		);
		expect(JSON.parse(clean.body.toString())).toEqual({ echo: REMOVED });
		expect(clean.headers['content-type']).toBe('text/json; charset=utf-8');
	});

	it('in an encoding with escape sequences between letters has none', () => {
		const marked = [...TOKEN].map((letter) => `\u001b(B${letter}`).join('');
		const clean = bodyOf(Buffer.from(marked, 'latin1'), 'text/plain; charset=iso-2022-jp');
		expect(clean.body.toString()).toBe(REMOVED);
	});

	it('has none in the names and values of its headers', () => {
		const clean = redactResponse(response('', { [`x-${TOKEN}`]: `/next?key=${TOKEN}` }), redact);
		expect(JSON.stringify(clean.headers)).not.toContain(TOKEN);
	});

	it('keeps its other headers, also those without a value', () => {
		const headers = { a: '1', empty: '', echo: `${TOKEN}!` };
		expect(redactResponse(response('', headers), redact).headers).toEqual({
			a: '1',
			empty: '',
			echo: `${REMOVED}!`,
		});
		const clean = { a: '1' };
		expect(redactResponse(response('', clean), redact).headers).toBe(clean);
	});

	it('of no type becomes text where its encoding is not ASCII-compatible', () => {
		const marked = Buffer.from(`\uFEFF${each(TOKEN, (code) => `\\u${hex(code, 4)}`)}`, 'utf16le');
		const clean = redactResponse(response(marked, {}), redact);
		expect(clean.headers['content-type']).toBe('text/plain; charset=utf-8');
		expect(clean.body.toString()).toContain(REMOVED);
	});

	it('without the token is the same, byte by byte', () => {
		const accents = Buffer.from(`\xe9 ${TOKEN} \xff`, 'latin1');
		const left = Buffer.from(`\xe9 ${REMOVED} \xff`, 'latin1');
		expect(bodyOf(accents, 'image/png').body.equals(left)).toBe(true);
		const body = Buffer.from([...Array(256).keys()]);
		expect(bodyOf(body, 'image/png').body.equals(body)).toBe(true);
	});

	it('that is larger than a window has none, including at its edges', () => {
		const window = 64 * 1024;
		const body = Buffer.alloc(window + 1_000, 'x');
		body.write(TOKEN, window - 5, 'latin1');
		body.write(TOKEN, window / 2 - 5, 'latin1');
		const whole = response(body, typed('application/pdf'));
		const clean = redactResponse(whole, redact, { window }).body;
		expect(clean.includes(TOKEN)).toBe(false);
		expect(clean.length).toBe(body.length + 2 * (REMOVED.length - TOKEN.length));
	});
});

describe('what a hostile service sends', () => {
	const LENGTH = 1_000_000;
	it.each([
		['backslashes', '\\'.repeat(LENGTH)],
		['beginnings of the token', TOKEN.slice(0, -1).repeat(LENGTH / TOKEN.length)],
		['percent signs', '%25'.repeat(LENGTH / 3)],
		['zeros', `S${'\0'.repeat(LENGTH)}`],
		['quotes', '"'.repeat(LENGTH)],
		['tokens', `"${TOKEN}",`.repeat(LENGTH / 40)],
		['numbers', `[${'123456,'.repeat(LENGTH / 10)}0]`],
	])('is searched to its end: %s', (_, text) => {
		expect(redact(text)).not.toContain(TOKEN);
		expect(createRedact('123456')(text)).not.toContain('123456');
	});
});
