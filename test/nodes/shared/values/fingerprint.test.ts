import { fingerprint } from '../../../../nodes/shared/values/fingerprint';

describe('a fingerprint', () => {
	it('is the same for the same text, in every version', () => {
		expect(fingerprint('{"a":1}')).toBe(fingerprint(['{"a"', '1}'].join(':')));
		expect(fingerprint('')).toMatch(/^[0-9a-z]{10,14}$/);
	});

	it('is short, however long the text', () => {
		expect(fingerprint('x'.repeat(100_000)).length).toBeLessThanOrEqual(14);
	});

	it('tells 20,000 similar requests apart', () => {
		const marks = new Set<string>();
		for (let id = 0; id < 20_000; id++) marks.add(fingerprint(`{"identifier":"creator_${id}"}`));
		expect(marks.size).toBe(20_000);
	});

	it.each([
		['ab', 'ba'],
		['\u0101', '\u0001'],
		['a', 'a\u0000'],
	])('tells %j from %j', (one, other) => {
		expect(fingerprint(one)).not.toBe(fingerprint(other));
	});
});
