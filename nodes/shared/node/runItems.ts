import { deepCopy } from 'n8n-workflow';

import { pauseIfDue } from '../clock';
import type { Call } from '../ledger/Call';
import { isLimitReached } from '../ledger/Ceiling';
import { dryRunOperation, runOperation } from '../operations/runOperation';
import { documentService, withDocument } from '../operations/serviceDocument';
import { explained, Explanation } from '../plan/explain';
import { namedAfterProfile } from '../response/file';
import { withContract } from '../settings/readSettings';
import type { Execution } from './createRunContext';
import { withFormLabels } from './labels';
import type { ItemOutcome } from './items';

/** Runs all items at the same time. Equal paid requests are sent once, and each item gets the result. */
export async function runItems(
	execution: Execution,
	outcomes: ItemOutcome[],
): Promise<ItemOutcome[]> {
	const running: Array<Promise<ItemOutcome>> = [];
	for (const outcome of outcomes) {
		await pauseIfDue();
		const { equalTo, settings } = outcome.call ?? {};
		const first = equalTo === undefined || settings?.dryRun ? undefined : running[equalTo];
		const item = first === undefined ? runItem(execution, outcome) : sharedOutcome(outcome, first);
		// Its error is thrown below; until then, Node would end n8n for it.
		item.catch(() => undefined);
		running.push(item);
	}
	return await Promise.all(running);
}

async function sharedOutcome(
	outcome: ItemOutcome,
	first: Promise<ItemOutcome>,
): Promise<ItemOutcome> {
	const { items, failure } = await first;
	const copies = items.map((item) => ({ ...item, json: deepCopy(item.json) }));
	return { ...outcome, items: copies, failure };
}

async function runItem(execution: Execution, outcome: ItemOutcome): Promise<ItemOutcome> {
	const { run, operation, continueOnFail } = execution;
	const { call } = outcome;
	if (call === undefined) return outcome;
	if (call.settings.dryRun) return { ...outcome, items: [dryRunOperation(run, operation, call)] };
	const { items, failure } = await runCall(execution, call);
	// After 'Max Paid Requests' is reached, jobs that were submitted before are still waited for. And what an earlier try has
	// lost does not keep the others from being sent.
	const isFinal = isLimitReached(failure) || run.ledger.isBlocked(call.index);
	if (failure !== undefined && !isFinal && !continueOnFail) run.abort();
	return { ...outcome, items, failure };
}

async function runCall(
	{ context, run, operation }: Execution,
	call: Call,
): Promise<Pick<ItemOutcome, 'items' | 'failure'>> {
	const { draft, connection, index } = call;
	const { credential, tokenAdvice } = connection;
	const service = documentService(connection);
	// The contract of the credential, and the plans of the service's OpenAPI document.
	const contract = await withDocument(connection.contract, service, run.hints, credential);
	const settings = withContract(call.settings, contract);
	const explanation = settings.explain ? new Explanation(contract) : undefined;
	try {
		const described = { ...call, settings, explanation };
		const { items, failure } = await runOperation(run, operation, described);
		// Each profile has its own report file, so its name contains the profile.
		const input = context.getInputData()[index]?.json;
		const named = operation.document ? items.map((each) => namedAfterProfile(each, input)) : items;
		return { items: await explained(named, explanation), failure };
	} catch (error) {
		return { items: [], failure: withFormLabels(error, { operation, draft, tokenAdvice }) };
	}
}
