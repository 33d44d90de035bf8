import type { SentRequest, TriggerMemory } from '../memory/process/ProcessMemory';
import type { Intent, Submissions } from '../memory/saved/State';

/** Polls begin some milliseconds earlier or later than planned; the shortest interval is a minute. */
const TOLERANCE_MS = 5_000;

/** Clock corrections and differences between machines are smaller than this. */
const CLOCK_ERROR_MS = 30_000;

/** At this number of unfinished jobs nothing more is sent: each is read in each poll, and saved by n8n. */
export const MAX_UNFINISHED = 100;

export type SubmitDecision =
	| { kind: 'idle'; intent?: Intent }
	/** Save that the request is about to be sent. It is sent with a later poll. */
	| { kind: 'announce'; intent: Intent }
	| {
			kind: 'send';
			due: number;
			intent?: Intent;
			/** The announcement of the following request, if that is due at the next poll. */
			next?: Intent;
	  }
	/** A process that is gone may have sent it: it is not sent again. */
	| { kind: 'outcomeUnknown'; due: number }
	/** This process sent it, but n8n dropped the poll: the job is recovered. */
	| { kind: 'dropped'; sent: SentRequest }
	/** Too many jobs have not ended. */
	| { kind: 'full' };

export interface SubmissionInput extends Pick<TriggerMemory, 'sent' | 'refused' | 'lastPollAt'> {
	now: number;
	/** Fingerprint of the request as it is entered now. */
	request: string;
	/** Infinity for once. */
	everyMs: number;
	announces: boolean;
	saved: Submissions;
	processId: string;
	/** After an unknown outcome. `withSameKey`: by the idempotency key of the announcement. */
	repeats: 'never' | 'withSameKey' | 'always';
}

/** At most one request for each interval, and never one that may have been sent already. */
export function decideSubmission(input: SubmissionInput): SubmitDecision {
	const { now, request, saved } = input;
	const sent = droppedRequest(input.sent, saved);
	if (sent !== undefined) return { kind: 'dropped', sent };

	const announced = ownIntent(input);
	if (announced === 'maybeSent') return { kind: 'outcomeUnknown', due: saved.intent?.due ?? now };
	const intent = announced?.request === request ? announced : undefined;
	const unfinished = saved.watched.filter((job) => !job.emitted && !job.failed);
	if (unfinished.length >= MAX_UNFINISHED) return { kind: 'full' };
	if (isRefused(input)) return { kind: 'idle', intent: saved.intent };
	return nextSubmission(input, intent);
}

function isRefused({ now, request, everyMs, refused }: SubmissionInput): boolean {
	if (refused?.request !== request) return false;
	return now >= refused.at && now - refused.at < everyMs;
}

/** What is due now, if nothing blocks it. */
function nextSubmission(input: SubmissionInput, intent: Intent | undefined): SubmitDecision {
	const { now, request, everyMs, announces, saved, processId } = input;
	const { lastPollAt = now } = input;
	const isEarly = (due: number) => now < due - TOLERANCE_MS;
	const isSame = saved.request === undefined || saved.request === request;
	const due = saved.last === undefined || !isSame ? now : saved.last + everyMs;
	const intentAt = (at: number): Intent => ({ request, due: at, by: processId, at: now });
	/** The poll that will send it is probably the next one. */
	const isNext = (at: number) =>
		announces && now > lastPollAt && now + (now - lastPollAt) >= at - TOLERANCE_MS;
	if (isEarly(due)) {
		const isTime = intent === undefined && isNext(due);
		return isTime ? { kind: 'announce', intent: intentAt(due) } : { kind: 'idle', intent };
	}
	if (announces && intent === undefined) return { kind: 'announce', intent: intentAt(due) };
	const next = now + everyMs;
	return {
		kind: 'send',
		due: intent === undefined || isEarly(intent.due) ? now : intent.due,
		intent,
		next: isNext(next) ? intentAt(next) : undefined,
	};
}

/** The announcement, taken over from a process that is gone, unless that one may have sent it. */
function ownIntent(input: SubmissionInput): Intent | 'maybeSent' | undefined {
	const { now, processId, repeats } = input;
	const { intent } = input.saved;
	if (intent === undefined || intent.by === processId) return intent;
	const wasSetBack = now < (intent.at ?? -Infinity);
	const isUnsent = !wasSetBack && now < intent.due - CLOCK_ERROR_MS;
	if (isUnsent || repeats === 'withSameKey') return { ...intent, by: processId };
	return repeats === 'never' ? 'maybeSent' : undefined;
}

/** The workflow was published during the poll that sent it, and n8n dropped what that poll found. */
export function droppedRequest(
	sent: SentRequest | undefined,
	{ last = -Infinity }: Submissions,
): SentRequest | undefined {
	return sent !== undefined && last < sent.at ? sent : undefined;
}
