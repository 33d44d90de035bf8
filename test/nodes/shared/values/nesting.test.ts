import type { IDataObject } from 'n8n-workflow';

import { nestRows } from '../../../../nodes/shared/values/nesting';
import { isRecord } from '../../../../nodes/shared/values/records';
import { generator } from '../random';
import { thrownBy } from '../responses';

describe('names with dots', () => {
	const nest = (...rows: Array<[string, unknown]>) =>
		nestRows(
			rows.map(([name, value]) => ({ name, value })),
			'Other Fields',
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

	it.each(['__proto__', 'constructor', 'prototype'])('reject %s at any position', (word) => {
		for (const name of [word, `${word}.x`, `a.${word}`, `a.${word}.x`]) {
			expect(thrownBy(() => nest([name, 1]))).toMatchObject({
				details: {
					message: `The name '${name}' in 'Other Fields' is not allowed`,
					description: expect.stringContaining('is reserved in JavaScript'),
				},
			});
		}
		expect('x' in {}).toBe(false);
	});

	it.each(['.', 'a.', '.a', 'a..b'])('reject an empty part: %s', (name) => {
		expect(thrownBy(() => nest([name, 1]))).toMatchObject({
			details: {
				message: expect.stringContaining('has an empty part'),
				description: expect.stringContaining('on both sides of each dot'),
			},
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
			details: {
				message: expect.stringContaining('collides with another row'),
				description: expect.stringContaining('Remove one of them'),
			},
		});
	});

	it('never change an object of the input', () => {
		const input = Object.freeze({ c: 1 });
		expect(thrownBy(() => nest(['a', input], ['a.b', 2]))).toHaveProperty('details');
		expect(input).toEqual({ c: 1 });
	});

	it('rebuild any object that is written as rows', () => {
		const random = generator(5);
		for (let round = 0; round < 500; round++) {
			const value = tree(random, 3);
			expect(nest(...leaves(value))).toEqual(value);
		}
	});
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
	return Object.entries(value).flatMap(([name, each]): Array<[string, unknown]> =>
		isRecord(each) ? leaves(each, `${prefix}${name}.`) : [[`${prefix}${name}`, each]],
	);
}
