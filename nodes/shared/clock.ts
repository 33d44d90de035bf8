import { sleep as sleepUninterrupted } from 'n8n-workflow';

import { Cancelled } from './failure/Cancelled';

const SLICE_MS = 250;

/** Time, in one place, so that tests can drive it. */
export const clock = {
	now: (): number => Date.now(),

	/** n8n's `sleep` takes no signal in all supported versions: slices keep Stop prompt. */
	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		const end = this.now() + ms;
		for (let left = ms; left > 0; left = end - this.now()) {
			if (signal?.aborted) throw new Cancelled();
			await sleepUninterrupted(Math.min(left, SLICE_MS));
		}
		if (signal?.aborted) throw new Cancelled();
	},

	/**
	 * The listener keeps the timeout: Node collects one that only `AbortSignal.any` knows of, and it
	 * never fires.
	 */
	after(ms: number, then: () => void): void {
		AbortSignal.timeout(ms).addEventListener('abort', then, { once: true });
	},
};
