import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	callsService,
	findOperation,
	type NodeCatalogue,
	type Operation,
} from '../catalogue/types';
import { Failure, inputFailure, withoutToken } from '../failure/Failure';
import { textOf } from '../values/text';
import { tokenRedact } from './connections';
import { contractOfInput } from './contract';
import { createExecution, type Execution } from './createRunContext';
import { shareEqual, withoutProcessed } from './deduplicate';
import { finish, mustFail } from './finish';
import { failedItems } from './items';
import { toNodeError } from './nodeError';
import { readParameter } from './parameters';
import { prepareItems } from './prepareItems';
import { reportOfInput } from './report';
import { runItems } from './runItems';
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

/** All items are checked before the first request, so that invalid input costs nothing. */
async function runAll(execution: Execution): Promise<INodeExecutionData[]> {
	let outcomes = await prepareItems(execution);
	if (!mustFail(execution, outcomes)) {
		outcomes = await withoutProcessed(execution, outcomes);
		await shareEqual(execution, outcomes);
		outcomes = await runItems(execution, outcomes);
	}
	return await finish(execution, outcomes);
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
