import * as json from '../../../../nodes/shared/values/json';
import { runAtOnce } from '../../../../nodes/shared/values/steps';
import { generator, randomValue } from '../random';

const { parseJsonText } = json;
const parseJsonLines = (text: string) => runAtOnce(json.parseJsonLines(text));

describe('a JSON text', () => {
	it.each<[string, string, unknown]>([
		['an object', '{"a":{"b":[1,null,true]}}', { a: { b: [1, null, true] } }],
		['an array', '[1,"2"]', [1, '2']],
		['a bare text', '"queued"', 'queued'],
		['a bare number', ' 42\n', 42],
		['null', 'null', null],
	])('is read: %s', (_, text, value) => {
		expect(parseJsonText(text)).toEqual({ ok: true, value });
	});

	it.each([
		'[['.repeat(5_000),
		'',
		'{',
		'{"a":1',
		'[1,2',
		'{"a":"b',
		'{"a":1}}',
		'not json',
		"{'a':1}",
	])('that is broken returns a message, not an exception: %s', (text) => {
		expect(parseJsonText(text)).toEqual({ ok: false, problem: expect.stringMatching(/\w+/) });
	});

	it.each<[string, string]>([
		['lists', '['.repeat(1_000) + ']'.repeat(1_000)],
		['objects', '{"a":'.repeat(999) + '{}' + '}'.repeat(999)],
		['many next to each other', `[${'[],{},'.repeat(1_001)}1]`],
		['brackets in a text', JSON.stringify(`${'['.repeat(2_000)}"${'{'.repeat(2_000)}`)],
		['a text that ends with a backslash', `["\\\\",${'[],'.repeat(1_001)}1]`],
	])('is read up to 1,000 levels: %s', (_, text) => {
		expect(parseJsonText(text)).toEqual({ ok: true, value: JSON.parse(text) });
	});

	it.each<[string, string]>([
		['lists', '['.repeat(1_001) + ']'.repeat(1_001)],
		['objects', '{"a":'.repeat(1_000) + '{}' + '}'.repeat(1_000)],
		['after a text', `["]]]]","a",${'['.repeat(1_000)}`],
		['behind a long text', `["${'x'.repeat(64 * 1_024)}",${'['.repeat(1_000)}`],
	])('with more levels is rejected: %s', (_, text) => {
		expect(parseJsonText(text)).toEqual({ ok: false, problem: 'It is nested too deeply' });
	});

	it('with __proto__ changes no prototype', () => {
		parseJsonText('{"__proto__":{"polluted":1}}');
		expect('polluted' in {}).toBe(false);
	});
});

describe('numbers that JavaScript cannot hold', () => {
	it.each<[string, string, unknown]>([
		['the id of a post', '{"id":1234567890123456789}', { id: '1234567890123456789' }],
		['a negative one', '[-1234567890123456789]', ['-1234567890123456789']],
		['a bare one', '9007199254740993', '9007199254740993'],
		['in a list', '[9007199254740993, 9007199254740995]', ['9007199254740993', '9007199254740995']],
		['after an escaped quote', '{"a\\"":9007199254740993}', { 'a"': '9007199254740993' }],
		['after a backslash', '{"a\\\\":9007199254740993}', { 'a\\': '9007199254740993' }],
	])('become texts with every digit: %s', (_, text, value) => {
		expect(parseJsonText(text)).toEqual({ ok: true, value });
	});

	it.each<[string, string, unknown]>([
		['the longest safe integer', '9007199254740991', 9007199254740991],
		['16 digits that are safe', '[1234567890123456]', [1234567890123456]],
		['a long fraction', '{"rate":0.12345678901234567}', { rate: Number('0.12345678901234567') }],
		['a fraction of 16 digits', '{"rate":0.9234567890123456}', { rate: 0.9234567890123456 }],
		['a long number with a fraction', '[12345678901234567.5]', [Number('12345678901234567.5')]],
		['a long number with an exponent', '[12345678901234567e3]', [Number('12345678901234567e3')]],
		['digits in a text', '{"a":"1234567890123456789"}', { a: '1234567890123456789' }],
		['digits in a name', '{"1234567890123456789":1}', { '1234567890123456789': 1 }],
		['digits after an escape', '["\\"1234567890123456789"]', ['"1234567890123456789']],
		['digits that look like a value', '["a: 1234567890123456789, "]', ['a: 1234567890123456789, ']],
	])('are the only ones that change: %s stays', (_, text, value) => {
		expect(parseJsonText(text)).toEqual({ ok: true, value });
	});

	// From ten million characters on, a group that is repeated is more than a regular expression can take.
	it.each([
		['x', 10_000_000],
		['\\n', 1_000_000],
		['\\"', 1_000_000],
		['\\\\', 1_000_000],
		['é', 1_000_000],
	])('are found next to a text made of %s, %i characters long', (part, length) => {
		const long = part.repeat(length / part.length);
		const parsed = parseJsonText(`{"long":"${long}","id":1234567890123456789}`);
		expect(parsed.ok && typeof parsed.value === 'object' && parsed.value).toMatchObject({
			id: '1234567890123456789',
		});
	});

	it('never change a value that JSON.parse reads exactly', () => {
		const random = generator(7);
		for (let round = 0; round < 500; round++) {
			const value = randomValue(random, 3);
			expect(parseJsonText(JSON.stringify(value))).toEqual({ ok: true, value });
		}
	});
});

it('of a response, fractions and exponents that JavaScript cannot hold are texts, too', () => {
	const text = '[1e400,-1E+400,12345678901234567.5,1e-400,"1e400",1e5,12345678901234567e3]';
	expect(runAtOnce(json.parseJson(text))).toEqual({
		ok: true,
		value: [
			'1e400',
			'-1E+400',
			'12345678901234567.5',
			0,
			'1e400',
			1e5,
			Number('12345678901234567e3'),
		],
	});
});

describe('lines of JSON', () => {
	it.each<[string, string, unknown[]]>([
		['two lines', '{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
		['with empty lines and an end', '{"a":1}\n\n \r\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
		['with line ends of Windows', '{"a":1}\r\n{"a":2}\r\n', [{ a: 1 }, { a: 2 }]],
		['with long ids', '{"id":1234567890123456789}\n1', [{ id: '1234567890123456789' }, 1]],
	])('are a list: %s', (_, text, value) => {
		expect(parseJsonLines(text)).toEqual({ ok: true, value });
	});

	it('name the line that is broken', () => {
		expect(parseJsonLines('{"a":1}\n{"a":2}\n{"a"')).toEqual({
			ok: false,
			problem: expect.stringMatching(/^line 3: /),
		});
	});

	it.each(['{\n"a": 1', 'plain text', 'a,b\n1,2'])('are something else: %j', (text) => {
		expect(parseJsonLines(text)).toBeUndefined();
	});
});
