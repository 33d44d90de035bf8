import type { IDataObject } from 'n8n-workflow';

/** What the user is told, and what a workflow can branch on, when something went wrong. */
export interface FailureDetails {
	/** What happened. */
	message: string;
	/** How to fix it. */
	description?: string;
	/** The HTTP status, where there was an answer. */
	status?: number;
	/** The service's own error code, or that of the network error. */
	code?: string;
	/** The service's own words. */
	reason?: string;
	/** For the service's support. */
	requestId?: string;
	/** The service asks not to come back before. */
	retryAt?: string;
	/** The request that failed, without query and body, e.g. "POST /screening". */
	request?: string;
	/** The request may have taken effect although no usable answer came back. */
	uncertain?: boolean;
	/** The job that the item stands for. */
	job?: IDataObject;
	/** What the service answered, where that is all there is. */
	response?: IDataObject;
}

/** An error before n8n's node error is made of it: it knows no node and no item. */
export class Failure extends Error {
	constructor(readonly details: FailureDetails) {
		super(details.message);
		this.name = 'Failure';
	}
}

/** Bad input: nothing was sent. */
export function inputFailure(message: string, description: string): Failure {
	return new Failure({ message, description });
}
