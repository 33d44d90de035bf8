import { clock } from '../clock';
import { Cancelled, isOutcomeUnknown } from '../failure/Cancelled';
import { Failure } from '../failure/Failure';
import type { ServiceRequest } from '../http/types';
import { withOutcomeUnknown } from './errorMessages';
import { NO_ATTEMPTS, type RetryDecision } from './retry';

export interface FailedResult {
	kind: 'failed';
	failure: Failure;
	decision: RetryDecision;
}

export type AttemptResult<T> = { kind: 'done'; value: T } | FailedResult;

/** One request over all its attempts, and how often it counts as charged. */
export class RequestAttempts {
	history = NO_ATTEMPTS;
	waitedMs = 0;

	/** A later rejection does not undo what an earlier attempt may have done. */
	private lost?: Failure;

	/** Whether the request counts towards 'Max Paid Requests'. A retry after a rejection does not count again. */
	private isCounted = false;

	constructor(private readonly request: ServiceRequest) {}

	/** Throws if 'Max Paid Requests' is reached. */
	async count(): Promise<void> {
		const { ceiling, label } = this.request;
		if (this.isCounted || ceiling === undefined) return;
		const limit = await ceiling.reserve(label);
		if (limit !== undefined) throw this.lost ?? limit;
		this.isCounted = true;
	}

	get outcomeUnknown(): boolean {
		return this.lost !== undefined;
	}

	commitIfLost(result: AttemptResult<unknown>): void {
		// The ledger closes the place of a response that was read: it may be a rejection.
		if (result.kind === 'done' || result.failure.details.outcomeUnknown !== true) return;
		this.closePlace('commit');
	}

	/** Returns the delay before the retry; throws if there is none. */
	prepareRetry({ failure, decision }: FailedResult): number {
		const isUncertain = failure.details.outcomeUnknown === true;
		if (decision.kind === 'giveUp' || isOver(this.request, decision.delayMs)) {
			throw this.outcomeUnknown && !isUncertain ? withOutcomeUnknown(failure) : failure;
		}
		if (isUncertain) this.lost = failure;
		if (this.isCounted) this.request.ceiling?.repeat();
		this.history = decision.history;
		this.waitedMs += decision.delayMs;
		return decision.delayMs;
	}

	/** Ends the counting, unless `commitIfLost` has, and returns the error for the user. */
	end(error: unknown): unknown {
		this.closePlace(error instanceof Failure || !isOutcomeUnknown(error) ? 'release' : 'commit');
		return this.outcomeUnknown && error instanceof Cancelled ? Cancelled.whileInFlight() : error;
	}

	private closePlace(how: 'commit' | 'release'): void {
		if (this.isCounted) this.request.ceiling?.[how]();
		this.isCounted = false;
	}
}

export function giveUp(failure: Failure): FailedResult {
	return { kind: 'failed', failure, decision: { kind: 'giveUp', history: NO_ATTEMPTS } };
}

/** Whether the response would come too late. */
export function isOver({ deadline = Infinity }: ServiceRequest, pauseMs = 0): boolean {
	return clock.monotonic() + pauseMs >= deadline;
}
