import type { Job } from '../jobs/job';
import type { JobId } from '../recognition/jobId';
import type { ReadState } from '../recognition/jobState';
import type { RequestDraft } from '../request/draft';
import type { DecodedResponse } from '../Service';
import { stateOf } from './byContract';
import type { Hints } from './Hints';
import type { JobReader, ResultRequest } from './RunContext';

/** The state of a job according to a response, with the request that returned it. */
export interface JobStatus {
	job: Job;
	draft: RequestDraft;
	received: DecodedResponse;
}

export function readJob(
	{ hints, job: definition }: Pick<JobReader, 'hints' | 'job'>,
	{ settings, explanation }: Pick<ResultRequest, 'settings' | 'explanation'>,
	{ draft, received, id }: Omit<JobStatus, 'job'> & Pick<Job, 'id'>,
): JobStatus & { seen: ReadState } {
	const { endpoint } = draft;
	const seen = stateOf({ settings, hints, endpoint, received });
	noteState(hints, seen);
	explanation?.addResponse(received, endpoint, definition, seen);
	const { state, rawState } = seen;
	return { job: { type: definition.type, id, state, rawState }, draft, received, seen };
}

export function noteSubmission(hints: Hints, named: JobId, seen: ReadState): void {
	const { path, rivals, isUncertain } = named;
	const others = rivals.map(({ value, path: at }) => `${value} (${at})`).join(', ');
	if (others !== '') hints.add(DOUBTFUL_ID, `'${path}'; it could also be ${others}`);
	else if (isUncertain) hints.add(DOUBTFUL_ID, `'${path}'`);
	noteUnknownWord(hints, seen);
}

function noteUnknownWord(hints: Hints, { unknown, rawState }: ReadState): void {
	if (unknown === true && rawState !== null) hints.add(UNKNOWN_WORD, `'${rawState}'`);
}

export function noteState(hints: Hints, seen: ReadState): void {
	noteUnknownWord(hints, seen);
	if (seen.basis === 'assumed') hints.add(TAKEN_FOR_RESULT);
	if (seen.contradiction !== undefined) hints.add(TWO_STATES, seen.contradiction);
	if (seen.state === 'finished' && seen.reason !== undefined) {
		hints.add(FINISHED_WITH_ERROR, `'${seen.reason}'`);
	}
}

const UNKNOWN_WORD =
	"The state % is unknown and is treated as pending. If it means that the job has ended, add it to 'Finished States' or 'Failed States' in Options; if not, add it to 'Pending States'.";

const TWO_STATES =
	"The response contains two states: %. The node used the first. If the other one is the state of the job, set 'State Path' in Options.";

const TAKEN_FOR_RESULT =
	"The node found no job state in a response, so it treated the response as the result. If the job was still running or had failed, set 'State Path' in Options to the path of its state.";

const FINISHED_WITH_ERROR =
	"A job counts as finished, but its response contains an error: %. If the job failed, add its state to 'Failed States' in Options.";

const DOUBTFUL_ID =
	"The node could not identify the job ID with certainty. It used %. If that is wrong, set 'ID Path' in Options.";
