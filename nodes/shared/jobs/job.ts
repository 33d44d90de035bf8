import type { IDataObject } from 'n8n-workflow';

import type { JobType } from '../catalogue/jobTypes';
import type { JobState } from '../recognition/stateWords';

/** What every item that stands for a job carries as `job`; a public contract. */
export interface Job extends IDataObject {
	type: JobType;
	id: string | number;
	state: JobState;
	/** The service's own word for the state; null if it used none. */
	rawState: string | null;
	submittedAt?: string;
	finishedAt?: string;
	/** Set by the trigger: the same each time an event is emitted. */
	eventId?: string;
	/** Of the trigger: the result could be read in part only. */
	partial?: boolean;
	/** A field `job` of the service's own. */
	raw?: IDataObject[string];
}

/** What an item carries that belongs to a job, and does not say how the job is. */
type JobReference = Pick<Job, 'type' | 'id'>;

/** The item with the job that it belongs to, so that the next node can go on with its ID. */
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

/** The response, and the job after it; a `job` of the service's own is kept as `job.raw`. */
export function withJobField(job: Job | JobReference, response: IDataObject): IDataObject {
	const { job: own, ...rest } = response;
	return { ...rest, job: own === undefined ? job : { ...job, raw: own } };
}
