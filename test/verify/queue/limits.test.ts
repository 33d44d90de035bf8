import {
	type LimitResult,
	limitsPage,
	limitsTable,
	objectionsTo,
} from '../../../verify/queue/limits';
import { measured } from '../measured';

const good: LimitResult = {
	name: '10 per second',
	...{ reads: 400, right: 400, byWorker: [5, 5], requests: 430, rejected: 30, rejectedAtFirst: 20 },
	...{ maxRejectedShare: 0.1, seconds: 44, objections: [] },
};

it.each<[string[], Partial<LimitResult>]>([
	[[], {}],
	[['399 of 400 items at 10 per second'], { right: 399 }],
	[['one worker took nothing at 10 per second'], { byWorker: [10, 0] }],
	[['10.2 % rejected at 10 per second'], { rejected: 44 }],
	[['7.0 % rejected at 10 per second'], { maxRejectedShare: 0 }],
])('objects: %j', (expected, given) => {
	expect(objectionsTo({ ...good, ...given })).toEqual(expected);
});

it('the page shows the share that was rejected, and what is not as expected', () => {
	expect(limitsTable([good])).toMatch(/400 of 400 +5 \+ 5 +430 +30 \(7\.0 %\) +10\.0 % +20 +44 s/);
	expect(limitsPage([good], measured)).toContain('All is as expected.');
	const bad = { ...good, objections: ['399 of 400 items'] };
	expect(limitsPage([good, bad], measured)).toContain('**Not as expected: 399 of 400 items.**');
});
