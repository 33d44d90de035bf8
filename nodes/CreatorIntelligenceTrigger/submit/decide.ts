import type { TriggerMemory } from '../memory/ProcessMemory';
import type { Announcement, Submissions } from '../memory/State';
import type { Submission } from '../parameters/readParameters';

/** Polls begin some milliseconds earlier or later than planned; the shortest interval is a minute. */
const TOLERANCE_MS = 5_000;

/** Clock corrections and differences between machines are smaller than this. */
const CLOCK_ERROR_MS = 30_000;

/** Services forget idempotency keys, often after a day. */
const MAX_KEY_AGE_MS = 24 * 60 * 60 * 1_000;

/** At this number of jobs nothing more is sent: each is read in each poll, and saved by n8n. */
export const MAX_WATCHED = 100;

export type SubmitDecision =
	/** An announcement is saved before its request is sent, with a later poll. */
	| { kind: 'wait'; announcement?: Announcement }
	| {
			kind: 'send';
			due: number;
			announcement?: Announcement;
			/** The announcement of the following request, if that is due at the next poll. */
			next?: Announcement;
	  }
	/** It may have been sent: it is not sent again. */
	| { kind: 'outcomeUnknown'; due: number }
	/** Too many jobs have not ended. */
	| { kind: 'full' };

export interface SubmissionInput {
	now: number;
	submission: Pick<Submission, 'requestFingerprint' | 'intervalMs'>;
	memory: Pick<TriggerMemory, 'lastRejection' | 'lastPollAt'>;
	announces: boolean;
	saved: Submissions;
	processId: string;
	/** After an unknown outcome. `withSameKey`: by the idempotency key of the announcement. */
	repeats: 'never' | 'withSameKey' | 'always';
}

/** At most one request for each interval, and never one that may have been sent already. */
export function decideSubmission(input: SubmissionInput): SubmitDecision {
	const { now, memory, announces, saved, processId } = input;
	const { requestFingerprint, intervalMs } = input.submission;
	const valid = validAnnouncement(input);
	if (valid === 'maybeSent') return { kind: 'outcomeUnknown', due: saved.announcement?.due ?? now };
	if (saved.watched.length >= MAX_WATCHED) return { kind: 'full' };

	const announcement = valid?.requestFingerprint === requestFingerprint ? valid : undefined;
	const last = lastAttempt(input);
	const due = last === undefined ? now : last + intervalMs;
	const isEarly = (at: number) => now < at - TOLERANCE_MS;
	const { lastPollAt = now } = memory;
	const nextPollAt = now + Math.max(0, now - lastPollAt);
	/** Announces what the next poll will probably send. */
	const announce = (at: number): Announcement | undefined =>
		announces && nextPollAt >= at - TOLERANCE_MS
			? { requestFingerprint, due: at, by: processId, at: now }
			: undefined;
	if (isEarly(due) || (announces && announcement === undefined))
		return { kind: 'wait', announcement: announcement ?? announce(due) };
	return {
		kind: 'send',
		due: announcement === undefined || isEarly(announcement.due) ? now : announcement.due,
		announcement,
		next: announce(now + intervalMs),
	};
}

/** When this request was last sent, or rejected. A time in the future is one before the clock was set back. */
function lastAttempt(input: SubmissionInput): number | undefined {
	const { now, submission, saved, memory } = input;
	const { requestFingerprint } = submission;
	const { lastRejection } = memory;
	const isOwn = lastRejection?.requestFingerprint === requestFingerprint;
	// After a rejection, requests may have been sent that were not rejected.
	if (isOwn && lastRejection.at <= now && lastRejection.at >= (saved.last ?? -Infinity))
		return lastRejection.at;
	return (saved.requestFingerprint ?? requestFingerprint) === requestFingerprint
		? saved.last
		: undefined;
}

/** The announcement, perhaps of a process that is gone, unless it may have been sent without a key. */
function validAnnouncement({
	now,
	processId,
	repeats,
	saved: { announcement },
}: SubmissionInput): Announcement | 'maybeSent' | undefined {
	if (announcement === undefined) return undefined;
	const { at, due, by, isLost } = announcement;
	const isOwn = by === processId;
	// Before the time of the announcement, the clock was set back.
	const isUnsent = !isLost && (isOwn || (now >= at && now < due - CLOCK_ERROR_MS));
	const isKnownByKey = repeats === 'withSameKey' && now - Math.max(at, due) < MAX_KEY_AGE_MS;
	if (!isUnsent && !isKnownByKey) return repeats === 'always' ? undefined : 'maybeSent';
	return isOwn ? announcement : { ...announcement, by: processId, isLost: !isUnsent || undefined };
}
