import { Cancelled } from '../failure/Cancelled';
import { Failure } from '../failure/Failure';
import type { Run } from '../operations/Run';
import type { StoredOutcome } from './items';

/** The first item with a failure of its own, rather than one that was cut short by another's. */
export function firstFailed(outcomes: Array<{ failure?: unknown }>): number {
	const own = outcomes.findIndex(
		({ failure }) => failure !== undefined && !(failure instanceof Cancelled),
	);
	return own === -1 ? outcomes.findIndex(({ failure }) => failure !== undefined) : own;
}

/** To run the workflow again would pay again for what other items got. */
export function withoutRepeating({ failure, ...outcome }: StoredOutcome): StoredOutcome {
	const isAdvised = failure instanceof Failure && failure.details.again !== undefined;
	return { ...outcome, failure: isAdvised ? failure.with({ again: undefined }) : failure };
}

/** What a retry of the execution goes on from, in sentences; nothing if it begins anew. */
export function paidSoFar(
	{ jobs, ledger }: Pick<Run, 'jobs' | 'ledger'>,
	failed?: number,
): string | undefined {
	const { answered, unkept, sent } = ledger.names();
	const lost = [...new Set(sent.map((name) => name.split('.')[0]))].filter(
		(item) => item !== String(failed),
	);
	const sentences = [
		lost.length > 0 &&
			`Items whose request got no usable answer: ${lost.join(', ')}. It may have taken effect and been charged: look it up at the service before you send it again.`,
		jobs.describe(),
		answered.length > 0 &&
			`Requests that were answered: ${answered.length}. Their answers are kept with this execution: a retry of it goes on from them instead of sending them again.`,
		unkept.length > 0 &&
			`Answers that were too large to be kept: ${unkept.length}. A retry of this execution does not send their requests again.`,
	].filter((each) => typeof each === 'string');
	return sentences.length === 0 ? undefined : sentences.join(' ');
}
