import { maxOf, minOf } from '../../../../nodes/shared/values/numbers';

it('the largest and the smallest of many numbers', () => {
	const many = Array.from({ length: 300_000 }, (_, at) => at);
	expect([maxOf(many), minOf(many)]).toEqual([299_999, 0]);
	expect([maxOf([]), minOf(new Map([['a', 3]]).values())]).toEqual([-Infinity, 3]);
});
