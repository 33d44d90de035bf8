import type { Endpoint } from '../../shared/catalogue/types';
import { iso } from '../../shared/clock';
import { isOutcomeUnknown } from '../../shared/failure/Cancelled';
import { Failure } from '../../shared/failure/Failure';
import { isTransient } from '../../shared/jobs/failures';
import type { Job } from '../../shared/jobs/job';
import { jobItem } from '../../shared/operations/result';
import { sendSubmission } from '../../shared/operations/submit';
import { NO_STATE } from '../../shared/plan/layers';
import type { ReadState } from '../../shared/recognition/jobState';
import { asId } from '../../shared/recognition/scalars';
import type { OutputItem } from '../../shared/response/outputItem';
import type { DecodedResponse } from '../../shared/Service';
import { RESPONSE_INCOMPLETE } from '../../shared/transport/Transport';
import { pathOf } from '../catalogue';
import { processMemory, type SentRequest } from '../memory/ProcessMemory';
import { jobKey, type Announcement, type Submissions } from '../memory/State';
import type { Submission } from '../parameters/readParameters';
import { UNAUTHORISED, type Poll, type Problem, type Session } from '../session/Session';
import { decideSubmission, MAX_WATCHED, type SubmissionInput } from './decide';

interface SubmitStep {
	submissions: Submissions;
	items: OutputItem[];
	/** What the user has to know, as soon as the state is saved. */
	failure?: Failure;
}

interface DueRequest {
	submission: Submission;
	at: number;
	due: number;
	repeats: SubmissionInput['repeats'];
}

/** Sends the request if it is time for it, and never twice for one interval. */
export async function submitIfDue(poll: Poll): Promise<SubmitStep> {
	const { parameters, state, memory, now, session } = poll;
	const { submission } = parameters;
	const { submissions: saved } = state;
	// The clock was set back: what was sent later than now was sent just now.
	if (memory.sent !== undefined && memory.sent.at > now) memory.sent = { ...memory.sent, at: now };
	// The workflow was published during the poll that sent it, and n8n dropped what that poll returned. The job is
	// watched even if the trigger submits something else now, or nothing.
	if (memory.sent !== undefined && memory.sent.at > (saved.last ?? -Infinity))
		return sentStep(saved, memory.sent);
	if (submission === undefined) return { submissions: saved, items: [] };

	const { requests, idempotencyHeader, emptyExecutions } = parameters.settings;
	const repeatsAll = requests.retryUnsafe ? 'always' : 'never';
	const repeats = idempotencyHeader === undefined ? repeatsAll : 'withSameKey';
	const decision = decideSubmission({
		now,
		submission,
		memory,
		saved,
		announces: emptyExecutions && !poll.isFromQueue,
		repeats,
		processId: processMemory.id,
	});
	const isSent = decision.kind === 'send';
	const due = 'due' in decision ? decision.due : now;
	const request: DueRequest = { submission, at: now, due, repeats };
	// If the service is failing, the outcome of the paid request would be unknown. A free request finds that out first;
	// at activation it finds a wrong token before anything is due.
	const problem = isSent || poll.isActivation ? await checkService(session) : undefined;
	switch (decision.kind) {
		case 'wait':
			return { submissions: { ...saved, announcement: decision.announcement }, items: [] };
		case 'full':
			return { submissions: saved, items: [], failure: tooManyWatched(submission) };
		case 'outcomeUnknown': {
			const why = saved.announcement?.isLost ? undefined : 'n8n stopped around that time';
			const failure = outcomeUnknownFailure(request, undefined, why);
			return sentStep(saved, sentRequest(request, { failure }));
		}
		case 'send': {
			const { announcement, next } = decision;
			// If this poll is dropped before there is a response, the outcome is unknown.
			memory.sent = sentRequest(request, { failure: outcomeUnknownFailure(request) });
			const sent = problem ?? (await send(poll, request, announcement));
			memory.sent = 'item' in sent ? sent : undefined;
			if ('item' in sent) return sentStep(saved, sent, next);
			if ('due' in sent) return { submissions: { ...saved, announcement: sent }, items: [] };
			// A transient error, or one that affects all requests, is retried at the next poll.
			if (sent.kind !== 'rejected') return { submissions: { ...saved, announcement }, items: [] };
			memory.lastRejection = { requestFingerprint: submission.requestFingerprint, at: now };
			const { failure } = sent;
			return { submissions: { ...saved, announcement: undefined }, items: [], failure };
		}
	}
}

/** A free request that checks the service and the token before a paid request is sent. */
const HEALTH_CHECK: Endpoint = { method: 'GET', path: '/dictionary/languages' };

/** What would also make the submission fail. */
async function checkService(session: Session): Promise<Problem | undefined> {
	try {
		await session.service.poll({ endpoint: HEALTH_CHECK, query: [] });
		return undefined;
	} catch (error) {
		// The account may not be allowed this one read, but the service is available.
		const isRejection = error instanceof Failure && !isTransient(error, Infinity);
		const { status = 0 } = isRejection ? error.details : {};
		if (status >= 400 && status !== UNAUTHORISED) return undefined;
		return session.note(error, 'service');
	}
}

/** What is known of the request once it was sent, why the service rejected it, or what is sent again later. */
async function send(
	{ session, parameters: { settings } }: Poll,
	request: DueRequest,
	announcement: Announcement | undefined,
): Promise<SentRequest | Problem | Announcement> {
	const { service, hints } = session;
	const { submission, due } = request;
	const { job } = submission.operation;
	// A request that was rejected is announced anew: services may store the rejection with the key.
	const announcedAt = (announcement?.at ?? due).toString(36);
	const key = `${submission.scope}-${submission.requestFingerprint}-${announcedAt}`;
	const { idempotencyHeader: header } = settings;
	const idempotency = header === undefined ? undefined : { header, key };
	const draft = { endpoint: job.submit, query: [], body: submission.body, idempotency };
	try {
		const received = await sendSubmission({ service, job, draft, settings, hints });
		return sentRequest(request, { id: received.id.value, state: received.state, received });
	} catch (error) {
		const failure = error instanceof Failure ? error : undefined;
		const isCutOff = failure?.details.code === RESPONSE_INCOMPLETE;
		const isAnswer = failure && !isCutOff && !isTransient(failure, Infinity);
		if (!isOutcomeUnknown(error)) {
			const problem = session.note(error, 'service');
			// An earlier poll may have sent what the service rejects now.
			if (problem.kind !== 'rejected' || !announcement?.isLost) return problem;
		} else if (header !== undefined && announcement !== undefined && !isAnswer) {
			// Only what is announced keeps its key if n8n stops.
			session.note(error, 'service');
			return announcement.isLost ? announcement : { ...announcement, isLost: true };
		}
		const id = asId(failure?.details.job?.id);
		// The response differs from a strict contract, but the job was paid for: it is watched.
		if (id !== undefined) return sentRequest(request, { id, failure });
		return sentRequest(request, { failure: outcomeUnknownFailure(request, failure) });
	}
}

function sentStep(
	{ watched }: Submissions,
	{ requestFingerprint, at, job, item, failure }: SentRequest,
	announcement?: Announcement,
): SubmitStep {
	const all = job === undefined ? watched : [...watched, job];
	const submissions = { requestFingerprint, last: at, watched: all, announcement };
	return { submissions, items: [item], failure };
}

/** As it is saved and emitted. Without an ID, it may have been accepted and charged: it is not repeated. */
function sentRequest(
	{ submission: { requestFingerprint, operation }, at, due }: DueRequest,
	{
		id,
		state: { state, rawState } = NO_STATE,
		received,
		failure,
	}: { id?: Job['id']; state?: ReadState; received?: DecodedResponse; failure?: Failure },
): SentRequest {
	const path = pathOf(operation);
	const submittedAt = iso(id === undefined ? due : at);
	const key = jobKey({ path, id: id ?? submittedAt });
	const eventId = `${key}/${id === undefined ? 'unanswered' : 'submitted'}`;
	const job = { type: operation.job.type, id: id ?? null, state, rawState, submittedAt, eventId };
	const { message, description, response } = failure?.details ?? {};
	const item =
		id !== undefined && failure === undefined
			? jobItem({ ...job, id }, received)
			: { json: { message, description, ...(response && { response }), job } };
	return { requestFingerprint, at, job: id === undefined ? id : { id, path, at }, item, failure };
}

const RESEND_ADVICE =
	" To resend such requests automatically, set 'Idempotency Header' in Options > Requests, or turn on 'Retry Unsafe'.";

function outcomeUnknownFailure(
	{ submission, at, due, repeats }: DueRequest,
	failure?: Failure,
	why = failure?.message ?? 'The poll ended before it had a usable response',
): Failure {
	const { operation, intervalMs } = submission;
	const next =
		intervalMs === Infinity
			? 'If it does not exist, change the request and activate the workflow again to send it.'
			: `The next one is due at ${iso(at + intervalMs)}.`;
	return new Failure({
		kind: 'job',
		message: `The ${operation.job.noun} that was due at ${iso(due)} may have been submitted, but its ID is unknown`,
		description: `${why}. It may have been charged, so the trigger does not send it again. Check with the service, and watch the job by its ID. ${next}${repeats === 'never' ? RESEND_ADVICE : ''}`,
		outcomeUnknown: true,
		...(failure && { response: failure.details.response }),
	});
}

function tooManyWatched({ operation }: Submission): Failure {
	return new Failure({
		kind: 'job',
		message: `No further ${operation.job.noun} is submitted, because ${MAX_WATCHED} jobs of this trigger have not ended`,
		description:
			"Check with the service why they have not ended. If they ended with a state that the node did not recognise, add it to 'More Finished States' or 'More Failed States' in Options > Recognition.",
	});
}
