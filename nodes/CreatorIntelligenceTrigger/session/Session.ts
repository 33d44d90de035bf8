import type { Failure } from '../../shared/failure/Failure';
import { Hints } from '../../shared/operations/Hints';
import type { Service } from '../../shared/Service';
import type { Settings } from '../../shared/settings/readSettings';
import type { ClientQueue } from '../../shared/transport/limiter/AdaptiveLimiter';
import type { TriggerMemory } from '../memory/ProcessMemory';
import type { State } from '../memory/State';
import type { Parameters } from '../parameters/readParameters';
import { classify, type Problem, type RequestInfo } from './problem';

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
		readonly settings: Settings,
		/** Aborted when the time is up, or when further requests are useless. */
		private readonly ended: AbortController,
		/** Whether it has less time than later polls, as at activation. */
		readonly isShort: boolean,
	) {}

	/** No further request is sent. */
	get isOver(): boolean {
		return this.ended.signal.aborted;
	}

	/** Whether the session used its full time: then what did not finish in it will not finish in a later one. */
	get ranOutOfTime(): boolean {
		return !this.isShort && this.ended.signal.reason === TIME_IS_UP;
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
		this.record(problem);
		return problem;
	}

	private record(problem: Problem): void {
		switch (problem.kind) {
			case 'outOfTime':
			case 'rejected':
				return;
			case 'passing':
				this.passing = problem.failure;
				break;
			case 'forbidden':
				this.forbidden ??= problem.failure;
				if (this.isAccepted) return;
				break;
			case 'wrongAccess':
				this.wrong ??= problem.failure;
				this.ended.abort();
				return;
			case 'unexpected':
				this.wrong ??= problem.error;
				return;
		}
		this.failuresInARow += 1;
		if (this.failuresInARow >= FAILURES_IN_A_ROW) this.ended.abort();
	}
}
