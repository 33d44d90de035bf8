import { Notices } from './Notices';
import { PollSequence } from './PollSequence';
import { SentRequests } from './SentRequests';
import { TrustedClock } from './TrustedClock';
import { WatchProgress } from './WatchProgress';

/** What this process knows of one active trigger, beside the state that n8n keeps. */
export class TriggerMemory {
	readonly polls = new PollSequence();

	readonly notices = new Notices();

	readonly watching = new WatchProgress();

	readonly requests = new SentRequests();

	readonly clock = new TrustedClock();
}

/**
 * Nobody tells when a workflow is gone, so the triggers that were not polled for longest are
 * forgotten. To one that comes back this is no more than a restart of n8n.
 * More than an n8n can poll each minute.
 */
const MOST_TRIGGERS = 5_000;

/** One process of n8n. State that another one saved may be a step behind what happened. */
export class ProcessMemory {
	readonly id = Math.random().toString(36).slice(2, 10);

	/** In the order of their last polls. */
	private readonly triggers = new Map<string, TriggerMemory>();

	constructor(private readonly mostTriggers = MOST_TRIGGERS) {}

	of(trigger: string): TriggerMemory {
		const memory = this.triggers.get(trigger) ?? new TriggerMemory();
		this.triggers.delete(trigger);
		this.triggers.set(trigger, memory);
		this.forgetOldest();
		return memory;
	}

	private forgetOldest(): void {
		for (const [trigger, { polls }] of this.triggers) {
			if (this.triggers.size <= this.mostTriggers) return;
			if (!polls.isRunning) this.triggers.delete(trigger);
		}
	}
}

export const processMemory = new ProcessMemory();
