/** Estimates the rate limit of a service: it was measured between two rejections, and faster requests were rejected. */
export interface RateEstimate {
	phase: Phase;
	/** What was accepted since a rejection, or since an idle time. */
	measure: Measure;
	/** The same since the first of several rejections in quick succession. */
	recent: Measure & { runs: number };
	run: number;
	rejectedShare: number;
	tally: Tally;
	rejectedAt: number;
	/** How long a rate is held before a faster one is probed. */
	probeAfterMs: number;
	/** The fastest rate that was accepted for a while. Rejections at a much slower rate have another reason. */
	sustained?: { perSecond: number; at: number };
}

type Phase =
	/** No limit is known: as fast as responses come. */
	| { kind: 'unlimited' }
	/** A rate that was accepted. At first a guess: the number of requests accepted within a second. */
	| { kind: 'holding'; perSecond: number; until: number; guess?: number }
	/** Faster than the accepted rate, slowly at first. */
	| { kind: 'probing'; perSecond: number; from: number; seconds: number; grewAt: number }
	/** Between a rate that was accepted and one that was rejected. */
	| { kind: 'bisecting'; perSecond: number; low: number; high: number; accepted: number }
	/** Slower than the accepted rate, to verify that the rate is the reason for the rejections. */
	| {
			kind: 'verifying';
			perSecond: number;
			high: number;
			accepted: number;
			tries: number;
	  }
	/** Rejections occur at any rate. Slowing down does not help, so the rate grows despite them. */
	| { kind: 'notRateRelated'; perSecond: number };

interface Measure {
	from: number;
	accepted: number;
	/** It began with a rejection, so no saved-up burst allowance distorts it. */
	exact: boolean;
}

interface Tally {
	from: number;
	count: number;
	before: number;
}

const SECOND_MS = 1_000;
// The simulated services of limiterState.test.ts and rateEstimate.test.ts depend on these values.

/** Many limits are stated per second, and allow a second's requests at once. */
const MIN_FIRST_GUESS = 4;
/** Slightly below the measured rate, so that jitter does not cause a rejection. */
const SAFETY_FACTOR = 0.97;
/** The first guess is rough, so that it is tested soon. */
const FIRST_PROBE_HOLD_MS = 2_000;
/** If the limit is unchanged, each probe ends in a rejection: one in 20 s is little. Doubles up to a minute. */
const HOLD_MS = 20_000;
const MAX_PROBE_HOLD_MS = 60_000;
/** A probe has doubled the rate after this time; its growth is cubic. */
const PROBE_SECONDS = 3;
/** A probe that is rejected below this factor has met the known limit again. */
const MAX_NEAR_FACTOR = 1.2;
/** The same for the first probe, as a burst allowance may have hidden the limit. */
const NEAR_AT_FIRST = 2;
/** Faster than anything that n8n can send. */
const UNLIMITED_PER_SECOND = 2_000;
/** Bisecting further gains less than 5 % of the rate, and costs a rejection. */
const CLOSE_ENOUGH = 1.05;
/** Fewer requests do not allow an estimate. */
const MIN_MEASURED = 5;
/** A rejection after fewer accepted requests is too early: a slower rate should have accepted more. */
const SHORT_RUN = 10;
/** One may still belong to the previous rejection. */
const SHORT_RUNS_IN_DOUBT = 2;
/** Moving average over about 20 requests: enough to distinguish one in seven from one in three. */
const SHARE_WEIGHT = 1 / 20;
/** Well above one in seven, the share that the tests reject at any rate. */
const MAX_NOT_RATE_RELATED_SHARE = 0.35;
/** Another process may be using up the limit: that shows at an even slower rate. */
const MAX_VERIFYING_TRIES = 2;
/** Of one verification; another one may follow. */
const MAX_SLOWDOWN = 4;
/** One request in 5 s. Outages look like a limit: from a slower rate, it takes minutes to recover from them. */
const MIN_GUESS_PER_SECOND = 0.2;
/** At a slow rate, fewer requests decide, as each takes seconds. */
const MAX_STEP_SECONDS = 10;
/** One alone may be chance. */
const MIN_STEP = 2;
/** Per request, not per second: with a pause after each rejection, little time is left for growth. */
const NOT_RATE_RELATED_GROWTH = 1.2;
/** A shorter time may only have used up a burst allowance. */
const MIN_SUSTAINED_MS = 10 * SECOND_MS;
/** Meanwhile the service may have lowered its limit. */
const MAX_SUSTAINED_AGE_MS = 10 * 60 * SECOND_MS;
/** Measured rates vary by chance, but less. */
const MUCH_SLOWER = 0.8;
/** More rejections than that are a limit, even if the service accepted more before. */
const MAX_SPORADIC_SHARE = 0.2;
/** A service rarely lowers its limit by more. */
const MIN_GUESS_OF_SUSTAINED = 0.5;
/** If it does, each doubt lowers the remembered rate, too. */
const SUSTAINED_AFTER_DOUBT = 0.7;
/** Several of the longest holds without a rejection: the limit is gone, or higher than needed. */
const FORGET_MS = 5 * 60 * SECOND_MS;

export const UNKNOWN_RATE: RateEstimate = {
	phase: { kind: 'unlimited' },
	measure: { from: 0, accepted: 0, exact: false },
	recent: { from: 0, accepted: 0, exact: false, runs: 0 },
	run: 0,
	rejectedShare: 0,
	tally: { from: 0, count: 0, before: 0 },
	rejectedAt: -Infinity,
	probeAfterMs: HOLD_MS,
};

export function allowedPerSecond({ phase }: RateEstimate): number {
	return 'perSecond' in phase ? phase.perSecond : Infinity;
}

/** `idle`: nothing was sent for a while before. */
export function rateAfterSending(rate: RateEstimate, now: number, idle: boolean): RateEstimate {
	if (rate.phase.kind !== 'unlimited' && now - rate.rejectedAt > FORGET_MS) {
		return { ...UNKNOWN_RATE, tally: rate.tally };
	}
	return idle ? { ...rate, measure: { from: now, accepted: 0, exact: false } } : rate;
}

/** `early`: it was sent before the last rejection, which arrived sooner than this response. */
export function rateAfterAccepted(rate: RateEstimate, now: number, early: boolean): RateEstimate {
	// Most services never reject anything: the first guess needs only this.
	if (rate.phase.kind === 'unlimited') return { ...rate, tally: tallied(rate.tally, now) };
	const rejectedShare = rate.rejectedShare * (1 - SHARE_WEIGHT);
	if (early) return { ...rate, rejectedShare, phase: guessedAnew(rate.phase) };
	const counted: RateEstimate = {
		...rate,
		rejectedShare,
		measure: { ...rate.measure, accepted: rate.measure.accepted + 1 },
		recent: { ...rate.recent, accepted: rate.recent.accepted + 1 },
		run: rate.run + 1,
		tally: tallied(rate.tally, now),
	};
	return { ...counted, phase: grown(counted, now), sustained: sustainedAt(counted, now) };
}

function sustainedAt(rate: RateEstimate, now: number): RateEstimate['sustained'] {
	const { measure } = rate;
	if (now - measure.from < MIN_SUSTAINED_MS) return rate.sustained;
	const perSecond = perSecondOf(measure, now);
	return perSecond < sustainedPerSecond(rate, now) ? rate.sustained : { perSecond, at: now };
}

function sustainedPerSecond({ sustained }: RateEstimate, now: number): number {
	const isKnown = sustained !== undefined && now - sustained.at < MAX_SUSTAINED_AGE_MS;
	return isKnown ? sustained.perSecond : 0;
}

function lowered(sustained: RateEstimate['sustained']): RateEstimate['sustained'] {
	return sustained && { ...sustained, perSecond: SUSTAINED_AFTER_DOUBT * sustained.perSecond };
}

/** Few requests are rejected, although others were accepted at a faster rate: slowing down does not help. */
function isSporadic(rate: RateEstimate, now: number): boolean {
	const { measure, tally } = rate;
	// The measured time contains the hold after a rejection, the last second does not.
	const perSecond = Math.max(perSecondOf(measure, now), lastSecondOf(tally, now));
	const slow = MUCH_SLOWER * sustainedPerSecond(rate, now);
	return share(rate) < MAX_SPORADIC_SHARE && perSecond < slow;
}

function measureFrom(now: number): Measure {
	return { from: now, accepted: 0, exact: true };
}

function freshMeasures(now: number): Pick<RateEstimate, 'measure' | 'recent'> {
	const measure = measureFrom(now);
	return { measure, recent: { ...measure, runs: 0 } };
}

/** Starts a new measurement after a time in which nothing was accepted and little was sent. */
export function restartMeasure(rate: RateEstimate, now: number): RateEstimate {
	return { ...rate, ...freshMeasures(now) };
}

/** Called for the first rejection of requests that were in flight together. */
export function rateAfterRejection(rate: RateEstimate, now: number): RateEstimate {
	const { phase, run } = rate;
	const rejected = { ...rate, rejectedShare: share(rate), run: 0, rejectedAt: now };
	if (phase.kind === 'unlimited') return { ...rejected, ...firstGuess(rate, now) };
	// Nothing was accepted since the last rejection, so this one says nothing about the rate.
	if (run === 0) return rejected;
	if (phase.kind === 'notRateRelated') {
		return rejected.rejectedShare > MAX_NOT_RATE_RELATED_SHARE
			? { ...rejected, ...firstGuess(rate, now) }
			: rejected;
	}
	const start = freshMeasures(now);
	if (isSporadic(rate, now)) return { ...rejected, ...start };
	const recent = run < SHORT_RUN ? { ...rate.recent, runs: rate.recent.runs + 1 } : start.recent;
	if (recent.runs >= SHORT_RUNS_IN_DOUBT) {
		const sustained = lowered(rate.sustained);
		return { ...rejected, measure: start.measure, sustained, ...inDoubt(rate, recent, now) };
	}
	return {
		...rejected,
		measure: enough(rate.measure) ? start.measure : rate.measure,
		recent,
		...slower(rate, now),
	};
}

export function rateAfterSameRejection(rate: RateEstimate, now: number): RateEstimate {
	return { ...rate, rejectedShare: share(rate), rejectedAt: now };
}

/** Says nothing about the rate. But while a slower rate is verified, it would otherwise pass for accepted. */
export function rateAfterIndividualRejection(rate: RateEstimate, now: number): RateEstimate {
	return rate.phase.kind === 'verifying' ? rateAfterRejection(rate, now) : rate;
}

function share({ rejectedShare }: RateEstimate): number {
	return rejectedShare * (1 - SHARE_WEIGHT) + SHARE_WEIGHT;
}

function tallied(tally: Tally, now: number): Tally {
	const age = now - tally.from;
	if (age < SECOND_MS) return { ...tally, count: tally.count + 1 };
	return { from: now, count: 1, before: age < 2 * SECOND_MS ? tally.count : 0 };
}

/** How many were accepted in the last second. */
function lastSecondOf(tally: Tally, now: number): number {
	const age = Math.min(1, (now - tally.from) / SECOND_MS);
	return tally.count + tally.before * (1 - age);
}

function perSecondOf({ from, accepted }: Measure, now: number): number {
	return (accepted * SECOND_MS) / Math.max(1, now - from);
}

function firstGuess(
	{ tally }: RateEstimate,
	now: number,
): Pick<RateEstimate, 'phase' | 'measure' | 'recent'> {
	return {
		...freshMeasures(now),
		phase: guessed(lastSecondOf(tally, now), now + FIRST_PROBE_HOLD_MS),
	};
}

function guessed(guess: number, until: number): Phase {
	const perSecond = Math.max(MIN_FIRST_GUESS, guess) * SAFETY_FACTOR;
	return { kind: 'holding', perSecond, until, guess };
}

function guessedAnew(phase: Phase): Phase {
	if (phase.kind !== 'holding' || phase.guess === undefined) return phase;
	return guessed(phase.guess + 1, phase.until);
}

function enough({ accepted }: Measure): boolean {
	return accepted >= MIN_MEASURED;
}

function slower(rate: RateEstimate, now: number): Pick<RateEstimate, 'phase' | 'probeAfterMs'> {
	const { phase, measure, probeAfterMs } = rate;
	const measured = measure.exact && enough(measure) ? perSecondOf(measure, now) : undefined;
	const perSecond = allowedPerSecond(rate);
	const near = probeAfterMs === HOLD_MS ? NEAR_AT_FIRST : MAX_NEAR_FACTOR;
	if (phase.kind === 'probing' && perSecond <= near * phase.from) {
		const accepted = Math.max(phase.from, SAFETY_FACTOR * (measured ?? 0));
		const longer = Math.min(MAX_PROBE_HOLD_MS, 2 * probeAfterMs);
		return {
			phase: { kind: 'holding', perSecond: accepted, until: now + probeAfterMs },
			probeAfterMs: longer,
		};
	}
	const low = measured ?? Math.max(minGuess(rate, now), perSecond / MAX_SLOWDOWN);
	return { phase: between(Math.min(low, perSecond * 0.95), perSecond), probeAfterMs: HOLD_MS };
}

function minGuess(rate: RateEstimate, now: number): number {
	const least = MIN_GUESS_OF_SUSTAINED * sustainedPerSecond(rate, now);
	return Math.max(MIN_GUESS_PER_SECOND, least);
}

function between(low: number, high: number): Phase {
	return { kind: 'bisecting', perSecond: Math.sqrt(low * high), low, high, accepted: 0 };
}

/** Rejections follow each other soon, although each lowered the rate. */
function inDoubt(
	rate: RateEstimate,
	recent: RateEstimate['recent'],
	now: number,
): Pick<RateEstimate, 'phase' | 'recent' | 'probeAfterMs'> {
	const start = { ...measureFrom(now), runs: SHORT_RUNS_IN_DOUBT - 1 };
	const tries = rate.phase.kind === 'verifying' ? rate.phase.tries + 1 : 1;
	const high = allowedPerSecond(rate);
	if (tries > MAX_VERIFYING_TRIES && 1 / (rate.run + 1) < MAX_NOT_RATE_RELATED_SHARE) {
		// About the rate before it was halved.
		const perSecond = high * 2 ** MAX_VERIFYING_TRIES;
		return {
			phase: { kind: 'notRateRelated', perSecond },
			recent: start,
			probeAfterMs: HOLD_MS,
		};
	}
	const accepted = perSecondOf(recent, now);
	// The measured time may contain an outage, in which nothing was accepted.
	const slowed = Math.max(high / MAX_SLOWDOWN, Math.min(0.9 * accepted, high / 2));
	const perSecond = Math.max(slowed, Math.min(minGuess(rate, now), high));
	const phase: Phase = { kind: 'verifying', perSecond, high, accepted: 0, tries };
	return { phase, recent: start, probeAfterMs: HOLD_MS };
}

/** How many requests must be accepted before the next step. */
function stepAt(perSecond: number, requests: number): number {
	return Math.min(requests, Math.max(MIN_STEP, perSecond * MAX_STEP_SECONDS));
}

function grown({ phase, probeAfterMs }: RateEstimate, now: number): Phase {
	switch (phase.kind) {
		case 'holding':
			if (now < phase.until) return phase;
			return {
				kind: 'probing',
				perSecond: phase.perSecond,
				from: phase.perSecond,
				seconds: 0,
				grewAt: now,
			};
		case 'probing': {
			// Time without requests does not count: it says nothing about a faster rate.
			const credited = Math.min(now - phase.grewAt, (2 * SECOND_MS) / phase.perSecond);
			const seconds = phase.seconds + credited / SECOND_MS;
			const perSecond = phase.from * (1 + (seconds / PROBE_SECONDS) ** 3);
			if (perSecond > UNLIMITED_PER_SECOND) return { kind: 'unlimited' };
			return { ...phase, perSecond, seconds, grewAt: now };
		}
		case 'notRateRelated': {
			const perSecond = phase.perSecond * NOT_RATE_RELATED_GROWTH;
			return { ...phase, perSecond: Math.min(UNLIMITED_PER_SECOND, perSecond) };
		}
		case 'bisecting': {
			const accepted = phase.accepted + 1;
			const { perSecond, high } = phase;
			if (accepted < Math.max(stepAt(perSecond, MIN_MEASURED), perSecond))
				return { ...phase, accepted };
			return high / perSecond < CLOSE_ENOUGH
				? { kind: 'holding', perSecond, until: now + probeAfterMs }
				: between(perSecond, high);
		}
		case 'verifying': {
			const accepted = phase.accepted + 1;
			return accepted < stepAt(phase.perSecond, SHORT_RUN)
				? { ...phase, accepted }
				: between(phase.perSecond, Math.max(phase.high, phase.perSecond * 1.3));
		}
		default:
			return phase;
	}
}
