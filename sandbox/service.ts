import type { Clock } from './clock';
import type { Dialect } from './dialects/dialect';
import type { DurationOptions } from './jobs/durations';
import { JobStore } from './jobs/store';
import type { Job } from './jobs/types';
import { CriteriaStore } from './screening/criteria';
import { Monitoring } from './screening/monitoring';
import { hash } from './world/random';
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

interface ServiceOptions {
	world: World;
	clock: Clock;
	/** Only for the form of ids. */
	dialect: Dialect;
	durations: DurationOptions;
	timeScale: number;
	jobCapacity: number;
	monitoringInterval: number;
	fileOrigin(): string;
}

export const FILES = '/__files';

export const signatureOf = (world: World, id: string | number): string =>
	hash(world.seed, 'signature', id).toString(16).padStart(8, '0');

export function createService(options: ServiceOptions): Service {
	const { world, clock, dialect, durations, timeScale, jobCapacity } = options;
	return {
		world,
		clock,
		jobs: new JobStore({
			clock,
			capacity: jobCapacity,
			durations,
			timeScale,
			idOf: (sequence) => dialect.jobId(sequence, world.seed),
		}),
		criteria: new CriteriaStore(world.seed, 1000),
		monitoring: new Monitoring(world, options.monitoringInterval * timeScale, jobCapacity),
		fileUrl: ({ id }) =>
			`${options.fileOrigin()}${FILES}/screening-${id}.pdf?signature=${signatureOf(world, id)}`,
	};
}
