import { isOutcomeUnknown } from '../failure/Cancelled';
import { Failure } from '../failure/Failure';
import type { Entry } from './Entries';

/** The outcomes of a request that may be charged, and what follows from them. The table of docs/money.md. */
export const OUTCOMES = {
	accepted: {
		when: 'accepted, also if unreadable, empty, or a first page whose next page then failed',
		retryOnFail: 'stored response, not sent',
		retryExecution: 'stored response, not sent',
		counts: 'yes',
		processedKey: 'stays',
		idempotencyKey: '-',
	},
	rejected: {
		when: 'rejected: 4xx, or a body under 200 that names a 4xx status or code',
		retryOnFail: 'sent again',
		retryExecution: 'sent again',
		counts: 'no, its place is free at once',
		processedKey: 'removed',
		idempotencyKey: 'new, or of the Processed Key',
	},
	unclear: {
		when: 'an error under 200 without a code ("insufficient credits" and no rows)',
		retryOnFail: 'not sent again',
		retryExecution: 'sent again',
		counts: 'yes',
		processedKey: 'removed',
		idempotencyKey: 'same',
	},
	lost: {
		when: 'lost, or cut off',
		retryOnFail: 'not sent again, unless a key or Retry Unsafe',
		retryExecution: 'same',
		counts: 'yes, once per sending',
		processedKey: 'stays',
		idempotencyKey: 'same',
	},
	damaged: {
		when: 'damaged: what n8n saved of an earlier try cannot be read',
		retryOnFail: 'not sent again, unless Retry Unsafe',
		retryExecution: 'same',
		counts: 'yes',
		processedKey: 'stays',
		idempotencyKey: 'new, or of the Processed Key',
	},
	notSent: {
		when: 'not sent',
		retryOnFail: 'sent',
		retryExecution: 'sent',
		counts: 'no',
		processedKey: 'removed',
		idempotencyKey: '-',
	},
} as const;

export type Outcome = keyof typeof OUTCOMES;

/** What an error says about the request; without an error, its response was read. */
export function outcomeOf(error: unknown, { hasResponse }: { hasResponse: boolean }): Outcome {
	const { status, isStatusAssumed } = error instanceof Failure ? error.details : {};
	if (!hasResponse) {
		if (isOutcomeUnknown(error)) return 'lost';
		return status === undefined ? 'notSent' : 'rejected';
	}
	// What cannot be read, or used, keeps the status of the response.
	if (status === undefined || status < 400) return 'accepted';
	if (isOutcomeUnknown(error)) return 'lost';
	return isStatusAssumed === true ? 'unclear' : 'rejected';
}

interface Question {
	/** What an earlier try left; absent if it was not sent, or rejected. */
	entry?: Entry;
	/** By Retry On Fail, not by "Retry execution". */
	isSameExecution: boolean;
	/** 'Retry Unsafe', or the service recognises the request by its idempotency key. */
	mayRepeat: boolean;
}

/** Whether a request is sent now, the stored response is used, or neither. */
export function decide({
	entry,
	isSameExecution,
	mayRepeat,
}: Question): 'send' | 'reuse' | 'block' {
	if (entry === undefined) return 'send';
	const row = OUTCOMES[entry.outcome];
	if ((isSameExecution ? row.retryOnFail : row.retryExecution) === 'sent again') return 'send';
	if (entry.response !== undefined) return 'reuse';
	return mayRepeat ? 'send' : 'block';
}
