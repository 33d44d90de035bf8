import type { WantedOutcome } from '../../parameters/readParameters';

interface Watched {
	/** The requested outcome when the job ended with another one. */
	passedOver?: WantedOutcome;
	/** Its result did not fit into the last poll. */
	isCutShort?: boolean;
	doubtful?: IncompleteReading;
}

/** The last incomplete reading of a screening, and how often it was repeated. */
export interface IncompleteReading {
	fingerprint: string;
	count: number;
}

export class WatchProgress {
	/** The key of the one that the next poll begins with. */
	next?: string;
	private readonly watched = new Map<string, Watched>();

	/** Those that the last poll did not get to come first. */
	inOrder<T extends { key: string }>(targets: T[]): T[] {
		const at = targets.findIndex(({ key }) => key === this.next);
		return at === -1 ? targets : [...targets.slice(at), ...targets.slice(0, at)];
	}

	of(name: string): Watched {
		const known = this.watched.get(name) ?? {};
		this.watched.set(name, known);
		return known;
	}

	keepOnly(names: string[]): void {
		const wanted = new Set(names);
		for (const name of this.watched.keys()) if (!wanted.has(name)) this.watched.delete(name);
	}
}
