import { isMissed, type LimitRun, objectionsTo } from '../../../verify/overnight/limits';

const good: LimitRun = {
	...{ reads: 400, right: 400, byWorker: [5, 5], requests: 430, rejected: 30, seconds: 44 },
};

it.each<[string[], Partial<LimitRun>]>([
	[[], {}],
	[['399 of 400 items at 10 per second'], { right: 399 }],
	[['one worker took nothing at 10 per second'], { byWorker: [10, 0] }],
])('objects: %j', (expected, given) => {
	expect(objectionsTo('10 per second', [good, { ...good, ...given }])).toEqual(expected);
});

it.each([
	[[30, 40, 90], false],
	[[30, 44, 44], true],
])('runs that reject %j of 430 miss the goal by their median: %s', (all, expected) => {
	expect(isMissed({ runs: all.map((rejected) => ({ ...good, rejected })) })).toBe(expected);
});
