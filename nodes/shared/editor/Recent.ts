import { clock } from '../clock';

interface Kept<T> {
	value: Promise<T>;
	until: number;
}

/** What was asked for lately, so that the editor does not ask the service again and again. */
export class Recent<T> {
	private readonly kept = new Map<string, Kept<T>>();

	constructor(
		private readonly keepMs: number,
		private readonly most: number,
	) {}

	/** A failure is not kept: the next look may go well. */
	async get(key: string, ask: () => Promise<T>): Promise<T> {
		const now = clock.monotonic();
		const known = this.kept.get(key);
		if (known !== undefined && now < known.until) return await known.value;
		const value = ask();
		this.kept.delete(key);
		this.kept.set(key, { value, until: now + this.keepMs });
		const [oldest] = this.kept.keys();
		if (this.kept.size > this.most && oldest !== undefined) this.kept.delete(oldest);
		value.catch(() => this.kept.delete(key));
		return await value;
	}

	clear(): void {
		this.kept.clear();
	}
}
