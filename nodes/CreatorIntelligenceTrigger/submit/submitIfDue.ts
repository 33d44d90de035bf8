import { type Failure, rethrow } from '../../shared/failure/Failure';
import { sendSubmission, type SubmissionOutcome } from '../../shared/operations/submit';
import { noteDoubtfulId, noteUnknownWord } from '../../shared/operations/unknownState';
import type { OutputItem } from '../../shared/response/outputItem';
import { FREE_READ, pathOf } from '../catalogue';
import { processMemory } from '../memory/process/ProcessMemory';
import type { SentRequest, SentRequests } from '../memory/process/SentRequests';
import type { Intent, Submissions, SubmittedJob } from '../memory/saved/State';
import type { Submission } from '../parameters/Submission';
import { classify } from '../session/problem';
import type { Session } from '../session/Session';
import { decideSubmission, droppedRequest } from './decide';
import { submittedItem, tooManyUnfinished, unansweredFailure, unansweredItem } from './items';

/** What a poll did about the request that the trigger submits. */
export interface SubmitStep {
	submissions: Submissions;
	items: OutputItem[];
	/** The state has to be saved, also if nothing comes out. */
	mustSave: boolean;
	/** What the user has to know, as soon as the state is saved. */
	failure?: Failure;
}

interface Submitting {
	session: Session;
	submission: Submission;
	/** Whether an announcement is saved before the request is sent. */
	announces: boolean;
	saved: Submissions;
	requests: SentRequests;
	now: number;
}

/** Sends the request if it is time for it, and never twice for one interval. */
export async function submitIfDue(submitting: Submitting): Promise<SubmitStep> {
	const { session, submission, announces, saved, requests, now } = submitting;
	const { request, everyMs } = submission;
	requests.noLaterThan(now);
	const decision = decideSubmission({
		now,
		request,
		everyMs,
		announces,
		saved,
		processId: processMemory.id,
		sent: requests.last,
		isRefused: requests.isRefused(request, now, everyMs),
		sinceLastPollMs: requests.sinceLastPoll(now),
		repeats: repeatsOf(session.settings),
	});
	switch (decision.kind) {
		case 'idle':
			return nothingSent({ ...saved, intent: decision.intent });
		case 'full':
			return { ...nothingSent(saved), failure: tooManyUnfinished(submission) };
		case 'announce':
			return { ...nothingSent({ ...saved, intent: decision.intent }), mustSave: true };
		case 'unanswered':
			return unanswered(saved, { submission, at: now, due: decision.due });
		case 'dropped':
			return takeUp(saved, decision.sent);
		case 'send': {
			const sending: SentRequest = { submission, at: now, due: decision.due };
			return await post({ ...submitting, sending, intent: decision.intent, next: decision.next });
		}
	}
}

function repeatsOf({ requests, idempotencyHeader }: Session['settings']) {
	if (idempotencyHeader !== undefined) return 'withSameKey';
	return requests.retryUnsafe ? 'always' : 'never';
}

/** Finds a wrong token before anything is due. */
export async function checkService(session: Session): Promise<void> {
	try {
		await readForFree(session);
	} catch (error) {
		session.note(classify(error, { subject: 'service' }));
	}
}

/** The last request of this process, if n8n dropped the poll that sent it. */
export function takeUpDropped(requests: SentRequests, saved: Submissions): SubmitStep | undefined {
	const sent = droppedRequest(requests.last, saved);
	return sent === undefined ? undefined : takeUp(saved, sent);
}

/** The workflow may ask for something else by now: the job is watched all the same. */
function takeUp(saved: Submissions, sent: SentRequest): SubmitStep {
	const { submission, job } = sent;
	if (job === undefined) return unanswered(saved, sent);
	return submitted(saved, sent, job, submittedItem(submission, job));
}

interface Posting extends Submitting {
	sending: SentRequest;
	intent?: Intent;
	next?: Intent;
}

async function post(posting: Posting): Promise<SubmitStep> {
	const { session, submission, saved, requests, now, sending, intent, next } = posting;
	const outcome = await postRequest(posting);
	switch (outcome.kind) {
		case 'accepted': {
			const { named, seen, answer } = outcome;
			noteDoubtfulId(session.hints, named);
			noteUnknownWord(session.hints, seen);
			const job: SubmittedJob = { id: named.value, path: pathOf(submission.operation), at: now };
			requests.answered(job);
			const item = submittedItem(submission, job, { answer, seen });
			return withIntent(submitted(saved, sending, job, item), next);
		}
		case 'unknown':
			requests.lost(outcome.error);
			return withIntent(unanswered(saved, { ...sending, cause: outcome.error }), next);
		case 'refused': {
			requests.notTaken();
			const problem = classify(outcome.error, { subject: 'service' });
			session.note(problem);
			// What passes, or is wrong for all requests, is tried again with the next poll.
			if (problem.kind !== 'refused') return nothingSent({ ...saved, intent });
			requests.refuse(submission.request, now);
			return {
				submissions: { ...saved, intent: undefined },
				items: [],
				mustSave: intent !== undefined,
				failure: problem.failure,
			};
		}
	}
}

async function postRequest({
	session,
	submission,
	sending,
	intent,
	requests,
}: Posting): Promise<SubmissionOutcome> {
	const { operation, body, scope, request } = submission;
	// A request that was rejected is announced anew: services may store the rejection with the key.
	const announced = intent?.at ?? sending.due;
	const { job } = operation;
	const { idempotencyHeader: header } = session.settings;
	try {
		// An answer of a service in trouble would leave it open whether the request was taken.
		await readForFree(session);
	} catch (error) {
		return { kind: 'refused', error };
	}
	requests.begin(sending);
	return await sendSubmission({
		service: session.service,
		job,
		draft: {
			endpoint: job.submit,
			query: [],
			body,
			...(header && {
				idempotency: { header, key: `${scope}-${request}-${announced.toString(36)}` },
			}),
		},
		settings: session.settings,
		hints: session.hints,
	});
}

/** Throws what would keep a submission from being taken. */
async function readForFree({ service }: Session): Promise<void> {
	try {
		await service.ask({ endpoint: FREE_READ, query: [] });
	} catch (error) {
		if (!isOfThisReadAlone(error)) rethrow(error);
	}
}

/** The account may have no right to this one read: the service is there all the same. */
function isOfThisReadAlone(error: unknown): boolean {
	const problem = classify(error, { subject: 'freeRead' });
	return problem.kind === 'refused' && (problem.failure.details.status ?? 0) >= 400;
}

function nothingSent(submissions: Submissions): SubmitStep {
	return { submissions, items: [], mustSave: false };
}

function submitted(
	{ watched }: Submissions,
	{ submission: { request }, at }: SentRequest,
	job: SubmittedJob,
	item: OutputItem,
): SubmitStep {
	return {
		submissions: { request, last: at, watched: [...watched, job] },
		items: [item],
		mustSave: true,
	};
}

/** It is not repeated, and the user is told. */
function unanswered({ watched }: Submissions, sent: SentRequest): SubmitStep {
	const failure = unansweredFailure(sent);
	return {
		submissions: { request: sent.submission.request, last: sent.at, watched },
		items: [unansweredItem(sent, failure)],
		mustSave: true,
		failure,
	};
}

function withIntent(step: SubmitStep, intent: Intent | undefined): SubmitStep {
	return { ...step, submissions: { ...step.submissions, intent } };
}
