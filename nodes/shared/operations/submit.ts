import type { JobDefinition } from '../catalogue/types';
import { Failure, rethrow } from '../failure/Failure';
import { jobFailed, noJobId } from '../jobs/failures';
import type { Job } from '../jobs/job';
import type { JobId } from '../recognition/jobId';
import type { ReadState } from '../recognition/jobState';
import { DEFAULT_REJECTION_STATUS } from '../recognition/rejection';
import { toRequest, type RequestDraft } from '../request/draft';
import type { DecodedResponse, Service, DecodedSubmission } from '../Service';
import type { Settings } from '../settings/readSettings';
import { iso } from '../clock';
import { jobIdOf, NO_STATE, stateAfterSubmission } from './byContract';
import type { Hints } from './Hints';
import type { PreparedItem } from './RunContext';
import type { EarlierJob, JobRun } from './JournaledSender';
import { isOutcomeUnknown } from '../failure/Cancelled';
import { noteSubmission } from './readJob';

export type SubmissionOutcome =
	| { kind: 'accepted'; named: JobId; seen: ReadState; received: DecodedResponse }
	/** The service rejected it: sending it again is free. */
	| { kind: 'rejected'; error: unknown }
	/** The service may have accepted and charged it. */
	| { kind: 'unknown'; error: unknown };

interface SubmissionRequest {
	service: Pick<Service, 'submit' | 'rejection'>;
	job: JobDefinition;
	draft: RequestDraft;
	settings: Settings;
	hints: Hints;
}

/** Sends a submission once and returns its outcome; never throws. */
export async function sendSubmission(request: SubmissionRequest): Promise<SubmissionOutcome> {
	const { service, draft } = request;
	let received: DecodedSubmission;
	try {
		received = await service.submit(draft);
	} catch (error) {
		return { kind: isOutcomeUnknown(error) ? 'unknown' : 'rejected', error };
	}
	let named: JobId | undefined;
	try {
		// The contract does not describe rejections or damaged responses, so it does not apply to them.
		const isReadable =
			received.rejectedStatus === undefined && received.decodeFailure === undefined;
		const settings = isReadable ? request.settings : { ...request.settings, contract: undefined };
		const reading = { ...request, settings, endpoint: draft.endpoint, received };
		named = jobIdOf(reading);
		const said =
			received.decodeFailure === undefined ? stateAfterSubmission(reading, named) : NO_STATE;
		return classifySubmission(request, { received, named, said });
	} catch (error) {
		return { kind: 'unknown', error: withJobId(error, request.job, named) };
	}
}

/** Adds the job ID to the failure of a response that differs from a strict contract: it was paid for. */
function withJobId(error: unknown, { type }: JobDefinition, named: JobId | undefined): unknown {
	if (!(error instanceof Failure)) return error;
	const { id = named?.value } = error.details.job ?? {};
	const job = id === undefined ? undefined : { type, id, state: 'pending', rawState: null };
	return error.with({ outcomeUnknown: true, job });
}

function classifySubmission(
	request: SubmissionRequest,
	{
		received,
		named,
		said,
	}: { received: DecodedSubmission; named: JobId | undefined; said: ReadState },
): SubmissionOutcome {
	const { job } = request;
	const { decodeFailure } = received;
	if (decodeFailure !== undefined && (named === undefined || named.weak)) {
		const candidates = named?.candidates.map(({ value }) => value);
		return { kind: 'unknown', error: noJobId(job, received, candidates) };
	}
	const status =
		received.rejectedStatus ?? (said.state === 'failed' ? DEFAULT_REJECTION_STATUS : undefined);
	// A weak ID in a rejection is probably a trace ID, not a job ID.
	if (status !== undefined && (named === undefined || named.weak)) {
		return rejectedSubmission(request, received, { status, reason: said.reason });
	}
	if (named === undefined) return { kind: 'unknown', error: noJobId(job, received) };
	// A response that is only a text is the ID, not also a state. Many services return the ID alone.
	const isState =
		said.rawState !== named.value && said.basis !== 'assumed' && said.basis !== 'rows';
	const seen = isState ? said : NO_STATE;
	noteSubmission(request.hints, named, seen);
	return { kind: 'accepted', named, seen, received };
}

function rejectedSubmission(
	{ service, draft }: SubmissionRequest,
	{ response }: DecodedSubmission,
	rejection: { status: number; reason?: string },
): SubmissionOutcome {
	const failure = service.rejection(toRequest(draft, ''), response, rejection);
	const description = `${failure.details.description} ${IF_ACCEPTED_ADVICE}`;
	const error = failure.with({ description });
	return { kind: isOutcomeUnknown(error) ? 'unknown' : 'rejected', error };
}

const IF_ACCEPTED_ADVICE =
	"If the service accepted the job anyway, set 'ID Path' in Options to the path of its ID.";

export interface Submitted {
	job: Job;
	submittedAt: number;
	/** Absent if an earlier attempt submitted the job, and this one found it. */
	received?: DecodedResponse;
}

/** Submits a job, unless an earlier attempt has. `keepResponse`: the journal stores the response, because it is the output. */
export async function submit(
	run: JobRun,
	item: PreparedItem,
	{ keepResponse }: { keepResponse: boolean },
): Promise<Submitted> {
	const { service, requests, hints } = run;
	const { index, draft, settings } = item;
	const earlier = requests.earlierJob();
	if (earlier !== undefined && !(keepResponse && earlier.hasResponse)) {
		run.jobLog.add(index, earlier.id, 'pending', 'journal');
		return { job: jobOf(run.job, earlier), submittedAt: earlier.submittedAt };
	}

	const outcome = await sendSubmission({ service, job: run.job, draft, settings, hints });
	if (outcome.kind !== 'accepted') return rethrow(outcome.error);
	const { named, seen, received } = outcome;
	const { value: id } = named;
	const { state, rawState } = seen;
	requests.storeJob(id, { keepResponse });
	item.explanation?.ofSubmission(received, run.job, seen);
	const submittedAt = requests.sentAt;
	run.jobLog.add(index, id, state, 'response');
	const { type } = run.job;
	const job: Job = { type, id, state, rawState, submittedAt: iso(submittedAt) };
	if (state === 'failed') throw jobFailed(run.job, job, seen, received);
	return { job, submittedAt, received };
}

/** A job that an earlier attempt has submitted, before it is polled. */
export function jobOf({ type }: JobDefinition, { id, submittedAt }: EarlierJob): Job {
	return { type, id, state: 'pending', rawState: null, submittedAt: iso(submittedAt) };
}
