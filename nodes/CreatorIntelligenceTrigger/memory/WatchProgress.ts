import type { WantedOutcome } from '../parameters/readParameters';

export interface TargetProgress {
	/** The requested outcome when the job ended with another one. */
	passedOver?: WantedOutcome;
	/** Its result did not fit into the last poll. */
	isCutShort?: boolean;
	/** The last incomplete reading of a screening, and how often it was repeated. */
	incomplete?: { fingerprint: string; count: number };
}

/** How far this process has come with what it watches, by the keys of the jobs. */
export class WatchProgress {
	/** The one that the next poll begins with. */
	next?: string;
	private readonly targets = new Map<string, TargetProgress>();

	/** Those that the last poll did not get to come first; those that are no longer watched are forgotten. */
	inOrder<T extends { key: string }>(targets: T[]): T[] {
		const keys = new Set(targets.map(({ key }) => key));
		for (const key of this.targets.keys()) if (!keys.has(key)) this.targets.delete(key);
		const at = targets.findIndex(({ key }) => key === this.next);
		return at === -1 ? targets : [...targets.slice(at), ...targets.slice(0, at)];
	}

	of(key: string): TargetProgress {
		const progress = this.targets.get(key) ?? {};
		this.targets.set(key, progress);
		return progress;
	}
}
