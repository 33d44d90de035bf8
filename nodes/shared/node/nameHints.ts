import { commonFields, type EndpointOperation } from '../catalogue/types';
import { inSlices } from '../clock';
import type { Call } from '../ledger/Call';
import type { Hints } from '../operations/Hints';
import { planFor } from '../plan/plan';
import { fieldsOf } from '../request/draft';
import { KnownNames } from '../request/KnownNames';

/** Adds a hint for names that look misspelt. They are still sent: the service decides. */
export async function noteNames(
	hints: Hints,
	operation: EndpointOperation,
	calls: Call[],
): Promise<void> {
	const { fields = {} } = planFor(calls[0]?.settings.contract, operation.endpoint);
	const names = commonFields(operation).map(({ name }) => name);
	const known = new KnownNames([...names, ...Object.values(fields)]);
	for await (const { draft } of inSlices(calls)) {
		for (const { name, meant } of known.misspelt(fieldsOf(draft))) {
			hints.add(`% is not a known field; did you mean '${meant}'?`, `'${name}'`);
		}
	}
}
