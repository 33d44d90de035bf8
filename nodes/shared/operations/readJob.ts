import type { Job } from '../jobs/job';
import type { IdEntry } from '../plan/layers';
import { planFor } from '../plan/plan';
import { readState, type ReadState } from '../recognition/jobState';
import { meaningOf } from '../recognition/stateWords';
import { isRecord } from '../values/records';
import type { RequestDraft } from '../request/draft';
import type { DecodedResponse } from '../Service';
import type { Hints } from './Hints';
import { ResponseReader } from './ResponseReader';
import type { JobReader } from './RunContext';

/** The state of a job according to a response, with the request that returned it. */
export interface JobStatus {
	job: Job;
	draft: RequestDraft;
	received: DecodedResponse;
}

type JobResponse = Omit<JobStatus, 'job'> & { id: Job['id']; earlierPath?: string };

export function readJob(
	reader: Pick<JobReader, 'hints' | 'job' | 'settings' | 'explanation'>,
	/** `earlierPath`: where an earlier response had the state. */
	{ draft, received, id, earlierPath }: JobResponse,
): JobStatus & { state: ReadState } {
	const response = new ResponseReader({ ...reader, endpoint: draft.endpoint }, received);
	const state = response.state({ earlierPath });
	addStateHints(reader.hints, state);
	return { job: { type: reader.job.type, id, ...statusOf(state) }, draft, received, state };
}

/** What a response says about a job. A reason next to another state is no failure. */
export function statusOf({ state, rawState, reason }: ReadState) {
	return { state, rawState, ...(state === 'failed' && reason !== undefined && { reason }) };
}

export function addSubmissionHints(hints: Hints, id: IdEntry, state: ReadState): void {
	const { path, rivals = [], isUncertain } = id;
	const others = rivals.map(({ value, path: at }) => `${value} (${at})`).join(', ');
	if (others !== '') hints.add(DOUBTFUL_ID, `'${path}'; it could also be ${others}`);
	else if (isUncertain) hints.add(DOUBTFUL_ID, `'${path}'`);
	addUnknownWordHint(hints, state);
}

function addUnknownWordHint(hints: Hints, { unknown, rawState }: ReadState): void {
	if (unknown === true && rawState !== null) hints.add(UNKNOWN_WORD, `'${rawState}'`);
}

export function addStateHints(hints: Hints, read: ReadState): void {
	addUnknownWordHint(hints, read);
	if (read.basis === 'assumed') hints.add(TAKEN_FOR_RESULT);
	if (read.isDoubtful === true) hints.add(DOUBTFUL_STATE, `'${read.rawState}'`);
	if (read.contradiction !== undefined) hints.add(TWO_STATES, read.contradiction);
	if (read.state === 'finished' && read.reason !== undefined) {
		hints.add(FINISHED_WITH_ERROR, `'${read.reason}'`);
	}
}

const ACCEPTED = 202;

/** For rows and results that are read apart from the state of a job: whether the response says that there is more to come. */
export function addUnfinishedHint(
	{ hints, settings, draft }: Pick<JobReader, 'hints' | 'settings'> & { draft: RequestDraft },
	{ content, response }: DecodedResponse,
): boolean {
	const { overrides, contract } = settings;
	// Who pins how responses are read wants nothing recognised.
	const isPinned = contract !== undefined && contract.plans.size > 0;
	const isPlanned = isPinned || Object.keys(planFor(contract, draft.endpoint)).length > 0;
	const isList = content.kind === 'data' && !isRecord(content.value);
	if (isPlanned || isList || content.kind === 'file') return false;
	const { state, rawState, rule = '' } = readState(content, response, overrides);
	const word = rawState ?? '';
	// Not by words such as "new", which are said of rows, too.
	const isKnown = meaningOf(word, overrides)?.listed === true || /ing$/i.test(word);
	const isWord = isKnown && ['state.key', 'state.job', 'stated'].includes(rule);
	const isSaid = isWord || rule === 'state.message' || response.status === ACCEPTED;
	if (state === 'finished' || !isSaid) return false;
	hints.add(UNFINISHED, rawState === null ? '"not yet"' : `'${rawState}'`);
	return true;
}

const UNFINISHED =
	'The response says %: rows or fields may be missing. If the service is still working on it, read it again later.';

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
