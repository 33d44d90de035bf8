import type { IDataObject } from 'n8n-workflow';

import type { JobType } from '../catalogue/jobTypes';
import type { JobState } from '../recognition/job';

/** What every item that stands for a job carries as `job`; a public contract. */
export interface Job extends IDataObject {
	type: JobType;
	id: string | number;
	state: JobState;
	/** The service's own word for the state; null if it used none. */
	rawState: string | null;
	submittedAt?: string;
	finishedAt?: string;
}

/** The response with the job beside it; a `job` of the service's own is kept as `job.raw`. */
export function besideJob(job: Job, response: IDataObject): IDataObject {
	const { job: own, ...rest } = response;
	return { job: own === undefined ? job : { ...job, raw: own }, ...rest };
}
