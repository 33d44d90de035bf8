import { clock } from '../clock';
import type { JobDefinition } from '../catalogue/vocabulary';
import { Cancelled } from '../failure/Cancelled';
import { Failure } from '../failure/Failure';
import { rethrow } from '../failure/rethrow';
import { fateUnknown, noJobId, submissionRefused } from '../jobs/failures';
import type { Job } from '../jobs/job';
import {
	findJobId,
	readState,
	type JobId,
	type JobOverrides,
	type ReadState,
} from '../recognition/job';
import type { RequestDraft } from '../request/draft';
import type { Answer, Service } from '../Service';
import { fingerprint } from '../values/fingerprint';
import { iso } from '../values/time';
import type { ItemCall } from './ItemCall';
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
	service: Pick<Service, 'ask'>;
	job: JobDefinition;
	draft: RequestDraft;
	overrides: JobOverrides;
}

/** Sends a submission once and says what came of it; never throws. */
export async function sendSubmission(request: SubmissionRequest): Promise<SubmissionOutcome> {
	const { service, job, draft, overrides } = request;
	let answer: Answer;
	try {
		answer = await service.ask(draft);
	} catch (error) {
		return { kind: mayHaveArrived(error) ? 'unknown' : 'refused', error };
	}
	const { content, response } = answer;
	const said = readState(content, response, overrides, { submission: true });
	const named = findJobId(content, response, overrides, { submittedTo: draft.endpoint.path });
	// A refusal may name its own trace, but no job.
	if (said.state === 'failed' && (named === undefined || named.weak)) {
		return { kind: 'refused', error: submissionRefused(job, said, answer) };
	}
	if (named === undefined) return { kind: 'unknown', error: noJobId(job, answer) };
	// A bare text is the id here, and not a state as well; and many answer with the id alone.
	const isState =
		said.rawState !== named.value && said.basis !== 'assumed' && said.basis !== 'rows';
	return { kind: 'accepted', named, seen: isState ? said : NOT_SAID, answer };
}

const NOT_SAID: ReadState = { state: 'pending', rawState: null, basis: 'assumed' };

function mayHaveArrived(error: unknown): boolean {
	if (error instanceof Failure) return error.details.uncertain === true;
	return !(error instanceof Cancelled) || error.underWay;
}

export interface Submitted {
	job: Job;
	submittedAt: number;
	/** Absent if an earlier try submitted the job, and this one found it. */
	answer?: Answer;
}

/** Submits the job of an item, unless an earlier try of the same execution has done so. */
export async function submit(run: JobRun, item: ItemCall): Promise<Submitted> {
	const { service, ledger, hints } = run;
	const { index, draft, settings, asked = '' } = item;
	const request = fingerprint(`${service.baseUrl}${draft.endpoint.path}\n${asked}`);
	const earlier = ledger.find(index, request);
	if (earlier?.id !== undefined) return found(run, index, earlier.id, earlier.submittedAt);
	if (earlier !== undefined && !settings.transport.retryUnsafe) {
		throw fateUnknown(run.job, earlier.submittedAt);
	}

	const submittedAt = clock.now();
	ledger.write(index, { submittedAt, request });
	const outcome = await sendSubmission({ service, job: run.job, draft, overrides: settings.job });
	if (outcome.kind !== 'accepted') {
		// Otherwise the entry stays: whoever finds it without an id knows that the job may exist.
		if (outcome.kind === 'refused') ledger.forget(index);
		else if (outcome.error instanceof Cancelled) hints.add(STOPPED_UNDER_WAY, String(index));
		return rethrow(outcome.error);
	}
	const { named, seen, answer } = outcome;
	const { value: id } = named;
	const { state, rawState } = seen;
	ledger.write(index, { id, submittedAt, request });
	noteDoubtfulId(hints, named);
	noteUnknownWord(hints, seen);
	run.jobs.note(index, id, state);
	const { type } = run.job;
	const job: Job = { type, id, state, rawState, submittedAt: iso(submittedAt) };
	return { job, submittedAt, answer };
}

function found(run: JobRun, index: number, id: string | number, submittedAt: number): Submitted {
	run.jobs.note(index, id, 'pending');
	const { type } = run.job;
	const job: Job = { type, id, state: 'pending', rawState: null, submittedAt: iso(submittedAt) };
	return { job, submittedAt };
}

const STOPPED_UNDER_WAY =
	'Stopped while jobs were being submitted: those of the items % may exist and be charged. Look them up at the service.';
