import { Fingerprint, fingerprint } from '../../../../nodes/shared/values/fingerprint';

describe('a fingerprint', () => {
	// Users have saved them: another mark of the same text would pay for a job again.
	it.each([
		['', 'ztntfp17wdrqp'],
		['{"a":1}', '12qlvkhnols9p'],
		['{"profile_url":"https://vidora.example/ann"}', 'pmrgdc1uza6jo'],
		['Ä€😀', '33nvrk1mtowbo'],
	])('of %j is %s, in every version', (text, mark) => {
		expect(fingerprint(text)).toBe(mark);
	});

	it('distinguishes 20,000 similar requests', () => {
		const marks = new Set<string>();
		for (let id = 0; id < 20_000; id++) marks.add(fingerprint(`{"identifier":"creator_${id}"}`));
		expect(marks.size).toBe(20_000);
	});

	it.each([
		['ab', 'ba'],
		['\u0101', '\u0001'],
		['a', 'a\u0000'],
	])('distinguishes %j from %j', (one, other) => {
		expect(fingerprint(one)).not.toBe(fingerprint(other));
	});
});

it('a fingerprint of a text in parts is that of the text', () => {
	expect(new Fingerprint().add('ab').add('').add('c').toString()).toBe(fingerprint('abc'));
});
