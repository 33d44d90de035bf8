import type { JobOperation } from '../../shared/catalogue/types';
import type { Failure } from '../../shared/failure/Failure';
import { clock, iso } from '../../shared/clock';
import type { Job } from '../../shared/jobs/job';
import type { Explanation } from '../../shared/plan/explain';
import { readJob, type JobStatus } from '../../shared/operations/readJob';
import { jobItem, jobResult } from '../../shared/operations/result';
import type { ItemsRead } from '../../shared/operations/RunContext';
import type { RequestDraft } from '../../shared/request/draft';
import { IDS_LABEL, JOB_OPERATIONS, pathOf } from '../catalogue';
import { jobKey, type Submissions } from '../memory/State';
import type { Opened } from '../session/Session';

export interface Target {
	/** Also the begin of the IDs of its events: they are the same each time, even if the job type is renamed. */
	key: string;
	id: Job['id'];
	operation: JobOperation;
	/** Known of jobs that the trigger submitted itself. */
	submittedAt?: number;
}

/** A job that the service does not return, or whose result cannot be read. */
export interface UnreadableJob {
	target: Target;
	failure: Failure;
	/** With `result`, the service knows the job and takes the token. */
	subject: 'job' | 'result';
}

export function cannotBeRead(
	{ target: { id, operation, submittedAt }, failure, subject }: UnreadableJob,
	ids: string | number = id,
): string {
	const what = subject === 'result' ? 'result of the ' : '';
	const isBadId = failure.kind === 'input' && submittedAt !== undefined;
	return `The ${what}${operation.job.noun} ${ids} cannot be read: ${isBadId ? BAD_ID : failure.message}`;
}

const BAD_ID =
	"the service returned an ID that cannot be used. If its response has another one, set 'ID Path' in Options > Recognition";

export function targetOf(operation: JobOperation, id: Job['id'], submittedAt?: number): Target {
	return { key: jobKey({ path: pathOf(operation), id }), id, operation, submittedAt };
}

/** Jobs that the trigger has submitted itself; those of a type that is gone are left out. */
export function submittedTargets({ watched }: Submissions): Target[] {
	return watched.flatMap(({ id, path, at }) => {
		const operation = JOB_OPERATIONS.find((each) => pathOf(each) === path);
		return operation === undefined ? [] : [targetOf(operation, id, at)];
	});
}

/** The field `job` of an event. */
export function jobOf(
	{ key, id, operation, submittedAt }: Target,
	seen: Pick<Job, 'state' | 'rawState' | 'reason'>,
): Job {
	return {
		type: operation.job.type,
		id,
		...seen,
		...(submittedAt !== undefined && { submittedAt: iso(submittedAt) }),
		...(seen.state !== 'pending' && { finishedAt: iso(clock.now()) }),
		eventId: `${key}/${seen.state}`,
	};
}

export async function readJobStatus(
	{ session: { service, hints }, parameters: { query, settings } }: Opened,
	target: Target,
	explanation?: Explanation,
): Promise<JobStatus> {
	const { id, operation } = target;
	const { get, results } = operation.job;
	const draft: RequestDraft = {
		endpoint: get,
		id,
		idLabel: IDS_LABEL,
		query: results === undefined ? query : [],
	};
	const received = await service.poll(draft);
	const reader = { hints, job: operation.job, settings, explanation };
	const { job } = readJob(reader, { id, draft, received });
	return { job: jobOf(target, job), received, draft };
}

/** The items of a job: the rows or the result if it has finished, otherwise the response. */
export async function readJobItems(
	{ session: { service, hints }, parameters: { query, maxRows, settings } }: Opened,
	{ operation: { job } }: Target,
	status: JobStatus,
	explanation?: Explanation,
): Promise<ItemsRead> {
	if (status.job.state !== 'finished') return { items: [jobItem(status.job, status.received)] };
	const reader = { job, service, hints, resultQuery: query, settings, maxRows, explanation };
	return await jobResult(reader, status);
}
