import { clock } from '../../clock';
import { fingerprint } from '../../values/fingerprint';
import { Pace } from './Pace';

interface Known {
	pace: Pace;
	usedAt: number;
}

/** More accounts than an n8n has; keeps an endless row of tokens from filling the memory. */
const MOST_KNOWN = 100;
/** Twice as long as a rate is remembered: nothing that is still of use is lost. */
const FORGET_MS = 10 * 60 * 1_000;

/** Executions share what was learned of an account. The token itself is not kept. */
class Paces {
	private readonly known = new Map<string, Known>();

	of(baseUrl: string, token: unknown): Pace {
		const now = clock.monotonic();
		this.forget(now);
		const key = fingerprint(JSON.stringify([baseUrl, token]));
		const pace = this.known.get(key)?.pace ?? new Pace();
		// The latest is the last: the first is dropped when there are too many.
		this.known.delete(key);
		this.known.set(key, { pace, usedAt: now });
		return pace;
	}

	clear(): void {
		this.known.clear();
	}

	get size(): number {
		return this.known.size;
	}

	private forget(now: number): void {
		for (const [key, { pace, usedAt }] of this.known) {
			const old = now - usedAt > FORGET_MS && pace.isIdle;
			if (old || this.known.size >= MOST_KNOWN) this.known.delete(key);
		}
	}
}

export const paces = new Paces();
