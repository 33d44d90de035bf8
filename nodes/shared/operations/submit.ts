import { clock } from '../clock';
import { asIs } from '../failure/rethrow';
import { Cancelled } from '../failure/Cancelled';
import { Failure } from '../failure/Failure';
import type { Submitting } from './Run';
import type { Answer } from '../Service';
import { fateUnknown, noJobId } from '../jobs/failures';
import { fingerprint } from '../values/fingerprint';
import type { Job } from '../jobs/job';
import { readJobId, readState, type ReadState } from '../recognition/job';
import { noteUnknownWord } from './unknownState';
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
	const id = readJobId(answer.content, answer.response, settings.job);
	if (id === undefined) throw noJobId(run.job, answer);
	run.ledger.write(index, { id, submittedAt, request });

	const said = readState(answer.content, answer.response, settings.job);
	// A bare text is the id here, and not a state as well.
	const seen: ReadState = said.rawState === id ? { state: 'pending', rawState: null } : said;
	noteUnknownWord(run.hints, seen);
	// Many services answer a submission with the id alone.
	const state = seen.rawState === null ? 'pending' : seen.state;
	run.jobs.note(index, id, state);
	const { type } = run.job;
	const job: Job = { type, id, state, rawState: seen.rawState, submittedAt: iso(submittedAt) };
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
