import type { JobDefinition } from '../catalogue/types';
import type { JobLog } from '../jobs/JobLog';
import type { RequestJournal } from '../jobs/RequestJournal';
import type { PollCoordinator } from '../jobs/PollCoordinator';
import type { Service } from '../Service';
import type { Hints } from './Hints';
import type { PaidRequests } from './PaidRequests';
import type { Contract } from '../contract/contract';
import type { RequestDraft } from '../request/draft';
import type { Settings } from '../settings/readSettings';
import type { Redact } from '../transport/redact';
import type { Transport } from '../transport/Transport';
import type { FieldRow } from '../values/nesting';
import type { Explanation } from './Explanation';

export interface Reader {
	readonly service: Service;
	readonly hints: Hints;
}

/** What is needed to read the result of a job. The trigger has only this. */
export interface JobReader extends Reader {
	readonly job: JobDefinition;
}

export interface RunContext {
	/** Identifies the run of the node; the same for each try. */
	readonly name: string;
	readonly hints: Hints;
	/** Runs a task within the concurrency limit; throws Cancelled if the run was aborted. */
	runLimited<T>(task: () => Promise<T>): Promise<T>;
	readonly jobLog: JobLog;
	readonly coordinator: PollCoordinator;
	readonly journal: RequestJournal;
	readonly paid: PaidRequests;
	/** Aborted if the user stopped the execution, or if an item failed without 'On Error: Continue'. */
	readonly signal: AbortSignal;
	abort(): void;
}

export interface Connection {
	readonly baseUrl: string;
	readonly transport: Transport;
	readonly redact: Redact;
	/** What to do if the service does not accept the token; '' if the token looks fine. */
	readonly tokenAdvice: string;
	readonly contract?: Contract;
}

export interface ResultRequest {
	/** Query parameters for reading the result of a job. For other operations they are part of the draft. */
	resultQuery: FieldRow[];
	settings: Settings;
	/** Maximum number of rows; `Infinity` for all. */
	maxRows: number;
	/** Collects what is recognised, if 'Explain Recognition' is on. */
	explanation?: Explanation;
}

export interface PreparedItem extends ResultRequest {
	index: number;
	connection: Connection;
	draft: RequestDraft;
	/** Whether an earlier execution has sent it; set in a dry run only. */
	isProcessed?: boolean | 'unknown';
	/** Fingerprint of the item's request, the same for each try; absent for GET. */
	requestFingerprint?: string;
}
