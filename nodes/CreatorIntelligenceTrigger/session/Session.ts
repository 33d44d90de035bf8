import { Cancelled } from '../../shared/failure/Cancelled';
import { Failure } from '../../shared/failure/Failure';
import { isOfAllJobs, isTransient } from '../../shared/jobs/failures';
import { Hints } from '../../shared/operations/Hints';
import type { Service } from '../../shared/Service';
import type { ClientQueue } from '../../shared/transport/limiter/AdaptiveLimiter';
import type { TriggerMemory } from '../memory/ProcessMemory';
import type { State } from '../memory/State';
import type { Parameters } from '../parameters/readParameters';

export const UNAUTHORISED = 401;

/** After this many failures in a row, each of which was retried, the service counts as down until the next poll. */
const FAILURES_IN_A_ROW = 3;

/** Abort reason: the time of the poll is up, as opposed to a failing service. */
export const TIME_IS_UP = 'The poll ran out of time';

export interface Opened {
	session: Session;
	parameters: Parameters;
}

export interface Poll extends Opened {
	state: State;
	memory: TriggerMemory;
	now: number;
	/** The first poll of an activation: a user may be waiting, and n8n saves the state after it. */
	isActivation: boolean;
	/** n8n runs polls from its queue: in any process, with the state saved together with the execution. */
	isFromQueue: boolean;
}

export interface RequestInfo {
	/** If a result is rejected, the job is known. */
	subject: 'service' | 'job' | 'result';
	/** Of the job; absent if it is unknown. */
	ageMs?: number;
}

/**
 * - `passing`: transient: an outage, a slow response, a rate limit, an unknown ID of a job that is seconds old.
 * - `rejected`: the service rejects this one request, or its response cannot be used.
 * - `forbidden`: the token has no access to this job, or to any job: only other jobs show which.
 * - `wrongAccess`: the token or the URL is wrong: the poll stops.
 */
export type Problem =
	| { kind: 'passing' | 'rejected' | 'forbidden' | 'wrongAccess'; failure: Failure }
	/** The poll had no time left for it, or was ended early. */
	| { kind: 'outOfTime' }
	/** A fault of the node itself. */
	| { kind: 'unexpected'; error: unknown };

export function classify(error: unknown, { subject, ageMs = Infinity }: RequestInfo): Problem {
	if (error instanceof Cancelled) return { kind: 'outOfTime' };
	if (!(error instanceof Failure)) return { kind: 'unexpected', error };
	if (isTransient(error, ageMs)) return { kind: 'passing', failure: error };
	if (subject === 'result' || !isOfAllJobs(error)) return { kind: 'rejected', failure: error };
	const isOfToken = error.details.status === UNAUTHORISED || subject === 'service';
	return { kind: isOfToken ? 'wrongAccess' : 'forbidden', failure: error };
}

/** The requests of one poll, and the problems that it met. */
export class Session {
	readonly hints = new Hints();

	/** The service has reported on a job: the token and the URL are right. */
	isAccepted = false;
	private failuresInARow = 0;
	passing?: Failure;
	private wrong?: unknown;
	private forbidden?: Failure;

	constructor(
		readonly service: Service,
		/** Its requests in the queue of the service. */
		readonly queue: ClientQueue,
		/** Aborted when the time is up, or when further requests are useless. */
		private readonly ended: AbortController,
	) {}

	/** No further request is sent. */
	get isOver(): boolean {
		return this.ended.signal.aborted;
	}

	get ranOutOfTime(): boolean {
		return this.ended.signal.reason === TIME_IS_UP;
	}

	/** An error that affects all jobs: the token, the URL, or this node. */
	get fatal(): unknown {
		return this.wrong ?? (this.isAccepted ? undefined : this.forbidden);
	}

	succeeded(): void {
		this.failuresInARow = 0;
	}

	/** Records what went wrong with a request, and ends the session if further requests are useless. */
	note(error: unknown, about: RequestInfo): Problem {
		const problem = classify(error, about);
		const { kind } = problem;
		if (kind === 'wrongAccess' || kind === 'unexpected') this.wrong ??= error;
		if (problem.kind === 'passing') this.passing = problem.failure;
		if (problem.kind === 'forbidden') this.forbidden ??= problem.failure;
		if (kind === 'passing' || (kind === 'forbidden' && !this.isAccepted)) this.failuresInARow += 1;
		if (kind === 'wrongAccess' || this.failuresInARow >= FAILURES_IN_A_ROW) this.ended.abort();
		return problem;
	}
}
