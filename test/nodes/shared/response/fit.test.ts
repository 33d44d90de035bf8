import type { IDataObject } from 'n8n-workflow';

import { fitInto } from '../../../../nodes/shared/response/fit';

const job = { type: 'screening', id: 'a', state: 'finished' };
const size = (items: IDataObject[]) => JSON.stringify(items).length;

describe('items for a model', () => {
	it('stay as they are if they fit', () => {
		const items = [{ a: 1 }, { b: 'x'.repeat(50) }];
		expect(fitInto(items, 1_000)).toBe(items);
	});

	it('lose the ends of texts and lists first, and say so', () => {
		const items = [{ text: 'x'.repeat(5_000), list: Array(100).fill('y'), job }];
		const [short, ...none] = fitInto(items, 2_000);
		expect(none).toEqual([]);
		expect(short.text).toMatch(/^x{1000}…$/);
		expect(short.list).toHaveLength(20);
		expect(short.job).toEqual(job);
		expect(short.incomplete).toMatch(/shortened/);
	});

	it('are left out from the end, and the last one says how many', () => {
		const items = Array.from({ length: 50 }, (_, n) => ({ n, name: 'z'.repeat(80) }));
		const some = fitInto(items, 2_000);
		expect(some.length).toBeGreaterThan(5);
		expect(some.map(({ n }) => n)).toEqual(some.map((_, at) => at));
		expect(some.at(-1)?.incomplete).toBe(
			`${50 - some.length} of 50 results were left out to fit into the answer. Ask for fewer, or narrow the search.`,
		);
	});

	it('keep the job, whatever else has to go', () => {
		const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`f${n}`, n]));
		const [least] = fitInto([{ ...many, job }], 500);
		expect(least.job).toEqual(job);
		expect(least).toHaveProperty('incomplete');
		expect(least).toHaveProperty('f0');
	});

	it.each([300, 1_000, 5_000])('fit into %d characters', (most) => {
		const rows = Array.from({ length: 40 }, (_, n) => ({
			n,
			text: 't'.repeat(n * 50),
			nested: { list: Array(n).fill({ deep: 'd'.repeat(n) }) },
			job,
		}));
		expect(size(fitInto(rows, most))).toBeLessThanOrEqual(most);
	});
});
