import type { JobState } from '../recognition/stateWords';

/** The result of a poll; `retryAfterMs` is the pause that the service asks for. */
export type PollResult =
	| { kind: 'seen'; state: JobState; retryAfterMs?: number }
	| { kind: 'transient'; retryAfterMs?: number }
	/** The service rejects the request for this job. */
	| { kind: 'rejected' }
	/** The response cannot be used, or the service rejects the requests for all jobs. */
	| { kind: 'unusable' };

/** For each kind of result: the age of the job up to which it is polled again. */
export interface MaxPollAge {
	pendingMs: number;
	/** Some services retry failed jobs. */
	failedMs: number;
	rejectedMs: number;
	unusableMs: number;
}

interface PollInput {
	/** When the job was submitted, and the time of the poll, by the same clock. */
	submittedAt: number;
	now: number;
	result: PollResult;
	maxPollAge: MaxPollAge;
	/** Absent if the caller itself decides when to poll, as the trigger does. */
	schedule?: Pick<PollTiming, 'firstIntervalMs' | 'role' | 'random'>;
}

export interface NextPoll {
	until: number;
	/** Not before this time, even if the ticket is woken. */
	earliest: number;
}

export type PollDecision =
	| ({ kind: 'pending' } & NextPoll)
	| { kind: 'finished' | 'failed' }
	/** Still pending after the maximum wait. */
	| { kind: 'expired' }
	/** The service does not return the state of the job. */
	| { kind: 'unknown' };

/** What is known of a job after a poll, and when to poll it again. */
export function afterPoll(job: PollInput): PollDecision {
	const { submittedAt, now, result, maxPollAge } = job;
	const unless = (end: Exclude<PollDecision['kind'], 'pending'>, ms: number): PollDecision =>
		now - submittedAt >= ms ? { kind: end } : { kind: 'pending', ...nextPoll(job) };
	switch (result.kind) {
		case 'transient':
			return unless('expired', maxPollAge.pendingMs);
		case 'rejected':
			return unless('unknown', maxPollAge.rejectedMs);
		case 'unusable':
			return unless('unknown', maxPollAge.unusableMs);
		case 'seen':
			if (result.state === 'finished') return { kind: 'finished' };
			return result.state === 'failed'
				? unless('failed', maxPollAge.failedMs)
				: unless('expired', maxPollAge.pendingMs);
	}
}

/** Without a schedule, the job is polled whenever the caller comes back to it. */
export function nextPoll({ submittedAt, now, result, maxPollAge, schedule }: PollInput): NextPoll {
	if (schedule === undefined) return { until: now, earliest: now };
	const retryAfterMs = 'retryAfterMs' in result ? result.retryAfterMs : undefined;
	const deadline = submittedAt + maxPollAge.pendingMs;
	return {
		until: nextPollAt({ submittedAt, now, retryAfterMs, deadline, ...schedule }),
		// Not before the first interval, and not before the time that the service asks for.
		earliest: Math.max(submittedAt + schedule.firstIntervalMs, now + (retryAfterMs ?? 0)),
	};
}

/** Shorter than a user notices; at most ten polls a second. */
const MIN_INTERVAL_MS = 100;
/** Of a leader: the end of a job of hours is noticed within a minute. */
const MAX_INTERVAL_MS = 60_000;
/** Of jobs that wait to be woken. Only a safety net, as waking is usually earlier. */
const MAX_WAITING_INTERVAL_MS = 15 * 60_000;
/** Random factor of at least this, so that jobs of one age are not all polled at once. */
const MIN_JITTER = 0.8;

/** The end is noticed at most 15 % of the job's duration late; the tests of nextPollAt hold this. */
const ALONE_GROWTH = 0.15;
/** Reached with 53 jobs: about 25 polls for each time that the age grows by the factor e. */
const MIN_GROWTH = 0.04;
/** A waiting job is polled again when its age has grown by half. */
const WAITING_GROWTH = 0.5;

export interface PollTiming {
	submittedAt: number;
	now: number;
	firstIntervalMs: number;
	retryAfterMs?: number;
	deadline: number;
	/** The leader of so many jobs, or one that waits to be woken. */
	role: { leaderOf: number } | 'waiting';
	/** From 0 to 1, so that jobs of one age are not all polled at once. */
	random: number;
}

/**
 * When to poll a job again. Intervals grow with the age of the job, so that the number of
 * polls grows with the logarithm of its duration.
 *
 * A run returns its results together, when its last job has ended. So only one job, the leader, is polled often.
 * The others are polled when their age has grown by half, or when another job has ended (see PollCoordinator):
 * jobs that end at about the same time find each other, and the last one is noticed as early as if all were polled often.
 */
export function nextPollAt(timing: PollTiming): number {
	const { submittedAt, now, firstIntervalMs, retryAfterMs = 0, deadline, role, random } = timing;
	const age = now - submittedAt;
	const maxGrowth = role === 'waiting' ? WAITING_GROWTH : leaderGrowth(role.leaderOf);
	const longest = role === 'waiting' ? MAX_WAITING_INTERVAL_MS : MAX_INTERVAL_MS;
	const growth = maxGrowth * (MIN_JITTER + random * (1 - MIN_JITTER));
	const interval = age < firstIntervalMs ? firstIntervalMs - age : age * growth;
	const own = Math.max(interval, age > 0 ? MIN_INTERVAL_MS : 0);
	// The pause that the service asks for is limited by the deadline only.
	const at = now + Math.max(Math.min(own, longest), retryAfterMs);
	// The last poll is at the deadline itself, not before it.
	return Math.min(at, Math.max(deadline, now));
}

/** The more jobs share the polls of their leader, the more often it may be polled. */
function leaderGrowth(jobs: number): number {
	return Math.max(MIN_GROWTH, ALONE_GROWTH / Math.cbrt(jobs));
}
