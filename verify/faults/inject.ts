import type { FaultRule, Sandbox } from '../../sandbox';
import type { Injection } from './faults';
import type { Operation } from './operations';

/** Sets a fault for one account; returns a function that ends it. */
export function inject(
	sandbox: Sandbox,
	token: string,
	{ targets, duringOutage }: Operation,
	how: Injection,
): () => void {
	const set = (rules: FaultRule[]) => {
		const added = rules.map((rule) => sandbox.faults.add({ ...rule, token }));
		return () => added.forEach((each) => each.remove());
	};
	switch (how.kind) {
		case 'rules':
			return set(how.rules.flatMap((rule) => targets.map((target) => ({ ...rule, ...target }))));
		case 'outage':
			return set([{ kind: 'outage', seconds: how.seconds, ...duringOutage }]);
		case 'kill': {
			// The requests are still under way when n8n dies. Jobs that are waited for were submitted.
			const paths = targets.map(({ method, path }) => ({ method, path }));
			const slow = { kind: 'latency', ms: how.requestsTakeMs } as const;
			return set((duringOutage ? [duringOutage] : paths).map((it) => ({ ...slow, ...it })));
		}
		case 'unknownHost':
			return () => undefined;
	}
}
