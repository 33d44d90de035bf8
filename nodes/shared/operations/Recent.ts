import { clock } from '../clock';

interface Limits {
	keepMs: number;
	/** The oldest are dropped. */
	maxCount: number;
}

/** Caches recent responses, so that the editor does not repeat requests. */
export class Recent<T> {
	private readonly kept = new Map<string, Promise<T>>();

	constructor(private readonly limits: Limits) {}

	/** A failure is not cached: the next request may succeed. */
	async get(key: string, ask: () => Promise<T>): Promise<T> {
		const known = this.kept.get(key);
		if (known !== undefined) return await known;
		const asked = ask();
		this.kept.set(key, asked);
		const drop = () => {
			if (this.kept.get(key) === asked) this.kept.delete(key);
		};
		clock.after(this.limits.keepMs, drop);
		asked.catch(drop);
		const [oldest] = this.kept.keys();
		if (oldest !== undefined && this.kept.size > this.limits.maxCount) this.kept.delete(oldest);
		return await asked;
	}
}
