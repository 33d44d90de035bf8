import type { Failure } from '../failure/Failure';
import type { JobState } from '../recognition/stateWords';
import { isTransient, rejectsJob } from './failures';

/** What a poll shows of a job: its state, or why the job or its result could not be read. */
export type Seen = ({ state: JobState } | { failure: Failure; subject?: 'job' | 'result' }) & {
	/** The pause that the service asks for. */
	retryAfterMs?: number;
};

/** For each thing that a poll may show: the age of the job up to which it is polled again. Absent for not at all. */
export interface Patience {
	pendingMs: number;
	/** Some services retry failed jobs. */
	failedMs?: number;
	/** The service rejects the request for this job. */
	rejectedMs?: number;
	/** The response cannot be used, or the service rejects the requests for all jobs. */
	unusableMs?: number;
}

/** A job whose end is waited for. */
export interface WatchedJob {
	/** By the same clock as the polls; absent for a job that was submitted elsewhere. It never gets old. */
	submittedAt?: number;
	patience: Patience;
	/** Absent if the caller itself decides when to poll, as the trigger does. */
	schedule?: PollSchedule;
}

export interface PollSchedule {
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
	| { kind: 'finished' | 'failed' }
	/** Still pending after the maximum wait. */
	| { kind: 'expired' }
	/** The service does not return the state of the job. */
	| { kind: 'unknown' };

/** What is known of a job after a poll, and when to poll it again. */
export function advance(job: WatchedJob, seen: Seen, now: number): Progress {
	const { patience, submittedAt } = job;
	const ageMs = submittedAt === undefined ? 0 : now - submittedAt;
	const unless = (end: Exclude<Progress['kind'], 'pending'>, ms = 0): Progress =>
		ageMs >= ms ? { kind: end } : { kind: 'pending', ...nextPoll(job, seen, now) };
	if ('failure' in seen) {
		const { failure, subject } = seen;
		if (isTransient(failure, submittedAt === undefined ? Infinity : ageMs))
			return unless('expired', patience.pendingMs);
		const { rejectedMs, unusableMs } = patience;
		return unless('unknown', rejectsJob(failure, subject) ? rejectedMs : unusableMs);
	}
	if (seen.state === 'finished') return { kind: 'finished' };
	return seen.state === 'failed'
		? unless('failed', patience.failedMs)
		: unless('expired', patience.pendingMs);
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
 * When to poll a job again; without a schedule, whenever the caller comes back to it. Intervals grow with the age of the job,
 * so that the number of polls grows with the logarithm of its duration.
 *
 * A run returns its results together, when its last job has ended. So only one job, the leader, is polled often.
 * The others are polled when their age has grown by half, or when another job has ended (see PollCoordinator):
 * jobs that end at about the same time find each other, and the last one is noticed as early as if all were polled often.
 */
export function nextPoll(job: WatchedJob, { retryAfterMs = 0 }: Seen, now: number): NextPoll {
	const { submittedAt = now, patience, schedule } = job;
	if (schedule === undefined) return { at: now, earliest: now };
	const { firstIntervalMs, role, random } = schedule;
	const age = now - submittedAt;
	const maxGrowth = role === 'waiting' ? WAITING_GROWTH : leaderGrowth(role.leaderOf);
	const longest = role === 'waiting' ? MAX_WAITING_INTERVAL_MS : MAX_INTERVAL_MS;
	const growth = maxGrowth * (MIN_JITTER + random * (1 - MIN_JITTER));
	const interval = age < firstIntervalMs ? firstIntervalMs - age : age * growth;
	const usual = Math.min(Math.max(interval, age > 0 ? MIN_INTERVAL_MS : 0), longest);
	// The pause that the service asks for is limited by the deadline only; the last poll is at the deadline itself.
	const at = now + Math.max(usual, retryAfterMs);
	const deadline = Math.max(submittedAt + patience.pendingMs, now);
	// Not before the first interval, and not before the time that the service asks for.
	const earliest = Math.max(submittedAt + firstIntervalMs, now + retryAfterMs);
	return { at: Math.min(at, deadline), earliest };
}

/** The more jobs share the polls of their leader, the more often it may be polled. */
function leaderGrowth(jobs: number): number {
	return Math.max(MIN_GROWTH, ALONE_GROWTH / Math.cbrt(jobs));
}
