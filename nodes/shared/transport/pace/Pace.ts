import { clock } from '../../clock';
import { Cancelled } from '../../failure/Cancelled';
import {
	beginWith,
	dueAt,
	isOverloaded,
	limitSource,
	rejectsIndividually,
	step,
	UNKNOWN_PACE,
	type LimitSource,
	type PaceEvent,
	type PaceState,
} from './controller';
import type { LimiterSnapshot } from '../retry';
import { fingerprint } from '../../values/fingerprint';

/** Requests of one execution, which keep a pace of their own within the common one: what a user has set. */
export interface Lane {
	readonly spacingMs: number;
	underWay: number;
	sentAt: number;
	/** The longest time that one of them has waited for a limit of the service. */
	limitWait?: LimitWait;
}

export interface LimitWait {
	ms: number;
	/** `retries`: it waited on its own after it had failed. */
	source: LimitSource | 'retries';
}

export function newLane(spacingMs: number): Lane {
	return { spacingMs, underWay: 0, sentAt: -Infinity };
}

interface Waiting {
	lane: Lane;
	isRetry: boolean;
	/** How long the limit had held requests up when this one came. */
	heldBeforeMs: number;
	signal?: AbortSignal;
	go: () => void;
	cancel: () => void;
}

interface Alarm {
	at: number;
	off: AbortController;
}

/** The queue of all requests to one service. */
export class Pace {
	private state: PaceState = UNKNOWN_PACE;
	private line: Waiting[] = [];

	/** Since when a limit of the service holds the line up, and for how long it did before. */
	private held: { since?: number; totalMs: number; source: LimitSource } = {
		totalMs: 0,
		source: 'rejections',
	};
	private alarm?: Alarm;
	private hasSentRetry = false;
	private readonly watched = new WeakSet<AbortSignal>();

	get known(): LimiterSnapshot & Pick<PaceState, 'heldUntil'> {
		const { state } = this;
		return {
			heldUntil: state.heldUntil,
			acceptedAt: state.acceptedAt,
			accepted: state.accepted,
			isOverloaded: isOverloaded(state),
			rejectsIndividually: rejectsIndividually(state),
		};
	}

	get isIdle(): boolean {
		return this.line.length === 0 && this.state.underWay === 0;
	}

	/** So many at once are allowed by who begins to send. */
	allow(ceiling: number): void {
		this.state = beginWith(this.state, ceiling);
	}

	/**
	 * Resolves when the request may go; it must be reported with `report` when it has ended. A retry
	 * goes first, after one other if the last one was a retry: what becomes of both says whether it was
	 * the rate that was rejected.
	 */
	async enter(lane: Lane, signal?: AbortSignal, { isRetry = false } = {}): Promise<void> {
		if (signal?.aborted) throw new Cancelled();
		this.watch(signal);
		await new Promise<void>((resolve, reject) => {
			const cancel = () => {
				reject(new Cancelled());
			};
			this.noteHold(clock.monotonic());
			const heldBeforeMs = this.held.totalMs;
			const waiting = { lane, signal, isRetry, heldBeforeMs, go: resolve, cancel };
			if (isRetry) this.line.unshift(waiting);
			else this.line.push(waiting);
			this.advance();
		});
	}

	report(event: PaceEvent, lane: Lane): void {
		lane.underWay--;
		this.state = step(this.state, event, clock.monotonic());
		this.advance();
	}

	private advance(): void {
		const now = clock.monotonic();
		this.noteHold(now);
		for (;;) {
			const due = this.line.length === 0 ? undefined : dueAt(this.state, now);
			if (due === undefined) {
				this.wakeAt(undefined);
				return;
			}
			const source = due > now ? limitSource(this.state, now) : undefined;
			if (source !== undefined) this.held = { ...this.held, since: now, source };
			const next = due > now ? undefined : this.nextInLine(now);
			if (next === undefined) {
				this.wakeAt(Math.max(due, this.laneAt(now)));
				return;
			}
			this.line.splice(this.line.indexOf(next), 1);
			this.noteWait(next);
			this.hasSentRetry = next.isRetry;
			next.lane.sentAt = now;
			next.lane.underWay++;
			this.state = step(this.state, { type: 'sent' }, now);
			next.go();
		}
	}

	private noteHold(now: number): void {
		const { since = now, totalMs, source } = this.held;
		this.held = { totalMs: totalMs + now - since, source };
	}

	private noteWait({ lane, heldBeforeMs }: Waiting): void {
		const { totalMs, source } = this.held;
		noteWait(lane, { ms: totalMs - heldBeforeMs, source });
	}

	/** The first of the lane whose turn it is; after a retry, one that is none. */
	private nextInLine(now: number): Waiting | undefined {
		let best: Waiting | undefined;
		for (const each of this.line) {
			if (freeAt(each.lane) > now) continue;
			const isPreferred = best?.isRetry === true && this.hasSentRetry && !each.isRetry;
			if (best === undefined || isPreferred || comesBefore(each.lane, best.lane)) best = each;
		}
		return best;
	}

	private laneAt(now: number): number {
		const next = this.line.reduce((at, { lane }) => Math.min(at, freeAt(lane)), Infinity);
		return Math.max(now, next);
	}

	/** An alarm that goes off too early sets the next one. */
	private wakeAt(at: number | undefined): void {
		if (at !== undefined && this.alarm !== undefined && this.alarm.at <= at) return;
		this.alarm?.off.abort('another time');
		this.alarm = at === undefined ? undefined : { at, off: new AbortController() };
		if (this.alarm !== undefined) void this.sleep(this.alarm);
	}

	private async sleep(alarm: Alarm): Promise<void> {
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

export function noteWait(lane: Lane, wait: LimitWait): void {
	if (wait.ms > (lane.limitWait?.ms ?? 0)) lane.limitWait = wait;
}

function freeAt({ sentAt, spacingMs }: Lane): number {
	return sentAt + spacingMs;
}

/** Slow or refused requests of one execution do not hold up those of another. */
function comesBefore(one: Lane, other: Lane): boolean {
	if (one.underWay !== other.underWay) return one.underWay < other.underWay;
	return one.sentAt < other.sentAt;
}

/** More accounts than an n8n has; keeps an endless row of tokens from filling the memory. */
const MOST_KNOWN = 100;
/** Twice as long as a rate is remembered: nothing that is still of use is lost. */
const FORGET_MS = 10 * 60 * 1_000;

/** Executions share what was learned of an account. The token itself is not kept. */
class Paces {
	private readonly known = new Map<string, { pace: Pace; usedAt: number }>();

	of(baseUrl: string, token: unknown): Pace {
		const now = clock.monotonic();
		this.forget(now);
		const key = fingerprint(JSON.stringify([baseUrl, token]));
		const pace = this.known.get(key)?.pace ?? new Pace();
		// The latest is the last: the first is dropped when there are too many.
		this.known.delete(key);
		this.known.set(key, { pace, usedAt: now });
		return pace;
	}

	clear(): void {
		this.known.clear();
	}

	get size(): number {
		return this.known.size;
	}

	private forget(now: number): void {
		for (const [key, { pace, usedAt }] of this.known) {
			const old = now - usedAt > FORGET_MS && pace.isIdle;
			if (old || this.known.size >= MOST_KNOWN) this.known.delete(key);
		}
	}
}

export const paces = new Paces();
