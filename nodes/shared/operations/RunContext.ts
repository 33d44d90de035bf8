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

/** What it takes to read the result of a job; a trigger has no more than this. */
export interface JobReader extends Reader {
	readonly job: JobDefinition;
}

export interface RunContext {
	/** The same for each try of it. */
	readonly name: string;
	readonly hints: Hints;
	/** Runs a task within the concurrency limit, unless the run has come to its end. */
	slot<T>(task: () => Promise<T>): Promise<T>;
	readonly jobs: JobLog;
	readonly coordinator: PollCoordinator;
	readonly journal: RequestJournal;
	readonly paid: PaidRequests;
	/** Aborts waiting: the user stopped the execution, or an item failed and the run is lost. */
	readonly signal: AbortSignal;
	halt(): void;
}

export interface Connection {
	readonly baseUrl: string;
	readonly transport: Transport;
	readonly redact: Redact;
	/** What to do if the service does not accept the token; '' if nothing can be seen of it. */
	readonly tokenAdvice: string;
	readonly contract?: Contract;
}

export interface ResultCall {
	/** For reading the result of a job; elsewhere the query is part of the draft. */
	resultQuery: FieldRow[];
	settings: Settings;
	/** Rows that are wanted at most; `Infinity` for all. */
	wanted: number;
	/** Where what is recognised is collected, if the user asks for it. */
	explanation?: Explanation;
}

export interface PreparedItem extends ResultCall {
	index: number;
	connection: Connection;
	draft: RequestDraft;
	/** Whether an earlier execution has sent it; only a dry run looks it up. */
	isProcessed?: boolean | 'unknown';
	/** What the user asks for with the item, the same for each try. */
	asked?: string;
}
