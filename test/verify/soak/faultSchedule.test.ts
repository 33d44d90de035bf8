import { planFaults } from '../../../verify/soak/faultSchedule';

const LENGTH = 10 * 60_000;

it('the same seed gives the same faults at the same times', () => {
	expect(planFaults(7, LENGTH)).toEqual(planFaults(7, LENGTH));
	expect(planFaults(7, LENGTH)).not.toEqual(planFaults(8, LENGTH));
});

it('a longer run begins like a shorter one', () => {
	const short = planFaults(7, LENGTH / 2);
	expect(planFaults(7, LENGTH).slice(0, short.length)).toEqual(short);
});

it('faults of all kinds occur, one after the other, within the run', () => {
	const planned = planFaults(1, LENGTH);
	const times = planned.map(({ atMs }) => atMs);
	expect(times).toEqual([...times].sort((a, b) => a - b));
	expect(times.at(-1)).toBeLessThan(LENGTH);
	const kinds = new Set(planned.map(({ rule }) => rule.kind));
	expect([...kinds].sort()).toEqual([
		'cutOff',
		'html',
		'latency',
		'outage',
		'rateLimit',
		'resetAfter',
		'resetBefore',
		'slowBody',
		'status',
		'truncate',
	]);
});

it('each fault ends by itself, whether or not requests meet it', () => {
	for (const { atMs, untilMs, rule } of planFaults(1, LENGTH)) {
		const lasts = untilMs - atMs;
		if (rule.kind === 'outage') expect(lasts).toBe(1_000 * (rule.seconds ?? 0));
		else expect([lasts, (rule.times ?? 0) > 0]).toEqual([5_000, true]);
	}
});
