import type { Failure } from '../../shared/failure/Failure';
import type { OutputItem } from '../../shared/response/outputItem';
import type { SubmittedJob } from './State';
import { PollSequence } from './PollSequence';

/** A request that was sent, as it is saved and emitted. */
export interface SentRequest {
	requestFingerprint: string;
	at: number;
	/** Absent if there is no usable response. */
	job?: SubmittedJob;
	item: OutputItem;
	/** Why the user has to look at it. */
	failure?: Failure;
}

/** To keep the memory small; a message that is reported again after so many others does no harm. */
const MAX_REPORTED = 2_000;

/** What this process knows of one active trigger, in addition to the state that n8n saves. */
export class TriggerMemory {
	readonly polls = new PollSequence();

	/** The static data of the activation whose first poll went well: n8n makes a new object for each. */
	activated?: object;

	/** n8n drops what a poll found if the workflow is published meanwhile, but the job is paid for. */
	sent?: SentRequest;
	lastRejection?: { requestFingerprint: string; at: number };
	lastPollAt?: number;

	/** To be thrown by the next poll without items: n8n accepts items or an error. */
	failure?: Failure;

	/** The key of the target that the next poll begins with. */
	nextTarget?: string;

	/** The keys of jobs whose outcome is not the one that the user wants. */
	readonly unwanted = new Set<string>();
	private readonly reported = new Map<string, string>();

	/** The workflow was published again. */
	startOver(): void {
		this.lastRejection = undefined;
		this.failure = undefined;
		this.nextTarget = undefined;
		this.unwanted.clear();
		this.reported.clear();
	}

	/** Whether it was not reported before; with a topic, whether the last report on it was another one. */
	isNew(message: string, topic = message): boolean {
		const isNew = this.reported.get(topic) !== message;
		if (this.reported.size >= MAX_REPORTED) this.reported.clear();
		this.reported.set(topic, message);
		return isNew;
	}

	/** If it comes back, it is reported again. */
	isOver(topic: string): void {
		this.reported.delete(topic);
	}
}

/** One process of n8n. State that another one saved may be a step behind what happened. */
export class ProcessMemory {
	readonly id = Math.random().toString(36).slice(2, 10);
	private readonly triggers = new Map<string, TriggerMemory>();

	of(trigger: string): TriggerMemory {
		const memory = this.triggers.get(trigger) ?? new TriggerMemory();
		this.triggers.set(trigger, memory);
		return memory;
	}
}

export const processMemory = new ProcessMemory();
