import type { WatchedJob } from './state';
import type { Submission } from './submitDue';

export interface Sent {
	submission: Submission;
	at: number;
	/** When it was due. */
	due: number;
	/** Absent while there is no usable answer. */
	job?: WatchedJob;
	cause?: unknown;
}

/** What this process knows of one active trigger beside the state that n8n keeps. */
export interface Memory {
	/** The poll that is under way, and the static data of its activation: n8n starts others all the same. */
	running?: { data: object; over: Promise<void> };
	/** The static data of the activation whose first poll went well. */
	activated?: object;
	/** The last error that was thrown, so that it is not thrown with each poll. */
	told?: string;
	/** The last passing trouble that was logged. */
	logged?: string;
	/** To be thrown at the next poll, as this one had to save. */
	toTell?: unknown;
	/** A change of the state that has to be saved and is not yet. */
	unsaved: boolean;
	/** Where the next round begins. */
	cursor?: string;
	/** Jobs that ended in a way that nobody asked for. */
	skipped: Set<string>;
	/** Jobs whose result did not fit into one poll. */
	slow: Set<string>;
	/** What was logged, as it holds for each poll. */
	noted: Set<string>;
	/** The last request that went out: what a poll found is dropped if the workflow is published. */
	sent?: Sent;
	/** A request that the service refused is not sent again before this time. */
	refused?: { request: string; until: number };
	lastPollAt?: number;
}

/** One process of n8n. State that was saved by another one may be a step behind what happened. */
export class Lifetime {
	readonly id = Math.random().toString(36).slice(2, 10);

	private readonly memories = new Map<string, Memory>();

	of(trigger: string): Memory {
		const known = this.memories.get(trigger);
		if (known !== undefined) return known;
		const memory: Memory = {
			unsaved: false,
			skipped: new Set(),
			slow: new Set(),
			noted: new Set(),
		};
		this.memories.set(trigger, memory);
		return memory;
	}
}

export const lifetime = new Lifetime();
