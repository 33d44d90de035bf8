import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import {
	findOperation,
	type Area,
	type Operation,
	type OperationKind,
} from '../catalogue/vocabulary';
import { Cancelled } from '../failure/Cancelled';
import { getJob, submitAndWait, submitJob } from '../operations/job';
import type { Emitted } from '../response/outputItem';
import { toItems, type Outcome } from './items';
import { toNodeError } from './nodeError';
import { PartialFailure } from '../operations/PartialFailure';
import { prepare, readOptions } from './prepare';
import { call } from '../operations/call';
import type { Run } from '../operations/Run';
import type { ItemCall } from '../operations/ItemCall';
import { openRun } from './openRun';
import { list } from '../operations/list';

const PERFORM: Record<OperationKind, (run: Run, item: ItemCall) => Promise<Emitted[]>> = {
	call,
	list,
	submit: submitJob,
	get: getJob,
	submitAndWait,
};

/** Runs any operation of the catalogue for all input items; output in input order, paired. */
export async function execute(
	context: IExecuteFunctions,
	area: Area,
): Promise<INodeExecutionData[][]> {
	const inputs = context.getInputData();
	if (inputs.length === 0) return [[]];
	const { operation, idLabel } = chosen(context, area);
	const run = await open(context, operation);
	const continues = context.continueOnFail();

	// All items are checked before the first request: bad input must not cost anything.
	const prepared = inputs.map((_, index) => tryPrepare(context, operation, idLabel, index));
	const bad = prepared.findIndex((each) => !('draft' in each));
	if (bad !== -1 && !continues) throw nodeError(context, run, prepared, bad);

	const outcomes = await Promise.all(
		prepared.map(async (each) => {
			const outcome = 'draft' in each ? await perform(run, each) : each;
			if (outcome.failure !== undefined && !continues) run.halt();
			return outcome;
		}),
	);
	run.hints.show(context);

	const failed = firstFailed(outcomes);
	if (context.getExecutionCancelSignal()?.aborted) {
		run.hints.log(context);
		// What is known of jobs comes out, and stays in the ledger for a retry of the execution.
		const known = outcomes.map(({ items, settings }) => ({ items, settings }));
		if (known.some(({ items }) => items.length > 0)) return [await toItems(context, known)];
	}
	if (failed !== -1 && !continues) throw nodeError(context, run, outcomes, failed);
	const items = await written(context, run, outcomes);
	// Not before: n8n may have no room for a file, and the next try is not to pay again.
	if (failed === -1) run.ledger.clear();
	return [items];
}

async function written(
	context: IExecuteFunctions,
	run: Run,
	outcomes: Outcome[],
): Promise<INodeExecutionData[]> {
	try {
		return await toItems(context, outcomes);
	} catch (error) {
		throw toNodeError(context.getNode(), error, undefined, run.jobs.describe());
	}
}

function chosen(
	context: IExecuteFunctions,
	area: Area,
): { operation: Operation; idLabel?: string } {
	const resource = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = findOperation(area, resource, value);
	if (operation === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			`There is no operation '${value}' for the resource '${resource}'`,
			{
				description: "Choose the resource and the operation anew in the node's parameters.",
			},
		);
	}
	return { operation, idLabel: area.find((each) => each.value === resource)?.idLabel };
}

async function open(context: IExecuteFunctions, operation: Operation): Promise<Run> {
	try {
		return await openRun(context, operation, readOptions(context, 0));
	} catch (error) {
		throw toNodeError(context.getNode(), error, 0);
	}
}

function tryPrepare(
	context: IExecuteFunctions,
	operation: Operation,
	idLabel: string | undefined,
	index: number,
): ItemCall | Outcome {
	try {
		return prepare(context, operation, idLabel, index);
	} catch (failure) {
		return { items: [], failure };
	}
}

async function perform(run: Run, item: ItemCall): Promise<Outcome> {
	const { settings } = item;
	try {
		return { items: await PERFORM[run.operation.kind](run, item), settings };
	} catch (error) {
		if (error instanceof PartialFailure) {
			return { items: error.items, failure: error.failure, settings };
		}
		return { items: [], failure: error, settings };
	}
}

/** The first item with a failure of its own, rather than one that was cut short by another's. */
function firstFailed(outcomes: Outcome[]): number {
	const own = outcomes.findIndex(
		({ failure }) => failure !== undefined && !(failure instanceof Cancelled),
	);
	return own === -1 ? outcomes.findIndex(({ failure }) => failure !== undefined) : own;
}

function nodeError(
	context: IExecuteFunctions,
	run: Run,
	outcomes: Array<ItemCall | Outcome>,
	index: number,
): Error {
	const outcome = outcomes[index];
	const failure = 'failure' in outcome ? outcome.failure : undefined;
	return toNodeError(context.getNode(), failure, index, run.jobs.describe());
}
