import type { Failure } from '../../shared/failure/Failure';
import type { OutputItem } from '../../shared/response/outputItem';
import type { WantedOutcome } from '../parameters/readParameters';
import type { SubmittedJob } from './State';
import { PollSequence } from './PollSequence';
import { ReportedErrors } from './ReportedErrors';

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

/** How far this process has come with a job or a screening. */
export interface TargetProgress {
	/** The requested outcome when the job ended with another one. */
	passedOver?: WantedOutcome;
	/** Its result did not fit into the last poll. */
	isCutShort?: boolean;
	/** The last incomplete reading of a screening, and how often it was repeated. */
	incomplete?: { fingerprint: string; count: number };
}

/** What this process knows of one active trigger, in addition to the state that n8n saves. */
export class TriggerMemory {
	readonly polls = new PollSequence();
	readonly reportedErrors = new ReportedErrors();

	/** n8n drops what a poll found if the workflow is published meanwhile, but the job is paid for. */
	sent?: SentRequest;
	lastRejection?: { requestFingerprint: string; at: number };
	lastPollAt?: number;

	/** The state has changed in a way that has to be saved, and is not saved yet. */
	isUnsaved = false;

	/** The key of the target that the next poll begins with. */
	nextTarget?: string;
	private readonly progress = new Map<string, TargetProgress>();

	progressOf(key: string): TargetProgress {
		const progress = this.progress.get(key) ?? {};
		this.progress.set(key, progress);
		return progress;
	}

	/** Those that the last poll did not get to come first; those that are no longer watched are forgotten. */
	inOrder<T extends { key: string }>(targets: T[]): T[] {
		const keys = new Set(targets.map(({ key }) => key));
		for (const key of this.progress.keys()) if (!keys.has(key)) this.progress.delete(key);
		const at = targets.findIndex(({ key }) => key === this.nextTarget);
		return at === -1 ? targets : [...targets.slice(at), ...targets.slice(0, at)];
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
