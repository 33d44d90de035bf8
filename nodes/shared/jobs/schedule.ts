/**
 * When to look at a job again. The waiting time grows with the age of the job, so that the number
 * of looks grows with the logarithm of its length, and the end is noticed within 15 % of it.
 */
const LEAST_GROWTH = 0.12;
const MOST_GROWTH = 0.15;
const SHORTEST_INTERVAL_MS = 100;
const LONGEST_INTERVAL_MS = 60_000;

export interface Look {
	submittedAt: number;
	now: number;
	firstIntervalMs: number;
	/** What the service asked for with Retry-After. */
	askedMs?: number;
	deadline: number;
}

export function nextLookAt({ submittedAt, now, firstIntervalMs, askedMs, deadline }: Look): number {
	const age = now - submittedAt;
	const growth = LEAST_GROWTH + Math.random() * (MOST_GROWTH - LEAST_GROWTH);
	const interval = age < firstIntervalMs ? firstIntervalMs - age : age * growth;
	const own = Math.max(interval, age > 0 ? SHORTEST_INTERVAL_MS : 0);
	// What the service asks for has no limit but the deadline.
	const at = now + Math.max(Math.min(own, LONGEST_INTERVAL_MS), askedMs ?? 0);
	// The last look is at the deadline itself, not before it.
	return Math.min(at, Math.max(deadline, now));
}
