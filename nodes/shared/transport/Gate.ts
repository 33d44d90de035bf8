import { clock } from '../clock';

const FIRST_SPACING_MS = 100;
const LONGEST_SPACING_MS = 5_000;
/** Below this the spacing no longer matters and is dropped. */
const SPACING_FLOOR_MS = 10;

/**
 * What every request passes before it is sent. It keeps the pace that the user chose, holds all
 * requests while the service asks for patience, and lets them go one by one afterwards.
 */
export class Gate {
	private readonly paceMs: number;

	/** Grows with each refusal, shrinks with each success. */
	private spacingMs = 0;

	private nextAt = 0;

	private pausedUntil = 0;

	constructor(
		requestsPerSecond: number,
		private readonly signal?: AbortSignal,
	) {
		this.paceMs = requestsPerSecond > 0 ? 1_000 / requestsPerSecond : 0;
	}

	async enter(): Promise<void> {
		for (;;) {
			const now = clock.monotonic();
			if (this.pausedUntil > now) {
				await clock.sleep(this.pausedUntil - now, this.signal);
				continue;
			}
			const at = Math.max(now, this.nextAt);
			this.nextAt = at + Math.max(this.paceMs, this.spacingMs);
			await clock.sleep(at - now, this.signal);
			if (this.pausedUntil <= clock.monotonic()) return;
		}
	}

	pause(ms: number): void {
		const now = clock.monotonic();
		// Requests that were under way together are refused together: that counts once.
		if (this.pausedUntil <= now) {
			this.spacingMs = Math.min(LONGEST_SPACING_MS, Math.max(FIRST_SPACING_MS, this.spacingMs * 2));
		}
		this.pausedUntil = Math.max(this.pausedUntil, now + ms);
		this.nextAt = Math.max(this.nextAt, this.pausedUntil);
	}

	succeeded(): void {
		this.spacingMs *= 0.9;
		if (this.spacingMs < SPACING_FLOOR_MS) this.spacingMs = 0;
	}
}
