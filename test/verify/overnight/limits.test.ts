import { type LimitResult, objectionsTo, withRejections } from '../../../verify/overnight/limits';

const good: LimitResult = {
	...{ name: '10 per second', run: 1 },
	...{ reads: 400, right: 400, byWorker: [5, 5], requests: 430, rejected: 30, rejectedAtFirst: 20 },
	...{ maxRejectedShare: 0.1, seconds: 44, objections: [] },
};

it.each<[string[], Partial<LimitResult>]>([
	[[], {}],
	[['399 of 400 items at 10 per second'], { right: 399 }],
	[['one worker took nothing at 10 per second'], { byWorker: [10, 0] }],
])('objects: %j', (expected, given) => {
	expect(objectionsTo({ ...good, ...given })).toEqual(expected);
});

it.each<[number[], Partial<LimitResult>, string[]]>([
	[[30, 40, 90], {}, []],
	[[30, 44, 44], {}, ['10.2 % rejected at 10 per second']],
	[[30], { maxRejectedShare: 0 }, ['7.0 % rejected at 10 per second']],
])('runs that reject %j of 430, %j: objects to their median: %j', (rejected, given, expected) => {
	const runs = rejected.map((each, n) => ({ ...good, ...given, rejected: each, run: n + 1 }));
	const other = { ...good, name: '20 per second' };
	expect(withRejections([...runs, other]).flatMap(({ objections }) => objections)).toEqual(
		expected,
	);
});
