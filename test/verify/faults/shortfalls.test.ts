import { shortfalls } from '../../../verify/faults/shortfalls';
import { total } from '../../../verify/judge/judge';

const none = total([]);

describe('compared with Retry On Fail', () => {
	const counts = (right: number, doubled = 0) => ({ ...none, right, doubled });
	it.each([
		['as many right', [counts(2)], counts(2), []],
		['as many right with a key', [counts(1), counts(2)], counts(2, 3), []],
		['fewer right', [counts(1), counts(0)], counts(2), ['1 right, but 2 with Retry On Fail']],
		['paid twice with a key', [counts(2), counts(2, 1)], counts(0), ['1 doubled in all']],
		['no counterpart', [counts(0)], undefined, []],
	])('%s', (_, ours, retryOnFail, objections) => {
		expect(shortfalls({ ours, retryOnFail })).toEqual(objections);
	});
});
