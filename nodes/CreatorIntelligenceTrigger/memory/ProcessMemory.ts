import { within } from '../../shared/clock';
import type { Failure } from '../../shared/failure/Failure';
import type { OutputItem } from '../../shared/response/outputItem';
import type { SubmittedJob } from './State';

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

/** The static data of one activation: n8n makes a new object for each. */
type StaticData = object;

interface SequencedPoll {
	data: StaticData;
	isActivation: boolean;
	/** A poll that takes longer must not block the trigger. */
	longestMs: number;
}

/** The polls of one trigger, one after the other. */
export class PollSequence {
	private running?: { readonly data: StaticData; readonly over: Promise<unknown> };

	/**
	 * n8n can start a poll while another one is still running: it is skipped. If the running poll belongs to an earlier activation,
	 * n8n drops what it finds, and the new one waits for it, as n8n considers the workflow active after it.
	 */
	async run<T>(
		{ data, isActivation, longestMs }: SequencedPoll,
		poll: () => Promise<T>,
	): Promise<T | 'skipped' | 'late'> {
		while (this.running !== undefined) {
			if (!isActivation || this.running.data === data) return 'skipped';
			await this.running.over;
		}
		// From here to the next `await` nothing else begins: of two that waited, one waits again.
		const result = within(longestMs, poll(), () => 'late' as const);
		const end = () => {
			this.running = undefined;
		};
		this.running = { data, over: result.then(end, end) };
		return await result;
	}
}

/** To keep the memory small; a message that is reported again after so many others does no harm. */
const MAX_REPORTED = 2_000;

/** What this process knows of one active trigger, in addition to the state that n8n saves. */
export class TriggerMemory {
	readonly polls = new PollSequence();

	/** Of the activation whose first poll went well. */
	activated?: StaticData;

	/** n8n drops what a poll found if the workflow is published meanwhile, but the job is paid for. */
	sent?: SentRequest;
	lastRejection?: { requestFingerprint: string; at: number };
	lastPollAt?: number;

	/** To be thrown by the next poll without items: n8n accepts items or an error. */
	failure?: Failure;

	/** The key of the target that the next poll begins with. */
	nextTarget?: string;

	/** The outcome that the user wanted, and the key of a job that had another one. */
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
