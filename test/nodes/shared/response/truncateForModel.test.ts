import type { IDataObject } from 'n8n-workflow';

import { truncateForModel } from '../../../../nodes/shared/response/truncateForModel';

const job = { type: 'screening', id: 'a', state: 'finished' };
const size = (items: IDataObject[]) => JSON.stringify(items).length;

describe('items for a model', () => {
	it('are unchanged if they fit', () => {
		const items = [{ a: 1 }, { b: 'x'.repeat(50) }];
		expect(truncateForModel(items, 1_000)).toBe(items);
	});

	it('lose the ends of texts and lists first, and say so', () => {
		const items = [{ text: 'x'.repeat(5_000), list: Array(100).fill('y'), job }];
		const [short, ...none] = truncateForModel(items, 2_000);
		expect(none).toEqual([]);
		expect(short.text).toMatch(/^x{1000}…$/);
		expect(short.list).toHaveLength(20);
		expect(short.job).toEqual(job);
		expect(short.incomplete).toMatch(/shortened/);
	});

	it('are dropped from the end, and the last one says how many', () => {
		const items = Array.from({ length: 50 }, (_, n) => ({ n, name: 'z'.repeat(80) }));
		const some = truncateForModel(items, 2_000);
		expect(some.length).toBeGreaterThan(5);
		expect(some.map(({ n }) => n)).toEqual(some.map((_, at) => at));
		expect(some.at(-1)?.incomplete).toBe(
			`${50 - some.length} of 50 results were left out to fit into the response. Request fewer results, or narrow the search.`,
		);
	});

	it('keep the job, whatever else is dropped', () => {
		const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`f${n}`, n]));
		const [least] = truncateForModel([{ ...many, job }], 500);
		expect(least.job).toEqual(job);
		expect(least).toHaveProperty('incomplete');
		expect(least).toHaveProperty('f0');
	});

	it('keep the job after more than a thousand fields, and drop the other late fields', () => {
		const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`f${n}`, n]));
		const [short] = truncateForModel([{ ...many, job }], 50_000);
		expect(short).toMatchObject({ f0: 0, f999: 999, job, incomplete: expect.any(String) });
		expect(short).not.toHaveProperty('f1000');
		expect(truncateForModel([many], 50_000)[0]).not.toHaveProperty('job');
	});

	it.each([300, 1_000, 5_000])('fit into %d characters', (most) => {
		const rows = Array.from({ length: 40 }, (_, n) => ({
			n,
			text: 't'.repeat(n * 50),
			nested: { list: Array(n).fill({ deep: 'd'.repeat(n) }) },
			job,
		}));
		expect(size(truncateForModel(rows, most))).toBeLessThanOrEqual(most);
	});

	it('are unchanged if they fit exactly, and not with one character more', () => {
		const items = [{ a: 'x'.repeat(2_000) }];
		expect(truncateForModel(items, size(items))).toBe(items);
		expect(truncateForModel(items, size(items) - 1)).toEqual([
			{ a: `${'x'.repeat(1_000)}…`, incomplete: expect.any(String) },
		]);
	});

	it('have the note about missing data only on the last one', () => {
		const items = [{ text: 'x'.repeat(3_000) }, { text: 'y' }];
		expect(truncateForModel(items, 2_000).map(({ incomplete }) => incomplete)).toEqual([
			undefined,
			expect.stringContaining('shortened'),
		]);
	});

	it('keep the notes of the node, and the beginning of an error', () => {
		const note = 'The linked file could not be downloaded';
		const [short] = truncateForModel([{ text: 'x'.repeat(5_000), incomplete: note, job }], 1_000);
		expect(short.incomplete).toBe(
			`${note}. Texts, lists or fields were shortened to fit into the response.`,
		);
		const error = `It was not sent. Do not call it again. ${'y'.repeat(5_000)}`;
		const failed = truncateForModel([{ error, job }, { text: 'x'.repeat(5_000) }], 1_000);
		expect(size(failed)).toBeLessThanOrEqual(1_000);
		expect(failed[0]).toMatchObject({ error: `${error.slice(0, 600)}…`, job });
	});

	it('lose their largest fields where one alone is too much, and the others keep their order', () => {
		const large = Object.fromEntries(
			Array.from({ length: 9 }, (_, n) => [`l${n}`, 'x'.repeat(110)]),
		);
		const [least, ...none] = truncateForModel(
			[{ z: 1, ...large, a: 'small', job }, { other: 1 }],
			330,
		);
		expect(none).toEqual([]);
		expect(Object.keys(least)).toEqual(['z', 'a', 'job', 'incomplete']);
		expect(least.incomplete).toMatch(/^1 of 2 results were left out/);
		const [alone] = truncateForModel([{ z: 1, ...large, a: 'small' }], 300);
		expect(Object.keys(alone).slice(0, 2)).toEqual(['z', 'l0']);
		expect(alone.incomplete).toMatch(/shortened/);
	});
});

it('no more items are read than fit', () => {
	let looks = 0;
	const item = (n: number) => ({
		get n() {
			looks += 1;
			return n;
		},
	});
	const items = Array.from({ length: 100_000 }, (_, n) => item(n));
	const some = truncateForModel(items, 2_000);
	expect(size(some)).toBeLessThanOrEqual(2_000);
	expect(size(truncateForModel(items.slice(0, some.length + 1), 2_000))).toBeLessThanOrEqual(2_000);
	expect(some.length).toBeGreaterThan(150);
	expect(looks).toBeLessThan(10_000);
});
