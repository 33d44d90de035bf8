import type { Failure } from '../failure/Failure';
import type { Method } from '../catalogue/types';

export interface ServiceRequest {
	method: Method;
	/** Absolute, with its query. */
	url: string;
	body?: string;
	/** The request in messages: method and path, without user input. */
	label: string;
	/** It may be charged, so it is not repeated freely: a fact of its endpoint. */
	charged: boolean;
	/** Only requests to the service itself carry the token. */
	authenticated: boolean;
	/** The response may be a file: a redirect then leads to the file, and the POST is not repeated there. */
	document?: boolean;
	/** When the first request of a chain of redirects was sent, by the monotonic clock. */
	firstSentAt?: number;
	/** The response is useless after this time (monotonic clock). */
	deadline?: number;
	/** The header by which the service recognises a request that it has already processed. */
	idempotency?: { header: string; key: string };
	ceiling?: RequestCeiling;
}

/** Each place is reserved once, then committed or released: for a response, by the ledger. */
export interface RequestCeiling {
	/** Called before a request is sent. Returns a Failure if 'Max Paid Requests' is reached. */
	reserve(label: string): Promise<Failure | undefined>;
	/** The request may have been charged: it counts. */
	commit(): void;
	/** The request was not processed: it does not count. */
	release(): void;
	/** The request was not processed and is sent again in the same place. */
	repeat(): void;
}

/**
 * Parses a response, with pauses if it is long. `isAfterLost`: an earlier attempt at the request got no usable
 * response.
 */
export type ReadResponse<T> = (response: ServiceResponse, isAfterLost?: boolean) => T | Promise<T>;

/** Sends requests with retries and rate limiting. */
export interface Sender {
	/** Resolves with the result of `read`. If `read` finds the response cut off, the request may be retried. */
	send<T>(request: ServiceRequest, read: ReadResponse<T>): Promise<T>;
}

/** Names are in lower case. */
export type Headers = Record<string, string>;

export interface ServiceResponse {
	status: number;
	headers: Headers;
	body: Buffer;
	/** When the request was sent, by the monotonic clock. */
	sentAt?: number;
}

export type Content =
	| { kind: 'empty' }
	| { kind: 'data'; value: unknown }
	| { kind: 'text'; text: string }
	| { kind: 'file'; file: FileContent };

export interface FileContent {
	bytes: Buffer;
	name: string;
	type: string;
}
