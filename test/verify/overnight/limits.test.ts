import { isMissed, type LimitRun, objectionsTo } from '../../../verify/overnight/limits';

const limit = { name: '10 per second', maxRejectedShare: 0.1 };
const good: LimitRun = {
	...{ reads: 400, right: 400, byWorker: [5, 5], requests: 430, rejected: 30, seconds: 44 },
};

it.each<[string[], Partial<LimitRun>]>([
	[[], {}],
	[['399 of 400 items at 10 per second'], { right: 399 }],
	[['one worker took nothing at 10 per second'], { byWorker: [10, 0] }],
])('objects: %j', (expected, given) => {
	expect(objectionsTo(limit, [good, { ...good, ...given }])).toEqual(expected);
});

it.each([
	[[30, 40, 90], 0.1, []],
	[[30, 44, 44], 0.1, ['10.2 % rejected at 10 per second']],
	[[30], 0, ['7.0 % rejected at 10 per second']],
])('runs that reject %j of 430, at most %d: objects to their median: %j', (all, most, expected) => {
	const runs = all.map((rejected) => ({ ...good, rejected }));
	expect(objectionsTo({ ...limit, maxRejectedShare: most }, runs)).toEqual(expected);
	expect(isMissed({ runs })).toBe(all.includes(44));
});
