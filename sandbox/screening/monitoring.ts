import type { Content } from '../world/contents';
import type { Creator } from '../world/creators';
import type { World } from '../world/world';

/** One a minute for half a day. */
const MOST = 1_000;

/** A monitored profile posts something risky at each interval since the monitoring began. */
export class Monitoring {
	private readonly since = new Map<string, number>();

	constructor(
		private readonly world: World,
		readonly intervalMs: number,
		private readonly capacity: number,
	) {}

	/** The moment that it began: a profile that is monitored already keeps its own. */
	enable(owner: string, creator: Creator, now: number): number {
		const key = this.key(owner, creator);
		const known = this.since.get(key);
		if (known !== undefined) return known;
		if (this.since.size >= this.capacity) {
			const [oldest] = this.since.keys();
			this.since.delete(oldest);
		}
		this.since.set(key, now);
		return now;
	}

	/** Newest first, as all contents are. */
	newContents(owner: string, creator: Creator, now: number): Content[] {
		const since = this.since.get(this.key(owner, creator));
		if (since === undefined) return [];
		const count = Math.min(MOST, Math.floor((now - since) / this.intervalMs));
		return Array.from({ length: count }, (_, i) => {
			const index = count - i;
			return this.world.monitoredContent(creator, index, since + index * this.intervalMs);
		});
	}

	isEnabled(owner: string, creator: Creator): boolean {
		return this.since.has(this.key(owner, creator));
	}

	private key(owner: string, creator: Creator): string {
		return `${owner} ${creator.key}`;
	}
}
