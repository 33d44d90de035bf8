import type { SentRequest, TriggerMemory } from '../memory/process/ProcessMemory';
import type { Announcement, Submissions } from '../memory/saved/State';

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
	/** This process sent it, but n8n dropped the poll: the job is recovered. */
	| { kind: 'dropped'; sent: SentRequest }
	/** Too many jobs have not ended. */
	| { kind: 'full' };

export interface SubmissionInput
	extends Pick<TriggerMemory, 'sent' | 'lastRejection' | 'lastPollAt'> {
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
	const { now, requestFingerprint, saved } = input;
	const sent = droppedRequest(input.sent, saved);
	if (sent !== undefined) return { kind: 'dropped', sent };

	const announced = ownAnnouncement(input);
	if (announced === 'maybeSent')
		return { kind: 'outcomeUnknown', due: saved.announcement?.due ?? now };
	const announcement = announced?.requestFingerprint === requestFingerprint ? announced : undefined;
	const unfinished = saved.watched.filter((job) => !job.emitted && !job.failed);
	if (unfinished.length >= MAX_UNFINISHED) return { kind: 'full' };
	if (wasRejectedInInterval(input)) return { kind: 'idle', announcement: saved.announcement };
	return nextSubmission(input, announcement);
}

function wasRejectedInInterval({
	now,
	requestFingerprint,
	intervalMs,
	lastRejection,
}: SubmissionInput): boolean {
	if (lastRejection?.requestFingerprint !== requestFingerprint) return false;
	return now >= lastRejection.at && now - lastRejection.at < intervalMs;
}

/** What is due now, if nothing blocks it. */
function nextSubmission(
	input: SubmissionInput,
	announcement: Announcement | undefined,
): SubmitDecision {
	const { now, requestFingerprint, intervalMs, announces, saved, processId } = input;
	const { lastPollAt = now } = input;
	const isEarly = (due: number) => now < due - TOLERANCE_MS;
	const isSame =
		saved.requestFingerprint === undefined || saved.requestFingerprint === requestFingerprint;
	const due = saved.last === undefined || !isSame ? now : saved.last + intervalMs;
	const announcementFor = (at: number): Announcement => ({
		requestFingerprint,
		due: at,
		by: processId,
		at: now,
	});
	/** The poll that will send it is probably the next one. */
	const isNext = (at: number) =>
		announces && now > lastPollAt && now + (now - lastPollAt) >= at - TOLERANCE_MS;
	if (isEarly(due)) {
		const isTime = announcement === undefined && isNext(due);
		return isTime
			? { kind: 'announce', announcement: announcementFor(due) }
			: { kind: 'idle', announcement };
	}
	if (announces && announcement === undefined)
		return { kind: 'announce', announcement: announcementFor(due) };
	const next = now + intervalMs;
	return {
		kind: 'send',
		due: announcement === undefined || isEarly(announcement.due) ? now : announcement.due,
		announcement,
		next: isNext(next) ? announcementFor(next) : undefined,
	};
}

/** The announcement, taken over from a process that is gone, unless that one may have sent it. */
function ownAnnouncement(input: SubmissionInput): Announcement | 'maybeSent' | undefined {
	const { now, processId, repeats } = input;
	const { announcement } = input.saved;
	if (announcement === undefined || announcement.by === processId) return announcement;
	const wasSetBack = now < (announcement.at ?? -Infinity);
	const isUnsent = !wasSetBack && now < announcement.due - CLOCK_ERROR_MS;
	if (isUnsent || repeats === 'withSameKey') return { ...announcement, by: processId };
	return repeats === 'never' ? 'maybeSent' : undefined;
}

/** The workflow was published during the poll that sent it, and n8n dropped what that poll found. */
export function droppedRequest(
	sent: SentRequest | undefined,
	{ last = -Infinity }: Submissions,
): SentRequest | undefined {
	return sent !== undefined && last < sent.at ? sent : undefined;
}
