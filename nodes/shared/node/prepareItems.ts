import { changesContent, type EndpointOperation } from '../catalogue/types';
import { inSlices } from '../clock';
import { withoutToken } from '../failure/Failure';
import type { RequestDraft } from '../request/draft';
import type { Redact } from '../transport/redact';
import { isRecord } from '../values/records';
import { textOf } from '../values/text';
import type { Execution } from './createRunContext';
import { inputFieldsOrNone, readInputFields } from './inputFields';
import { callsOf, type ItemOutcome } from './items';
import { addNameHints } from './nameHints';
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
		const { job } = context.getInputData()[index]?.json ?? {};
		if (isOfAnotherJob(operation, call.draft, job)) {
			run.hints.add(OF_ANOTHER_JOB.replace('ID', idLabel ?? 'ID'), String(index));
			return { input, items: [] };
		}
		return { input, call, items: [] };
	} catch (failure) {
		const input = inputFieldsOrNone(context, index);
		return { input, items: [], failure: withoutToken(failure, redact) };
	}
}

/** With a fixed ID, the input may hold content of other jobs, which this one does not have. */
function isOfAnotherJob(operation: EndpointOperation, { id }: RequestDraft, job: unknown): boolean {
	if (!changesContent(operation) || !isRecord(job)) return false;
	return job.type === operation.of && textOf(job.id) !== textOf(id).trim();
}

const OF_ANOTHER_JOB =
	"Not sent because they belong to another job than 'ID': items %. Use {{ $json.job.id }} to send them too.";
