import type { Failure } from '../failure/Failure';
import type { Method } from '../catalogue/types';

export interface ServiceRequest {
	method: Method;
	/** Absolute, with its query. */
	url: string;
	body?: string;
	/** What a message calls the request: method and path, nothing that was entered. */
	label: string;
	/** Only requests to the service itself carry the token. */
	authenticated: boolean;
	/** The response may be a file kept elsewhere: a redirect leads to it, and not to a new address. */
	document?: boolean;
	/** When the first request of a chain of redirects was sent, by the monotonic clock. */
	since?: number;
	/** The response is of no use after this time, by the monotonic clock. */
	until?: number;
	/** A header by which the service knows a request that it has carried out already. */
	idempotency?: { header: string; key: string };
	charge?: Charge;
}

export interface Charge {
	/** Before a request is sent; a Failure if it must not be. */
	take(label: string): Promise<Failure | undefined>;
	/** It may be charged. */
	keep(): void;
	/** It was not carried out. */
	giveBack(): void;
	/** It was not carried out, and is sent again. */
	repeat(): void;
}

/** Long responses are read with pauses. */
export type ReadResponse<T> = (response: ServiceResponse) => T | Promise<T>;

/** Sends requests with retries and rate limiting. */
export interface Sender {
	/** Resolves with what `read` makes of the response; a response that it finds cut off is read again. */
	send<T>(request: ServiceRequest, read: ReadResponse<T>): Promise<T>;
	/** A response with the status of a success is a refusal. */
	refused?(response: ServiceResponse, failure: Failure): void;
	decoded?(response: ServiceResponse, content: Content): void;
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
