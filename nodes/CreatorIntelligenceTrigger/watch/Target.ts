import type { JobOperation } from '../../shared/catalogue/types';
import type { Failure } from '../../shared/failure/Failure';
import { jobAtPath, pathOf } from '../catalogue';
import type { Submissions, SubmittedJob } from '../memory/saved/State';
import { keyOf, type Id } from '../parameters/ids';
import { clock, iso } from '../../shared/clock';
import type { Explanation } from '../../shared/operations/Explanation';
import { readJob, type JobStatus } from '../../shared/operations/readJob';
import { jobItem, jobResult } from '../../shared/operations/result';
import type { RequestDraft } from '../../shared/request/draft';
import type { OutputItem } from '../../shared/response/outputItem';
import type { Opened } from '../session/Session';

export interface Target {
	/** What the state calls it. */
	key: string;
	id: Id;
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

export function targetOf(operation: JobOperation, id: Id, submittedAt?: number): Target {
	return { key: keyOf(id), id, operation, submittedAt };
}

/** Jobs that the trigger has submitted itself; those of a type that is gone are left out. */
export function ownTargets({ watched }: Submissions): Target[] {
	return watched.flatMap(({ id, path, at }) => {
		const operation = jobAtPath(path);
		return operation === undefined ? [] : [targetOf(operation, id, at)];
	});
}

/** Tells targets of different types apart, too. */
export function targetName({ operation, id }: Pick<Target, 'operation' | 'id'>): string {
	return submittedName({ path: pathOf(operation), id });
}

/** The name of the target that stands for a job of the trigger's own. */
export function submittedName({ path, id }: Pick<SubmittedJob, 'path' | 'id'>): string {
	return `${path} ${keyOf(id)}`;
}

/** The same each time an event is emitted, even if the job type is renamed. */
export function eventId({ operation, id }: Pick<Target, 'operation' | 'id'>, what: string): string {
	return `${pathOf(operation).slice(1)}/${id}/${what}`;
}

export async function readJobStatus(
	{ session, parameters: { idsLabel, query } }: Opened,
	target: Target,
	explanation?: Explanation,
): Promise<JobStatus> {
	const { operation, id, submittedAt } = target;
	const { get, results } = operation.job;
	const draft: RequestDraft = {
		endpoint: get,
		id,
		idLabel: idsLabel,
		query: results === undefined ? query : [],
	};
	const received = await session.service.poll(draft);
	session.isAccepted = true;
	const { settings, hints } = session;
	const reader = { hints, job: operation.job };
	const { job } = readJob(reader, { settings, explanation }, { id, draft, received });
	return {
		job: {
			...job,
			...(submittedAt !== undefined && { submittedAt: iso(submittedAt) }),
			...(job.state !== 'pending' && { finishedAt: iso(clock.now()) }),
			eventId: eventId(target, job.state),
		},
		received,
		draft,
	};
}

/** The items of a job: the rows or the result if it has finished, otherwise the response. */
export async function readJobItems(
	{ session, parameters: { query, maxRows } }: Opened,
	{ operation: { job } }: Target,
	status: JobStatus,
	explanation?: Explanation,
): Promise<OutputItem[]> {
	if (status.job.state !== 'finished') return [jobItem(status.job, status.received)];
	const { service, hints, settings } = session;
	const call = { resultQuery: query, settings, maxRows, explanation };
	return await jobResult({ job, service, hints }, call, status);
}
