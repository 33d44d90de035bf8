import type { Sandbox } from '../../sandbox';
import type { Strike } from './faults';
import type { Operation } from './operations';

/** Sets a fault for one account; answers a function that ends it. */
export function strike(
	sandbox: Sandbox,
	token: string,
	{ strikes, duringOutage }: Operation,
	how: Strike,
): () => void {
	switch (how.kind) {
		case 'rules': {
			const set = how.rules.flatMap((rule) =>
				strikes.map((target) => sandbox.faults.add({ ...rule, ...target, token })),
			);
			return () => set.forEach((each) => each.remove());
		}
		case 'outage': {
			const { seconds } = how;
			return sandbox.faults.add({ kind: 'outage', seconds, ...duringOutage, token }).remove;
		}
		case 'kill': {
			// The requests are still under way when n8n dies. Jobs that are waited for were submitted.
			const targets = strikes.map(({ method, path }) => ({ method, path }));
			const set = (duringOutage ? [duringOutage] : targets).map((target) =>
				sandbox.faults.add({ kind: 'latency', ms: how.requestsTakeMs, ...target, token }),
			);
			return () => set.forEach((each) => each.remove());
		}
		case 'unknownHost':
			return () => undefined;
	}
}
