import type { IDataObject } from 'n8n-workflow';

import type { JobDefinition } from '../catalogue/types';
import { Failure } from '../failure/Failure';
import type { JobId } from '../recognition/jobId';
import type { ReadState } from '../recognition/jobState';
import { toItem } from '../response/outputItem';
import type { DecodedResponse, DecodedSubmission } from '../Service';
import type { Job } from './job';
import { RESPONSE_TOO_LARGE } from '../transport/readResponseBody';
import type { JournalEntry } from './RequestJournal';
import { iso } from '../clock';

type SentEntry = Extract<JournalEntry, { kind: 'sent' }>;

/** A new job may return 404 at first, if the service reads from a replica that lags by seconds. */
const UNKNOWN_AT_FIRST_MS = 30_000;

/** Whether polling continues after this failure: the job itself is not affected. */
export function isTransient({ details }: Failure, ageMs: number): boolean {
	const { status } = details;
	if (details.kind !== 'request' || details.code === RESPONSE_TOO_LARGE) return false;
	if (status === 404) return ageMs < UNKNOWN_AT_FIRST_MS;
	return status === undefined || status < 300 || status >= 500 || [408, 425, 429].includes(status);
}

export function jobFailed(
	{ noun }: JobDefinition,
	job: Job,
	seen: ReadState,
	received: DecodedResponse,
): Failure {
	return new Failure({
		kind: 'job',
		message: `The ${noun} failed${seen.reason === undefined ? '' : `: ${seen.reason}`}`,
		description: `The service reports ${seen.rawState === null ? 'an error' : `'${seen.rawState}'`} for the job ${job.id}. Check the input of this item. Submitting it again creates a new job, which may be charged.${
			seen.reason === undefined
				? " If the response contains the reason, add its path as 'reason' to the contract in the credential."
				: ''
		}`,
		reason: seen.reason,
		job,
		response: toItem(received.content).json,
	});
}

export function jobTimedOut({ noun }: JobDefinition, job: Job, trouble?: Failure): Failure {
	return new Failure({
		kind: 'job',
		message: `The ${noun} did not finish within 'Max Wait'`,
		description: `The job ${job.id} is still running. Use 'Get' with this ID to retrieve it later, or raise 'Max Wait'.${
			trouble === undefined ? '' : ` The last poll failed: ${trouble.message}.`
		}`,
		job,
	});
}

/** Adds the paid job to any failure. */
export function withJobAdvice(failure: Failure, job: Job): Failure {
	const { description = '' } = failure.details;
	const advice =
		job.state === 'finished'
			? 'has finished. Read its result'
			: 'was submitted and is still running. Retrieve it later';
	return failure.with({
		description: `The job ${job.id} ${advice} with 'Get' and this ID. ${description}`.trim(),
		rerunAdvice: undefined,
		job,
	});
}

/** The service accepted the request, but the job ID is not recognised. */
export function noJobId(
	{ noun }: JobDefinition,
	received: DecodedSubmission,
	candidates: Array<JobId['value']> = [],
): Failure {
	const { decodeFailure, response } = received;
	const body = toItem(received.content).json;
	const message =
		decodeFailure?.message ??
		`The response to the submission of the ${noun} has no job ID that the node recognises`;
	const sentences = [
		decodeFailure?.details.description,
		candidates.length > 0 && `The ID of the job may be one of these: ${candidates.join(', ')}.`,
		"The job probably exists and may be charged. Set 'ID Path' in Options to the path of the ID, e.g. data.id, then retry this execution. The response is stored, so nothing is submitted again.",
		`The service responded: ${JSON.stringify(body).slice(0, 500)}${headersOf(response)}`,
	];
	return new Failure({
		kind: 'job',
		message,
		description: sentences.filter(Boolean).join(' '),
		status: response.status,
		outcomeUnknown: true,
		response: shortened(body),
	});
}

function headersOf({ headers }: DecodedResponse['response']): string {
	const telling = Object.entries(headers).filter(([name]) => /location|link|-id$/.test(name));
	if (telling.length === 0) return '';
	return `, with ${telling.map(([name, value]) => `${name}: ${value}`).join(', ')}`;
}

/** Enough to see what it is; n8n shows and saves the error with each item. */
const MAX_SHOWN = 2_000;

export function shortened(body: IDataObject): IDataObject {
	const text = typeof body.data === 'string' ? body.data : JSON.stringify(body);
	return text.length <= MAX_SHOWN ? body : { data: text.slice(0, MAX_SHOWN) };
}

/** An earlier attempt sent the request, and its outcome is unknown. */
export function outcomeUnknownFailure(
	notSentMessage: string,
	{ at, reported }: SentEntry,
): Failure {
	const why = reported === undefined ? '' : ` (${reported.message})`;
	return new Failure({
		...reported,
		kind: 'job',
		message: `${notSentMessage}, because an earlier attempt may have succeeded`,
		description: `The request sent at ${iso(at)} got no usable response${why}. It may have been processed and charged: check with the service. Only if it was not, send it again: in a new execution, or with 'Retry Unsafe' in Options.`,
		outcomeUnknown: true,
	});
}

/** The journal that n8n saved cannot be read. */
export function journalDamaged(notSentMessage: string, label: string): Failure {
	return new Failure({
		kind: 'job',
		message: `${notSentMessage}, because the data that n8n saved from earlier attempts is damaged`,
		description: `The node cannot determine whether an earlier attempt sent ${label}. It may have been processed and charged: check with the service. To send it, start a new execution or turn on 'Retry Unsafe' in Options. It may be charged again.`,
		outcomeUnknown: true,
	});
}

/** The response of an earlier attempt was too large to store. */
export function responseNotStored(notSentMessage: string, at: number, label: string): Failure {
	return new Failure({
		kind: 'job',
		message: `${notSentMessage}, because an earlier attempt got a response that was too large to store`,
		description: `The request got a response at about ${iso(at)}, and has probably been charged. If there is a Get operation, use it to read the result. To send ${label} again, start a new execution or turn on 'Retry Unsafe' in Options. It may be charged again. Process fewer items or rows per execution so that the responses can be stored.`,
		outcomeUnknown: true,
	});
}
