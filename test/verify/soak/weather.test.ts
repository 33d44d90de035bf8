import { forecast } from '../../../verify/soak/weather';

const LENGTH = 10 * 60_000;

it('the same seed gives the same faults at the same times', () => {
	expect(forecast(7, LENGTH)).toEqual(forecast(7, LENGTH));
	expect(forecast(7, LENGTH)).not.toEqual(forecast(8, LENGTH));
});

it('a longer run begins like a shorter one', () => {
	const short = forecast(7, LENGTH / 2);
	expect(forecast(7, LENGTH).slice(0, short.length)).toEqual(short);
});

it('faults of all kinds come, one after the other, within the run', () => {
	const gusts = forecast(1, LENGTH);
	const times = gusts.map(({ atMs }) => atMs);
	expect(times).toEqual([...times].sort((a, b) => a - b));
	expect(times.at(-1)).toBeLessThan(LENGTH);
	const kinds = new Set(gusts.map(({ rule }) => rule.kind));
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

it('each fault ends by itself', () => {
	for (const { rule } of forecast(1, LENGTH)) expect(rule.times ?? rule.seconds).toBeGreaterThan(0);
});
