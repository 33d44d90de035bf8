import type { Method } from '../catalogue/vocabulary';

export interface ServiceRequest {
	method: Method;
	/** Absolute, with its query. */
	url: string;
	/** JSON text; none for GET. */
	body?: string;
	/** What a message calls the request: method and path, nothing that was entered. */
	label: string;
	/** Only requests to the service itself carry the token. */
	authenticated: boolean;
	/** The answer may be a file kept elsewhere: a redirect leads to it, and not to a new address. */
	document?: boolean;
	/** When the first request of a chain of redirects was sent, by the monotonic clock. */
	since?: number;
	/** Nobody waits for an answer after this time, by the monotonic clock. */
	until?: number;
}

/** By their names in small letters. */
export type Headers = Record<string, string>;

export interface ServiceResponse {
	status: number;
	headers: Headers;
	body: Buffer;
	/** When the request was sent, by the monotonic clock. */
	sentAt?: number;
}
