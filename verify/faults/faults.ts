import type { FaultRule, Sandbox } from '../../sandbox';
import { withIds } from '../experiment';
import { TIMEOUT_S } from '../harness/Harness';
import type { Expectation } from '../judge/types';
import type { Class, Operation } from '../operations/operations';

/**
 * How the service, or n8n, fails.
 * - `rules`: what the sandbox does to the first requests of the operation; then all is well again.
 * - `outage`: all requests, from the beginning on.
 * - `unknownHost`: the Base URL names a host that is not there. The trigger gets the right one later.
 * - `kill`: n8n is killed with -9 while requests are under way, and started again.
 */
type Injection =
	| { kind: 'rules'; rules: FaultRule[] }
	| { kind: 'outage'; seconds: number }
	| { kind: 'unknownHost' }
	| { kind: 'kill'; requestsTakeMs: number };

export interface Fault {
	id: string;
	label: string;
	/** For the page. */
	what: string;
	inject: Injection;
	expects: Record<Class, Expectation>;
	/** Of paid operations with an idempotency key; as without one unless given. */
	withKey?: Expectation;
	/** In seconds, of every request: `Timeout` of our nodes, and of the HTTP Request node. */
	timeout?: number;
}

const TIMES = 3;

const all = (of: Expectation): Fault['expects'] => {
	return { read: of, paid: of, wait: of, watch: of, submitting: of };
};
const WHOLE = all('whole');

/** What may have taken effect is repeated only with a key. Without one, an error says so. */
const READS_WHOLE: Pick<Fault, 'expects' | 'withKey'> = {
	expects: { ...WHOLE, paid: 'reported', wait: 'reported', submitting: 'reported' },
	withKey: 'whole',
};

const rules = (...given: FaultRule[]): Injection => ({ kind: 'rules', rules: given });

export const faults: Fault[] = withIds<Omit<Fault, 'id'>>({
	latency: {
		label: 'Latency spikes',
		what: `${TIMES} requests are answered after 4 s; Timeout is ${TIMEOUT_S} s.`,
		inject: rules({ kind: 'latency', ms: 4_000, times: TIMES }),
		expects: WHOLE,
	},
	rateLimit: {
		label: '429 with Retry-After',
		what: `${TIMES} requests are rejected, with Retry-After: 2.`,
		inject: rules({ kind: 'rateLimit', seconds: 2, retryAfter: 'seconds', times: TIMES }),
		expects: WHOLE,
	},
	rateLimitBare: {
		label: '429 without Retry-After',
		what: `${TIMES} requests are rejected without Retry-After.`,
		inject: rules({ kind: 'rateLimit', retryAfter: 'none', times: TIMES }),
		expects: WHOLE,
	},
	serverErrors: {
		label: '5xx burst',
		what: `${TIMES} requests in a row are answered with 503.`,
		inject: rules({ kind: 'status', status: 503, times: TIMES }),
		...READS_WHOLE,
	},
	cutBefore: {
		label: 'Connection cut before the request was read',
		what: '2 connections are reset before the service looks at the request.',
		inject: rules({ kind: 'resetBefore', times: 2 }),
		...READS_WHOLE,
	},
	cutAfter: {
		label: 'Connection cut after the request was read',
		what: '2 connections are reset after the service has done the work.',
		inject: rules({ kind: 'resetAfter', times: 2 }),
		...READS_WHOLE,
	},
	slowBody: {
		label: 'Slow body',
		what: `${TIMES} answers come in ten pieces over 3 s.`,
		inject: rules({ kind: 'slowBody', ms: 3_000, times: TIMES }),
		expects: WHOLE,
	},
	drippingBody: {
		label: 'Dripping body',
		what: `2 answers come in ten pieces over 40 s, a piece every 4 s; Timeout is ${TIMEOUT_S} s.`,
		inject: rules({ kind: 'slowBody', ms: 40_000, times: 2 }),
		...READS_WHOLE,
	},
	truncatedBody: {
		label: 'Truncated body',
		what: '2 responses end half-way, as if it were complete.',
		inject: rules({ kind: 'truncate', times: 2 }),
		...READS_WHOLE,
	},
	brokenBody: {
		label: 'Connection cut in the middle of the body',
		what: '2 responses announce their length, and the connection closes half-way.',
		inject: rules({ kind: 'cutOff', times: 2 }),
		...READS_WHOLE,
	},
	html: {
		label: 'HTML error',
		what: '2 requests get the status 502 and the web page of a proxy.',
		inject: rules({ kind: 'html', status: 502, times: 2 }),
		...READS_WHOLE,
	},
	unknownHost: {
		label: 'Host not found',
		what: 'The Base URL names a host that does not exist. The trigger gets the right one after some polls.',
		inject: { kind: 'unknownHost' },
		expects: { ...all('reported'), watch: 'whole', submitting: 'whole' },
	},
	outage: {
		label: 'Outage of 60 s',
		what: 'Every request gets the status 503 for 60 s of real time. Submit and Wait has submitted its jobs when it begins.',
		inject: { kind: 'outage', seconds: 60 },
		expects: { ...WHOLE, paid: 'reported' },
		withKey: 'whole',
	},
	kill: {
		label: 'n8n killed with -9 and restarted',
		what: 'n8n is killed while requests of all operations are under way, and started again. The service still processes them.',
		inject: { kind: 'kill', requestsTakeMs: 30_000 },
		timeout: 120,
		expects: all('crashed'),
	},
});

/** Sets a fault for one account; returns a function that ends it. */
export function strike(
	{ inject }: Fault,
	{ targets, duringOutage }: Operation,
	{ sandbox, token }: { sandbox: Sandbox; token: string },
): () => void {
	const set = (given: FaultRule[]) => {
		const added = given.map((rule) => sandbox.faults.add({ ...rule, token }));
		return () => added.forEach((each) => each.remove());
	};
	switch (inject.kind) {
		case 'rules':
			return set(inject.rules.flatMap((rule) => targets.map((target) => ({ ...rule, ...target }))));
		case 'outage':
			return set([{ kind: 'outage', seconds: inject.seconds, ...duringOutage }]);
		case 'kill': {
			// The requests are still under way when n8n dies. Jobs that are waited for were submitted.
			const paths = targets.map(({ method, path }) => ({ method, path }));
			const slow = { kind: 'latency', ms: inject.requestsTakeMs } as const;
			return set((duringOutage ? [duringOutage] : paths).map((it) => ({ ...slow, ...it })));
		}
		case 'unknownHost':
			return () => undefined;
	}
}
