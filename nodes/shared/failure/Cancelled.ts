import { Failure } from './Failure';
/** The user stopped the execution, it ran into its time limit, or another item failed. */
export class Cancelled extends Error {
	/** `inFlight`: a request had been sent, and its response was not awaited. */
	constructor(readonly inFlight = false) {
		super('The execution was cancelled');
		this.name = 'Cancelled';
	}

	/** A request had been sent and may be processed. */
	static whileInFlight(): Cancelled {
		return new Cancelled(true);
	}
}

/** Whether a request that failed in this way may have been processed, and be paid for. */
export function isOutcomeUnknown(error: unknown): boolean {
	if (error instanceof Failure) return error.details.outcomeUnknown === true;
	return !(error instanceof Cancelled) || error.inFlight;
}
