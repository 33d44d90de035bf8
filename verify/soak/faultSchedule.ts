import type { FaultRule } from '../../sandbox';
import { Random } from '../../sandbox/world/random';

/** A fault that begins at some time after the start. */
export interface PlannedFault {
	atMs: number;
	/** It passes even if no request has met it: otherwise all faults would wait for a client that waits for the service. */
	untilMs: number;
	rule: FaultRule;
}

const some = (random: Random) => random.int(1, 4);

const KINDS: Array<(random: Random) => FaultRule> = [
	(random) => ({ kind: 'latency', ms: random.int(500, 4_000), times: some(random) }),
	(random) => ({ kind: 'rateLimit', seconds: random.int(1, 3), times: some(random) }),
	(random) => ({ kind: 'rateLimit', retryAfter: 'none', times: some(random) }),
	(random) => ({ kind: 'status', status: random.pick([500, 502, 503, 504]), times: some(random) }),
	(random) => ({ kind: 'resetBefore', times: some(random) }),
	(random) => ({ kind: 'resetAfter', times: some(random) }),
	(random) => ({ kind: 'slowBody', ms: random.int(500, 3_000), times: some(random) }),
	() => ({ kind: 'slowBody', ms: 20_000, times: 1 }),
	(random) => ({ kind: 'truncate', times: some(random) }),
	(random) => ({ kind: 'cutOff', times: some(random) }),
	(random) => ({ kind: 'html', times: some(random) }),
	(random) => ({ kind: 'outage', seconds: random.int(5, 15) }),
];

const MIN_CALM_MS = 1_000;
const MAX_CALM_MS = 6_000;
const MAX_FAULT_MS = 5_000;

/** The faults of a whole run: the same seed gives the same ones at the same times. */
export function planFaults(seed: number, lengthMs: number): PlannedFault[] {
	const random = new Random(seed, 'weather');
	const planned: PlannedFault[] = [];
	for (;;) {
		const calm = random.int(MIN_CALM_MS, MAX_CALM_MS);
		const atMs = (planned.at(-1)?.atMs ?? 0) + calm;
		if (atMs >= lengthMs) return planned;
		const rule = random.pick(KINDS)(random);
		const lasts = rule.kind === 'outage' ? 1_000 * (rule.seconds ?? 0) : MAX_FAULT_MS;
		planned.push({ atMs, untilMs: atMs + lasts, rule });
	}
}
