import { clock } from '../../clock';
import { Cancelled } from '../../failure/Cancelled';
import {
	dueAt,
	isOverloaded,
	step,
	UNKNOWN_PACE,
	type PaceEvent,
	type PaceState,
} from './controller';

/** Requests that keep a pace of their own within the common one: what a user has set. */
export interface Lane {
	readonly spacingMs: number;
	nextAt: number;
}

interface Waiting {
	lane: Lane;
	signal?: AbortSignal;
	go: () => void;
	cancel: () => void;
}

/** The line in which all requests to one service wait for their turn. */
export class Pace {
	private state: PaceState = UNKNOWN_PACE;

	private line: Waiting[] = [];

	/** Wakes the line up; there is one at most. */
	private alarm?: { at: number; off: AbortController };

	private readonly watched = new WeakSet<AbortSignal>();

	/** Nothing is sent before: the service asked for it. */
	get heldUntil(): number {
		return this.state.heldUntil;
	}

	/** When the service last took a request. */
	get acceptedAt(): number {
		return this.state.acceptedAt;
	}

	/** How many requests the service has taken. */
	get accepted(): number {
		return this.state.accepted;
	}

	/** Most of the latest requests got no answer, or were told that the service is not available. */
	get isOverloaded(): boolean {
		return isOverloaded(this.state);
	}

	get isIdle(): boolean {
		return this.line.length === 0 && this.state.underWay === 0;
	}

	/** Resolves when the request may go; it must be reported with `report` when it has ended. */
	async enter(lane: Lane, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted) throw new Cancelled();
		this.watch(signal);
		await new Promise<void>((resolve, reject) => {
			const cancel = () => {
				reject(new Cancelled());
			};
			this.line.push({ lane, signal, go: resolve, cancel });
			this.advance();
		});
	}

	report(event: PaceEvent): void {
		this.state = step(this.state, event, clock.monotonic());
		this.advance();
	}

	/** Sends whoever may go, and sets the alarm for the next. */
	private advance(): void {
		const now = clock.monotonic();
		for (;;) {
			const due = this.line.length === 0 ? undefined : dueAt(this.state, now);
			if (due === undefined) {
				this.wakeAt(undefined);
				return;
			}
			const ready = this.line.findIndex(({ lane }) => lane.nextAt <= now);
			if (due > now || ready === -1) {
				this.wakeAt(Math.max(due, this.laneAt(now)));
				return;
			}
			const [next] = this.line.splice(ready, 1);
			if (next === undefined) return;
			next.lane.nextAt = now + next.lane.spacingMs;
			this.state = step(this.state, { type: 'sent' }, now);
			next.go();
		}
	}

	private laneAt(now: number): number {
		const next = this.line.reduce((at, { lane }) => Math.min(at, lane.nextAt), Infinity);
		return Math.max(now, next);
	}

	private wakeAt(at: number | undefined): void {
		if (this.alarm?.at === at) return;
		this.alarm?.off.abort('another time');
		this.alarm = undefined;
		if (at === undefined) return;
		const alarm = { at, off: new AbortController() };
		this.alarm = alarm;
		void this.sleep(alarm);
	}

	private async sleep(alarm: { at: number; off: AbortController }): Promise<void> {
		try {
			await clock.sleep(alarm.at - clock.monotonic(), alarm.off.signal);
		} catch {
			// Another alarm has taken its place.
			return;
		}
		if (this.alarm !== alarm) return;
		this.alarm = undefined;
		this.advance();
	}

	/** One listener for each signal, however many of its requests wait. */
	private watch(signal?: AbortSignal): void {
		if (signal === undefined || this.watched.has(signal)) return;
		this.watched.add(signal);
		const leave = () => {
			const leaving = this.line.filter((each) => each.signal === signal);
			this.line = this.line.filter((each) => each.signal !== signal);
			for (const each of leaving) each.cancel();
			this.advance();
		};
		signal.addEventListener('abort', leave, { once: true });
	}
}
