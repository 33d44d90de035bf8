import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setMaxListeners, type EventEmitter } from 'node:events';
import type { ClientRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

import { clock } from '../../nodes/shared/clock';
import { Cancelled } from '../../nodes/shared/failure/Cancelled';
import { ManualClock } from '../../sandbox/clock';

interface VirtualClockOptions {
	/** The time that is moved; hand the same one to a sandbox, and both keep step. */
	time?: ManualClock;
}

interface Sleeper {
	at: number;
	wake: () => void;
}

/** Something to be done at a time without a sleeper. */
interface Alarm {
	at: number;
	ring: () => void;
}

const STARTED = 'http.client.request.start';
/** Files and names that are being read, in Node's words: what asked for them is not waiting for time. */
const PENDING_READS = /^(FSReq|GetAddrInfo|GetNameInfo)/;
/** Promise chains that need several turns of the event loop are given as many. */
const QUIET_TURNS = 5;
/** Real milliseconds without any activity after which time may move. */
const QUIET_MS = 2;
const MAX_CLOSE_MS = 1_000;
/** Virtual time between two things that a slow server writes. */
const DRAG_MS = 500;

/**
 * Time that passes only while everybody waits for it. It moves to the moment of the earliest
 * sleeper once no HTTP request of this process is under way and nothing has happened for a little
 * while, so that requests take no virtual time and waiting takes no real time.
 */
export class VirtualClock {
	readonly time: ManualClock;

	private readonly sleepers = new Set<Sleeper>();

	private readonly alarms = new Set<Alarm>();

	private readonly inFlight = new Set<ClientRequest>();

	/** Counts everything that happens: while it changes, nothing is quiet. */
	private activity = 0;

	private startedAt: number;

	private readonly bornAt: number;

	/** By how much the wall clock is wrong. */
	private skewMs = 0;

	private driving = false;

	private standing = false;

	private spies: Array<{ mockRestore(): void }> = [];

	constructor({ time = new ManualClock() }: VirtualClockOptions = {}) {
		this.time = time;
		this.startedAt = this.time.now();
		this.bornAt = this.startedAt;
	}

	/** Takes the place of the engine's clock. */
	install(): void {
		this.standing = false;
		this.startedAt = this.time.now();
		this.skewMs = 0;
		subscribe(STARTED, this.follow);
		this.spies = [
			jest.spyOn(clock, 'now').mockImplementation(() => this.now()),
			// Far from the wall clock, so that the two are not mixed up.
			jest.spyOn(clock, 'monotonic').mockImplementation(() => this.time.now() - this.bornAt),
			// A pause takes no time, and counts as activity: no time passes meanwhile.
			jest.spyOn(clock, 'yield').mockImplementation(async () => {
				this.activity += 1;
				await turn();
			}),
			jest.spyOn(clock, 'after').mockImplementation((ms, then) => this.after(ms, then)),
			jest
				.spyOn(clock, 'sleep')
				.mockImplementation(async (ms, signal) => await this.sleep(ms, signal)),
		];
	}

	/**
	 * Gives the engine its own clock back. What a failed test left behind falls asleep first, and
	 * sleeps for ever: it would go on in real time, and keep the process alive.
	 */
	async restore(): Promise<void> {
		this.standing = true;
		await this.quiet(MAX_CLOSE_MS);
		unsubscribe(STARTED, this.follow);
		for (const spy of this.spies) spy.mockRestore();
		this.spies = [];
		this.sleepers.clear();
		this.alarms.clear();
		this.inFlight.clear();
	}

	now(): number {
		return this.time.now() + this.skewMs;
	}

	/** Somebody sets the wall clock, forward or back: no time passes. */
	jump(ms: number): void {
		this.skewMs += ms;
	}

	/** Virtual milliseconds since the clock was installed. */
	get elapsed(): number {
		return this.time.now() - this.startedAt;
	}

	/** How many are waiting for time to pass. */
	get sleeping(): number {
		return this.sleepers.size;
	}

	/** Sleeps as the engine does: for tests that do something after so much time. */
	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		this.activity += 1;
		if (signal?.aborted) throw new Cancelled();
		if (ms <= 0) return;
		await new Promise<void>((resolve, reject) => {
			const cancel = () => {
				this.sleepers.delete(sleeper);
				this.activity += 1;
				reject(new Cancelled());
			};
			const sleeper: Sleeper = {
				// Whole milliseconds: parts of them get lost in large numbers, and a sleeper would wake early.
				at: Math.ceil(this.time.now() + ms),
				wake: () => {
					signal?.removeEventListener('abort', cancel);
					resolve();
				},
			};
			if (signal) {
				// One signal wakes all sleepers of a run, however many they are.
				setMaxListeners(Infinity, signal);
				signal.addEventListener('abort', cancel, { once: true });
			}
			this.sleepers.add(sleeper);
			void this.drive();
		});
	}

	private after(ms: number, then: () => void): () => void {
		const alarm: Alarm = { at: this.time.now() + ms, ring: then };
		this.alarms.add(alarm);
		return () => this.alarms.delete(alarm);
	}

	/** So much time passes, although requests are under way: a server takes that long. */
	pass(ms: number): void {
		const end = this.time.now() + ms;
		while (this.next <= end) this.moveTo(this.next);
		this.moveTo(end);
	}

	/**
	 * A server takes this long, or until the client gives up, and writes something now and
	 * then. `stream` is the connection or the response.
	 */
	async drag(stream: EventEmitter, write?: () => void, longestMs = Infinity): Promise<void> {
		let isOpen = true;
		stream.once('close', () => (isOpen = false));
		for (let took = 0; took < longestMs; took += DRAG_MS) {
			if (isOpen) write?.();
			for (let turns = 0; turns < QUIET_TURNS; turns++) await turn();
			// A client knows at once that it has broken off, a server after some turns.
			if (!isOpen || this.inFlight.size === 0 || this.standing) return;
			this.pass(DRAG_MS);
		}
	}

	/** A server that sends its bytes one by one. */
	drip(stream: Duplex, text: string): void {
		let at = 0;
		void this.drag(stream, () => stream.write(text.charAt(at++)), text.length * DRAG_MS);
	}

	/** Waits in real time until all that is left to happen waits for virtual time. */
	async quiet(longestMs = Infinity): Promise<void> {
		const end = performance.now() + longestMs;
		let seen = -1;
		let since = 0;
		let turns = 0;
		while (performance.now() < end) {
			if (this.isBusy()) {
				await delay(1);
				seen = -1;
			} else if (seen !== this.activity) {
				seen = this.activity;
				since = performance.now();
				turns = 0;
			} else if (turns < QUIET_TURNS) {
				turns += 1;
			} else if (performance.now() - since < QUIET_MS) {
				// Other tests can use the processor meanwhile.
				await delay(1);
			} else {
				return;
			}
			await turn();
		}
	}

	/** Moves time from sleeper to sleeper for as long as there are any. */
	private async drive(): Promise<void> {
		if (this.driving) return;
		this.driving = true;
		while (this.sleepers.size > 0 && !this.standing) {
			await this.quiet();
			if (!this.standing) this.advance();
		}
		this.driving = false;
	}

	/** When the next one wakes or is called. */
	private get next(): number {
		return Math.min(...[...this.sleepers, ...this.alarms].map(({ at }) => at));
	}

	private advance(): void {
		if (this.sleepers.size > 0) this.moveTo(this.next);
	}

	private moveTo(at: number): void {
		const ms = Math.max(0, at - this.time.now());
		this.time.advance(ms);
		for (const { ring } of this.due(this.alarms)) ring();
		for (const sleeper of this.due(this.sleepers)) sleeper.wake();
		this.activity += 1;
	}

	/** Takes out those whose time has come, the earliest first. */
	private due<T extends { at: number }>(all: Set<T>): T[] {
		const due = [...all].filter(({ at }) => at <= this.time.now()).sort((a, b) => a.at - b.at);
		for (const each of due) all.delete(each);
		return due;
	}

	private isBusy(): boolean {
		return (
			this.inFlight.size > 0 ||
			process.getActiveResourcesInfo().some((name) => PENDING_READS.test(name))
		);
	}

	private readonly follow = (message: unknown): void => {
		const { request } = message as { request: ClientRequest };
		this.activity += 1;
		this.inFlight.add(request);
		request.once('close', () => {
			this.activity += 1;
			this.inFlight.delete(request);
		});
	};
}

/**
 * Gives each test of the suite virtual time, and takes it away afterwards. The time itself continues
 * from test to test; `elapsed` begins anew.
 *
 * ```ts
 * const time = useVirtualClock();
 * const sandbox = await startSandbox({ clock: time.time });
 * ```
 */
export function useVirtualClock(options?: VirtualClockOptions): VirtualClock {
	const virtual = new VirtualClock(options);
	beforeEach(() => virtual.install());
	afterEach(async () => await virtual.restore());
	return virtual;
}

/** Gives one part of a test virtual time. */
export async function inVirtualTime<T>(part: (time: VirtualClock) => Promise<T>): Promise<T> {
	const time = new VirtualClock();
	time.install();
	try {
		return await part(time);
	} finally {
		await time.restore();
	}
}
