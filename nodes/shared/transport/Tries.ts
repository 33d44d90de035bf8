/** Why a request may be sent again. */
export type Again =
	/** The service has had enough for now, of all requests and not of this one. */
	| 'refused'
	/** The service takes others, and refuses this one again and again. */
	| 'refusedAlone'
	/** The connection broke, or was never made. */
	| 'broken'
	| 'later';

/** A service that has taken something in this time is up. */
const LATELY_MS = 5_000;
/** However many others the service takes: then it is this request. */
const MOST_REFUSALS = 20;
const MOST_REFUSALS_ALONE = 6;
const MOST_BREAKS = 12;
/** A request is refused for its own sake if it is refused again after so many others were taken, ... */
const OTHERS_TAKEN = 10;
/** ... or so often with others taken in between. */
const OFTEN = 2;

interface Patience {
	maxRetries: number;
	maxRetryDelayMs: number;
}

/** What became of one request so far. */
export class Tries {
	/** Towards Max Retries. */
	private counted = 0;

	private refusals = 0;

	private refusalsAlone = 0;

	private breaks = 0;

	/** How many requests the service had taken when it refused this one, first and last. */
	private taken?: { first: number; last: number };

	/** How often it took others between two refusals of this one. */
	private between = 0;

	/** For a pause that grows. */
	get count(): number {
		return this.counted + this.refusalsAlone;
	}

	/** The service has refused the request; `taken` is how many it has taken up to now. */
	refused(taken: number): 'refused' | 'refusedAlone' {
		const { first, last } = this.taken ?? { first: taken, last: taken };
		this.taken = { first, last: taken };
		if (taken > last) this.between += 1;
		const isAlone =
			this.refusalsAlone > 0 || taken - first >= OTHERS_TAKEN || this.between >= OFTEN;
		return isAlone ? 'refusedAlone' : 'refused';
	}

	/**
	 * Whether there is a try left. What is of the whole service and not of this request does not
	 * count towards Max Retries: refusals while it takes others, and connections that break while it
	 * answers others. `quietMs`: for so long the service has taken nothing.
	 */
	mayRepeat(again: Again, quietMs: number, { maxRetries, maxRetryDelayMs }: Patience): boolean {
		if (maxRetries === 0) return false;
		const atLeast = (most: number) => Math.max(most, maxRetries);
		if (again === 'refusedAlone') return ++this.refusalsAlone <= atLeast(MOST_REFUSALS_ALONE);
		if (again === 'refused' && quietMs <= maxRetryDelayMs) {
			return ++this.refusals <= atLeast(MOST_REFUSALS);
		}
		if (again === 'broken' && quietMs <= LATELY_MS) return ++this.breaks <= atLeast(MOST_BREAKS);
		return ++this.counted <= maxRetries;
	}
}
