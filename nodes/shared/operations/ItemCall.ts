import type { Contract } from '../contract/contract';
import type { RequestDraft } from '../request/draft';
import type { Settings } from '../settings/readSettings';
import type { Redact } from '../transport/redact';
import type { Transport } from '../transport/Transport';
import type { FieldRow } from '../values/nesting';
import type { Explanation } from './Explanation';

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

export interface ItemCall extends ResultCall {
	index: number;
	connection: Connection;
	draft: RequestDraft;
	/** Whether an earlier execution has sent it; only a dry run looks it up. */
	isProcessed?: boolean | 'unknown';
	/** What the user asks for with the item, the same for each try. */
	asked?: string;
}
