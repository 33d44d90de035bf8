import type { Submission } from '../../parameters/readParameters';
import type { SubmittedJob } from '../saved/State';
import { ReportedErrors } from './ReportedErrors';
import { PollSequence } from './PollSequence';
import { PlausibleClock } from './PlausibleClock';
import { WatchProgress } from './WatchProgress';

/** A request that was sent. Without a job there is no usable response. */
export interface SentRequest {
	submission: Submission;
	at: number;
	due: number;
	job?: SubmittedJob;
	cause?: unknown;
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

/** More than an n8n can poll each minute. Those not polled for longest are forgotten, as by a restart. */
const MAX_TRIGGERS = 5_000;

/** One process of n8n. State that another one saved may be a step behind what happened. */
export class ProcessMemory {
	readonly id = Math.random().toString(36).slice(2, 10);

	/** In the order of their last polls. */
	private readonly triggers = new Map<string, TriggerMemory>();

	constructor(private readonly mostTriggers = MAX_TRIGGERS) {}

	of(trigger: string): TriggerMemory {
		const memory = this.triggers.get(trigger) ?? new TriggerMemory();
		this.triggers.delete(trigger);
		this.triggers.set(trigger, memory);
		for (const [name, { polls }] of this.triggers) {
			if (this.triggers.size <= this.mostTriggers) break;
			if (!polls.isRunning) this.triggers.delete(name);
		}
		return memory;
	}
}

export const processMemory = new ProcessMemory();
