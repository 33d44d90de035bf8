import { clock } from '../clock';

interface Kept<T> {
	value: Promise<T>;
	until: number;
	/** 0 until the value has come. */
	size: number;
}

interface Limits<T> {
	keepMs: number;
	maxSize: number;
	/** In characters, roughly; objects take several times as much memory. */
	sizeOf: (value: T) => number;
}

/** Caches recent responses, so that the editor does not repeat requests. */
export class Recent<T> {
	private readonly kept = new Map<string, Kept<T>>();

	constructor(private readonly limits: Limits<T>) {}

	/** A failure is not cached: the next request may succeed. */
	async get(key: string, ask: () => Promise<T>): Promise<T> {
		const now = clock.monotonic();
		const known = this.kept.get(key);
		if (known !== undefined && now < known.until) return await known.value;
		const asked = { value: ask(), until: now + this.limits.keepMs, size: 0 };
		this.kept.delete(key);
		this.kept.set(key, asked);
		const drop = () => {
			if (this.kept.get(key) === asked) this.kept.delete(key);
		};
		// Expires by a timer, because no later call may remove it.
		clock.after(this.limits.keepMs, drop);
		asked.value.catch(drop);
		const value = await asked.value;
		asked.size = key.length + this.limits.sizeOf(value);
		this.dropOldest();
		return value;
	}

	clear(): void {
		this.kept.clear();
	}

	private dropOldest(): void {
		let size = 0;
		for (const each of this.kept.values()) size += each.size;
		for (const [key, each] of this.kept) {
			if (size <= this.limits.maxSize) return;
			this.kept.delete(key);
			size -= each.size;
		}
	}
}
