import { asObject, isRecord } from '../../../../nodes/shared/values/records';

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

it.each([
	[{}, true],
	[Object.create(null), true],
	[[], false],
	[null, false],
	[undefined, false],
	['text', false],
	[5, false],
])('whether %j is a record: %j', (value, expected) => {
	expect(isRecord(value)).toBe(expected);
});
