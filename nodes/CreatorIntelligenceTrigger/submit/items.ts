import { Failure } from '../../shared/failure/Failure';
import type { Job } from '../../shared/jobs/job';
import { jobItem } from '../../shared/operations/result';
import type { ReadState } from '../../shared/recognition/jobState';
import type { OutputItem } from '../../shared/response/outputItem';
import type { Answer } from '../../shared/Service';
import { iso } from '../../shared/clock';
import type { SentRequest } from '../memory/process/ProcessMemory';
import type { SubmittedJob } from '../memory/saved/State';
import type { Submission } from '../parameters/readParameters';
import { eventId } from '../watch/Target';
import { MOST_UNFINISHED } from './decide';

/** A job that was submitted; without an answer where that was dropped. */
export function submittedItem(
	{ operation }: Submission,
	{ id, at }: SubmittedJob,
	answered?: { answer: Answer; seen: ReadState },
): OutputItem {
	const { state, rawState } = answered?.seen ?? { state: 'pending' as const, rawState: null };
	const job: Job = {
		type: operation.job.type,
		id,
		state,
		rawState,
		submittedAt: iso(at),
		eventId: eventId({ operation, id }, 'submitted'),
	};
	return jobItem(job, answered?.answer);
}

/** The request may have been taken, and paid for. */
export function unansweredFailure({ submission, at, due, cause }: SentRequest): Failure {
	const { operation, everyMs } = submission;
	const next =
		everyMs === Infinity
			? 'If it does not exist, change the request and activate the workflow again to send it.'
			: `The next one is due at ${iso(at + everyMs)}.`;
	const why = cause instanceof Failure ? `${cause.message}.` : 'n8n was stopped around that time.';
	return new Failure({
		kind: 'job',
		message: `The ${operation.job.noun} that was due at ${iso(due)} may have been submitted, but its ID is not known`,
		description: `${why} It may have been charged, so it is not sent again. Look it up at the service, and watch it by its ID. ${next} To have such requests sent again, turn on 'Retry Unsafe' in Options.`,
		uncertain: true,
		...(cause instanceof Failure && { response: cause.details.response }),
	});
}

/** Stands for a job whose id nobody knows. */
export function unansweredItem({ submission, due }: SentRequest, failure: Failure): OutputItem {
	const { operation } = submission;
	const { message, description, response } = failure.details;
	const at = iso(due);
	return {
		json: {
			message,
			description,
			...(response !== undefined && { response }),
			job: {
				type: operation.job.type,
				id: null,
				state: 'pending',
				rawState: null,
				submittedAt: at,
				eventId: eventId({ operation, id: at }, 'unanswered'),
			},
		},
	};
}

export function tooManyUnfinished({ operation }: Submission): Failure {
	return new Failure({
		kind: 'job',
		message: `No further ${operation.job.noun} is submitted, as ${MOST_UNFINISHED} of this trigger have not ended`,
		description:
			"Check at the service why they do not end. If they have ended under a word that was not recognised, add it to 'Finished States' or 'Failed States' in Options.",
	});
}
