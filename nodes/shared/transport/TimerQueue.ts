import { clock } from '../clock';
import { minOf } from '../values/numbers';

/** One timer for many deadlines: a timer per request takes longer to set up than to send the request. */
export class TimerQueue {
	private readonly waiting = new Map<() => void, number>();
	private alarm?: { at: number; cancel: () => void };

	/** Calls `then` at a time of the monotonic clock, unless the returned function is called before. */
	add(at: number, then: () => void): () => void {
		this.waiting.set(then, at);
		if (this.alarm === undefined || at < this.alarm.at) this.setAlarm(at);
		return () => {
			this.waiting.delete(then);
			if (this.waiting.size === 0) this.clearAlarm();
		};
	}

	private setAlarm(at: number): void {
		this.clearAlarm();
		this.alarm = { at, cancel: clock.after(at - clock.monotonic(), this.ring) };
	}

	private clearAlarm(): void {
		this.alarm?.cancel();
		this.alarm = undefined;
	}

	private readonly ring = (): void => {
		const now = this.alarm?.at ?? 0;
		this.alarm = undefined;
		for (const [then, at] of [...this.waiting]) {
			if (at > now) continue;
			this.waiting.delete(then);
			then();
		}
		if (this.waiting.size > 0) this.setAlarm(minOf(this.waiting.values()));
	};
}
