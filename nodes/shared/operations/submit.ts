import { clock } from '../clock';
import { asIs } from '../failure/rethrow';
import { Cancelled } from '../failure/Cancelled';
import { Failure } from '../failure/Failure';
import type { Submitting } from './Run';
import type { Answer } from '../Service';
import { fateUnknown, noJobId, submissionRefused } from '../jobs/failures';
import { fingerprint } from '../values/fingerprint';
import type { Job } from '../jobs/job';
import { findJobId, readState } from '../recognition/job';
import { noteDoubtfulId, noteUnknownWord } from './unknownState';
import { iso } from '../values/time';
import type { ItemCall } from './ItemCall';

export interface Submitted {
	job: Job;
	submittedAt: number;
	/** Absent if an earlier try submitted the job, and this one found it. */
	answer?: Answer;
}

/** Submits the job of an item, unless an earlier try of the same execution has done so. */
export async function submit(run: Submitting, item: ItemCall): Promise<Submitted> {
	const { index, draft, settings, asked = '' } = item;
	const request = fingerprint(`${run.service.baseUrl}${draft.endpoint.path}\n${asked}`);
	const earlier = run.ledger.find(index, request);
	if (earlier?.id !== undefined) return found(run, index, earlier.id, earlier.submittedAt);
	if (earlier !== undefined && !settings.transport.retryUnsafe) {
		throw fateUnknown(run.job, earlier.submittedAt);
	}

	const submittedAt = clock.now();
	run.ledger.write(index, { submittedAt, request });
	const answer = await send(run, item);
	const said = readState(answer.content, answer.response, settings.job, { submission: true });
	const named = findJobId(answer.content, answer.response, settings.job, {
		submittedTo: draft.endpoint.path,
	});
	// A refusal may name its own trace, but no job.
	if (said.state === 'failed' && (named === undefined || named.weak)) {
		run.ledger.forget(index);
		throw submissionRefused(run.job, said, answer);
	}
	if (named === undefined) throw noJobId(run.job, answer);
	const id = named.value;
	run.ledger.write(index, { id, submittedAt, request });

	noteDoubtfulId(run.hints, named);
	// A bare text is the id here, and not a state as well; and many answer with the id alone.
	const isState = said.rawState !== id && said.basis !== 'assumed' && said.basis !== 'rows';
	const state = isState ? said.state : 'pending';
	const rawState = isState ? said.rawState : null;
	if (isState) noteUnknownWord(run.hints, said);
	run.jobs.note(index, id, state);
	const { type } = run.job;
	const job: Job = { type, id, state, rawState, submittedAt: iso(submittedAt) };
	return { job, submittedAt, answer };
}

async function send(run: Submitting, item: ItemCall): Promise<Answer> {
	try {
		return await run.service.ask(item.draft);
	} catch (error) {
		// Without an answer the entry stays: whoever finds it knows that the job may exist.
		if (!mayHaveArrived(error)) run.ledger.forget(item.index);
		else if (error instanceof Cancelled) run.hints.add(STOPPED_UNDER_WAY, String(item.index));
		throw asIs(error);
	}
}

function mayHaveArrived(error: unknown): boolean {
	if (error instanceof Failure) return error.details.uncertain === true;
	return !(error instanceof Cancelled) || error.underWay;
}

function found(
	run: Submitting,
	index: number,
	id: string | number,
	submittedAt: number,
): Submitted {
	run.jobs.note(index, id, 'pending');
	const { type } = run.job;
	const job: Job = { type, id, state: 'pending', rawState: null, submittedAt: iso(submittedAt) };
	return { job, submittedAt };
}

const STOPPED_UNDER_WAY =
	'Stopped while jobs were being submitted: those of the items % may exist and be charged. Look them up at the service.';
