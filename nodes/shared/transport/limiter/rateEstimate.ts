/** Estimates the rate limit of a service from what it accepted between its rejections. */
export interface RateEstimate {
	phase: Phase;
	/** Requests that were accepted since the last rejection. */
	run: number;
	/** Rejections in a row that came after a short run each. */
	shortRuns: number;
	rejectedShare: number;
	/** Requests that were accepted in this second, and in the one before. */
	tally: { from: number; count: number; before: number };
}

type Phase =
	/** No limit is known: as fast as responses come. */
	| { kind: 'unlimited' }
	/** A rate that was accepted. At first a guess: the number of requests accepted within a second. */
	| { kind: 'holding'; perSecond: number; until: number; guess?: number }
	/** Faster than the accepted rate, slowly at first. */
	| { kind: 'probing'; perSecond: number; from: number; seconds: number; grewAt: number }
	/** Between a rate that was accepted and one that was rejected. */
	| { kind: 'bisecting'; perSecond: number; high: number; accepted: number }
	/** Slower than the accepted rate, to verify that the rate is the reason for the rejections. */
	| { kind: 'verifying'; perSecond: number; high: number; accepted: number; tries: number }
	/** Rejections occur at any rate. Slowing down does not help, so the rate grows despite them. */
	| { kind: 'notRateRelated'; perSecond: number };

const SECOND_MS = 1_000;
// The simulated services of limiterState.test.ts depend on these values.

/** Many limits are stated per second, and allow a second's requests at once. */
const MIN_FIRST_GUESS = 4;
/** Slightly below the accepted rate, so that jitter does not cause a rejection. */
const SAFETY_FACTOR = 0.97;
/** The first guess is rough, so that it is tested soon. */
const FIRST_HOLD_MS = 2_000;
/** If the limit is unchanged, each probe ends in a rejection: one in 20 s is little. */
const HOLD_MS = 20_000;
/** A probe has doubled the rate after this time; its growth is cubic. */
const PROBE_SECONDS = 3;
/** A probe that is rejected below this factor has met the known limit again. */
const NEAR_FACTOR = 2;
/** Faster than anything that n8n can send. */
const UNLIMITED_PER_SECOND = 2_000;
/** Bisecting further gains less than 5 % of the rate, and costs a rejection. */
const CLOSE_ENOUGH = 1.05;
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
/** After a rejection, the rate is halved at most, and bisecting begins at a quarter of it. */
const MAX_SLOWDOWN = 4;
/** One request in 5 s. Outages look like a limit: from a slower rate, it takes minutes to recover from them. */
const MIN_PER_SECOND = 0.2;
/** At a slow rate, fewer requests decide, as each takes seconds. */
const MAX_STEP_SECONDS = 10;
/** One alone may be chance. */
const MIN_STEP = 2;
/** Per request, not per second: with a pause after each rejection, little time is left for growth. */
const NOT_RATE_RELATED_GROWTH = 1.2;

export const UNKNOWN_RATE: RateEstimate = {
	phase: { kind: 'unlimited' },
	run: 0,
	shortRuns: 0,
	rejectedShare: 0,
	tally: { from: 0, count: 0, before: 0 },
};

export function allowedPerSecond({ phase }: RateEstimate): number {
	return 'perSecond' in phase ? phase.perSecond : Infinity;
}

/** `early`: it was sent before the last rejection, which arrived sooner than this response. */
export function rateAfterAccepted(rate: RateEstimate, now: number, early: boolean): RateEstimate {
	// Most services never reject anything: the first guess needs only this.
	if (rate.phase.kind === 'unlimited') return { ...rate, tally: tallied(rate.tally, now) };
	const rejectedShare = rate.rejectedShare * (1 - SHARE_WEIGHT);
	if (early) return { ...rate, rejectedShare, phase: guessedAnew(rate.phase) };
	const { run, tally, phase } = rate;
	return {
		...rate,
		rejectedShare,
		run: run + 1,
		tally: tallied(tally, now),
		phase: grown(phase, now),
	};
}

/** Called for the first rejection of requests that were in flight together. */
export function rateAfterRejection(rate: RateEstimate, now: number): RateEstimate {
	const { phase, run, tally } = rate;
	const rejected = { ...rateAfterSameRejection(rate), run: 0 };
	const firstGuess = () => {
		const accepted = now - tally.from < 2 * SECOND_MS ? Math.max(tally.count, tally.before) : 0;
		return { ...rejected, shortRuns: 0, phase: guessed(accepted, now + FIRST_HOLD_MS) };
	};
	if (phase.kind === 'unlimited') return firstGuess();
	// Nothing was accepted since the last rejection, so this one says nothing about the rate.
	if (run === 0) return rejected;
	if (phase.kind === 'notRateRelated') {
		return rejected.rejectedShare > MAX_NOT_RATE_RELATED_SHARE ? firstGuess() : rejected;
	}
	const shortRuns = run < SHORT_RUN ? rate.shortRuns + 1 : 0;
	if (shortRuns < SHORT_RUNS_IN_DOUBT) {
		return { ...rejected, shortRuns, phase: slower(phase, run, now) };
	}
	return {
		...rejected,
		shortRuns: SHORT_RUNS_IN_DOUBT - 1,
		phase: inDoubt(phase, rejected.rejectedShare),
	};
}

/** Another rejection of requests that were in flight together. */
export function rateAfterSameRejection(rate: RateEstimate): RateEstimate {
	return { ...rate, rejectedShare: rate.rejectedShare * (1 - SHARE_WEIGHT) + SHARE_WEIGHT };
}

function tallied(tally: RateEstimate['tally'], now: number): RateEstimate['tally'] {
	const age = now - tally.from;
	if (age < SECOND_MS) return { ...tally, count: tally.count + 1 };
	return { from: now, count: 1, before: age < 2 * SECOND_MS ? tally.count : 0 };
}

function guessed(guess: number, until: number): Phase {
	const perSecond = Math.max(MIN_FIRST_GUESS, guess) * SAFETY_FACTOR;
	return { kind: 'holding', perSecond, until, guess };
}

function guessedAnew(phase: Phase): Phase {
	if (phase.kind !== 'holding' || phase.guess === undefined) return phase;
	return guessed(phase.guess + 1, phase.until);
}

function held(perSecond: number, now: number): Phase {
	return { kind: 'holding', perSecond, until: now + HOLD_MS };
}

type Limited = Exclude<Phase, { kind: 'unlimited' } | { kind: 'notRateRelated' }>;

function slower(phase: Limited, run: number, now: number): Phase {
	const { kind, perSecond } = phase;
	if (kind === 'probing' && perSecond <= NEAR_FACTOR * phase.from) return held(phase.from, now);
	// It was accepted for so long that it is nearly right.
	if ((kind === 'holding' || kind === 'bisecting') && run >= SHORT_RUN) {
		return held(perSecond * SAFETY_FACTOR, now);
	}
	const low = Math.max(MIN_PER_SECOND, perSecond / MAX_SLOWDOWN);
	return between(Math.min(low, perSecond * 0.95), perSecond);
}

function between(low: number, high: number): Phase {
	return { kind: 'bisecting', perSecond: Math.sqrt(low * high), high, accepted: 0 };
}

/** Rejections follow each other soon, although each lowered the rate. */
function inDoubt(phase: Limited, rejectedShare: number): Phase {
	const tries = phase.kind === 'verifying' ? phase.tries + 1 : 1;
	const high = phase.perSecond;
	if (tries > MAX_VERIFYING_TRIES && rejectedShare < MAX_NOT_RATE_RELATED_SHARE) {
		// About the rate before it was halved.
		return { kind: 'notRateRelated', perSecond: high * 2 ** MAX_VERIFYING_TRIES };
	}
	const perSecond = Math.min(Math.max(high / 2, MIN_PER_SECOND), high);
	return { kind: 'verifying', perSecond, high, accepted: 0, tries };
}

/** How many requests must be accepted before the next step. */
function stepAt(perSecond: number): number {
	return Math.min(SHORT_RUN, Math.max(MIN_STEP, perSecond * MAX_STEP_SECONDS));
}

function grown(phase: Phase, now: number): Phase {
	switch (phase.kind) {
		case 'holding': {
			if (now < phase.until) return phase;
			const { perSecond } = phase;
			return { kind: 'probing', perSecond, from: perSecond, seconds: 0, grewAt: now };
		}
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
			const { perSecond, high } = phase;
			const accepted = phase.accepted + 1;
			if (accepted < stepAt(perSecond)) return { ...phase, accepted };
			return high / perSecond < CLOSE_ENOUGH ? held(perSecond, now) : between(perSecond, high);
		}
		case 'verifying': {
			const { perSecond, high } = phase;
			const accepted = phase.accepted + 1;
			if (accepted < stepAt(perSecond)) return { ...phase, accepted };
			return between(perSecond, Math.max(high, perSecond * 1.3));
		}
		default:
			return phase;
	}
}
