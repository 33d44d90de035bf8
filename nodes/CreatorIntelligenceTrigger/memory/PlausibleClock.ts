import { clock } from '../../shared/clock';

/** Clock corrections are smaller than this, and few machines sleep for longer. */
const PLAUSIBLE_JUMP_MS = 7 * 24 * 60 * 60 * 1_000;

/** After so many polls in a row, an implausible time is accepted: five minutes at the shortest interval. */
const BELIEVED_AFTER_POLLS = 5;

/** The wall clock without implausible jumps: a clock that is wrong by weeks for a few polls must not send a request early or late. */
export class PlausibleClock {
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
