import type { Clock } from './clock';
import type { JobStore } from './jobs/store';
import type { Job } from './jobs/types';
import type { CriteriaStore } from './screening/criteria';
import type { Monitoring } from './screening/monitoring';
import type { World } from './world/world';

/** All that an endpoint may use. It knows neither HTTP nor a dialect. */
export interface Service {
	world: World;
	clock: Clock;
	jobs: JobStore;
	criteria: CriteriaStore;
	monitoring: Monitoring;
	/** Where the report of a job can be downloaded, without a token. */
	fileUrl(job: Job): string;
}
