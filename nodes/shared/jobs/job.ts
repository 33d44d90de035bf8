import type { IDataObject } from 'n8n-workflow';

import type { JobType } from '../catalogue/jobTypes';
import type { JobState } from '../recognition/stateWords';

/** The field `job` of every item of a job. Part of the public interface. */
export interface Job extends IDataObject {
	type: JobType;
	id: string | number;
	state: JobState;
	/** The service's own word for the state; null if it has none. */
	rawState: string | null;
	/** Why it failed, in the service's own words. */
	reason?: string;
	submittedAt?: string;
	finishedAt?: string;
	/** Set by the trigger: the same each time an event is emitted. */
	eventId?: string;
	/** Set by the trigger: only a part of the result could be read. */
	partial?: boolean;
	/** The field `job` of the response, if it has one. */
	raw?: IDataObject[string];
}

/** The field `job` of an item that belongs to a job, but does not report its state. */
type JobReference = Pick<Job, 'type' | 'id'>;

/** Adds the job to an item, so that the next node can use its ID. */
export function ofJob<T extends { json: IDataObject }>(
	{ type, id }: Partial<JobReference>,
	item: T,
): T {
	return type === undefined || id === undefined
		? item
		: { ...item, json: withJobField({ type, id }, item.json) };
}

export function jobIdIn({ id }: { id?: unknown }): Job['id'] | undefined {
	if (typeof id === 'number') return id;
	return typeof id === 'string' && id.trim() !== '' ? id.trim() : undefined;
}

/** The response with `job` added. A field `job` of the response is kept as `job.raw`. */
export function withJobField(job: Job | JobReference, response: IDataObject): IDataObject {
	const { job: own, ...rest } = response;
	return { ...rest, job: own === undefined ? job : { ...job, raw: own } };
}
