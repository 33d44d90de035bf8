import type { IDataObject } from 'n8n-workflow';

import type { JobDefinition } from '../catalogue/vocabulary';
import { Failure } from '../failure/Failure';
import type { JobId } from '../recognition/jobId';
import type { ReadState } from '../recognition/jobState';
import { whole } from '../response/outputItem';
import type { Answer, SubmissionAnswer } from '../Service';
import type { Job } from './job';
import { TOO_LARGE } from '../transport/readBody';
import type { LedgerEntry } from './Ledger';
import { iso } from '../clock';

type SentEntry = Extract<LedgerEntry, { kind: 'sent' }>;

/** A job may be unknown at first where the service answers reads from a copy, which lags by seconds. */
const UNKNOWN_AT_FIRST_MS = 30_000;

/** Trouble that passes: the job goes on at the service, and waiting for it as well. */
export function isPassing({ details }: Failure, ageMs: number): boolean {
	const { status } = details;
	if (details.kind !== 'request' || details.code === TOO_LARGE) return false;
	if (status === 404) return ageMs < UNKNOWN_AT_FIRST_MS;
	return status === undefined || status < 300 || status >= 500 || [408, 425, 429].includes(status);
}

export function jobFailed(
	{ noun }: JobDefinition,
	job: Job,
	seen: ReadState,
	answer: Answer,
): Failure {
	return new Failure({
		kind: 'job',
		message: `The ${noun} failed${seen.reason === undefined ? '' : `: ${seen.reason}`}`,
		description: `The service reports ${seen.rawState === null ? 'an error' : `'${seen.rawState}'`} for the job ${job.id}. Check the input of this item; submitting it again is a new job, and may be charged.${
			seen.reason === undefined
				? " If the response contains the reason, name its path as 'reason' in the contract of the credential."
				: ''
		}`,
		reason: seen.reason,
		job,
		response: whole(answer.content).json,
	});
}

export function jobTimedOut({ noun }: JobDefinition, job: Job, trouble?: Failure): Failure {
	return new Failure({
		kind: 'job',
		message: `The ${noun} has not finished within 'Max Wait'`,
		description: `The job ${job.id} goes on at the service: pick it up with 'Get' and this ID, or raise 'Max Wait'.${
			trouble === undefined ? '' : ` The last look at it failed: ${trouble.message}.`
		}`,
		job,
	});
}

/** Whatever goes wrong with a job, the job that was paid for is named. */
export function withJob(failure: Failure, job: Job): Failure {
	const { description = '' } = failure.details;
	const advice =
		job.state === 'finished'
			? 'has finished at the service: read its result'
			: 'was submitted, and goes on at the service: pick it up';
	return failure.with({
		description: `The job ${job.id} ${advice} with 'Get' and this ID. ${description}`.trim(),
		again: undefined,
		job,
	});
}

/** The service took the request, but how it calls the job is not recognised. */
export function noJobId(
	{ noun }: JobDefinition,
	answer: SubmissionAnswer,
	candidates: Array<JobId['value']> = [],
): Failure {
	const { damage, response } = answer;
	const body = whole(answer.content).json;
	const message =
		damage?.message ?? `The answer to the submission of the ${noun} has no ID that was recognised`;
	const sentences = [
		damage?.details.description,
		candidates.length > 0 && `The ID of the job may be one of these: ${candidates.join(', ')}.`,
		"The job probably exists, and may be charged. Set 'ID Path' in Options to the way to the ID, e.g. data.id, then retry this execution: the answer is kept, and nothing is submitted again.",
		`The service answered: ${JSON.stringify(body).slice(0, 500)}${headersOf(response)}`,
	];
	return new Failure({
		kind: 'job',
		message,
		description: sentences.filter(Boolean).join(' '),
		status: response.status,
		uncertain: true,
		response: shortened(body),
	});
}

function headersOf({ headers }: Answer['response']): string {
	const telling = Object.entries(headers).filter(([name]) => /location|link|-id$/.test(name));
	if (telling.length === 0) return '';
	return `, with ${telling.map(([name, value]) => `${name}: ${value}`).join(', ')}`;
}

/** Enough to see what it is; n8n shows and saves the error with each item. */
const MOST_SHOWN = 2_000;

export function shortened(body: IDataObject): IDataObject {
	const text = typeof body.data === 'string' ? body.data : JSON.stringify(body);
	return text.length <= MOST_SHOWN ? body : { data: text.slice(0, MOST_SHOWN) };
}

/** An earlier try has sent the request, and nobody knows what came of it. */
export function fateUnknown(notAgain: string, { at, told }: SentEntry): Failure {
	const why = told === undefined ? '' : ` (${told.message})`;
	return new Failure({
		...told,
		kind: 'job',
		message: `${notAgain}, as an earlier try may have succeeded`,
		description: `What was sent at ${iso(at)} got no usable answer${why}. It may exist and be charged: look it up at the service. Only if it does not exist, send it again: in a new execution, or with 'Retry Unsafe' in Options.`,
		uncertain: true,
	});
}

/** What n8n saved of the earlier tries cannot be read. */
export function ledgerDamaged(notAgain: string, label: string): Failure {
	return new Failure({
		kind: 'job',
		message: `${notAgain}, as the data that n8n saved of earlier tries are damaged`,
		description: `The node cannot know whether an earlier try sent ${label}. It may have been processed and charged: check with the service. To send it, start a new execution or turn on 'Retry Unsafe' in Options. It may be charged again.`,
		uncertain: true,
	});
}

/** An earlier try was answered, and there was no room to keep the answer. */
export function answerNotKept(notAgain: string, at: number, label: string): Failure {
	return new Failure({
		kind: 'job',
		message: `${notAgain}, as an earlier try was answered, but the answer was too large to be kept`,
		description: `The answer came at about ${iso(at)}, and has probably been charged. Read what it made with a Get operation, if there is one. To send ${label} once more, and pay for it once more, start a new execution or turn on 'Retry Unsafe' in Options; fewer items or rows in one execution need less room.`,
		uncertain: true,
	});
}
