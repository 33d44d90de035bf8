import type { Job } from '../jobs/job';
import type { IdEntry } from '../plan/layers';
import type { ReadState } from '../recognition/jobState';
import type { RequestDraft } from '../request/draft';
import type { DecodedResponse } from '../Service';
import type { Hints } from './Hints';
import { ResponseReader } from './ResponseReader';
import type { ResultRequest } from '../ledger/Call';
import type { JobReader } from './RunContext';

/** The state of a job according to a response, with the request that returned it. */
export interface JobStatus {
	job: Job;
	draft: RequestDraft;
	received: DecodedResponse;
}

interface EarlierState {
	earlierPath?: string;
}

export function readJob(
	{ hints, job: definition }: Pick<JobReader, 'hints' | 'job'>,
	{ settings, explanation }: Pick<ResultRequest, 'settings' | 'explanation'>,
	/** `earlierPath`: where an earlier response had the state. */
	{ draft, received, id, earlierPath }: Omit<JobStatus, 'job'> & Pick<Job, 'id'> & EarlierState,
): JobStatus & { seen: ReadState } {
	const { endpoint } = draft;
	const reader = new ResponseReader({ settings, hints, endpoint, explanation }, received);
	const seen = reader.state({ earlierPath });
	addStateHints(hints, seen);
	return { job: { type: definition.type, id, ...statusOf(seen) }, draft, received, seen };
}

/** What a response says about a job. A reason next to another state is no failure. */
export function statusOf({ state, rawState, reason }: ReadState) {
	return { state, rawState, ...(state === 'failed' && reason !== undefined && { reason }) };
}

export function addSubmissionHints(hints: Hints, named: IdEntry, seen: ReadState): void {
	const { path, rivals = [], isUncertain } = named;
	const others = rivals.map(({ value, path: at }) => `${value} (${at})`).join(', ');
	if (others !== '') hints.add(DOUBTFUL_ID, `'${path}'; it could also be ${others}`);
	else if (isUncertain) hints.add(DOUBTFUL_ID, `'${path}'`);
	addUnknownWordHint(hints, seen);
}

function addUnknownWordHint(hints: Hints, { unknown, rawState }: ReadState): void {
	if (unknown === true && rawState !== null) hints.add(UNKNOWN_WORD, `'${rawState}'`);
}

export function addStateHints(hints: Hints, seen: ReadState): void {
	addUnknownWordHint(hints, seen);
	if (seen.basis === 'assumed') hints.add(TAKEN_FOR_RESULT);
	if (seen.isDoubtful === true) hints.add(DOUBTFUL_STATE, `'${seen.rawState}'`);
	if (seen.contradiction !== undefined) hints.add(TWO_STATES, seen.contradiction);
	if (seen.state === 'finished' && seen.reason !== undefined) {
		hints.add(FINISHED_WITH_ERROR, `'${seen.reason}'`);
	}
}

const UNKNOWN_WORD =
	"The state % is unknown and is treated as pending. If it means that the job has ended, add it to 'More Finished States' or 'More Failed States' in Options > Recognition; if not, add it to 'More Pending States'.";

const DOUBTFUL_STATE =
	"The state % counts as a failure. If the job is still running, add it to 'More Pending States' in Options > Recognition.";

const TWO_STATES =
	"The response contains two states: %. The node used the first. If the other one is the state of the job, set 'State Path' in Options > Recognition.";

const TAKEN_FOR_RESULT =
	"The node found no job state in a response, so it treated the response as the result. If the job was still running or had failed, set 'State Path' in Options > Recognition to the path of its state.";

const FINISHED_WITH_ERROR =
	"A job counts as finished, but its response contains an error: %. If the job failed, add its state to 'More Failed States' in Options > Recognition.";

const DOUBTFUL_ID =
	"The node could not identify the job ID with certainty. It used %. If that is wrong, set 'ID Path' in Options > Recognition.";
