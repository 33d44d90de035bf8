import { clock } from '../../../shared/clock';

/** The static data of one activation: n8n makes a new object for each. */
type StaticData = object;

interface RunningPoll {
	readonly data: StaticData;
	readonly over: Promise<void>;
	/** By the monotonic clock. */
	readonly overdueAt: number;
}

/** The polls of one trigger, one after the other, and the activation that they belong to. */
export class PollSequence {
	/** n8n can start a poll while another one is still running. */
	private running?: RunningPoll;

	/** Of the activation whose first poll went well. */
	activated?: StaticData;

	/** The running poll. A poll that hangs must not block the trigger. */
	get current(): RunningPoll | undefined {
		const isOverdue = this.running !== undefined && clock.monotonic() > this.running.overdueAt;
		return isOverdue ? undefined : this.running;
	}

	get isRunning(): boolean {
		return this.current !== undefined;
	}

	/** `isCurrent` is false once another poll has taken the place of one that took too long. */
	async run<T>(
		{ data, longestMs }: { data: StaticData; longestMs: number },
		poll: (isCurrent: () => boolean) => Promise<T>,
	): Promise<T> {
		const result = poll(() => this.running === running);
		const overdueAt = clock.monotonic() + longestMs;
		const running: RunningPoll = { data, over: endOf(result), overdueAt };
		this.running = running;
		try {
			return await result;
		} finally {
			if (this.running === running) this.running = undefined;
		}
	}
}

async function endOf(poll: Promise<unknown>): Promise<void> {
	await poll.catch(() => undefined);
}
