import type { Failure } from '../../shared/failure/Failure';
import { Hints } from '../../shared/operations/Hints';
import type { Service } from '../../shared/Service';
import type { Settings } from '../../shared/settings/readSettings';
import type { ClientQueue } from '../../shared/transport/limiter/AdaptiveLimiter';
import { FIRST_LIMIT } from '../../shared/transport/limiter/concurrencyLimit';
import { Semaphore } from '../../shared/transport/Semaphore';
import type { TriggerMemory } from '../memory/process/ProcessMemory';
import type { State } from '../memory/saved/State';
import type { Parameters } from '../parameters/readParameters';
import type { Problem } from './problem';

/** After this many failures in a row, each of which was retried, the service counts as down until the next poll. */
const FAILURES_IN_A_ROW = 3;

/** Abort reason: the time of the poll is up, as opposed to a failing service. */
export const TIME_IS_UP = 'The poll ran out of time';

/** The result for one target. `postponed`: the next poll starts with it. */
export type TargetResult = 'done' | 'postponed';

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
	private readonly slots: Semaphore;

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
	) {
		this.slots = new Semaphore(settings.maxConcurrency);
	}

	/** Runs `turn` for each target; returns the first that was skipped or postponed. `hasAllTime`: it starts with the session. */
	async each<T>(
		targets: T[],
		turn: (target: T, hasAllTime: boolean) => Promise<TargetResult>,
	): Promise<T | undefined> {
		const left = new Set(targets);
		// The limiter starts few requests together until it knows the service.
		const atOnce = Math.min(this.settings.maxConcurrency, FIRST_LIMIT);
		await Promise.all(
			targets.map(async (target, index) => {
				await this.slots.run(async () => {
					if (this.ended.signal.aborted) return;
					const became = await turn(target, index < atOnce);
					if (became === 'done') left.delete(target);
				});
			}),
		);
		return targets.find((target) => left.has(target));
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

	/** Records a problem, and ends the session if further requests are useless. */
	note(problem: Problem): void {
		switch (problem.kind) {
			case 'outOfTime':
			case 'rejected':
				return;
			case 'tooSlow':
			case 'passing':
				this.passing = problem.failure;
				this.countFailure();
				return;
			case 'forbidden':
				this.forbidden ??= problem.failure;
				if (!this.isAccepted) this.countFailure();
				return;
			case 'wrongAccess':
				this.wrong ??= problem.failure;
				this.ended.abort();
				return;
			case 'unexpected':
				this.wrong ??= problem.error;
				return;
		}
	}

	private countFailure(): void {
		this.failuresInARow += 1;
		if (this.failuresInARow >= FAILURES_IN_A_ROW) this.ended.abort();
	}
}
