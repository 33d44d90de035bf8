import type { JobDefinition, Operation } from '../catalogue/vocabulary';
import type { JobLog } from '../jobs/JobLog';
import type { Ledger } from '../jobs/Ledger';
import type { Lookout } from '../jobs/Lookout';
import type { Service } from '../Service';
import type { Hints } from './Hints';

/** What all items of one execution of a node share. */
export interface Run {
	readonly operation: Operation;
	/** The job that the operation is a step of; reading it elsewhere is a mistake of the catalogue. */
	readonly job: JobDefinition;
	readonly service: Service;
	/** Runs a task within the concurrency limit, unless the run has come to its end. */
	slot<T>(task: () => Promise<T>): Promise<T>;
	readonly hints: Hints;
	readonly jobs: JobLog;
	/** The jobs that are waited for. */
	readonly lookout: Lookout;
	readonly ledger: Ledger;
	/** Aborts waiting: the user stopped the execution, or an item failed and the run is lost. */
	readonly signal: AbortSignal;
	/** Ends waiting for all items. */
	halt(): void;
}

/** What it takes to read the result of a job; a trigger has no more than this. */
export type Reading = Pick<Run, 'job' | 'service' | 'hints'>;

/** What it takes to submit a job. */
export type Submitting = Reading & Pick<Run, 'jobs' | 'ledger'>;
