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
	/** Of the trigger: the same for each time that the same event comes out. */
	eventId?: string;
	/** Of the trigger: the result could be read in part only. */
	partial?: boolean;
	/** A field `job` of the service's own. */
	raw?: IDataObject[string];
}

/** The response, and the job after it; a `job` of the service's own is kept as `job.raw`. */
export function besideJob(job: Job, response: IDataObject): IDataObject {
	const { job: own, ...rest } = response;
	return { ...rest, job: own === undefined ? job : { ...job, raw: own } };
}
