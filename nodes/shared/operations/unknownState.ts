import type { JobId } from '../recognition/jobId';
import type { ReadState } from '../recognition/jobState';
import type { Hints } from './Hints';

export function noteUnknownWord(hints: Hints, { unknown, rawState }: ReadState): void {
	if (unknown === true && rawState !== null) hints.add(UNKNOWN_WORD, `'${rawState}'`);
}

/** For answers to a look at a job, where a state was to be expected. */
export function noteState(hints: Hints, seen: ReadState): void {
	noteUnknownWord(hints, seen);
	if (seen.basis === 'assumed') hints.add(TAKEN_FOR_RESULT);
	if (seen.contradiction !== undefined) hints.add(TWO_STATES, seen.contradiction);
	if (seen.state === 'finished' && seen.reason !== undefined) {
		hints.add(FINISHED_WITH_ERROR, `'${seen.reason}'`);
	}
}

export function noteDoubtfulId(hints: Hints, { path, rivals, uncertain }: JobId): void {
	const others = rivals.map(({ value, path: at }) => `${value} (${at})`).join(', ');
	if (others !== '') hints.add(DOUBTFUL_ID, `'${path}'; it could also be ${others}`);
	else if (uncertain) hints.add(DOUBTFUL_ID, `'${path}'`);
}

const UNKNOWN_WORD =
	"The state % is not known and counts as pending. If it means that the job has ended, add it to 'Finished States' or 'Failed States' in Options; if not, add it to 'Pending States'.";

const TWO_STATES =
	"The response names two states: %. The node used the first. If the other is that of the job, set 'State Path' in Options.";

const TAKEN_FOR_RESULT =
	"No state of the job was recognised in an answer, so it was taken for the result. If the job was still going on or had failed, set 'State Path' in Options to the way to its state.";

const FINISHED_WITH_ERROR =
	"A job counts as finished, but its answer names an error: %. If it has failed, add its state to 'Failed States' in Options.";

const DOUBTFUL_ID =
	"It is not certain what the service calls the job. Its ID was taken from %. If that is wrong, set 'ID Path' in Options.";
