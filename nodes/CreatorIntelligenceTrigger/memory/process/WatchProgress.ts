/** How far the polls of this process have come with the jobs that they watch. */
export class WatchProgress {
	/** The key of the one that the next poll begins with. */
	private next?: string;

	/** Names of jobs that ended in a way that nobody asked for. */
	private readonly passedOver = new Set<string>();

	/** Names of jobs whose result did not fit into one poll. */
	private readonly cutShort = new Set<string>();

	/** By key: the last doubtful sight of a screening, and how often it came in a row. */
	private readonly doubtful = new Map<string, { sight: string; count: number }>();

	/** Those that the last poll did not get to come first. */
	inOrder<T extends { key: string }>(targets: T[]): T[] {
		const at = Math.max(
			0,
			targets.findIndex(({ key }) => key === this.next),
		);
		return [...targets.slice(at), ...targets.slice(0, at)];
	}

	beginNextWith(key: string | undefined): void {
		this.next = key;
	}

	passOver(name: string): void {
		this.passedOver.add(name);
	}

	isPassedOver(name: string): boolean {
		return this.passedOver.has(name);
	}

	/** Whether it is the second time in a row. */
	isCutShortAgain(name: string): boolean {
		if (this.cutShort.delete(name)) return true;
		this.cutShort.add(name);
		return false;
	}

	/** How often the same doubtful sight of a screening has come in a row, with this time. */
	countSight(key: string, sight: string): number {
		const last = this.doubtful.get(key);
		const count = last?.sight === sight ? last.count + 1 : 1;
		this.doubtful.set(key, { sight, count });
		return count;
	}

	forgetSight(key: string): void {
		this.doubtful.delete(key);
	}

	/** Forgets all screenings but these. */
	keepSights(keys: string[]): void {
		const wanted = new Set(keys);
		for (const key of this.doubtful.keys()) if (!wanted.has(key)) this.doubtful.delete(key);
	}

	/** Forgets all jobs but these. */
	keepOnly(kept: { passedOver: string[]; cutShort: string[] }): void {
		keep(this.passedOver, kept.passedOver);
		keep(this.cutShort, kept.cutShort);
	}
}

function keep(names: Set<string>, kept: string[]): void {
	const wanted = new Set(kept);
	for (const name of names) if (!wanted.has(name)) names.delete(name);
}
