import { queryString } from '../../../../nodes/shared/request/draft';
import { generator, randomText } from '../random';
import { thrownBy } from '../responses';

describe('a query', () => {
	it.each<[string, unknown, string]>([
		['a text', 'x y&z=1#', '?n=x%20y%26z%3D1%23'],
		['a number', 5, '?n=5'],
		['a boolean', false, '?n=false'],
		['a list, which repeats its name', [1, 'b'], '?n=1&n=b'],
		['a list with holes', [1, null, undefined, 2], '?n=1&n=2'],
		['an empty list', [], ''],
		['an object, as JSON', { a: [1] }, '?n=%7B%22a%22%3A%5B1%5D%7D'],
		['a list of objects', [{ a: 1 }], '?n=%7B%22a%22%3A1%7D'],
		['a date', new Date(0), '?n=1970-01-01T00%3A00%3A00.000Z'],
		['a date of an expression', { toJSON: () => '1970-01-01' }, '?n=1970-01-01'],
		['unicode', '\u4e2d', '?n=%E4%B8%AD'],
	])('contains %s', (_, value, query) => {
		expect(queryString([{ name: 'n', value }])).toBe(query);
	});

	it('keeps the order of its rows, and dots in names', () => {
		const rows = [
			{ name: 'b.c', value: 1 },
			{ name: 'a', value: 2 },
			{ name: 'b.c', value: 3 },
		];
		expect(queryString(rows)).toBe('?b.c=1&a=2&b.c=3');
	});

	it('is empty without rows', () => {
		expect(queryString([])).toBe('');
	});

	it('is decoded as it was entered, whatever its names and values contain', () => {
		const random = generator(2);
		for (let round = 0; round < 500; round++) {
			const name = randomText(random);
			const value = randomText(random);
			const url = new URL(`https://x.example/p${queryString([{ name, value }])}`);
			expect([...url.searchParams]).toEqual([[name, value]]);
			expect([url.pathname, url.hash]).toEqual(['/p', '']);
		}
	});

	it.each(['__proto__', 'constructor', 'prototype', ''])('rejects the name %j', (name) => {
		expect(thrownBy(() => queryString([{ name, value: 1 }]))).toHaveProperty('details.message');
	});

	it.each([
		{ name: 'n', value: '\ud800' },
		{ name: '\udc00', value: 'x' },
	])('rejects an incomplete Unicode character', (row) => {
		expect(thrownBy(() => queryString([row]))).toMatchObject({
			details: { message: expect.stringContaining("in 'Query Parameters' cannot be sent") },
		});
	});
});
