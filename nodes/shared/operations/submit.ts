import type { JobDefinition } from '../catalogue/types';
import { Failure, rethrow } from '../failure/Failure';
import { jobFailed, noJobId } from '../jobs/failures';
import type { Job } from '../jobs/job';
import { NO_STATE, type IdEntry } from '../plan/layers';
import { planFor } from '../plan/plan';
import type { ReadState } from '../recognition/jobState';
import { DEFAULT_REJECTION_STATUS } from '../recognition/rejection';
import { toRequest, type RequestDraft } from '../request/draft';
import { withContract } from '../settings/readSettings';
import type { DecodedResponse, DecodedSubmission, Service } from '../Service';
import { explainRejection } from '../transport/errorMessages';
import { iso } from '../clock';
import type { Entry } from '../ledger/Entries';
import type { JobReader, JobRun } from './RunContext';
import { addSubmissionHints, statusOf } from './readJob';
import { ResponseReader } from './ResponseReader';

/** A response that accepts a job: its ID, and the state that it reports. */
interface AcceptedJob extends DecodedSubmission {
	id: IdEntry;
	state: ReadState;
}

interface SubmissionRequest extends Pick<JobReader, 'job' | 'settings' | 'hints' | 'explanation'> {
	service: Pick<Service, 'submit'>;
	draft: RequestDraft;
}

/** Sends a submission once. Throws if the response does not accept the job; `isOutcomeUnknown` says whether it may exist. */
export async function sendSubmission(request: SubmissionRequest): Promise<AcceptedJob> {
	const { service, draft, hints } = request;
	const accepted = await service.submit(draft, (response) => readSubmission(request, response));
	addSubmissionHints(hints, accepted.id, accepted.state);
	return accepted;
}

function readSubmission(request: SubmissionRequest, received: DecodedSubmission): AcceptedJob {
	const { draft } = request;
	const isWhole = received.decodeFailure === undefined;
	// The contract does not describe rejections or damaged responses, so it does not apply to them.
	const isReadable = received.rejectedStatus === undefined && isWhole;
	const settings = isReadable ? request.settings : withContract(request.settings);
	const reader = new ResponseReader({ ...request, settings, endpoint: draft.endpoint }, received);
	let id: IdEntry | undefined;
	try {
		id = reader.id();
		// If the contract, or the document, has only the ID, the response has no state: the next one says it.
		const isSilent =
			id?.rule === 'contract' && planFor(settings.contract, draft.endpoint).state === undefined;
		const state = isWhole && !isSilent ? reader.state({ submission: true }) : NO_STATE;
		reader.explainAll();
		return acceptedJob(request, received, id, state);
	} catch (error) {
		return rethrow(withJobId(error, request.job, id));
	}
}

/** Adds the job ID to the failure of a response that differs from a strict contract: it was paid for. */
function withJobId(error: unknown, { type }: JobDefinition, entry: IdEntry | undefined): unknown {
	if (!(error instanceof Failure) || error.kind !== 'response') return error;
	const { id = entry?.value } = error.details.job ?? {};
	const job = id === undefined ? undefined : { type, id, state: 'pending', rawState: null };
	return error.with({ outcomeUnknown: true, job });
}

function acceptedJob(
	{ job, draft }: SubmissionRequest,
	received: DecodedSubmission,
	id: IdEntry | undefined,
	state: ReadState,
): AcceptedJob {
	const isSure = id !== undefined && !id.weak;
	if (received.decodeFailure !== undefined && !isSure) {
		const candidates = id?.candidates?.map(({ value }) => value);
		throw noJobId(job, received, candidates);
	}
	const status =
		received.rejectedStatus ?? (state.state === 'failed' ? DEFAULT_REJECTION_STATUS : undefined);
	// A weak ID in a rejection is probably a trace ID, not a job ID.
	if (status !== undefined && !isSure) {
		const { reason } = state;
		const failure = explainRejection(toRequest(draft, ''), received.response, { status, reason });
		throw failure.with({ description: `${failure.details.description} ${IF_ACCEPTED_ADVICE}` });
	}
	if (id === undefined) throw noJobId(job, received);
	// A response that is only a text is the ID, not also a state. Many services return the ID alone.
	// An error next to an ID may be a warning: the next response says whether the job failed.
	const isState =
		state.rawState !== id.value && !['assumed', 'rows', 'error'].includes(state.basis);
	return { ...received, id, state: isState ? state : NO_STATE };
}

const IF_ACCEPTED_ADVICE =
	"If the service accepted the job anyway, set 'ID Path' in Options > Recognition to the path of its ID.";

export interface SubmittedJob {
	job: Job;
	submittedAt: number;
	/** Absent if an earlier try submitted the job, and this one found it. */
	received?: DecodedResponse;
}

/** Submits a job, unless an earlier try has. `keepResponse`: the ledger stores the response, because it is the output. */
export async function submit(
	run: JobRun,
	{ keepResponse }: { keepResponse: boolean },
): Promise<SubmittedJob> {
	const { ledger, request, index, jobLog, settings } = run;
	const { entry } = ledger.find(request);
	const earlier = earlierJob(run.job, entry);
	if (entry && earlier && !(keepResponse && entry.response)) {
		jobLog.add(index, earlier, 'earlierTry');
		ledger.tally.reused++;
		return { job: earlier, submittedAt: entry.at };
	}
	const received = await sendSubmission(run);
	const { state } = received;
	const { value: id } = received.id;
	const submittedAt = ledger.storeJob(request, id, { keepResponse });
	const job: Job = { type: run.job.type, id, ...statusOf(state), submittedAt: iso(submittedAt) };
	jobLog.add(index, job, 'response');
	if (job.state === 'failed' && settings.failOnFailedJob) {
		throw jobFailed(run.job, job, state, received);
	}
	return { job, submittedAt, received };
}

/** The job that an earlier try has submitted, before it is polled. */
export function earlierJob({ type }: JobDefinition, entry: Entry | undefined): Job | undefined {
	if (entry?.job === undefined) return undefined;
	return { type, id: entry.job, state: 'pending', rawState: null, submittedAt: iso(entry.at) };
}
