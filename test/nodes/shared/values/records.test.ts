import { asObject, isRecord, ownValue } from '../../../../nodes/shared/values/records';

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

it('what a record holds is its own', () => {
	const parsed = JSON.parse('{"a":1,"__proto__":2}') as Record<string, number>;
	expect(['a', '__proto__', 'constructor'].map((name) => ownValue(parsed, name))).toEqual([
		1,
		2,
		undefined,
	]);
});
