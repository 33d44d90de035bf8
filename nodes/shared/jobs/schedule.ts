/**
 * When to look at a job again. Waiting times grow with the age of the job, so that the number of
 * looks grows with the logarithm of its length.
 *
 * The results of a run come out together, when its last job has ended. So one job, the scout, is
 * looked at often, and the others when their age has grown by half, or when a job has ended and
 * they are called (see Lookout): the end of the last one is noticed as early as if all were scouts.
 */
/** Faster than a user notices, and at most ten looks a second. */
const SHORTEST_INTERVAL_MS = 100;
/** Of a scout: the end of a job of hours is noticed within a minute. */
const LONGEST_INTERVAL_MS = 60_000;
/** Of jobs that wait to be called: a call is quicker, and this only catches one that was lost. */
const LONGEST_UNCALLED_MS = 15 * 60_000;
/** Less than the growth: jobs of one age are not looked at all at once. */
const SPREAD = 0.8;

/** The end is noticed at most 15 % of the job's length late; docs/evidence/bench.json has the measured times. */
const ALONE_GROWTH = 0.15;
/** Reached with 53 jobs: about 25 looks for each time that the age grows by the factor e. */
const LEAST_GROWTH = 0.04;
/** See above: when their age has grown by half. */
const UNCALLED_GROWTH = 0.5;

export interface Look {
	submittedAt: number;
	now: number;
	firstIntervalMs: number;
	askedMs?: number;
	deadline: number;
	/** A scout of so many jobs, or one that waits to be called. */
	role: { scoutOf: number } | 'waiting';
}

export function nextLookAt(look: Look): number {
	const { submittedAt, now, firstIntervalMs, askedMs = 0, deadline, role } = look;
	const age = now - submittedAt;
	const most = role === 'waiting' ? UNCALLED_GROWTH : scoutGrowth(role.scoutOf);
	const longest = role === 'waiting' ? LONGEST_UNCALLED_MS : LONGEST_INTERVAL_MS;
	const growth = most * (SPREAD + Math.random() * (1 - SPREAD));
	const interval = age < firstIntervalMs ? firstIntervalMs - age : age * growth;
	const own = Math.max(interval, age > 0 ? SHORTEST_INTERVAL_MS : 0);
	// What the service asks for has no limit but the deadline.
	const at = now + Math.max(Math.min(own, longest), askedMs);
	// The last look is at the deadline itself, not before it.
	return Math.min(at, Math.max(deadline, now));
}

/** The more jobs share the looks of their scout, the more of them it may take. */
function scoutGrowth(jobs: number): number {
	return Math.max(LEAST_GROWTH, ALONE_GROWTH / Math.cbrt(jobs));
}
