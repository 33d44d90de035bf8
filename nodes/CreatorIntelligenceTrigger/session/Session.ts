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

/** After so many failures in a row the service counts as down until the next poll; each was retried. */
const FAILURES_IN_A_ROW = 3;

/** Why a session ended, if it was not for want of a service. */
export const TIME_IS_UP = 'The poll ran out of time';

/** What became of one turn: `postponed` asks for one of the first turns of the next poll. */
export type TurnResult = 'done' | 'postponed';

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
	/** Each poll runs in whatever process of n8n takes it, and saves its state with its execution. */
	isFromQueue: boolean;
}

/** What one poll says to the service, and what it learns of it. */
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
		/** Aborted when the time is up, or when there is no point in going on. */
		private readonly ended: AbortController,
		/** It has less time than the sessions of later polls. */
		readonly isShort: boolean,
	) {
		this.slots = new Semaphore(settings.maxConcurrency);
	}

	/** Returns the first that was left out or postponed. `hasAllTime`: it begins with the session. */
	async each<T>(
		targets: T[],
		turn: (target: T, hasAllTime: boolean) => Promise<TurnResult>,
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

	/** What did not end in this session does not end in a later one either, if it began as early. */
	get tookAllTime(): boolean {
		return !this.isShort && this.ended.signal.reason === TIME_IS_UP;
	}

	/** What is wrong for all jobs alike: the token, the address, or this node. */
	get fatal(): unknown {
		return this.wrong ?? (this.isAccepted ? undefined : this.forbidden);
	}

	succeeded(): void {
		this.failuresInARow = 0;
	}

	/** Takes note of a problem, and ends the session where it makes no sense to go on. */
	note(problem: Problem): void {
		switch (problem.kind) {
			case 'outOfTime':
			case 'refused':
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
