import { isOutcomeUnknown } from '../failure/Cancelled';
import { Failure } from '../failure/Failure';
import type { Entry } from './Entries';

/** What follows from the outcome of a request that may be charged. */
interface Consequences {
	/** For 'Max Paid Requests'. */
	counts: boolean;
	/** Of 'Skip Already Processed': later executions skip the item. */
	keepsKey: boolean;
	/** Whether Retry On Fail sends the request again, without an idempotency key or 'Retry Unsafe'. */
	retryOnFail: boolean;
	/** Whether "Retry execution", which a person decides, does. */
	retryExecution: boolean;
}

/** The same as the table in docs/money.md, which says when a request has each outcome. */
export const OUTCOMES = {
	accepted: { counts: true, keepsKey: true, retryOnFail: false, retryExecution: false },
	rejected: { counts: false, keepsKey: false, retryOnFail: true, retryExecution: true },
	unclear: { counts: true, keepsKey: false, retryOnFail: false, retryExecution: true },
	lost: { counts: true, keepsKey: true, retryOnFail: false, retryExecution: false },
	damaged: { counts: true, keepsKey: true, retryOnFail: false, retryExecution: false },
	notSent: { counts: false, keepsKey: false, retryOnFail: true, retryExecution: true },
} satisfies Record<string, Consequences>;

type Outcome = keyof typeof OUTCOMES;

/** What an error says about the request; without an error, its response was read. */
export function outcomeOf(error: unknown, { wasRead }: { wasRead: boolean }): Outcome {
	const { status, isStatusAssumed } = error instanceof Failure ? error.details : {};
	if (!wasRead) {
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
export function decide(question: Question): 'send' | 'reuse' | 'block' {
	const { entry, isSameExecution, mayRepeat } = question;
	if (entry === undefined) return 'send';
	const { retryOnFail, retryExecution } = OUTCOMES[entry.outcome];
	if (isSameExecution ? retryOnFail : retryExecution) return 'send';
	if (entry.response !== undefined) return 'reuse';
	return mayRepeat ? 'send' : 'block';
}
