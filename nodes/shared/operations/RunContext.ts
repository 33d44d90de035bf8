import type { JobDefinition } from '../catalogue/types';
import type { JobLog } from '../jobs/JobLog';
import type { PollCoordinator } from '../jobs/PollCoordinator';
import type { Ledger, PaidRequest } from '../ledger/Ledger';
import type { Service } from '../Service';
import type { Hints } from './Hints';

export interface Reader {
	readonly service: Service;
	readonly hints: Hints;
}

/** What is needed to read the result of a job. The trigger has only this. */
export interface JobReader extends Reader {
	readonly job: JobDefinition;
}

export interface RunContext {
	readonly hints: Hints;
	/** Runs a task within the concurrency limit; throws Cancelled if the run was aborted. */
	runLimited<T>(task: () => Promise<T>): Promise<T>;
	readonly jobLog: JobLog;
	readonly coordinator: PollCoordinator;
	readonly ledger: Ledger;
	/** Aborted if the user stopped the execution, or if an item failed without 'On Error: Continue'. */
	readonly signal: AbortSignal;
	abort(): void;
}

/** The run context of a job operation, with the request that submits the job of one item. */
export type JobRun = RunContext & JobReader & { readonly request: PaidRequest };
