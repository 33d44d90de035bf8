import { clock } from '../../clock';
import { Cancelled } from '../../failure/Cancelled';
import {
	nextSendAt,
	limitSource,
	reduce,
	initialLimiterState,
	type LimitSource,
	type LimiterEvent,
} from './limiterState';
import { fingerprint } from '../../values/fingerprint';

/** The requests of one execution, with the user's own limit within the shared one. */
export class ClientQueue {
	inFlight = 0;
	sentAt = -Infinity;
	/** The longest wait of one request for the service. */
	longestWait?: Wait;

	constructor(readonly spacingMs: number) {}
}

export interface Wait {
	ms: number;
	source: LimitSource;
}

interface Waiting {
	queue: ClientQueue;
	isRetry: boolean;
	since: number;
	signal?: AbortSignal;
	go: () => void;
	cancel: () => void;
}

/** Since when the service is the reason why requests wait. */
const NOT_LIMITED = { since: Infinity, source: 'limit' as LimitSource };

interface Alarm {
	at: number;
	off: AbortController;
}

/** Queues all requests to one account, and adapts their rate and concurrency to the service. */
export class AdaptiveLimiter {
	private waiting: Waiting[] = [];
	private limited = NOT_LIMITED;
	private alarm?: Alarm;
	private hasSentRetry = false;
	private readonly watched = new WeakSet<AbortSignal>();

	constructor(private state = initialLimiterState()) {}

	/** Nothing is sent before this time, because the service asked for it. */
	get heldUntil(): number {
		return this.state.heldUntil;
	}

	/** When the service has last accepted a request. */
	get acceptedAt(): number {
		return this.state.acceptedAt;
	}

	get isIdle(): boolean {
		return this.waiting.length === 0 && this.state.inFlight === 0;
	}

	/**
	 * Resolves when the request may be sent; call `report` when it has ended. Retries come first, but
	 * alternate with other requests: the two results show whether the rate was the reason for the rejection.
	 */
	async enter(queue: ClientQueue, signal?: AbortSignal, { isRetry = false } = {}): Promise<void> {
		if (signal?.aborted) throw new Cancelled();
		this.watch(signal);
		await new Promise<void>((resolve, reject) => {
			const cancel = () => {
				reject(new Cancelled());
			};
			const since = clock.monotonic();
			const waiting = { queue, signal, isRetry, since, go: resolve, cancel };
			if (isRetry) this.waiting.unshift(waiting);
			else this.waiting.push(waiting);
			this.advance();
		});
	}

	report(event: LimiterEvent, queue: ClientQueue): void {
		queue.inFlight--;
		this.state = reduce(this.state, event, clock.monotonic());
		this.advance();
	}

	private advance(): void {
		const now = clock.monotonic();
		for (;;) {
			const due = this.waiting.length === 0 ? Infinity : nextSendAt(this.state, now);
			const next = due > now ? undefined : this.nextInLine(now);
			if (next === undefined) {
				const source = due > now ? limitSource(this.state, now) : undefined;
				const since = Math.min(now, this.limited.since);
				this.limited = source === undefined ? NOT_LIMITED : { since, source };
				this.wakeAt(Math.max(due, this.queueFreeAt(now)));
				return;
			}
			this.waiting.splice(this.waiting.indexOf(next), 1);
			const { queue, since, isRetry } = next;
			const limitedSince = Math.max(since, this.limited.since);
			noteWait(queue, { ms: now - limitedSince, source: this.limited.source });
			this.hasSentRetry = isRetry;
			queue.sentAt = now;
			queue.inFlight++;
			this.state = reduce(this.state, { type: 'sent' }, now);
			next.go();
		}
	}

	/** The next request to send; after a retry, preferably one that is not a retry. */
	private nextInLine(now: number): Waiting | undefined {
		let best: Waiting | undefined;
		for (const each of this.waiting) {
			if (freeAt(each.queue) > now) continue;
			const isPreferred = best?.isRetry === true && this.hasSentRetry && !each.isRetry;
			if (best === undefined || isPreferred || comesBefore(each.queue, best.queue)) best = each;
		}
		return best;
	}

	private queueFreeAt(now: number): number {
		const next = this.waiting.reduce((at, { queue }) => Math.min(at, freeAt(queue)), Infinity);
		return Math.max(now, next);
	}

	/** An alarm that fires too early sets the next one. */
	private wakeAt(at: number): void {
		if (at !== Infinity && this.alarm !== undefined && this.alarm.at <= at) return;
		this.alarm?.off.abort('another time');
		this.alarm = at === Infinity ? undefined : { at, off: new AbortController() };
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

	/** One listener for each signal, however many of its requests wait: Node warns of more than ten. */
	private watch(signal?: AbortSignal): void {
		if (signal === undefined || this.watched.has(signal)) return;
		this.watched.add(signal);
		const leave = () => {
			const leaving = this.waiting.filter((each) => each.signal === signal);
			this.waiting = this.waiting.filter((each) => each.signal !== signal);
			for (const each of leaving) each.cancel();
			this.advance();
		};
		signal.addEventListener('abort', leave, { once: true });
	}
}

export function noteWait(queue: ClientQueue, wait: Wait): void {
	if (wait.ms > (queue.longestWait?.ms ?? 0)) queue.longestWait = wait;
}

function freeAt({ sentAt, spacingMs }: ClientQueue): number {
	return sentAt + spacingMs;
}

/** Fair order: slow or rejected requests of one execution do not delay those of another. */
function comesBefore(one: ClientQueue, other: ClientQueue): boolean {
	if (one.inFlight !== other.inFlight) return one.inFlight < other.inFlight;
	return one.sentAt < other.sentAt;
}

/** More accounts than one n8n has. Limits memory if tokens keep changing. */
const MAX_KNOWN = 100;
/** After so long without a request, what was learned is no longer useful. */
const FORGET_MS = 10 * 60 * 1_000;

/** One limiter per account, shared by all executions. The token itself is not kept. */
export class Limiters {
	private readonly known = new Map<string, { limiter: AdaptiveLimiter; usedAt: number }>();

	/** `maxConcurrency`: of the first execution that uses it. */
	of(baseUrl: string, token: unknown, maxConcurrency?: number): AdaptiveLimiter {
		const now = clock.monotonic();
		const key = fingerprint(JSON.stringify([baseUrl, token]));
		const known = this.known.get(key);
		const isUseful =
			known !== undefined && (now - known.usedAt <= FORGET_MS || !known.limiter.isIdle);
		const first = initialLimiterState(maxConcurrency);
		const limiter = isUseful ? known.limiter : new AdaptiveLimiter(first);
		// The latest is the last: the first is dropped when there are too many.
		this.known.delete(key);
		this.known.set(key, { limiter, usedAt: now });
		const [oldest = key] = this.known.keys();
		if (this.known.size > MAX_KNOWN) this.known.delete(oldest);
		return limiter;
	}
}

export const limiters = new Limiters();
