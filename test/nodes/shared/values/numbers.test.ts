import {
	assertExact,
	maxOf,
	minOf,
	numberIn,
	toNumber,
} from '../../../../nodes/shared/values/numbers';

/** What a text means, and what is sent if a user enters it where that differs. */
it.each<[string, number | undefined, (number | string)?]>([
	['1200', 1200],
	[' 007 ', 7],
	['-3', -3],
	['+3', 3],
	['.5', 0.5],
	['1e3', 1000],
	['82,5', 82.5],
	['0,05', 0.05],
	['1234,5', 1234.5],
	['1,200', 1200],
	['-1,234,567.89', -1_234_567.89],
	['1,234.567', 1234.567],
	['12.5', 12.5],
	['0.125', 0.125],
	['1234.567', 1234.567],
	['12.3456', 12.3456],
	['1.234.567', 1_234_567],
	['1.234,5', 1234.5],
	['1.234.567,89', 1_234_567.89],
	['12.345', undefined],
	['-1.500', undefined],
	['0,125', undefined],
	['1,2345', undefined],
	['1,23,456', undefined],
	['1,234,5', undefined],
	['1.234,567', undefined],
	['1.2.3', undefined],
	['1.234.56', undefined],
	['', undefined],
	['-', undefined],
	['many', undefined],
	['0x10', undefined],
	['12 345', undefined],
	['5 %', undefined],
	['9007199254740991', 9007199254740991],
	['9007199254740992', undefined, '9007199254740992'],
	['-9007199254740993', undefined, '-9007199254740993'],
	['7301234567890123456.0', undefined, Number('7301234567890123456')],
	['1e400', undefined, Infinity],
])('the number in %j', (text, number, entered = number) => {
	expect([toNumber(text), numberIn(text)]).toEqual([number, entered]);
});

it.each<[unknown, number | undefined]>([
	[0, 0],
	[1e21, 1e21],
	[NaN, undefined],
	[Infinity, undefined],
	[true, undefined],
	[null, undefined],
])('the number in the value %p', (value, number) => {
	expect(toNumber(value)).toBe(number);
});

it.each<[unknown]>([
	[0.1],
	[1e-9],
	[-9007199254740991],
	[[1, { a: null }]],
	[new Date(NaN)],
	['1e99'],
])('%j is exact', (value) => {
	expect(() => {
		assertExact(value, 'x');
	}).not.toThrow();
});

it.each<[unknown, string]>([
	[{ a: [0, NaN] }, "'x.a.1' is NaN, which cannot be sent"],
	[2 ** 53, "'x' is too large to be exact"],
	[9007199254740993n, "'x' is too large to be exact"],
])('%p is not', (value, message) => {
	expect(() => {
		assertExact(value, 'x');
	}).toThrow(message);
});

it('the largest and the smallest of many numbers', () => {
	const many = Array.from({ length: 300_000 }, (_, at) => at);
	expect([maxOf(many), minOf(many)]).toEqual([299_999, 0]);
	expect([maxOf([]), minOf(new Map([['a', 3]]).values())]).toEqual([-Infinity, 3]);
});
