import type { Failure } from '../../shared/failure/Failure';
import type { OutputItem } from '../../shared/response/outputItem';
import type { SubmittedJob } from './State';
import { ReportedErrors } from './ReportedErrors';
import { PollSequence } from './PollSequence';
import { PlausibleClock } from './PlausibleClock';
import { WatchProgress } from './WatchProgress';

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

/** What this process knows of one active trigger, in addition to the state that n8n saves. */
export class TriggerMemory {
	readonly polls = new PollSequence();
	readonly reportedErrors = new ReportedErrors();
	readonly watching = new WatchProgress();
	readonly clock = new PlausibleClock();

	/** n8n drops what a poll found if the workflow is published meanwhile, but the job is paid for. */
	sent?: SentRequest;
	lastRejection?: { requestFingerprint: string; at: number };
	lastPollAt?: number;

	/** The state has changed in a way that has to be saved, and is not saved yet. */
	isUnsaved = false;
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
