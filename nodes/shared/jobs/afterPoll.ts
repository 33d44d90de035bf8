import type { JobState } from '../recognition/stateWords';
import { nextLookAt, type Look } from './schedule';

/** What a poll of a job came to; `askedMs` is the pause that the service asks for. */
export type PollResult =
	| { kind: 'seen'; state: JobState; askedMs?: number }
	| { kind: 'transient'; askedMs?: number }
	/** The service refuses to tell of this job. */
	| { kind: 'refused' }
	/** The response cannot be used, or the service refuses all jobs alike. */
	| { kind: 'unusable' };

/** Up to which age a job is polled again after each result. */
export interface Patience {
	pendingMs: number;
	/** Services retry what has failed. */
	failedMs: number;
	refusedMs: number;
	unusableMs: number;
}

interface PolledJob {
	/** When the job was submitted, and the time of the poll, by the same clock. */
	submittedAt: number;
	now: number;
	result: PollResult;
	patience: Patience;
	/** How polls follow each other, where the caller sets the time. */
	schedule?: Pick<Look, 'firstIntervalMs' | 'role'>;
}

export interface NextPoll {
	until: number;
	/** Not before, even if another job ends. */
	earliest: number;
}

export type JobVerdict =
	| ({ kind: 'pending' } & NextPoll)
	| { kind: 'finished' | 'failed' }
	/** It is still pending, and was waited for long enough. */
	| { kind: 'expired' }
	/** The service does not tell what became of it. */
	| { kind: 'unknown' };

/** What is known of a job after a poll, and when to poll it again. */
export function afterPoll(job: PolledJob): JobVerdict {
	const { submittedAt, now, result, patience } = job;
	const unless = (end: Exclude<JobVerdict['kind'], 'pending'>, ms: number): JobVerdict =>
		now - submittedAt >= ms ? { kind: end } : { kind: 'pending', ...nextPoll(job) };
	switch (result.kind) {
		case 'transient':
			return unless('expired', patience.pendingMs);
		case 'refused':
			return unless('unknown', patience.refusedMs);
		case 'unusable':
			return unless('unknown', patience.unusableMs);
		case 'seen':
			if (result.state === 'finished') return { kind: 'finished' };
			return result.state === 'failed'
				? unless('failed', patience.failedMs)
				: unless('expired', patience.pendingMs);
	}
}

/** Without a schedule, the job is polled whenever the caller comes back to it. */
export function nextPoll({ submittedAt, now, result, patience, schedule }: PolledJob): NextPoll {
	if (schedule === undefined) return { until: now, earliest: now };
	const askedMs = 'askedMs' in result ? result.askedMs : undefined;
	const deadline = submittedAt + patience.pendingMs;
	return {
		until: nextLookAt({ submittedAt, now, askedMs, deadline, ...schedule }),
		// A job is left alone at first, and for as long as the service asks.
		earliest: Math.max(submittedAt + schedule.firstIntervalMs, now + (askedMs ?? 0)),
	};
}
