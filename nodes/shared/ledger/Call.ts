import type { Explanation } from '../plan/explain';
import type { Contract } from '../plan/plan';
import type { RequestDraft } from '../request/draft';
import type { Settings } from '../settings/readSettings';
import type { CredentialData } from '../transport/httpClient';
import type { Redact } from '../transport/redact';
import type { Transport } from '../transport/Transport';
import type { FieldRow } from '../values/nesting';

export interface Connection {
	readonly baseUrl: string;
	readonly transport: Transport;
	readonly redact: Redact;
	/** What to do if the service does not accept the token; '' if the token looks fine. */
	readonly tokenAdvice: string;
	readonly contract?: Contract;
	readonly credential?: CredentialData;
}

/** What one item sends. */
export interface Call {
	index: number;
	connection: Connection;
	draft: RequestDraft;
	/** Query parameters for reading the result of a job. For other operations they are part of the draft. */
	resultQuery: FieldRow[];
	settings: Settings;
	/** Maximum number of rows; `Infinity` for all. */
	maxRows: number;
	/** Collects what is recognised, if 'Explain Recognition' is on. */
	explanation?: Explanation;
	/** Whether an earlier execution has sent it; set in a dry run only. */
	isProcessed?: boolean | 'unknown';
	/** The item that sends the same request for both. */
	equalTo?: number;
	/** What the idempotency key is made of, if a 'Processed Key' is set as well: it is the same in each execution. */
	keySeed?: string;
	/** Fingerprint of the item's request, the same for each try; absent for GET. */
	requestFingerprint?: string;
}
