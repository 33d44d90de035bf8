import type { IDataObject } from 'n8n-workflow';

import { readFieldRows } from '../../../../nodes/shared/request/fields';
import { generator } from '../random';
import { thrownBy } from '../responses';
import { isRecord } from '../../../../nodes/shared/values/records';
import { nestRows } from '../../../../nodes/shared/values/nesting';

const read = (...assignments: unknown[]) => readFieldRows({ assignments }, 'Body Fields');

describe('rows that the user entered', () => {
	it.each<[string, unknown, unknown]>([
		['string', 'text', 'text'],
		['string', ' padded ', ' padded '],
		['string', 5, 5],
		['number', '5', 5],
		['number', 1.5, 1.5],
		['boolean', 'true', true],
		['boolean', false, false],
		['array', '[1,"2"]', [1, '2']],
		['array', [], []],
		['object', '{"a":1}', { a: 1 }],
		['object', { a: null }, { a: null }],
		['number', 0, 0],
		['number', ' 5 ', 5],
		['number', '007', 7],
		['number', '1e3', 1000],
		['number', '9007199254740991', 9007199254740991],
		['number', '7301234567890123456', '7301234567890123456'],
		['number', ' -7301234567890123456 ', '-7301234567890123456'],
		['string', '7301234567890123456', '7301234567890123456'],
		['string', '  ', '  '],
		['array', '[7301234567890123456]', ['7301234567890123456']],
		['array', "['a', '7301234567890123456']", ['a', '7301234567890123456']],
		['object', '{"ids":[7301234567890123456]}', { ids: ['7301234567890123456'] }],
		['object', '{ id: 5 }', { id: 5 }],
	])('keep the type %s: %j', (type, value, kept) => {
		expect(read({ id: '1', name: 'n', type, value })).toEqual([{ name: 'n', value: kept }]);
	});

	it('have names without the spaces around them', () => {
		expect(read({ name: ' a ', value: 1 })).toEqual([{ name: 'a', value: 1 }]);
	});

	it.each([undefined, null, ''])('are not sent if their value is %j', (value) => {
		expect(read({ name: 'a', value, type: 'string' }, { name: '', value })).toEqual([]);
	});

	it.each(['number', 'boolean', 'array', 'object', 'dateTime'])(
		'of the type %s are not sent if their value is blank',
		(type) => {
			expect(read({ name: 'a', value: ' \n', type })).toEqual([]);
		},
	);

	it.each([
		['number', 7301234567890123000],
		['number', '+7301234567890123456'],
		['object', '{ id: 7301234567890123456 }'],
		['array', "['a', 7301234567890123456]"],
	])('of the type %s are an error if digits of %j would change', (type, value) => {
		expect(thrownBy(() => read({ name: 'n', type, value }))).toMatchObject({
			details: {
				message: "The value of 'n' in 'Body Fields' is too long for a number",
				description: expect.stringContaining('String'),
			},
		});
	});

	it.each([undefined, null, {}, '', [], { assignments: 'x' }, { assignments: [null, 5] }])(
		'are none in %j',
		(entered) => {
			expect(readFieldRows(entered, 'Body Fields')).toEqual([]);
		},
	);

	it.each(['', '  ', undefined, 5])('with a value and the name %j are an error', (name) => {
		expect(thrownBy(() => read({ name: 'ok', value: 1 }, { name, value: 'x' }))).toMatchObject({
			details: { message: "Row 2 of 'Body Fields' has a value but no name" },
		});
	});

	it.each([
		['number', 'many'],
		['number', 'Infinity'],
		['boolean', 'perhaps'],
		['array', 'a, b'],
		['object', '{'],
	])('of the type %s are an error if their value is %j', (type, value) => {
		expect(thrownBy(() => read({ name: 'n', type, value }))).toMatchObject({
			details: { message: `The value of 'n' in 'Body Fields' is not of the type ${type}` },
		});
	});
});

describe('names with dots', () => {
	const nest = (...rows: Array<[string, unknown]>) =>
		nestRows(
			rows.map(([name, value]) => ({ name, value })),
			'Body Fields',
		);

	it('nest', () => {
		expect(nest(['a', 1], ['b.c', 2], ['b.d.e', [3]], ['b.d.f', { g: 4 }])).toEqual({
			a: 1,
			b: { c: 2, d: { e: [3], f: { g: 4 } } },
		});
	});

	it('may be any of the names that objects inherit', () => {
		expect(nest(['toString', 1], ['valueOf.hasOwnProperty', 2])).toEqual({
			toString: 1,
			valueOf: { hasOwnProperty: 2 },
		});
	});

	it.each(['__proto__', 'constructor', 'prototype'])('refuse %s in any place', (word) => {
		for (const name of [word, `${word}.x`, `a.${word}`, `a.${word}.x`]) {
			expect(thrownBy(() => nest([name, 1]))).toMatchObject({
				details: { message: `The name '${name}' in 'Body Fields' is not allowed` },
			});
		}
		expect('x' in {}).toBe(false);
	});

	it.each(['.', 'a.', '.a', 'a..b'])('refuse an empty part: %s', (name) => {
		expect(thrownBy(() => nest([name, 1]))).toMatchObject({
			details: { message: expect.stringContaining('has an empty part') },
		});
	});

	it.each<[string, Array<[string, unknown]>]>([
		[
			'twice the same',
			[
				['a', 1],
				['a', 2],
			],
		],
		[
			'twice the same, nested',
			[
				['a.b', 1],
				['a.b', 2],
			],
		],
		[
			'into a value',
			[
				['a', 1],
				['a.b', 2],
			],
		],
		[
			'into an object that is a value',
			[
				['a', { c: 1 }],
				['a.b', 2],
			],
		],
		[
			'over what nests',
			[
				['a.b', 1],
				['a', 2],
			],
		],
	])('that collide are an error: %s', (_, rows) => {
		expect(thrownBy(() => nest(...rows))).toMatchObject({
			details: { message: expect.stringContaining('collides with another row') },
		});
	});

	it('never change an object that came from the input', () => {
		const input = Object.freeze({ c: 1 });
		expect(thrownBy(() => nest(['a', input], ['a.b', 2]))).toHaveProperty('details');
		expect(input).toEqual({ c: 1 });
	});

	it('give back any object that is written as rows', () => {
		const random = generator(5);
		for (let round = 0; round < 500; round++) {
			const value = tree(random, 3);
			expect(nest(...leaves(value))).toEqual(value);
		}
	});
});

it.each<[unknown, boolean]>([
	[{}, true],
	[{ a: 1 }, true],
	[[], false],
	[null, false],
	['{}', false],
	[undefined, false],
])('%j is a record: %s', (value, expected) => {
	expect(isRecord(value)).toBe(expected);
});

function tree(random: () => number, depth: number): IDataObject {
	const names = ['a', 'b', 'limit', 'two words'].filter(() => random() < 0.6);
	return Object.fromEntries(
		(names.length === 0 ? ['a'] : names).map((name) => [
			name,
			depth > 0 && random() < 0.5 ? tree(random, depth - 1) : Math.floor(random() * 100),
		]),
	);
}

function leaves(value: IDataObject, prefix = ''): Array<[string, unknown]> {
	return Object.entries(value).flatMap(
		([name, each]): Array<[string, unknown]> =>
			isRecord(each) ? leaves(each, `${prefix}${name}.`) : [[`${prefix}${name}`, each]],
	);
}
