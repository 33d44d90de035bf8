import { asObject, isBlank, sorted, valueAt } from '../../../../nodes/shared/values/records';

it.each([
	[{ a: 1 }, { a: 1 }],
	[[1], { data: [1] }],
	['text', { data: 'text' }],
	[0, { data: 0 }],
	[null, { data: null }],
	[undefined, {}],
])('%j as an object is %j', (value, expected) => {
	expect(asObject(value)).toStrictEqual(expected);
});

const value = { data: { items: [{ id: 1 }, { id: 2 }], 'two words': 3 }, none: null };

describe('the value at a path', () => {
	it.each<[string, unknown]>([
		['', value],
		['  ', value],
		['data.items', value.data.items],
		['data.items.1.id', 2],
		[' data . items . 0 ', { id: 1 }],
		['data.two words', 3],
		['none', null],
	])('%j is found', (path, found) => {
		expect(valueAt(value, path)).toEqual(found);
	});

	it.each([
		'missing',
		'data.missing.deeper',
		'none.x',
		'data.items.9',
		'data.items.id',
		'data.items.length',
		'data.two words.x',
		'toString',
		'constructor.name',
		'__proto__',
		'data.items.constructor',
	])('%j is not there', (path) => {
		expect(valueAt(value, path)).toBeUndefined();
	});
});

describe('a value with its fields in order', () => {
	it.each<[unknown, unknown]>([
		[
			{ b: 1, a: { d: [{ f: 1, e: 2 }], c: 2 } },
			{ a: { c: 2, d: [{ e: 2, f: 1 }] }, b: 1 },
		],
		[[{ b: 1, a: 2 }], [{ a: 2, b: 1 }]],
	])('%j is that of %j', (one, other) => {
		expect(JSON.stringify(sorted(one))).toBe(JSON.stringify(sorted(other)));
	});
});

it.each<[unknown, boolean]>([
	['', true],
	[' \n', true],
	[null, true],
	[undefined, true],
	[{}, true],
	[[], true],
	[{ a: ['', { b: null }] }, true],
	['x', false],
	[0, false],
	[false, false],
	[{ a: '', b: [null, 0] }, false],
])('whether there is nothing in %j: %s', (given, expected) => {
	expect(isBlank(given)).toBe(expected);
});
