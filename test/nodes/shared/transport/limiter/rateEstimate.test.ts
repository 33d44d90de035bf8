import {
	allowedPerSecond,
	rateAfterAccepted,
	rateAfterIndividualRejection,
	rateAfterRejection,
	rateAfterSameRejection,
	rateAfterSending,
	UNKNOWN_RATE,
	type RateEstimate,
} from '../../../../../nodes/shared/transport/limiter/rateEstimate';

type Phase = RateEstimate['phase'];

const HOLD_MS = 20_000;

const known = (phase: Phase, more: Partial<RateEstimate> = {}): RateEstimate => ({
	...UNKNOWN_RATE,
	phase,
	run: 50,
	rejectedAt: 0,
	...more,
});

const holding = (perSecond: number, until = 1e9): Phase => ({ kind: 'holding', perSecond, until });
const probing = (from: number, perSecond = from): Phase => ({
	kind: 'probing',
	from,
	perSecond,
	seconds: 0,
	grewAt: 0,
});
const narrowing = (perSecond: number, high: number, accepted = 0): Phase => ({
	kind: 'bisecting',
	perSecond,
	low: 1,
	high,
	accepted,
});
const verifying = (perSecond: number, high: number, accepted = 0, tries = 1): Phase => ({
	...{ kind: 'verifying', perSecond, high, accepted, tries },
});

const accept = (rate: RateEstimate, ...times: number[]) =>
	times.reduce((next, now) => rateAfterAccepted(next, now, false), rate);
const times = (count: number, from: number) => Array.from({ length: count }, (_, n) => from + n);
const exact = (count: number, from = 0) => ({ from, accepted: count, exact: true });

describe('without a rejection', () => {
	it('there is no limit', () => {
		expect(allowedPerSecond(accept(UNKNOWN_RATE, 0, 1, 2))).toBe(Infinity);
	});

	it('for five minutes a limit is forgotten', () => {
		const limited = known(holding(5), { tally: { from: 1, count: 2, before: 3 } });
		expect(rateAfterSending(limited, 300_000, false)).toBe(limited);
		expect(rateAfterSending(limited, 300_001, false)).toEqual({
			...UNKNOWN_RATE,
			tally: limited.tally,
		});
		expect(rateAfterSending(UNKNOWN_RATE, 300_001, false)).toBe(UNKNOWN_RATE);
	});

	it('and without requests, the measurement is discarded', () => {
		const limited = known(holding(5), { measure: exact(7) });
		expect(rateAfterSending(limited, 9_000, true)).toEqual({
			...limited,
			measure: { from: 9_000, accepted: 0, exact: false },
		});
	});
});

describe('the first rejection', () => {
	it.each<[string, number[], number, number]>([
		['what came in this second', times(10, 0), 100, 10],
		['and a part of the second before', [...times(10, 0), ...times(6, 1_000)], 1_250, 13.5],
		['but nothing older', [...times(10, 0), ...times(6, 2_000)], 2_250, 6],
		['nor of a second before the last', [...times(10, 0), ...times(6, 1_000)], 2_500, 6],
		['at least four', [0], 100, 4],
	])('leads to an estimate: %s', (_, accepted, now, guess) => {
		const rejected = rateAfterRejection(accept(UNKNOWN_RATE, ...accepted), now);
		expect(rejected.phase).toMatchObject({ kind: 'holding', until: now + 2_000 });
		expect(allowedPerSecond(rejected)).toBeCloseTo(guess * 0.97);
		expect(rejected).toMatchObject({
			measure: exact(0, now),
			recent: { ...exact(0, now), runs: 0 },
			run: 0,
			rejectedAt: now,
			rejectedShare: 0.05,
		});
	});

	it('raises the estimate for responses to requests that were sent before it', () => {
		const rejected = rateAfterRejection(accept(UNKNOWN_RATE, ...times(10, 0)), 100);
		const more = rateAfterAccepted(rejected, 101, true);
		expect(allowedPerSecond(more)).toBeCloseTo(11 * 0.97);
		expect(more.run).toBe(0);
		const measured = known(holding(5));
		expect(rateAfterAccepted(measured, 101, true)).toEqual(measured);
	});

	it('is a smaller share with each of these responses', () => {
		const many = known(holding(5), { rejectedShare: 0.5 });
		expect(rateAfterAccepted(many, 101, true).rejectedShare).toBeCloseTo(0.475);
	});
});

describe('an accepted request', () => {
	it('is counted', () => {
		const rate = known(holding(5), {
			measure: exact(3),
			recent: { ...exact(4), runs: 1 },
			run: 5,
			rejectedShare: 0.5,
			tally: { from: 0, count: 1, before: 0 },
		});
		expect(accept(rate, 10)).toMatchObject({
			measure: exact(4),
			recent: { ...exact(5), runs: 1 },
			run: 6,
			rejectedShare: 0.475,
			tally: { from: 0, count: 2, before: 0 },
		});
	});

	it('switches from holding to probing, when the hold time is over', () => {
		expect(accept(known(holding(5, 100)), 99).phase).toEqual(holding(5, 100));
		expect(accept(known(holding(5, 100)), 100).phase).toEqual({ ...probing(5), grewAt: 100 });
	});

	it.each([
		[100, 0.1],
		[200, 0.2],
		// Who sends less than the pace allows learns nothing about more.
		[5_000, 0.2],
	])('raises the rate of a probe: %d ms', (now, seconds) => {
		const { phase } = accept(known(probing(10)), now);
		expect(phase).toMatchObject({ kind: 'probing', seconds, grewAt: now });
		expect(allowedPerSecond(known(phase))).toBeCloseTo(10 * (1 + (seconds / 3) ** 3), 9);
	});

	it('doubles the rate in three seconds, and removes the limit where it is faster than n8n', () => {
		const late = { ...probing(10), seconds: 2.9 } as Phase;
		expect(allowedPerSecond(accept(known(late), 100))).toBeCloseTo(20, 9);
		const fast = { ...probing(1_000), seconds: 2.9995 } as Phase;
		expect(accept(known(fast), 0.5).phase).toMatchObject({ kind: 'probing', perSecond: 2_000 });
		expect(accept(known(fast), 1).phase).toEqual({ kind: 'unlimited' });
	});

	it('bisects the rate after a second at it, until it is close enough', () => {
		expect(accept(known(narrowing(8, 16, 6)), 1).phase).toEqual(narrowing(8, 16, 7));
		expect(accept(known(narrowing(8, 16, 7)), 1).phase).toEqual({
			...narrowing(Math.sqrt(128), 16),
			low: 8,
		});
		expect(accept(known(narrowing(2, 16, 3)), 1).phase).toEqual(narrowing(2, 16, 4));
		expect(accept(known(narrowing(10, 10.4, 9)), 7).phase).toEqual(holding(10, 7 + HOLD_MS));
		expect(accept(known(narrowing(10, 10.5, 9)), 7).phase).toMatchObject({ kind: 'bisecting' });
	});

	it('verifies a slower rate after ten', () => {
		expect(accept(known(verifying(4, 8, 8)), 1).phase).toEqual(verifying(4, 8, 9));
		expect(accept(known(verifying(4, 8, 9)), 1).phase).toMatchObject({
			kind: 'bisecting',
			low: 4,
			high: 8,
		});
		expect(accept(known(verifying(4, 5, 9)), 1).phase).toMatchObject({ low: 4, high: 5.2 });
	});

	it.each([
		[0.4, 4, 4],
		[0.2, 2, 2],
		// One alone may be chance.
		[0.1, 2, 2],
		[0.8, 8, 5],
	])(
		'at %d per second leads to the next step after 10 s: %d verified, %d bisected',
		(perSecond, verified, bisected) => {
			const steps: Array<[Phase, Phase]> = [
				[verifying(perSecond, 4, verified - 2), verifying(perSecond, 4, verified - 1)],
				[narrowing(perSecond, 4, bisected - 2), narrowing(perSecond, 4, bisected - 1)],
			];
			for (const [before, last] of steps) {
				expect(accept(known(before), 1).phase).toEqual(last);
				expect(accept(known(last), 1).phase).toMatchObject({ low: perSecond, high: 4 });
			}
		},
	);
});

describe('a further rejection', () => {
	it('of requests that were in flight together is only counted', () => {
		const rate = known(holding(5), { rejectedShare: 0.5 });
		expect(rateAfterSameRejection(rate, 70)).toEqual({
			...rate,
			rejectedShare: 0.525,
			rejectedAt: 70,
		});
	});

	it('with nothing accepted in between says nothing about the rate', () => {
		const rate = known(holding(5), { run: 0, rejectedShare: 0.5 });
		expect(rateAfterRejection(rate, 70)).toEqual({ ...rate, rejectedShare: 0.525, rejectedAt: 70 });
	});

	it.each<[string, Partial<RateEstimate>, number]>([
		['what was measured', { measure: exact(6) }, 6],
		['no more than a little less than what was rejected', { measure: exact(20) }, 9.5],
		['a quarter where too little was measured', { measure: exact(4) }, 2.5],
		[
			'a quarter where it did not begin with a rejection',
			{ measure: { ...exact(6), exact: false } },
			2.5,
		],
	])('starts to bisect from a lower bound: %s', (_, more, low) => {
		const rate = rateAfterRejection(known(holding(10), more), 1_000);
		expect(rate.phase).toEqual({
			kind: 'bisecting',
			perSecond: Math.sqrt(low * 10),
			low,
			high: 10,
			accepted: 0,
		});
		expect(rate.probeAfterMs).toBe(HOLD_MS);
	});

	it.each([
		[0.8, 0.2],
		[0.6, 0.2],
		[0.2, 0.19],
	])('guesses no lower bound below one request in 5 s: %d per second', (high, low) => {
		const { phase } = rateAfterRejection(known(holding(high)), 1_000);
		expect(phase).toMatchObject({ kind: 'bisecting', low: expect.closeTo(low, 9), high });
	});

	it('starts a new measurement where there was enough for one', () => {
		const after = (count: number) =>
			rateAfterRejection(known(holding(10), { measure: exact(count, 7) }), 1_000).measure;
		expect(after(5)).toEqual(exact(0, 1_000));
		expect(after(4)).toEqual(exact(4, 7));
	});

	it.each<[string, number, number]>([
		['near its start', HOLD_MS, 20],
		['nearer, the second time', 40_000, 12],
	])('of a probe returns to its initial rate: %s', (_, probeAfterMs, perSecond) => {
		const { phase } = rateAfterRejection(known(probing(10, perSecond), { probeAfterMs }), 1_000);
		expect(phase).toEqual(holding(10, 1_000 + probeAfterMs));
	});

	it.each<[string, number, number]>([
		['far from its start', HOLD_MS, 20.1],
		['too far, the second time', 40_000, 12.1],
	])('of a probe starts to bisect: %s', (_, probeAfterMs, perSecond) => {
		const { phase } = rateAfterRejection(known(probing(10, perSecond), { probeAfterMs }), 1_000);
		expect(phase).toMatchObject({ kind: 'bisecting', low: perSecond / 4, high: perSecond });
	});

	it('of a probe extends the hold time before the next one, up to a minute', () => {
		const restAfter = (probeAfterMs: number) =>
			rateAfterRejection(known(probing(10), { probeAfterMs }), 1_000).probeAfterMs;
		expect([restAfter(HOLD_MS), restAfter(40_000)]).toEqual([40_000, 60_000]);
	});

	it('of a probe uses the measured rate, if that is higher', () => {
		const rate = known(probing(10, 11), { measure: exact(12) });
		expect(allowedPerSecond(rateAfterRejection(rate, 1_000))).toBeCloseTo(12 * 0.97);
	});
});

describe('rejections in quick succession', () => {
	const recent = (run: number, runs: number, count = 30) => ({
		run,
		recent: { ...exact(count), runs },
	});

	it('are counted; after a long run the count restarts', () => {
		const after = (run: number) =>
			rateAfterRejection(known(holding(10), { ...recent(run, 0) }), 1_000).recent;
		expect(after(9)).toEqual({ ...exact(30), runs: 1 });
		expect(after(10)).toEqual({ ...exact(0, 1_000), runs: 0 });
	});

	it.each([
		[30, 10, 5],
		[4, 10, 3.6],
		// Hardly any in the measured time, which may contain an outage.
		[1, 10, 2.5],
		// Not slower than one request in 5 s.
		[0, 0.6, 0.2],
		[0, 0.15, 0.15],
	])('lead to a much slower rate at the second one: %d of %d', (count, high, perSecond) => {
		const rate = rateAfterRejection(known(holding(high), recent(9, 1, count)), 1_000);
		expect(rate).toMatchObject({
			phase: verifying(perSecond, high),
			recent: { ...exact(0, 1_000), runs: 1 },
			measure: exact(0, 1_000),
			probeAfterMs: HOLD_MS,
		});
	});

	it('at a much slower rate too are not rate-related', () => {
		const again = rateAfterRejection(known(verifying(5, 10), recent(6, 1)), 1_000);
		expect(again.phase).toEqual(verifying(2.5, 5, 0, 2));
		const rate = rateAfterRejection(known(again.phase, recent(6, 1)), 1_000);
		expect(rate.phase).toMatchObject({ kind: 'notRateRelated', perSecond: 10 });
		expect(accept(rate, 1_001).phase).toEqual({ kind: 'notRateRelated', perSecond: 12 });
		expect(allowedPerSecond(accept(rate, ...times(100, 1_001)))).toBe(2_000);
	});

	it('of single requests end a verification too, and are ignored otherwise', () => {
		const inDoubt = known(verifying(2.5, 5, 6, 2), recent(6, 1));
		expect(rateAfterIndividualRejection(inDoubt, 1_000).phase.kind).toBe('notRateRelated');
		const accepted = known(holding(5), recent(6, 1));
		expect(rateAfterIndividualRejection(accepted, 1_000)).toBe(accepted);
	});

	it('after every other request are rate-related', () => {
		const rate = known(verifying(5, 10, 0, 2), recent(1, 1));
		expect(rateAfterRejection(rate, 1_000).phase.kind).toBe('verifying');
	});

	it('that are not rate-related are checked again when there are many more', () => {
		const unrelated: Phase = { kind: 'notRateRelated', perSecond: 10 };
		const after = (rejectedShare: number) =>
			rateAfterRejection(known(unrelated, { rejectedShare }), 1_000).phase.kind;
		// 0.95 of the share, and 0.05 for this one.
		expect(after(0.3)).toBe('notRateRelated');
		expect(after(0.33)).toBe('holding');
	});
});

describe('a rate that was accepted for ten seconds', () => {
	const sustained = { perSecond: 10, at: 0 };
	const MINUTES_10 = 600_000;

	it.each<[string, Partial<RateEstimate>, number, RateEstimate['sustained']]>([
		['not earlier', { measure: exact(49) }, 9_999, undefined],
		['is remembered', { measure: exact(49) }, 10_000, { perSecond: 5, at: 10_000 }],
		['not if a faster one is', { measure: exact(49), sustained }, 10_000, sustained],
		['as fast', { measure: exact(99), sustained }, 10_000, { perSecond: 10, at: 10_000 }],
		['not if it is newer than 10 minutes', { measure: exact(599), sustained }, 599_999, sustained],
		[
			'but longer ago',
			{ measure: exact(599), sustained },
			MINUTES_10,
			{ perSecond: 1, at: MINUTES_10 },
		],
	])('%s', (_, more, now, remembered) => {
		expect(accept(known(holding(20), more), now).sustained).toEqual(remembered);
	});

	describe('a rejection at a much slower rate', () => {
		const after = (more: Partial<RateEstimate>, now = 2_000) =>
			rateAfterRejection(known(holding(20), { measure: exact(15), sustained, ...more }), now);

		it('does not change the rate', () => {
			expect(after({ recent: { ...exact(9), runs: 1 }, run: 3 })).toEqual({
				...known(holding(20), { sustained }),
				measure: exact(0, 2_000),
				recent: { ...exact(0, 2_000), runs: 0 },
				run: 0,
				rejectedShare: 0.05,
				rejectedAt: 2_000,
			});
		});

		it.each<[string, Partial<RateEstimate>, number]>([
			['8 of 10 per second is not much slower', { measure: exact(16) }, 2_000],
			['nor are 8 in the last second', { tally: { from: 1_500, count: 8, before: 0 } }, 2_000],
			// 0.95 of the share, and 0.05 for this one.
			['a fifth was rejected', { rejectedShare: 0.16 }, 2_000],
			['nothing is remembered', { sustained: undefined }, 2_000],
			['it is 10 minutes ago', { measure: exact(15, 599_000) }, MINUTES_10],
		])('changes it otherwise: %s', (_, more, now) => {
			expect(after(more, now).phase.kind).toBe('bisecting');
		});

		it('does not change it just below these limits', () => {
			const tally = { from: 1_500, count: 7, before: 0 };
			const recently = { measure: exact(7, 599_000), rejectedShare: 0.157 };
			expect(after({ ...recently, tally }, 599_999).phase).toEqual(holding(20));
		});
	});

	it('limits a guess to half of it', () => {
		const many = { sustained, rejectedShare: 0.5 };
		const { phase } = rateAfterRejection(known(holding(12), many), 1_000);
		expect(phase).toMatchObject({ kind: 'bisecting', low: 5, high: 12 });
		const measured = rateAfterRejection(known(holding(12), { ...many, measure: exact(5) }), 5_000);
		expect(measured.phase).toMatchObject({ low: 1, high: 12 });
	});

	it('limits a verification to half of it, and is lowered with each', () => {
		const again = { recent: { ...exact(1), runs: 1 }, run: 1 };
		const doubt = known(holding(12), { sustained, rejectedShare: 0.5, ...again });
		const rate = rateAfterRejection(doubt, 1_000);
		expect(rate.phase).toEqual(verifying(5, 12));
		expect(rate.sustained).toEqual({ perSecond: 7, at: 0 });
		expect(rateAfterRejection({ ...rate, ...again }, 2_000).phase).toEqual(verifying(3.5, 5, 0, 2));
	});
});
