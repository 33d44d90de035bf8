import type { Redact } from '../transport/redact';
import type { Transport } from '../transport/Transport';

/** One account at the service. */
export interface Connection {
	readonly baseUrl: string;
	readonly transport: Transport;
	/** Takes the token out of a text. */
	readonly redact: Redact;
}
