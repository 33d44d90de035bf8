import { commonFields } from '../catalogue/types';
import { inSlices } from '../clock';
import { withoutToken } from '../failure/Failure';
import type { Call } from '../ledger/Call';
import { planFor } from '../plan/plan';
import { fieldsOf } from '../request/draft';
import { KnownNames } from '../request/KnownNames';
import type { Redact } from '../transport/redact';
import type { Execution } from './createRunContext';
import { inputFieldsOrNone, readInputFields } from './inputFields';
import { callsOf, type ItemOutcome } from './items';
import { prepare } from './prepare';

/** Checks all items before the first request, so that invalid input costs nothing. */
export async function prepareItems(execution: Execution): Promise<ItemOutcome[]> {
	const prepared: ItemOutcome[] = [];
	for await (const index of inSlices(execution.context.getInputData().keys())) {
		prepared.push(await tryPrepare(execution, index));
	}
	await addNameHints(execution, callsOf(prepared));
	return prepared;
}

async function tryPrepare(execution: Execution, index: number): Promise<ItemOutcome> {
	const { context, run, operation, idLabel, connections } = execution;
	let redact: Redact = (text) => text;
	try {
		const connection = await connections.open(index);
		({ redact } = connection);
		const input = readInputFields(context, index, run.hints);
		const call = prepare({ context, operation, idLabel, index, connection });
		return { input, call, items: [] };
	} catch (failure) {
		const input = inputFieldsOrNone(context, index);
		return { input, items: [], failure: withoutToken(failure, redact) };
	}
}

/** Adds a hint for names that look misspelt. They are still sent: the service decides. */
async function addNameHints({ operation, run }: Execution, calls: Call[]): Promise<void> {
	const { fields = {} } = planFor(calls[0]?.connection.contract, operation.endpoint);
	const common = commonFields(operation).map(({ name }) => name);
	const known = new KnownNames([...common, ...Object.values(fields)]);
	for await (const { draft } of inSlices(calls)) {
		for (const { name, meant } of known.misspelt(fieldsOf(draft))) {
			run.hints.add(`% is not a known field; did you mean '${meant}'?`, `'${name}'`);
		}
	}
}
