import { valueAt } from '../../../../nodes/shared/values/paths';

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

	it.each([undefined, null, 'text', 5, true])('in %p is not there', (bare) => {
		expect(valueAt(bare, 'a')).toBeUndefined();
	});
});
