import { clock } from '../../../shared/clock';

/** Clock corrections are smaller than this, and few machines sleep for longer. */
const PLAUSIBLE_JUMP_MS = 7 * 24 * 60 * 60 * 1_000;

/** After so many polls in a row, an implausible time is accepted: five minutes at the shortest interval. */
const BELIEVED_AFTER_POLLS = 5;

/** A clock that jumps by weeks and comes back must not send anything early, nor put it off. */
export class MonotonicClock {
	private last?: { now: number; monotonic: number };
	private doubtfulPolls = 0;

	/** To be asked once for each poll. */
	now(): number {
		const now = clock.now();
		const monotonic = clock.monotonic();
		if (this.last !== undefined) {
			const expected = this.last.now + (monotonic - this.last.monotonic);
			if (Math.abs(now - expected) > PLAUSIBLE_JUMP_MS) {
				this.doubtfulPolls += 1;
				if (this.doubtfulPolls < BELIEVED_AFTER_POLLS) return Math.floor(expected);
			}
		}
		this.doubtfulPolls = 0;
		this.last = { now, monotonic };
		return now;
	}
}
