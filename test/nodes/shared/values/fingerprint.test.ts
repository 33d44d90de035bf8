import {
	fingerprint,
	SHORT_LENGTH,
	shortFingerprint,
} from '../../../../nodes/shared/values/fingerprint';

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

	it('is short, however long the text', () => {
		expect(fingerprint('x'.repeat(100_000)).length).toBeLessThanOrEqual(14);
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

describe('a short fingerprint', () => {
	it.each([
		['', 'LwnPrrL'],
		['content-1', 'NGpQjof'],
	])('of %j is %s, in every version', (text, mark) => {
		expect(shortFingerprint(text)).toBe(mark);
	});

	it('is unlike that of any of 300,000 similar texts', () => {
		const marks = new Set<string>();
		for (let id = 0; id < 100_000; id++) {
			for (const text of [`${id}`, `content-${id}`, `https://x.example/p/${id}/`]) {
				marks.add(shortFingerprint(text));
			}
		}
		expect(marks.size).toBe(300_000);
		expect([...marks].every((mark) => mark.length === SHORT_LENGTH)).toBe(true);
	});
});
