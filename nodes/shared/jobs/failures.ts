import type { JobDefinition } from '../catalogue/vocabulary';
import { Failure } from '../failure/Failure';
import { whole } from '../response/outputItem';
import type { Answer } from '../Service';
import type { Job } from './job';
import type { ReadState } from '../recognition/job';
import { TOO_LARGE } from '../transport/readBody';
import { iso } from '../values/time';

/** A job may be unknown at first where the service answers reads from a copy. */
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
				? " If the answer tells why, set 'Reason Path' in Options to the way to it."
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
		description: `The job ${job.id} goes on at the service: pick it up with 'Get' and this ID, or raise 'Max Wait' in Options.${
			trouble === undefined ? '' : ` The last look at it failed: ${trouble.message}.`
		}`,
		job,
	});
}

export function withJob(failure: Failure, job: Job): Failure {
	const { description = '' } = failure.details;
	const advice =
		job.state === 'finished'
			? 'has finished at the service: read its result'
			: 'was submitted, and goes on at the service: pick it up';
	return failure.with({
		description: `The job ${job.id} ${advice} with 'Get' and this ID. ${description}`.trim(),
		job,
	});
}

/** The service says that it did not take the request, though with the status of a success. */
export function submissionRefused(
	{ noun }: JobDefinition,
	seen: ReadState,
	answer: Answer,
): Failure {
	const response = whole(answer.content).json;
	const why = seen.reason === undefined ? '' : `: ${seen.reason}`;
	return new Failure({
		kind: 'job',
		message: `The service refused the submission of the ${noun}${why}`,
		description: `The answer has the status ${answer.response.status}, but reports ${seen.rawState === null ? 'an error' : `'${seen.rawState}'`} and names no job. Check the fields of this item. If the job was taken all the same, set 'ID Path' in Options to the way to its ID.`,
		status: answer.response.status,
		reason: seen.reason,
		response,
	});
}

/** The service took the request, but how it calls the job is not recognised. */
export function noJobId({ noun }: JobDefinition, answer: Answer): Failure {
	const response = whole(answer.content).json;
	return new Failure({
		kind: 'job',
		message: `The answer to the submission of the ${noun} has no ID that was recognised`,
		description: `The job probably exists, and may be charged. Set 'ID Path' in Options to the way to the ID, e.g. data.id. The service answered: ${JSON.stringify(response).slice(0, 500)}`,
		status: answer.response.status,
		uncertain: true,
		response,
	});
}

export function fateUnknown({ noun }: JobDefinition, submittedAt: number): Failure {
	return new Failure({
		kind: 'job',
		message: `The ${noun} was not submitted again, as an earlier try may have succeeded`,
		description: `Its submission at ${iso(submittedAt)} got no usable answer, so the job may exist and be charged: look it up at the service. If it does not exist, run the workflow anew, or turn on 'Retry Unsafe Requests' in Options.`,
		uncertain: true,
	});
}
