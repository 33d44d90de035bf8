import type { JobDefinition } from '../catalogue/vocabulary';
import type { JobLog } from '../jobs/JobLog';
import type { Ledger } from '../jobs/Ledger';
import type { Lookout } from '../jobs/Lookout';
import type { Service } from '../Service';
import type { Hints } from './Hints';
import type { ItemRequests } from './ItemRequests';
import type { PaidRequests } from './PaidRequests';

export interface Reader {
	readonly service: Service;
	readonly hints: Hints;
}

/** What it takes to read the result of a job; a trigger has no more than this. */
export interface JobReader extends Reader {
	readonly job: JobDefinition;
}

export interface Run {
	/** The same for each try of it. */
	readonly name: string;
	readonly hints: Hints;
	/** Runs a task within the concurrency limit, unless the run has come to its end. */
	slot<T>(task: () => Promise<T>): Promise<T>;
	readonly jobs: JobLog;
	readonly lookout: Lookout;
	readonly ledger: Ledger;
	readonly paid: PaidRequests;
	/** Aborts waiting: the user stopped the execution, or an item failed and the run is lost. */
	readonly signal: AbortSignal;
	halt(): void;
}

/** The same for the steps of a job, with the requests of one item. */
export type JobRun = Run & JobReader & { readonly requests: ItemRequests };
