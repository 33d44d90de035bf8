import { renamed } from '../../../../nodes/shared/plan/plan';

describe("the service's name for a field", () => {
	it.each([
		['a', 'x'],
		['a.c', 'x.c'],
		['a.b', 'y.z'],
		['a.b.c', 'y.z.c'],
		['ab', 'ab'],
		['b', 'b'],
		['constructor', 'constructor'],
		['toString.a', 'toString.a'],
		['', ''],
	])('of %j is %j', (name, expected) => {
		expect(renamed(name, { a: 'x', 'a.b': 'y.z' })).toBe(expected);
	});

	it('is its own without a contract', () => {
		expect(renamed('a.b')).toBe('a.b');
		expect(renamed('constructor')).toBe('constructor');
	});
});
