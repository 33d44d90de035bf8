import type { Failure } from '../failure/Failure';
import type { JobState } from '../recognition/stateWords';
import { isPassing } from './failures';

/** A job that is waited for. */
export interface Wait {
	/** Unknown for jobs that were submitted elsewhere. */
	submittedAt?: number;
	/** When to give up on a job that is pending, has failed, or that the service rejects polls for. */
	giveUpAt: { pending: number; failed: number; rejected: number };
}

export const AT_ONCE = -Infinity;
export const NEVER = Infinity;

/** What came of one poll. */
export type PollEvent<Polled extends { state: JobState }> =
	| { kind: 'polled'; polled: Polled }
	| { kind: 'failed'; failure: Failure }
	| { kind: 'cancelled' };

export type WaitDecision<Polled> =
	| { kind: 'done' }
	| { kind: 'failed'; polled: Polled }
	| { kind: 'rejected'; failure: Failure }
	/** `failure` is what the last poll failed with, if it did. */
	| { kind: 'giveUp'; failure?: Failure }
	| { kind: 'wait'; for: 'end' | 'recovery'; failure?: Failure }
	| { kind: 'stillPending' };

/** Whether a job is waited for any longer. */
export function afterPoll<Polled extends { state: JobState }>({
	wait: { submittedAt = -Infinity, giveUpAt },
	event,
	now,
}: {
	wait: Wait;
	event: PollEvent<Polled>;
	now: number;
}): WaitDecision<Polled> {
	const whilePending = (failure?: Failure): WaitDecision<Polled> =>
		now >= giveUpAt.pending ? { kind: 'giveUp', failure } : { kind: 'wait', for: 'end', failure };
	switch (event.kind) {
		case 'cancelled':
			return { kind: 'stillPending' };
		case 'failed': {
			const { failure } = event;
			if (isPassing(failure, now - submittedAt)) return whilePending(failure);
			if (now < giveUpAt.rejected) return { kind: 'wait', for: 'recovery', failure };
			return { kind: 'rejected', failure };
		}
		case 'polled': {
			const { polled } = event;
			if (polled.state === 'pending') return whilePending();
			if (polled.state === 'finished') return { kind: 'done' };
			if (now < giveUpAt.failed) return { kind: 'wait', for: 'recovery' };
			return { kind: 'failed', polled };
		}
	}
}
