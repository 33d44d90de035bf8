/** Estimates the rate limit of a service from what it accepted between its rejections. */
export interface RateEstimate {
	phase: Phase;
	/** Requests that were accepted since the last rejection. */
	run: number;
	/** Rejections in a row that came after a short run each. */
	shortRuns: number;
	rejectedShare: number;
	/** Requests that were accepted in this second. */
	tally: { from: number; count: number };
}

type Phase =
	/** No limit is known: as fast as responses come. */
	| { kind: 'unlimited' }
	| Probing
	/** Between a rate that was accepted and one that was rejected. */
	| { kind: 'bisecting'; perSecond: number; high: number; accepted: number }
	/** Rejections occur at any rate. Slowing down does not help, so the rate grows despite them. */
	| { kind: 'notRateRelated'; perSecond: number };

/** At a rate that was accepted for a while; then faster, slowly at first. */
interface Probing {
	kind: 'probing';
	perSecond: number;
	/** The rate that was accepted. */
	base: number;
	/** The rate grows from this time on. */
	grownUntil: number;
	seconds: number;
	/** If `base` is a guess: the number of requests that were accepted within a second. */
	guess?: number;
}

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
/** The rate has doubled after this time; its growth is cubic. */
const PROBE_SECONDS = 3.5;
/** A probe that is rejected below this factor has met the known limit again. */
const NEAR_FACTOR = 2;
/** Faster than anything that n8n can send. */
const UNLIMITED_PER_SECOND = 2_000;
/** Bisecting further gains less than 5 % of the rate, and costs a rejection. */
const CLOSE_ENOUGH = 1.05;
/** A rejection after fewer accepted requests is too early: a slower rate should have accepted more. */
const SHORT_RUN = 10;
/** Each halves the rate. One may belong to the previous rejection, others to a process that shares the limit. */
const MAX_SHORT_RUNS = 3;
/** Moving average over about 20 requests: enough to distinguish one in seven from one in three. */
const SHARE_WEIGHT = 1 / 20;
/** Well above one in seven, the share that the tests reject at any rate. */
const MAX_NOT_RATE_RELATED_SHARE = 0.35;
/** One request in 5 s. Outages look like a limit: from a slower rate, it takes minutes to recover from them. */
const MIN_PER_SECOND = 0.2;
/** At a slow rate, fewer requests decide, as each takes seconds. One alone may be chance. */
const MAX_STEP_SECONDS = 10;
const MIN_STEP = 2;
/** Per request, not per second: with a pause after each rejection, little time is left for growth. */
const NOT_RATE_RELATED_GROWTH = 1.2;

export const UNKNOWN_RATE: RateEstimate = {
	phase: { kind: 'unlimited' },
	run: 0,
	shortRuns: 0,
	rejectedShare: 0,
	tally: { from: 0, count: 0 },
};

export function allowedPerSecond({ phase }: RateEstimate): number {
	return phase.kind === 'unlimited' ? Infinity : phase.perSecond;
}

/** `early`: it was sent before the last rejection, which arrived sooner than this response. */
export function rateAfterAccepted(rate: RateEstimate, now: number, early: boolean): RateEstimate {
	const { phase } = rate;
	// Most services never reject anything: the first guess needs only this.
	if (phase.kind === 'unlimited') return { ...rate, tally: tallied(rate.tally, now) };
	const rejectedShare = rate.rejectedShare * (1 - SHARE_WEIGHT);
	if (early) {
		const hasGuess = phase.kind === 'probing' && phase.guess !== undefined;
		const guessed = hasGuess ? firstGuess((phase.guess ?? 0) + 1, phase.grownUntil) : phase;
		return { ...rate, rejectedShare, phase: guessed };
	}
	const tally = tallied(rate.tally, now);
	return { ...rate, rejectedShare, run: rate.run + 1, tally, phase: grown(phase, now) };
}

/** Called for the first rejection of requests that were in flight together. */
export function rateAfterRejection(rate: RateEstimate, now: number): RateEstimate {
	const { phase, run, tally } = rate;
	const next = { ...rateAfterSameRejection(rate), run: 0 };
	const isAnyRate = next.rejectedShare <= MAX_NOT_RATE_RELATED_SHARE;
	if (phase.kind === 'unlimited' || (phase.kind === 'notRateRelated' && run > 0 && !isAnyRate)) {
		const accepted = now - tally.from < 2 * SECOND_MS ? tally.count : 0;
		return { ...next, shortRuns: 0, phase: firstGuess(accepted, now + FIRST_HOLD_MS) };
	}
	// If nothing was accepted since the last rejection, this one says nothing about the rate.
	if (run === 0 || phase.kind === 'notRateRelated') return next;
	const shortRuns = run < enough(phase.perSecond) ? rate.shortRuns + 1 : 0;
	if (shortRuns > MAX_SHORT_RUNS && isAnyRate) {
		// Slowing down did not help: back to about the rate before.
		const perSecond = phase.perSecond * 4;
		return { ...next, shortRuns: 0, phase: { kind: 'notRateRelated', perSecond } };
	}
	return { ...next, shortRuns, phase: slower(phase, run, now) };
}

/** Another rejection of requests that were in flight together. */
export function rateAfterSameRejection(rate: RateEstimate): RateEstimate {
	return { ...rate, rejectedShare: rate.rejectedShare * (1 - SHARE_WEIGHT) + SHARE_WEIGHT };
}

function tallied(tally: RateEstimate['tally'], now: number): RateEstimate['tally'] {
	if (now - tally.from < SECOND_MS) return { ...tally, count: tally.count + 1 };
	return { from: now, count: 1 };
}

function firstGuess(guess: number, until: number): Probing {
	return { ...held(Math.max(MIN_FIRST_GUESS, guess) * SAFETY_FACTOR, until), guess };
}

function held(base: number, grownUntil: number): Probing {
	return { kind: 'probing', perSecond: base, base, grownUntil, seconds: 0 };
}

type Limited = Exclude<Phase, { kind: 'unlimited' } | { kind: 'notRateRelated' }>;

function slower(phase: Limited, run: number, now: number): Phase {
	const { perSecond } = phase;
	const until = now + HOLD_MS;
	const isFaster = phase.kind === 'probing' && phase.seconds > 0;
	if (isFaster && perSecond <= NEAR_FACTOR * phase.base) return held(phase.base, until);
	// It was accepted for so long that it is nearly right.
	if (!isFaster && run >= SHORT_RUN) return held(perSecond * SAFETY_FACTOR, until);
	return between(Math.min(Math.max(MIN_PER_SECOND, perSecond / 4), perSecond), perSecond);
}

function between(low: number, high: number): Phase {
	return { kind: 'bisecting', perSecond: Math.sqrt(low * high), high, accepted: 0 };
}

function grown(phase: Exclude<Phase, { kind: 'unlimited' }>, now: number): Phase {
	const { perSecond } = phase;
	if (phase.kind === 'notRateRelated') {
		const faster = Math.min(UNLIMITED_PER_SECOND, perSecond * NOT_RATE_RELATED_GROWTH);
		return { ...phase, perSecond: faster };
	}
	if (phase.kind === 'bisecting') {
		const accepted = phase.accepted + 1;
		if (accepted < enough(perSecond)) return { ...phase, accepted };
		const isClose = phase.high / perSecond < CLOSE_ENOUGH;
		return isClose ? held(perSecond, now + HOLD_MS) : between(perSecond, phase.high);
	}
	if (now < phase.grownUntil) return phase;
	// Time without requests does not count: it says nothing about a faster rate.
	const creditedMs = Math.min(now - phase.grownUntil, (2 * SECOND_MS) / perSecond);
	const seconds = phase.seconds + creditedMs / SECOND_MS;
	const faster = phase.base * (1 + (seconds / PROBE_SECONDS) ** 3);
	if (faster > UNLIMITED_PER_SECOND) return { kind: 'unlimited' };
	return { ...phase, perSecond: faster, seconds, grownUntil: now };
}

/** Requests that must be accepted before the next step. */
function enough(perSecond: number): number {
	return Math.min(SHORT_RUN, Math.max(MIN_STEP, perSecond * MAX_STEP_SECONDS));
}
