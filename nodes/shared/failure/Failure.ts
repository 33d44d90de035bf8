import type { IDataObject } from 'n8n-workflow';

export interface FailureBase {
	/** What happened. */
	readonly message: string;
	/** How to fix it. */
	readonly description?: string;
	/** What a model that called the node as a tool should do. */
	readonly modelAdvice?: string;
	/** Advice to run again; absent if that may be charged again. */
	readonly rerunAdvice?: string;
	/** The HTTP status, where there was a response. */
	readonly status?: number;
	/** The response is an error under a success status and names no other: `status` is assumed. */
	readonly isStatusAssumed?: boolean;
	/** The service's own error code, or that of the network error. */
	readonly code?: string;
	/** The service's own words. */
	readonly reason?: string;
	/** For the service's support. */
	readonly requestId?: string;
	/** The earliest time for a retry, set by the service. */
	readonly retryAt?: string;
	/** The request may have been processed although there was no usable response. */
	readonly outcomeUnknown?: boolean;
	/** The job of the item. */
	readonly job?: IDataObject;
	/** The response, if there is no other output. */
	readonly response?: IDataObject;
}

/**
 * What the user sees, and what a workflow can branch on, when something went wrong. Its kinds:
 * - `input`: a parameter, an option or the credential cannot be used. Nothing was sent.
 * - `request`: a request got no response, was rejected, or its response is damaged.
 * - `response`: the response is valid, but does not contain what the settings look for.
 * - `job`: the job failed, did not end in time, or may exist without a known ID.
 * - `stopped`: the user stopped the execution, or its time was up.
 * - `unexpected`: a fault of the node itself.
 */
export type FailureDetails =
	| (FailureBase & {
			readonly kind: 'request';
			/** The request that failed, without query and body, e.g. "POST /screening". */
			readonly request: string;
	  })
	| (FailureBase & {
			readonly kind: 'input' | 'response' | 'job' | 'stopped' | 'unexpected';
			readonly request?: undefined;
	  });

/** An error without a node and an item. It is converted to n8n's node error later. */
export class Failure extends Error {
	constructor(readonly details: FailureDetails) {
		super(details.message);
		this.name = 'Failure';
	}

	get kind(): FailureDetails['kind'] {
		return this.details.kind;
	}

	/** The same failure with more, or other, details. */
	with(details: Partial<FailureBase>): Failure {
		return new Failure({ ...this.details, ...details });
	}
}

/** Whatever was thrown, as a Failure. */
export function asFailure(thrown: unknown): Failure {
	if (thrown instanceof Failure) return thrown;
	return new Failure({
		kind: 'unexpected',
		message: 'The node failed unexpectedly',
		description: messageOf(thrown),
	});
}

/** Messages quote user input, which may contain the token by mistake. */
export function withoutToken(failure: unknown, redact: (text: string) => string): unknown {
	if (!(failure instanceof Failure)) return failure;
	const { message, description = '' } = failure.details;
	return failure.with({ message: redact(message), description: redact(description) });
}

export function inputFailure(message: string, description: string): Failure {
	return new Failure({ kind: 'input', message, description });
}

/** Throws what was caught. Whatever is not an error becomes one. */
export function rethrow(caught: unknown): never {
	throw caught instanceof Error ? caught : new Error(String(caught));
}

/** What a thrown value says; not all of them are errors. */
export function messageOf(thrown: unknown): string {
	return thrown instanceof Error ? thrown.message : String(thrown);
}
