import { sleep as sleepUninterrupted } from 'n8n-workflow';

import { Cancelled } from './failure/Cancelled';
import type { Steps } from './values/steps';

const SLICE_MS = 250;
/** n8n has one thread: a step that takes longer holds up every other workflow and the editor. */
const MAX_BLOCK_MS = 20;
/** Longer timers (24 days) fire immediately in Node. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Time, in one place, so that tests can drive it. */
export const clock = {
	/** The time of day, for values that are shown or saved. It jumps when the system clock is set. */
	now: (): number => Date.now(),

	/** Monotonic clock in milliseconds, for durations. */
	monotonic: (): number => performance.now(),

	/** n8n's `sleep` takes no signal in older supported versions, so it sleeps in slices to react to Stop quickly. */
	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		const end = this.monotonic() + ms;
		for (let left = ms; left > 0; left = end - this.monotonic()) {
			if (signal?.aborted) throw new Cancelled();
			await sleepUninterrupted(Math.min(left, SLICE_MS));
		}
		if (signal?.aborted) throw new Cancelled();
	},

	/** When the last pause ended. Shared by all lists: many short ones block n8n as one long list does. */
	pausedAt: -Infinity,

	/** Lets n8n do other work. */
	async yield(): Promise<void> {
		await sleepUninterrupted(0);
	},

	/**
	 * Calls `then` after `ms`; returns a function that cancels it. The listener also keeps the signal alive: Node
	 * garbage-collects a timeout signal that only `AbortSignal.any` references, and it would never fire.
	 */
	after(ms: number, then: () => void): () => void {
		const end = this.monotonic() + ms;
		let timeout: AbortSignal;
		const set = (left: number) => {
			timeout = AbortSignal.timeout(timerMs(left));
			timeout.addEventListener('abort', ring, { once: true });
		};
		const ring = () => {
			const left = end - this.monotonic();
			if (ms > MAX_TIMER_MS && left > 0) set(left);
			else then();
		};
		set(ms);
		return () => {
			timeout.removeEventListener('abort', ring);
		};
	},
};

/** A time that a timer of Node can be set to. */
export function timerMs(ms: number): number {
	return Math.min(Math.max(0, Math.ceil(ms)), MAX_TIMER_MS);
}

/** Stands in a loop over a list that may be long: lets n8n do other work if it has waited long enough. */
export async function pauseIfDue(): Promise<void> {
	if (clock.monotonic() - clock.pausedAt < MAX_BLOCK_MS) return;
	await clock.yield();
	clock.pausedAt = clock.monotonic();
}

/** Does the work with pauses in which other work of n8n is done. */
export async function runInSlices<T>(steps: Steps<T>): Promise<T> {
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
		await pauseIfDue();
	}
}

/** The result of the task, or that of `late` if it takes longer. */
export async function within<T, L>(ms: number, task: Promise<T>, late: () => L): Promise<T | L> {
	let cancel: () => void = () => undefined;
	const end = new Promise<L>((resolve) => {
		cancel = clock.after(ms, () => {
			resolve(late());
		});
	});
	// The error of a task that fails late is ignored.
	task.catch(() => undefined);
	try {
		return await Promise.race([task, end]);
	} finally {
		cancel();
	}
}

export function iso(time: number): string {
	return new Date(time).toISOString();
}
