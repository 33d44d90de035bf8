import {
	type LimitResult,
	limitsPage,
	limitsTable,
	objectionsTo,
	withRejections,
} from '../../../verify/queue/limits';
import { measured } from '../measured';

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
	[[44], {}, ['10.2 % rejected at 10 per second']],
	[[30], { maxRejectedShare: 0 }, ['7.0 % rejected at 10 per second']],
	[[90, 90], { objections: ['x'] }, ['x', 'x', '20.9 % rejected at 10 per second']],
])('runs that reject %j of 430, %j: objects to their median: %j', (rejected, given, expected) => {
	const runs = rejected.map((each, n) => ({ ...good, ...given, rejected: each, run: n + 1 }));
	const other = { ...good, name: '20 per second' };
	expect(withRejections([...runs, other]).flatMap(({ objections }) => objections)).toEqual(
		expected,
	);
});

it('the page shows the share that was rejected, and what is not as expected', () => {
	expect(limitsTable([good])).toMatch(
		/10 per second +1 +400 of 400 +5 \+ 5 +430 +30 \(7\.0 %\) +10\.0 % +20 +44 s/,
	);
	expect(limitsPage([good], measured)).toContain('Each limit is within');
	const bad = { ...good, objections: ['399 of 400 items'] };
	expect(limitsPage([good, bad], measured)).toContain('**Not as expected: 399 of 400 items.**');
});

it('the page names limits whose median misses the goal', () => {
	const runs = [40, 90].map((rejected, n) => ({ ...good, rejected, run: n + 1 }));
	const page = limitsPage([...runs, { ...good, name: '20 per second' }], measured);
	expect(page).toContain('It is missed at 10 per second.');
	expect(limitsPage([good], measured)).not.toContain('Missed');
});
