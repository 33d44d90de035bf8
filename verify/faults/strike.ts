import type { FaultRule, Sandbox } from '../../sandbox';
import type { Strike } from './faults';
import type { Operation } from './operations';

/** Sets a fault for one account; answers a function that ends it. */
export function strike(
	sandbox: Sandbox,
	token: string,
	{ strikes, duringOutage }: Operation,
	how: Strike,
): () => void {
	const set = (rules: FaultRule[]) => {
		const added = rules.map((rule) => sandbox.faults.add({ ...rule, token }));
		return () => added.forEach((each) => each.remove());
	};
	switch (how.kind) {
		case 'rules':
			return set(how.rules.flatMap((rule) => strikes.map((target) => ({ ...rule, ...target }))));
		case 'outage':
			return set([{ kind: 'outage', seconds: how.seconds, ...duringOutage }]);
		case 'kill': {
			// The requests are still under way when n8n dies. Jobs that are waited for were submitted.
			const targets = strikes.map(({ method, path }) => ({ method, path }));
			const slow = { kind: 'latency', ms: how.requestsTakeMs } as const;
			return set((duringOutage ? [duringOutage] : targets).map((it) => ({ ...slow, ...it })));
		}
		case 'unknownHost':
			return () => undefined;
	}
}
