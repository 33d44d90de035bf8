import type { TriggerMemory } from '../memory/ProcessMemory';
import type { Announcement, Submissions } from '../memory/State';

/** Polls begin some milliseconds earlier or later than planned; the shortest interval is a minute. */
const TOLERANCE_MS = 5_000;

/** Clock corrections and differences between machines are smaller than this. */
const CLOCK_ERROR_MS = 30_000;

/** At this number of unfinished jobs nothing more is sent: each is read in each poll, and saved by n8n. */
export const MAX_UNFINISHED = 100;

export type SubmitDecision =
	| { kind: 'idle'; announcement?: Announcement }
	/** Save that the request is about to be sent. It is sent with a later poll. */
	| { kind: 'announce'; announcement: Announcement }
	| {
			kind: 'send';
			due: number;
			announcement?: Announcement;
			/** The announcement of the following request, if that is due at the next poll. */
			next?: Announcement;
	  }
	/** A process that is gone may have sent it: it is not sent again. */
	| { kind: 'outcomeUnknown'; due: number }
	/** Too many jobs have not ended. */
	| { kind: 'full' };

export interface SubmissionInput extends Pick<TriggerMemory, 'lastRejection' | 'lastPollAt'> {
	now: number;
	/** Fingerprint of the request as it is entered now. */
	requestFingerprint: string;
	/** Infinity for once. */
	intervalMs: number;
	announces: boolean;
	saved: Submissions;
	processId: string;
	/** After an unknown outcome. `withSameKey`: by the idempotency key of the announcement. */
	repeats: 'never' | 'withSameKey' | 'always';
}

/** At most one request for each interval, and never one that may have been sent already. */
export function decideSubmission(input: SubmissionInput): SubmitDecision {
	const { now, requestFingerprint, intervalMs, announces, saved, processId } = input;
	const valid = validAnnouncement(input);
	if (valid === 'maybeSent') return { kind: 'outcomeUnknown', due: saved.announcement?.due ?? now };
	const announcement = valid?.requestFingerprint === requestFingerprint ? valid : undefined;
	const unfinished = saved.watched.filter((job) => job.failed !== true);
	if (unfinished.length >= MAX_UNFINISHED) return { kind: 'full' };
	if (wasRejectedInInterval(input)) return { kind: 'idle', announcement: saved.announcement };

	const { lastPollAt = now } = input;
	const isEarly = (due: number) => now < due - TOLERANCE_MS;
	/** The poll that will send it is probably the next one. */
	const isNext = (due: number) =>
		announces && now > lastPollAt && now + (now - lastPollAt) >= due - TOLERANCE_MS;
	const announce = (due: number) => ({ requestFingerprint, due, by: processId, at: now });
	const isSame = (saved.requestFingerprint ?? requestFingerprint) === requestFingerprint;
	const due = saved.last === undefined || !isSame ? now : saved.last + intervalMs;
	if (announcement === undefined && announces && (!isEarly(due) || isNext(due)))
		return { kind: 'announce', announcement: announce(due) };
	if (isEarly(due)) return { kind: 'idle', announcement };
	return {
		kind: 'send',
		due: announcement === undefined || isEarly(announcement.due) ? now : announcement.due,
		announcement,
		next: isNext(now + intervalMs) ? announce(now + intervalMs) : undefined,
	};
}

function wasRejectedInInterval(input: SubmissionInput): boolean {
	const { now, requestFingerprint, intervalMs, lastRejection } = input;
	if (lastRejection?.requestFingerprint !== requestFingerprint) return false;
	return now >= lastRejection.at && now - lastRejection.at < intervalMs;
}

/** The announcement, taken over from a process that is gone, unless that one may have sent it. */
function validAnnouncement(input: SubmissionInput): Announcement | 'maybeSent' | undefined {
	const { now, processId, repeats } = input;
	const { announcement } = input.saved;
	if (announcement === undefined || announcement.by === processId) return announcement;
	// Before the time of the announcement, the clock was set back.
	const isUnsent = now >= announcement.at && now < announcement.due - CLOCK_ERROR_MS;
	if (isUnsent || repeats === 'withSameKey') return { ...announcement, by: processId };
	return repeats === 'never' ? 'maybeSent' : undefined;
}
