import type { Clock } from '../clock';
import { Problem } from '../problem';

export type RetryAfterStyle = 'seconds' | 'date' | 'none';

export interface RateLimit {
	requests: number;
	perSeconds: number;
	retryAfter?: RetryAfterStyle;
}

export function tooManyRequests(waitMs: number, style: RetryAfterStyle, now: number): Problem {
	const seconds = Math.ceil(waitMs / 1000);
	const headers: Record<string, string> =
		style === 'none'
			? {}
			: {
					'retry-after':
						style === 'seconds'
							? String(seconds)
							: // A date has whole seconds: rounded up, so that it is never too early.
								new Date(Math.ceil((now + waitMs) / 1000) * 1000).toUTCString(),
				};
	return new Problem(429, 'rate_limit_exceeded', 'Too many requests', { headers });
}

/** A bucket of requests that refills evenly. */
export class RateLimiter {
	private left: number;
	private filledAt: number;

	constructor(
		private readonly limit: RateLimit,
		private readonly clock: Clock,
	) {
		this.left = limit.requests;
		this.filledAt = clock.now();
	}

	take(): void {
		const { requests, perSeconds, retryAfter = 'seconds' } = this.limit;
		const now = this.clock.now();
		const perMs = requests / (perSeconds * 1000);
		this.left = Math.min(requests, this.left + (now - this.filledAt) * perMs);
		this.filledAt = now;
		if (this.left < 1) throw tooManyRequests((1 - this.left) / perMs, retryAfter, now);
		this.left -= 1;
	}
}
