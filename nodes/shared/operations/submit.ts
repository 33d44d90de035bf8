import type { JobDefinition } from '../catalogue/vocabulary';
import { rethrow } from '../failure/Failure';
import { jobFailed, noJobId } from '../jobs/failures';
import type { Job } from '../jobs/job';
import { findJobId, type JobId } from '../recognition/jobId';
import { readState, type ReadState } from '../recognition/jobState';
import type { JobOverrides } from '../recognition/stateWords';
import { REJECTED } from '../recognition/refusal';
import { toRequest, type RequestDraft } from '../request/draft';
import type { Answer, Service, SubmissionAnswer } from '../Service';
import { iso } from '../clock';
import type { ItemCall } from './ItemCall';
import type { EarlierJob } from './ItemRequests';
import { mayHaveArrived } from '../failure/Cancelled';
import type { JobRun } from './Run';
import { noteDoubtfulId, noteUnknownWord } from './unknownState';

/** What came of sending a submission. */
export type SubmissionOutcome =
	| { kind: 'accepted'; named: JobId; seen: ReadState; answer: Answer }
	/** The service did not take it: sending it again costs nothing. */
	| { kind: 'refused'; error: unknown }
	/** It may have been taken, and be paid for. */
	| { kind: 'unknown'; error: unknown };

interface SubmissionRequest {
	service: Pick<Service, 'submit' | 'refused'>;
	job: JobDefinition;
	draft: RequestDraft;
	overrides: JobOverrides;
}

/** Sends a submission once and says what came of it; never throws. */
export async function sendSubmission(request: SubmissionRequest): Promise<SubmissionOutcome> {
	const { service, job, draft, overrides } = request;
	let answer: SubmissionAnswer;
	try {
		answer = await service.submit(draft);
	} catch (error) {
		return { kind: mayHaveArrived(error) ? 'unknown' : 'refused', error };
	}
	const { content, response, damage } = answer;
	const named = findJobId(content, response, overrides, { submittedTo: draft.endpoint.path });
	if (damage !== undefined && (named === undefined || named.weak)) {
		const candidates = named?.candidates.map(({ value }) => value);
		return { kind: 'unknown', error: noJobId(job, answer, candidates) };
	}
	const said =
		damage === undefined ? readState(content, response, overrides, { submission: true }) : NOT_SAID;
	const status = answer.refusal ?? (said.state === 'failed' ? REJECTED : undefined);
	// A refusal may name its own trace, but no job.
	if (status !== undefined && (named === undefined || named.weak)) {
		return refusedSubmission(request, answer, { status, reason: said.reason });
	}
	if (named === undefined) return { kind: 'unknown', error: noJobId(job, answer) };
	// A bare text is the id here, and not a state as well; and many answer with the id alone.
	const isState =
		said.rawState !== named.value && said.basis !== 'assumed' && said.basis !== 'rows';
	return { kind: 'accepted', named, seen: isState ? said : NOT_SAID, answer };
}

function refusedSubmission(
	{ service, draft }: SubmissionRequest,
	{ response }: SubmissionAnswer,
	refusal: { status: number; reason?: string },
): SubmissionOutcome {
	const failure = service.refused(toRequest(draft, ''), response, refusal);
	const description = `${failure.details.description} ${ACCEPTED_ANYWAY}`;
	const error = failure.with({ description });
	return { kind: mayHaveArrived(error) ? 'unknown' : 'refused', error };
}

const ACCEPTED_ANYWAY =
	"If the service accepted the job anyway, set 'ID Path' in Options to the path of its ID.";

const NOT_SAID: ReadState = { state: 'pending', rawState: null, basis: 'assumed' };

export interface Submitted {
	job: Job;
	submittedAt: number;
	/** Absent if an earlier try submitted the job, and this one found it. */
	answer?: Answer;
}

/**
 * Submits the job of an item, unless an earlier try of the same execution has done so. The answer is
 * kept for later tries only if it is what comes out.
 */
export async function submit(
	run: JobRun,
	item: ItemCall,
	{ keepAnswer }: { keepAnswer: boolean },
): Promise<Submitted> {
	const { service, requests, hints } = run;
	const { index, draft, settings } = item;
	const earlier = requests.earlierJob();
	if (earlier !== undefined && !(keepAnswer && earlier.response !== undefined)) {
		return found(run, index, earlier);
	}

	const outcome = await sendSubmission({ service, job: run.job, draft, overrides: settings.job });
	if (outcome.kind !== 'accepted') return rethrow(outcome.error);
	const { named, seen, answer } = outcome;
	const { value: id } = named;
	const { state, rawState } = seen;
	requests.noteJob(id, { keepAnswer });
	item.explanation?.ofSubmission(answer, run.job);
	noteDoubtfulId(hints, named);
	noteUnknownWord(hints, seen);
	const submittedAt = requests.sentAt;
	run.jobs.note(index, id, state);
	const { type } = run.job;
	const job: Job = { type, id, state, rawState, submittedAt: iso(submittedAt) };
	if (state === 'failed') throw jobFailed(run.job, job, seen, answer);
	return { job, submittedAt, answer };
}

function found(run: JobRun, index: number, earlier: EarlierJob): Submitted {
	run.jobs.note(index, earlier.id, 'pending');
	return { job: jobOf(run.job, earlier), submittedAt: earlier.submittedAt };
}

/** A job that an earlier try has submitted, as far as it is known without a look. */
export function jobOf({ type }: JobDefinition, { id, submittedAt }: EarlierJob): Job {
	return { type, id, state: 'pending', rawState: null, submittedAt: iso(submittedAt) };
}
