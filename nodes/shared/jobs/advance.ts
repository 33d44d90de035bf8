import type { Failure } from '../failure/Failure';
import type { JobState } from '../recognition/stateWords';
import { isTransient } from './failures';

/** What a poll shows of a job: its state, or why it could not be read. */
export type Seen = ({ state: JobState } | { failure: Failure }) & {
	/** The pause that the service asks for. */
	retryAfterMs?: number;
};

/** A job whose end is waited for. */
export interface WatchedJob {
	/** By the same clock as the polls. */
	submittedAt: number;
	maxWaitMs: number;
	firstIntervalMs: number;
	/** The leader of so many jobs, or one that waits to be woken. */
	role: { leaderOf: number } | 'waiting';
	/** From 0 to 1, so that jobs of one age are not all polled at once. */
	random: number;
}

export interface NextPoll {
	at: number;
	/** Not before this time, even if the ticket is woken. */
	earliest: number;
}

export type Progress =
	| ({ kind: 'pending' } & NextPoll)
	/** `expired`: still pending after the maximum wait. `unknown`: the service does not return the state. */
	| { kind: 'finished' | 'failed' | 'expired' | 'unknown' };

/** What is known of a job after a poll, and when to poll it again. */
export function advance(job: WatchedJob, seen: Seen, now: number): Progress {
	const ageMs = now - job.submittedAt;
	if ('failure' in seen) {
		if (!isTransient(seen.failure, ageMs)) return { kind: 'unknown' };
	} else if (seen.state !== 'pending') return { kind: seen.state };
	if (ageMs >= job.maxWaitMs) return { kind: 'expired' };
	return { kind: 'pending', ...nextPoll(job, seen, now) };
}

/** Shorter than a user notices; at most ten polls a second. */
const MIN_INTERVAL_MS = 100;
/** Of a leader: the end of a job of hours is noticed within a minute. */
const MAX_INTERVAL_MS = 60_000;
/** Of jobs that wait to be woken. Only a safety net, as waking is usually earlier. */
const MAX_WAITING_INTERVAL_MS = 15 * 60_000;
/** Random factor of at least this, so that jobs of one age are not all polled at once. */
const MIN_JITTER = 0.8;

/** The end is noticed at most 15 % of the job's duration late; the tests of nextPoll hold this. */
const ALONE_GROWTH = 0.15;
/** Reached with 53 jobs: about 25 polls for each time that the age grows by the factor e. */
const MIN_GROWTH = 0.04;
/** A waiting job is polled again when its age has grown by half. */
const WAITING_GROWTH = 0.5;

/**
 * When to poll a job again. Intervals grow with the age of the job, so that the number of polls grows with the logarithm of
 * its duration.
 *
 * A run returns its results together, when its last job has ended. So only one job, the leader, is polled often.
 * The others are polled when their age has grown by half, or when another job has ended (see PollCoordinator):
 * jobs that end at about the same time find each other, and the last one is noticed as early as if all were polled often.
 */
export function nextPoll(job: WatchedJob, { retryAfterMs = 0 }: Seen, now: number): NextPoll {
	const { submittedAt, maxWaitMs, firstIntervalMs, role, random } = job;
	const age = now - submittedAt;
	const maxGrowth = role === 'waiting' ? WAITING_GROWTH : leaderGrowth(role.leaderOf);
	const longest = role === 'waiting' ? MAX_WAITING_INTERVAL_MS : MAX_INTERVAL_MS;
	const growth = maxGrowth * (MIN_JITTER + random * (1 - MIN_JITTER));
	const interval = age < firstIntervalMs ? firstIntervalMs - age : age * growth;
	const usual = Math.min(Math.max(interval, age > 0 ? MIN_INTERVAL_MS : 0), longest);
	// The pause that the service asks for is limited by the deadline only; the last poll is at the deadline itself.
	const at = now + Math.max(usual, retryAfterMs);
	const deadline = Math.max(submittedAt + maxWaitMs, now);
	// Not before the first interval, and not before the time that the service asks for.
	const earliest = Math.max(submittedAt + firstIntervalMs, now + retryAfterMs);
	return { at: Math.min(at, deadline), earliest };
}

/** The more jobs share the polls of their leader, the more often it may be polled. */
function leaderGrowth(jobs: number): number {
	return Math.max(MIN_GROWTH, ALONE_GROWTH / Math.cbrt(jobs));
}
