import { narrow } from '../../../../nodes/shared/values/narrow';

const named = <T>(count: number, value: T): Record<string, T> =>
	Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, value]));

describe('the part of a response that recognition reads', () => {
	it.each<[string, unknown]>([
		['an object', { a: { b: { c: [1] } } }],
		['many fields', named(1_000, 1)],
		['many objects', named(200, { a: 1 })],
		['a list, however long', Array(5_000).fill({ a: 1 })],
		['long lists in objects', { data: Array(5_000).fill({ a: 1 }) }],
		['a value', 'text'],
	])('is all of it: %s', (_, answer) => {
		expect(narrow(answer)).toBe(answer);
	});

	it.each<[string, object, number]>([
		['fields', named(1_001, 1), 1_000],
		['objects', named(300, { a: 1 }), 200],
		['fields, lists among them', named(5_000, [1]), 1_000],
	])('is the first of many %s', (_, answer, count) => {
		const narrowed = narrow(answer);
		expect(Object.keys(narrowed)).toEqual(Object.keys(answer).slice(0, count));
		expect(narrow(answer)).toBe(narrowed);
	});

	it('is also limited in nested objects, but keeps all scalar values', () => {
		const inner = named(150, { a: 1 });
		const narrowed = narrow({ data: { ...inner, status: 'done' }, id: 7 });
		expect(Object.keys(narrowed.data)).toHaveLength(101);
		expect(narrowed).toMatchObject({ data: { n0: { a: 1 }, status: 'done' }, id: 7 });
	});

	it('has all that is deeper, where nothing is recognised', () => {
		const deep = { a: { b: { c: { d: { e: named(1_001, { x: 1 }) } } } } };
		expect(narrow(deep)).toBe(deep);
	});
});
