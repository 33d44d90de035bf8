import { chart } from '../../../verify/bench/chart';
import { missesFloor, missesGoal, type Figure } from '../../../verify/bench/figures';
import { outcomeOf } from '../../../verify/bench/main';
import { goalsOf, page } from '../../../verify/bench/report';
import { measured } from '../measured';

const figure = (given: Partial<Figure>): Figure => ({
	...{ id: 'one', group: 'Reads', label: 'speed', value: 1, unit: 'x' },
	...given,
});
const fast = figure({ value: 2.5, goal: { least: 2 }, floor: { least: 1.3 } });
const noisy = { ...fast, value: 1.5 };
const slow = { ...fast, value: 1.2 };

afterEach(() => jest.restoreAllMocks());

it.each<[string, Figure, { goal: boolean; floor: boolean }]>([
	['as fast as it should be', fast, { goal: false, floor: false }],
	['on a noisy machine', noisy, { goal: true, floor: false }],
	['too slow on any machine', slow, { goal: true, floor: true }],
	['at most', figure({ goal: { most: 1 } }), { goal: false, floor: false }],
	['more than that', figure({ value: 1.1, goal: { most: 1 } }), { goal: true, floor: false }],
])('%s', (_, given, { goal, floor }) => {
	expect([missesGoal(given), missesFloor(given)]).toEqual([goal, floor]);
});

it('a full bench fails when a goal is missed, a short one below a floor', () => {
	const said = jest.spyOn(console, 'error').mockReturnValue();
	const all = [fast, noisy, slow, figure({})];
	expect(outcomeOf(all, { isShort: false })).toEqual({ passed: 1, failed: 2 });
	expect(said).toHaveBeenCalledWith('The goal is missed: Reads: speed: 1.50 x, at least 2 x');
	expect(outcomeOf(all, { isShort: true })).toEqual({ passed: 2, failed: 1 });
});

it('the page names the goals that are missed', () => {
	expect(goalsOf([fast])).toBe('1 of 1 goals are met.');
	expect(goalsOf([fast, noisy])).toContain('- Reads: speed: 1.50 x, goal: at least 2 x');
	const text = page([fast, noisy], measured);
	expect(text).toContain('1 of 2 goals are met.');
	expect(text).toContain('| speed | 1.50 x | at least 2 x | MISSED |');
});

describe('the chart', () => {
	const jobs = (ours: number, loop: number) =>
		Object.entries({ 'jobs.wall': ours, 'jobs.loop.wall': loop }).map(([id, value]) =>
			figure({ id, value }),
		);

	it('says where there is a tie', () => {
		expect(chart(jobs(1.01, 1.02), measured)).toContain('orders of magnitude (a tie)');
		expect(chart(jobs(1.01, 1.3), measured)).not.toContain('(a tie)');
	});

	it('shows only what was measured, and says when', () => {
		const one = figure({ id: 'limitedRetryAfter.ok', value: 100 });
		const svg = chart([...jobs(1, 2), one], measured);
		expect(svg.match(/<rect/g)).toHaveLength(2);
		expect(svg).toContain('Measured 2026-01-02 at commit abc1234');
		expect(svg).toContain('in one run');
		const later = { ...measured, hasLaterParts: true as const };
		expect(chart(jobs(1, 2), later)).toContain('parts of it later');
	});
});
