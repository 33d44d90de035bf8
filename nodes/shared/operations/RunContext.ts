import type { JobDefinition } from '../catalogue/types';
import type { JobLog } from '../jobs/JobLog';
import type { PollCoordinator } from '../jobs/PollCoordinator';
import type { Call } from '../ledger/Call';
import type { Ledger, PaidRequest } from '../ledger/Ledger';
import type { OutputItem } from '../response/outputItem';
import type { Service } from '../Service';
import type { Hints } from './Hints';

/** What is needed to read a response. */
export interface Reader extends Pick<Call, 'settings' | 'explanation'> {
	readonly service: Service;
	readonly hints: Hints;
}

/** What is needed to read the result of a job. The trigger has only this. */
export interface JobReader extends Reader, Pick<Call, 'resultQuery' | 'maxRows'> {
	readonly job: JobDefinition;
}

/** What all items of a run share. */
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

export interface ItemRun extends RunContext, Call {
	readonly service: Service;
}

export interface JobRun extends ItemRun {
	/** The first request of the item. */
	readonly request: PaidRequest;
	readonly job: JobDefinition;
}

/** What was read before the failure may have been paid for: it is returned with the failure. */
export interface ItemsRead {
	items: OutputItem[];
	failure?: unknown;
}

/** An item with its linked file or comments, and the failure if they could not be read. */
export interface Extended {
	item: OutputItem;
	failure?: unknown;
}
