/** Estimates the rate limit of a service from what it accepted between its rejections. */
export interface RateEstimate {
	/** Infinity if no limit is known. */
	perSecond: number;
	/** A rate that was accepted, or, below it, one that was rejected; `perSecond` grows around it. */
	base: number;
	/** How far it has grown; below `base`, this is negative. */
	grownSeconds: number;
	/** It grows from this time on. */
	growsAt: number;
	/** If `base` is a guess: the number of requests that were accepted within a second. */
	guess?: number;
	/** Requests that were accepted since the last rejection; if no limit is known, in this second. */
	run: { from: number; count: number };
	/** Rejections in a row that came after a short run each. */
	shortRuns: number;
	rejectedShare: number;
}

const SECOND_MS = 1_000;
// The simulated services of limiterState.test.ts depend on these values.

/** Many limits are stated per second, and allow a second's requests at once. */
const MIN_FIRST_GUESS = 4;
/** Slightly below the accepted rate, so that jitter does not cause a rejection. */
const SAFETY_FACTOR = 0.97;
/** If the limit is unchanged, each probe ends in a rejection: one in 20 s is little. */
const HOLD_MS = 20_000;
/** The rate has doubled after this time; its growth is cubic: slow near `base`. */
const PROBE_SECONDS = 3.5;
/** From here it grows from half of `base`. */
const HALF_SECONDS = -PROBE_SECONDS * Math.cbrt(0.5);
/** A probe that is rejected below this factor has met the known limit again. */
const NEAR_FACTOR = 2;
/** Faster than anything that n8n can send. */
const UNLIMITED_PER_SECOND = 2_000;
/** One request in 5 s. Outages look like a limit: from a slower rate, it takes minutes to recover from them. */
const MIN_PER_SECOND = 0.2;
/** A rejection after fewer accepted requests is too early: a slower rate should have accepted more. */
const LONG_RUN = 10;
/** At a slow rate, the requests of so many seconds are enough, as each takes seconds. One alone may be chance. */
const LONG_RUN_SECONDS = 10;
const MIN_LONG_RUN = 2;
/** After more of them in a row, slowing down does not help. */
const MAX_SHORT_RUNS = 3;
/** Moving average over about 20 requests: enough to distinguish one in seven from one in three. */
const SHARE_WEIGHT = 1 / 20;
/** Well above one in seven, the share that the tests reject at any rate. */
const MAX_UNRELATED_SHARE = 0.35;

export const UNKNOWN_RATE: RateEstimate = {
	perSecond: Infinity,
	base: Infinity,
	grownSeconds: 0,
	growsAt: 0,
	run: { from: 0, count: 0 },
	shortRuns: 0,
	rejectedShare: 0,
};

/** `early`: it was sent before the last rejection, which arrived sooner than this response. */
export function rateAfterAccepted(rate: RateEstimate, now: number, early: boolean): RateEstimate {
	const { perSecond, guess, growsAt, run } = rate;
	const next = { ...rate, rejectedShare: rate.rejectedShare * (1 - SHARE_WEIGHT) };
	const count = run.count + 1;
	if (perSecond === Infinity) {
		const isThisSecond = now - run.from < SECOND_MS;
		return { ...next, run: isThisSecond ? { from: run.from, count } : { from: now, count: 1 } };
	}
	if (early) return guess === undefined ? next : firstGuess(next, guess + 1, growsAt);
	const counted = { ...next, run: { from: run.from, count } };
	if (now < growsAt || count < enough(perSecond)) return counted;
	// Time without requests does not count: it says nothing about a faster rate.
	const seconds = Math.min((now - growsAt) / SECOND_MS, 2 / perSecond, 1 / enough(perSecond));
	return grown({ ...counted, growsAt: now }, rate.grownSeconds + seconds);
}

/** Called for the first rejection of requests that were in flight together. */
export function rateAfterRejection(rate: RateEstimate, now: number): RateEstimate {
	const { perSecond, base, run, grownSeconds } = rate;
	const next = { ...rateAfterSameRejection(rate), run: { from: now, count: 0 } };
	const isFew = next.rejectedShare <= MAX_UNRELATED_SHARE;
	if (perSecond === Infinity) {
		if (rate.shortRuns > MAX_SHORT_RUNS && isFew) return next;
		const accepted = now - run.from < 2 * SECOND_MS ? run.count : 0;
		return firstGuess({ ...next, shortRuns: 0 }, accepted, now);
	}
	// If nothing was accepted since the last rejection, this one says nothing about the rate.
	if (run.count === 0) return next;
	const isShort = run.count < enough(perSecond);
	const counted = { ...next, shortRuns: isShort ? rate.shortRuns + 1 : 0 };
	if (counted.shortRuns > MAX_SHORT_RUNS && isFew) return { ...counted, perSecond: Infinity };
	const isProbe = grownSeconds > 0;
	if (isProbe && perSecond <= NEAR_FACTOR * base) return held(counted, base, now + HOLD_MS);
	if (!isProbe && !isShort) return held(counted, perSecond * SAFETY_FACTOR, now + HOLD_MS);
	const rejected = held(counted, Math.max(2 * MIN_PER_SECOND, perSecond), now);
	return grown(rejected, HALF_SECONDS);
}

/** Another rejection of requests that were in flight together. */
export function rateAfterSameRejection(rate: RateEstimate): RateEstimate {
	return { ...rate, rejectedShare: rate.rejectedShare * (1 - SHARE_WEIGHT) + SHARE_WEIGHT };
}

function firstGuess(rate: RateEstimate, guess: number, growsAt: number): RateEstimate {
	return { ...held(rate, Math.max(MIN_FIRST_GUESS, guess) * SAFETY_FACTOR, growsAt), guess };
}

function held(rate: RateEstimate, base: number, growsAt: number): RateEstimate {
	return { ...rate, perSecond: base, base, grownSeconds: 0, growsAt, guess: undefined };
}

function grown(rate: RateEstimate, grownSeconds: number): RateEstimate {
	const perSecond = rate.base * (1 + (grownSeconds / PROBE_SECONDS) ** 3);
	if (perSecond > UNLIMITED_PER_SECOND) return UNKNOWN_RATE;
	return { ...rate, perSecond, grownSeconds, guess: undefined };
}

/** Requests that must be accepted before a rate is known to be. */
function enough(perSecond: number): number {
	return Math.min(LONG_RUN, Math.max(MIN_LONG_RUN, perSecond * LONG_RUN_SECONDS));
}
