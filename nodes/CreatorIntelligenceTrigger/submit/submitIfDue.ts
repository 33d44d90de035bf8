import { Failure, rethrow } from '../../shared/failure/Failure';
import { sendSubmission, type SubmissionOutcome } from '../../shared/operations/submit';
import type { OutputItem } from '../../shared/response/outputItem';
import { HEALTH_CHECK, pathOf } from '../catalogue';
import { processMemory, type SentRequest } from '../memory/process/ProcessMemory';
import type { Announcement, Submissions, SubmittedJob } from '../memory/saved/State';
import { classify } from '../session/problem';
import type { Poll, Session } from '../session/Session';
import { decideSubmission, droppedRequest, MAX_UNFINISHED } from './decide';
import type { Job } from '../../shared/jobs/job';
import { jobItem } from '../../shared/operations/result';
import type { ReadState } from '../../shared/recognition/jobState';
import type { DecodedResponse } from '../../shared/Service';
import { iso } from '../../shared/clock';
import type { Submission } from '../parameters/readParameters';
import { eventId } from '../watch/Target';

interface SubmitStep {
	submissions: Submissions;
	items: OutputItem[];
	/** The state must be saved even if nothing is emitted. */
	mustSave?: 'announced' | 'submitted';
	/** What the user has to know, as soon as the state is saved. */
	failure?: Failure;
}

/** Sends the request if it is time for it, and never twice for one interval. */
export async function submitIfDue(poll: Poll): Promise<SubmitStep> {
	const { parameters, state, memory, now, isFromQueue } = poll;
	const { submission, settings } = parameters;
	const { submissions: saved } = state;
	// The clock was set back: what was sent later than now was sent just now.
	if (memory.sent !== undefined && memory.sent.at > now) memory.sent = { ...memory.sent, at: now };
	const { sent, lastRejection, lastPollAt } = memory;
	if (submission === undefined) {
		// A paid job is emitted even if the trigger no longer submits anything.
		const dropped = droppedRequest(sent, saved);
		const hasJob = dropped?.job !== undefined;
		return hasJob
			? { ...recoverDroppedSubmission(saved, dropped), items: [] }
			: unchangedStep(saved);
	}
	const { requestFingerprint, intervalMs } = submission;
	const announces = settings.emptyExecutions && !isFromQueue;
	const repeats = repeatsOf(settings);
	const decision = decideSubmission({
		...{
			now,
			requestFingerprint,
			intervalMs,
			announces,
			saved,
			sent,
			lastRejection,
			lastPollAt,
			repeats,
		},
		processId: processMemory.id,
	});
	switch (decision.kind) {
		case 'idle':
			return unchangedStep({ ...saved, announcement: decision.announcement });
		case 'full':
			return { ...unchangedStep(saved), failure: tooManyUnfinished(submission) };
		case 'announce':
			return {
				...unchangedStep({ ...saved, announcement: decision.announcement }),
				mustSave: 'announced',
			};
		case 'outcomeUnknown':
			return outcomeUnknownStep(saved, { submission, at: now, due: decision.due });
		case 'dropped':
			return recoverDroppedSubmission(saved, decision.sent);
		case 'send':
			return await sendDueRequest(poll, { submission, at: now, due: decision.due }, decision);
	}
}

function repeatsOf({ requests, idempotencyHeader }: Session['settings']) {
	if (idempotencyHeader !== undefined) return 'withSameKey';
	return requests.retryUnsafe ? 'always' : 'never';
}

/** Finds a wrong token before anything is due. */
export async function checkService(session: Session): Promise<void> {
	try {
		await checkHealth(session);
	} catch (error) {
		session.note(classify(error, { subject: 'service' }));
	}
}

/** The request may have changed since then: the job is still watched. */
function recoverDroppedSubmission(saved: Submissions, sent: SentRequest): SubmitStep {
	const { submission, job } = sent;
	if (job === undefined) return outcomeUnknownStep(saved, sent);
	return submittedStep(saved, sent, job, submittedItem(submission, job));
}

/** `announcement` is the saved announcement, and `next` that of the request after this one. */
async function sendDueRequest(
	poll: Poll,
	sending: SentRequest,
	{ announcement, next }: { announcement?: Announcement; next?: Announcement },
): Promise<SubmitStep> {
	const { session, memory } = poll;
	const { submissions: saved } = poll.state;
	const { submission, at } = sending;
	try {
		// If the service is failing, the outcome of the paid request would be unknown. A free request finds that out first.
		await checkHealth(session);
	} catch (error) {
		return rejectedStep(poll, sending, error, announcement);
	}
	memory.sent = sending;
	const outcome = await postRequest(session, sending, announcement);
	switch (outcome.kind) {
		case 'accepted': {
			const { named, seen, received } = outcome;
			const job: SubmittedJob = { id: named.value, path: pathOf(submission.operation), at };
			memory.sent = { ...sending, job };
			const item = submittedItem(submission, job, { received, seen });
			return submittedStep(saved, sending, job, item, next);
		}
		case 'unknown':
			memory.sent = { ...sending, cause: outcome.error };
			return outcomeUnknownStep(saved, memory.sent, next);
		case 'rejected':
			return rejectedStep(poll, sending, outcome.error, announcement);
	}
}

function rejectedStep(
	{ session, memory, state: { submissions: saved } }: Poll,
	{ submission, at }: SentRequest,
	error: unknown,
	announcement: Announcement | undefined,
): SubmitStep {
	memory.sent = undefined;
	const problem = classify(error, { subject: 'service' });
	session.note(problem);
	// A transient error, or one that affects all requests, is retried at the next poll.
	if (problem.kind !== 'rejected') return unchangedStep({ ...saved, announcement });
	memory.lastRejection = { requestFingerprint: submission.requestFingerprint, at };
	return {
		...unchangedStep({ ...saved, announcement: undefined }),
		mustSave: announcement && 'announced',
		failure: problem.failure,
	};
}

async function postRequest(
	{ service, settings, hints }: Session,
	{ submission: { operation, body, scope, requestFingerprint }, due }: SentRequest,
	announcement: Announcement | undefined,
): Promise<SubmissionOutcome> {
	const { job } = operation;
	const { idempotencyHeader: header } = settings;
	// A request that was rejected is announced anew: services may store the rejection with the key.
	const announced = announcement?.at ?? due;
	const key = `${scope}-${requestFingerprint}-${announced.toString(36)}`;
	const idempotency = header === undefined ? undefined : { header, key };
	const draft = { endpoint: job.submit, query: [], body, idempotency };
	return await sendSubmission({ service, job, draft, settings, hints });
}

/** Throws an error that would also make the submission fail. */
async function checkHealth({ service }: Session): Promise<void> {
	try {
		await service.poll({ endpoint: HEALTH_CHECK, query: [] });
	} catch (error) {
		const problem = classify(error, { subject: 'healthCheck' });
		// The account may not be allowed this one read, but the service is available.
		const isOfThisReadAlone =
			problem.kind === 'rejected' && (problem.failure.details.status ?? 0) >= 400;
		if (!isOfThisReadAlone) rethrow(error);
	}
}

function unchangedStep(submissions: Submissions): SubmitStep {
	return { submissions, items: [] };
}

function submittedStep(
	{ watched }: Submissions,
	{ submission: { requestFingerprint }, at }: SentRequest,
	job: SubmittedJob,
	item: OutputItem,
	announcement?: Announcement,
): SubmitStep {
	const submissions = { requestFingerprint, last: at, watched: [...watched, job], announcement };
	return { submissions, items: [item], mustSave: 'submitted' };
}

/** It is not repeated, and the error is reported. */
function outcomeUnknownStep(
	{ watched }: Submissions,
	sent: SentRequest,
	announcement?: Announcement,
): SubmitStep {
	const failure = outcomeUnknownFailure(sent);
	return {
		submissions: {
			requestFingerprint: sent.submission.requestFingerprint,
			last: sent.at,
			watched,
			announcement,
		},
		items: [outcomeUnknownItem(sent, failure)],
		mustSave: 'submitted',
		failure,
	};
}

/** A job that was submitted; without a response where that was dropped. */
function submittedItem(
	{ operation }: Submission,
	{ id, at }: SubmittedJob,
	response?: { received: DecodedResponse; seen: ReadState },
): OutputItem {
	const { state, rawState } = response?.seen ?? { state: 'pending' as const, rawState: null };
	const job: Job = {
		type: operation.job.type,
		id,
		state,
		rawState,
		submittedAt: iso(at),
		eventId: eventId({ operation, id }, 'submitted'),
	};
	return jobItem(job, response?.received);
}

/** The request may have been accepted and charged. */
function outcomeUnknownFailure({ submission, at, due, cause }: SentRequest): Failure {
	const { operation, intervalMs } = submission;
	const next =
		intervalMs === Infinity
			? 'If it does not exist, change the request and activate the workflow again to send it.'
			: `The next one is due at ${iso(at + intervalMs)}.`;
	const why = cause instanceof Failure ? `${cause.message}.` : 'n8n stopped around that time.';
	return new Failure({
		kind: 'job',
		message: `The ${operation.job.noun} that was due at ${iso(due)} may have been submitted, but its ID is unknown`,
		description: `${why} It may have been charged, so the trigger does not send it again. Check with the service, and watch the job by its ID. ${next} To resend such requests automatically, set 'Idempotency Header' in Options, or turn on 'Retry Unsafe'.`,
		outcomeUnknown: true,
		...(cause instanceof Failure && { response: cause.details.response }),
	});
}

/** A placeholder for a job with an unknown ID. */
function outcomeUnknownItem({ submission, due }: SentRequest, failure: Failure): OutputItem {
	const { operation } = submission;
	const { message, description, response } = failure.details;
	const at = iso(due);
	return {
		json: {
			message,
			description,
			...(response !== undefined && { response }),
			job: {
				type: operation.job.type,
				id: null,
				state: 'pending',
				rawState: null,
				submittedAt: at,
				eventId: eventId({ operation, id: at }, 'unanswered'),
			},
		},
	};
}

function tooManyUnfinished({ operation }: Submission): Failure {
	return new Failure({
		kind: 'job',
		message: `No further ${operation.job.noun} is submitted, because ${MAX_UNFINISHED} jobs of this trigger have not ended`,
		description:
			"Check with the service why they have not ended. If they ended with a state that the node did not recognise, add it to 'Finished States' or 'Failed States' in Options.",
	});
}
