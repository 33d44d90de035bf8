import { deepCopy, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import {
	callsService,
	findOperation,
	type NodeCatalogue,
	type Operation,
} from '../catalogue/types';
import { inSlices } from '../clock';
import { Failure, inputFailure, withoutToken } from '../failure/Failure';
import { isLimitReached } from '../ledger/Ceiling';
import { textOf } from '../values/text';
import { tokenRedact } from './connections';
import { contractOfInput } from './contract';
import { createExecution, type Execution } from './createRunContext';
import { shareEqual, withoutProcessed } from './deduplicate';
import { finish, mustFail } from './finish';
import { callsOf, failedItems, type ItemOutcome } from './items';
import { toNodeError } from './nodeError';
import { readParameter } from './parameters';
import { prepareItems } from './prepareItems';
import { reportOfInput } from './report';
import { runCall } from './runCall';
import { answersWithErrors, forAgent } from './tool';

/** Runs any operation of the catalogue for all input items; output in input order, paired. */
export async function execute(
	context: IExecuteFunctions,
	catalogue: NodeCatalogue,
): Promise<INodeExecutionData[][]> {
	const inputs = context.getInputData();
	if (inputs.length === 0) return [[]];
	const continues = answersWithErrors(context) || context.continueOnFail();
	try {
		const { operation, idLabel } = findChosenOperation(context, catalogue);
		const items = callsService(operation)
			? await runAll(createExecution(context, operation, idLabel))
			: operation.kind === 'contract'
				? contractOfInput(context)
				: await reportOfInput(context);
		return [forAgent(context, items)];
	} catch (thrown) {
		// n8n's own errors were created from failures whose token is already removed.
		const error =
			thrown instanceof Failure ? withoutToken(thrown, await tokenRedact(context)) : thrown;
		if (!continues) throw toNodeError(context.getNode(), error, 0);
		// Otherwise n8n would return the input items as if they were results.
		return [forAgent(context, await failedItems(context, error))];
	}
}

async function runAll(execution: Execution): Promise<INodeExecutionData[]> {
	const prepared = await prepareItems(execution);
	const outcomes = mustFail(execution, prepared) ? prepared : await runItems(execution, prepared);
	return await finish(execution, outcomes);
}

async function runItems(execution: Execution, prepared: ItemOutcome[]): Promise<ItemOutcome[]> {
	const outcomes = await withoutProcessed(execution, prepared);
	await shareEqual(execution, callsOf(outcomes));
	const running: Array<Promise<ItemOutcome>> = [];
	for await (const outcome of inSlices(outcomes)) {
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
	return {
		...outcome,
		items: items.map((item) => ({ ...item, json: deepCopy(item.json) })),
		failure,
	};
}

async function runItem(execution: Execution, outcome: ItemOutcome): Promise<ItemOutcome> {
	const { run, continueOnFail } = execution;
	const { call } = outcome;
	if (call === undefined) return outcome;
	const ran = { ...outcome, ...(await runCall(execution, call)) };
	// After 'Max Paid Requests' is reached, jobs that were submitted before are still waited for.
	const isFailed = ran.failure !== undefined && !isLimitReached(ran.failure);
	if (isFailed && !continueOnFail) run.abort();
	return ran;
}

function findChosenOperation(
	context: IExecuteFunctions,
	catalogue: NodeCatalogue,
): { operation: Operation; idLabel?: string } {
	const read = (name: string) => textOf(readParameter({ context, index: 0 }, name, ''));
	const resource = read('resource');
	const value = read('operation');
	const operation = findOperation(catalogue, resource, value);
	if (operation === undefined) {
		throw inputFailure(
			`There is no operation '${value}' for the resource '${resource}'`,
			"Choose the resource and the operation again in the node's parameters.",
		);
	}
	return { operation, idLabel: catalogue.find((each) => each.value === resource)?.idLabel };
}
