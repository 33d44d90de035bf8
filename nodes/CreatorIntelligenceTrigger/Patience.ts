import { clock } from '../shared/clock';
import { LONGEST_MS } from './round';

/** For what a poll does when its time is up. */
const MARGIN_MS = 5_000;

/** Waits for other polls, all in all for no longer than a poll may take. */
export class Patience {
	private end?: Promise<false>;

	/** False if it took too long. */
	async allows(over: Promise<void>): Promise<boolean> {
		this.end ??= new Promise((resolve) => {
			clock.after(LONGEST_MS + MARGIN_MS, () => resolve(false));
		});
		return await Promise.race([over.then(() => true), this.end]);
	}
}
