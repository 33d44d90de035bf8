import type { IDataObject } from 'n8n-workflow';

import type { JobDefinition } from '../catalogue/types';
import { Failure } from '../failure/Failure';
import { decodeText } from '../http/text';
import type { JobId } from '../recognition/jobId';
import type { ReadState } from '../recognition/jobState';
import { toItem } from '../response/outputItem';
import type { DecodedResponse, DecodedSubmission } from '../Service';
import type { Job } from './job';
import { RESPONSE_TOO_LARGE } from '../transport/readResponseBody';

/** A new job may return 404 at first, if the service reads from a replica that lags by seconds. */
const UNKNOWN_AT_FIRST_MS = 30_000;

/** Whether polling continues after this failure: the job itself is not affected. */
export function isTransient({ details }: Failure, ageMs: number): boolean {
	const { status } = details;
	if (details.kind !== 'request' || details.code === RESPONSE_TOO_LARGE) return false;
	if (status === 404) return ageMs < UNKNOWN_AT_FIRST_MS;
	return status === undefined || status < 300 || status >= 500 || [408, 425, 429].includes(status);
}

/** Statuses that say something about the token, the account or the address, not about the one job. */
const OF_ALL_JOBS = [401, 402, 403, 405, 415];

export function isOfAllJobs({ details: { status = 0 } }: Failure): boolean {
	return OF_ALL_JOBS.includes(status);
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
	// To write large data again would keep n8n's thread.
	const isLarge = received.content.kind === 'data' && response.body.length > MAX_SHOWN;
	const body = shortened(isLarge ? { data: decodeText(response) } : toItem(received.content).json);
	const message =
		decodeFailure?.message ??
		`The response to the submission of the ${noun} has no job ID that the node recognises`;
	const sentences = [
		decodeFailure?.details.description,
		candidates.length > 0 && `The ID of the job may be one of these: ${candidates.join(', ')}.`,
		"The job probably exists and may be charged. Set 'ID Path' in Options > Recognition to the path of the ID, e.g. data.id, then retry this execution. The response is stored, so nothing is submitted again.",
		`The service responded: ${JSON.stringify(body).slice(0, 500)}${headersOf(response)}`,
	];
	return new Failure({
		kind: 'job',
		message,
		description: sentences.filter(Boolean).join(' '),
		status: response.status,
		code: decodeFailure?.details.code,
		outcomeUnknown: true,
		response: body,
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
