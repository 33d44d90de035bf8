import { clock, within } from '../../shared/clock';

/** The static data of one activation: n8n makes a new object for each. */
type StaticData = object;

interface RunningPoll {
	readonly data: StaticData;
	readonly over: Promise<void>;
	/** By the monotonic clock. */
	readonly overdueAt: number;
}

interface PollConditions {
	data: StaticData;
	isActivation: boolean;
	longestMs: number;
}

/** The polls of one trigger, one after the other, and the activation that they belong to. */
export class PollSequence {
	private last?: RunningPoll;

	/** Of the activation whose first poll went well. */
	activated?: StaticData;

	/** A poll that hangs must not block the trigger. */
	get running(): RunningPoll | undefined {
		return this.last !== undefined && clock.monotonic() <= this.last.overdueAt
			? this.last
			: undefined;
	}

	/**
	 * n8n can start a poll while another one is still running: it is skipped. If the running poll belongs to an earlier activation,
	 * n8n drops what it finds, and the new one waits for it, as n8n considers the workflow active after it.
	 * `isCurrent` is false once another poll has taken the place of one that took too long.
	 */
	async run<T>(
		{ data, isActivation, longestMs }: PollConditions,
		poll: (isCurrent: () => boolean) => Promise<T>,
	): Promise<T | 'skipped'> {
		for (let earlier = this.running; earlier !== undefined; earlier = this.running) {
			if (!isActivation || earlier.data === data) return 'skipped';
			await within(earlier.overdueAt - clock.monotonic(), earlier.over, () => undefined);
		}
		// From here to the next `await` nothing else begins: of two that waited, one waits again.
		const result = poll(() => this.last === running);
		const over = result.then(
			() => undefined,
			() => undefined,
		);
		const running: RunningPoll = { data, over, overdueAt: clock.monotonic() + longestMs };
		this.last = running;
		try {
			return await result;
		} finally {
			if (this.last === running) this.last = undefined;
		}
	}
}
