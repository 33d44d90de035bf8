import { clock } from '../clock';
import { minOf } from '../values/numbers';

/** Many deadlines by one timer: one for each request takes longer to set up than to send it. */
export class TimerQueue {
	private readonly waiting = new Map<() => void, number>();
	private alarm?: { at: number; cancel: () => void };

	/** Calls back at a time of the monotonic clock, unless the function that is returned comes first. */
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
		const cancel = clock.after(at - clock.monotonic(), () => {
			this.ring(at);
		});
		this.alarm = { at, cancel };
	}

	private clearAlarm(): void {
		this.alarm?.cancel();
		this.alarm = undefined;
	}

	private ring(now: number): void {
		this.alarm = undefined;
		for (const [then, at] of [...this.waiting]) {
			if (at > now) continue;
			this.waiting.delete(then);
			then();
		}
		if (this.waiting.size > 0) this.setAlarm(minOf(this.waiting.values()));
	}
}
