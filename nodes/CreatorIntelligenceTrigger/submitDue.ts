import type { IDataObject } from 'n8n-workflow';

import { Cancelled } from '../shared/failure/Cancelled';
import { Failure } from '../shared/failure/Failure';
import { isPassing } from '../shared/jobs/failures';
import type { Job } from '../shared/jobs/job';
import { jobItem } from '../shared/operations/result';
import { sendSubmission, type SubmissionOutcome } from '../shared/operations/submit';
import { noteUnknownWord } from '../shared/operations/unknownState';
import type { OutputItem } from '../shared/response/outputItem';
import { FREE_READ, pathOf } from './catalogue';
import type { JobOperation } from '../shared/catalogue/vocabulary';
import { lifetime, type Memory, type Sent } from './lifetime';
import { eventId } from './look';
import type { Round } from './round';
import type { Intent, Submissions, WatchedJob } from './state';
import { iso } from '../shared/values/time';

/** A request that the trigger sends itself. */
export interface Submission {
	operation: JobOperation;
	body: IDataObject;
	/** A mark of the request as it was entered, not as its expressions come out. */
	request: string;
	/** Infinity for once. */
	everyMs: number;
	/** Save that the request is about to be sent, before it is. */
	announce: boolean;
}

export interface SubmitStep {
	submissions: Submissions;
	items: OutputItem[];
	/** The state has to be saved, also if nothing comes out. */
	save: boolean;
	/** What the user has to know, as soon as the state is saved. */
	tell?: Failure;
}

/** Polls begin some milliseconds earlier or later than planned. */
const TOLERANCE_MS = 5_000;
/** Jobs that never end must not pile up, nor be forgotten: nothing is sent until some have ended. */
const MOST_UNFINISHED = 100;

/** Sends the request if it is time for it, and never twice for one interval. */
export async function submitDue(
	round: Round,
	submission: Submission,
	submissions: Submissions,
	memory: Memory,
	now: number,
): Promise<SubmitStep> {
	const dropped = droppedSend(memory, submissions);
	if (dropped !== undefined) return dropped;

	const { request, everyMs, announce } = submission;
	let { intent } = submissions;
	const same = submissions.request === undefined || submissions.request === request;
	const due = submissions.last === undefined || !same ? now : submissions.last + everyMs;
	const idle: SubmitStep = { submissions, items: [], save: false };

	if (intent !== undefined && intent.by !== lifetime.id) {
		if (now < intent.due - TOLERANCE_MS) intent = { ...intent, by: lifetime.id };
		else if (!round.settings.transport.retryUnsafe) {
			return unanswered(submissions, { submission, at: now, due: intent.due });
		} else intent = undefined;
	}
	if (intent?.request !== request) intent = undefined;
	if (submissions.watched.filter((job) => !job.emitted).length >= MOST_UNFINISHED) {
		return { ...idle, tell: tooMany(submission) };
	}
	if (memory.refused?.request === request && now < memory.refused.until) return idle;

	const armed: SubmitStep = {
		submissions: { ...submissions, intent: { request, due, by: lifetime.id } },
		items: [],
		save: true,
	};
	const spacing = memory.lastPollAt === undefined ? 0 : now - memory.lastPollAt;
	/** The poll that will send it is probably the next one. */
	const isNext = (at: number) => announce && spacing > 0 && now + spacing >= at - TOLERANCE_MS;
	if (now < due - TOLERANCE_MS) {
		if (intent === undefined && isNext(due)) return armed;
		return { ...idle, submissions: { ...submissions, intent } };
	}
	if (announce && intent === undefined) return armed;
	const sending: Sent = { submission, at: now, due: intent?.due ?? now };
	const step = await send(round, sending, { ...submissions, intent }, memory);
	const next = now + everyMs;
	if (step.submissions.last !== now || !isNext(next)) return step;
	const again: Intent = { request, due: next, by: lifetime.id };
	return { ...step, submissions: { ...step.submissions, intent: again } };
}

/** Finds a wrong token before anything is due. */
export async function checkService(round: Round): Promise<void> {
	try {
		await round.service.ask({ endpoint: FREE_READ, query: [] });
	} catch (error) {
		round.failed(error, error instanceof Failure && isPassing(error, Infinity));
	}
}

/**
 * The state does not know of the last request that went out: n8n dropped what that poll found, as
 * the workflow was published. It is taken up, also if the workflow asks for something else now.
 */
export function droppedSend(
	{ sent: last }: Memory,
	submissions: Submissions,
): SubmitStep | undefined {
	if (last === undefined || (submissions.last ?? -Infinity) >= last.at) return undefined;
	const { submission, job } = last;
	return job === undefined
		? unanswered(submissions, last)
		: sent(submissions, last, job, foundItem(submission, job));
}

async function send(
	round: Round,
	sending: Sent,
	submissions: Submissions,
	memory: Memory,
): Promise<SubmitStep> {
	const { submission, at: now } = sending;
	const { operation, body } = submission;
	const waiting: SubmitStep = { submissions, items: [], save: false };
	let outcome: SubmissionOutcome;
	try {
		// An answer of a service in trouble would leave it open whether the request was taken.
		await round.service.ask({ endpoint: FREE_READ, query: [] });
		memory.sent = sending;
		outcome = await sendSubmission({
			service: round.service,
			job: operation.job,
			draft: { endpoint: operation.job.submit, query: [], body },
			overrides: round.settings.job,
		});
	} catch (error) {
		outcome = { kind: 'refused', error };
	}
	if (outcome.kind === 'unknown') {
		sending.cause = outcome.error;
		return unanswered(submissions, sending);
	}
	if (outcome.kind === 'refused') {
		const { error } = outcome;
		memory.sent = undefined;
		if (error instanceof Cancelled) return waiting;
		if (!round.failed(error, error instanceof Failure && isPassing(error, Infinity))) {
			return waiting;
		}
		memory.refused = { request: submission.request, until: now + submission.everyMs };
		return {
			submissions: { ...submissions, intent: undefined },
			items: [],
			save: submissions.intent !== undefined,
			tell: error instanceof Failure ? error : undefined,
		};
	}
	const { named, seen, answer } = outcome;
	const { value: id } = named;
	noteUnknownWord(round.hints, seen);
	const watched: WatchedJob = { id, path: pathOf(operation), at: now };
	sending.job = watched;
	const job: Job = {
		type: operation.job.type,
		id,
		state: seen.state,
		rawState: seen.rawState,
		submittedAt: iso(now),
		eventId: eventId({ operation, id }, 'submitted'),
	};
	return sent(submissions, sending, watched, jobItem(job, answer));
}

function sent(
	{ watched }: Submissions,
	{ submission: { request }, at }: Sent,
	job: WatchedJob,
	item: OutputItem,
): SubmitStep {
	return {
		submissions: { request, last: at, watched: [...watched, job] },
		items: [item],
		save: true,
	};
}

/** The answer itself is gone. */
function foundItem({ operation }: Submission, { id, at }: WatchedJob): OutputItem {
	return jobItem({
		type: operation.job.type,
		id,
		state: 'pending',
		rawState: null,
		submittedAt: iso(at),
		eventId: eventId({ operation, id }, 'submitted'),
	});
}

/** The request may have been taken, and paid for: it is not repeated, and the user is told. */
function unanswered(
	{ watched }: Submissions,
	{ submission, at: sentAt, due, cause }: Sent,
): SubmitStep {
	const { operation, request, everyMs } = submission;
	const { type, noun } = operation.job;
	const at = iso(due);
	const next =
		everyMs === Infinity
			? 'if it does not exist, change the request and activate the workflow again to send it'
			: `the next one is due at ${iso(sentAt + everyMs)}`;
	const why = cause instanceof Failure ? `${cause.message}.` : 'n8n was stopped around that time.';
	const failure = new Failure({
		kind: 'job',
		message: `The ${noun} that was due at ${at} may have been submitted, but its ID is not known`,
		description: `${why} It may have been charged, so it is not sent again: look it up at the service, and watch it by its ID; ${next}. To have such requests sent again, turn on 'Retry Unsafe Requests' in Options.`,
		uncertain: true,
		...(cause instanceof Failure && { response: cause.details.response }),
	});
	const { message, description, response } = failure.details;
	return {
		submissions: { request, last: sentAt, watched },
		items: [
			{
				json: {
					job: {
						type,
						id: null,
						state: 'pending',
						rawState: null,
						submittedAt: at,
						eventId: eventId({ operation, id: at }, 'unanswered'),
					},
					message,
					description,
					...(response !== undefined && { response }),
				},
			},
		],
		save: true,
		tell: failure,
	};
}

function tooMany({ operation }: Submission): Failure {
	return new Failure({
		kind: 'job',
		message: `No further ${operation.job.noun} is submitted, as ${MOST_UNFINISHED} of this trigger have not ended`,
		description:
			"Check at the service why they do not end. If they have ended under a word that was not recognised, add it to 'Finished States' or 'Failed States' in Options.",
	});
}
