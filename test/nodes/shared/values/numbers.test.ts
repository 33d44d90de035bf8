import { assertExact, maxOf, minOf, numberIn } from '../../../../nodes/shared/values/numbers';

it.each<[string, number | string]>([
	['9007199254740991', 9007199254740991],
	['9007199254740992', '9007199254740992'],
	['-9007199254740993', '-9007199254740993'],
	['007', 7],
	['1e3', 1000],
	['0.1', 0.1],
])('the number in %j', (text, number) => {
	expect(numberIn(text)).toBe(number);
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
