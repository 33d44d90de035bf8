import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { findOperation, type Area, type Operation } from '../catalogue/vocabulary';
import { Cancelled } from '../failure/Cancelled';
import type { ItemCall } from '../operations/ItemCall';
import { PartialFailure } from '../operations/PartialFailure';
import { perform } from '../operations/perform';
import type { Run } from '../operations/Run';
import { logHints, showHints } from './hints';
import { toN8nItems, type ItemOutcome } from './items';
import { toNodeError } from './nodeError';
import { openRun } from './openRun';
import { prepare, readOptions } from './prepare';

/** An input item whose parameters have been read. */
type PreparedItem = { kind: 'ready'; call: ItemCall } | { kind: 'unusable'; failure: unknown };

/** Runs any operation of the catalogue for all input items; output in input order, paired. */
export async function execute(
	context: IExecuteFunctions,
	area: Area,
): Promise<INodeExecutionData[][]> {
	const inputs = context.getInputData();
	if (inputs.length === 0) return [[]];
	const { operation, idLabel } = chosen(context, area);
	const run = await open(context);
	const continues = context.continueOnFail();

	// All items are checked before the first request: bad input must not cost anything.
	const prepared = inputs.map((_, index) => tryPrepare(context, operation, idLabel, index));
	const unusable = prepared.findIndex(({ kind }) => kind === 'unusable');
	if (unusable !== -1 && !continues) {
		throw nodeError(context, run, outcomeOf(prepared[unusable]), unusable);
	}

	const outcomes = await Promise.all(
		prepared.map(async (each) => {
			const outcome =
				each.kind === 'ready' ? await tryPerform(run, operation, each.call) : outcomeOf(each);
			if (outcome.failure !== undefined && !continues) run.halt();
			return outcome;
		}),
	);
	showHints(context, run.hints);

	const failed = firstFailed(outcomes);
	if (context.getExecutionCancelSignal()?.aborted) {
		logHints(context, run.hints);
		// What is known of jobs comes out, and stays in the ledger for a retry of the execution.
		const known = outcomes.map(({ items, settings }) => ({ items, settings }));
		if (known.some(({ items }) => items.length > 0)) return [await toN8nItems(context, known)];
	}
	if (failed !== -1 && !continues) throw nodeError(context, run, outcomes[failed], failed);
	const items = await written(context, run, outcomes);
	// Not before: n8n may have no room for a file, and the next try is not to pay again.
	if (failed === -1) run.ledger.clear();
	return [items];
}

async function written(
	context: IExecuteFunctions,
	run: Run,
	outcomes: ItemOutcome[],
): Promise<INodeExecutionData[]> {
	try {
		return await toN8nItems(context, outcomes);
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

async function open(context: IExecuteFunctions): Promise<Run> {
	try {
		return await openRun(context, readOptions(context, 0));
	} catch (error) {
		throw toNodeError(context.getNode(), error, 0);
	}
}

function tryPrepare(
	context: IExecuteFunctions,
	operation: Operation,
	idLabel: string | undefined,
	index: number,
): PreparedItem {
	try {
		return { kind: 'ready', call: prepare(context, operation, idLabel, index) };
	} catch (failure) {
		return { kind: 'unusable', failure };
	}
}

function outcomeOf(prepared: PreparedItem | undefined): ItemOutcome {
	return { items: [], failure: prepared?.kind === 'unusable' ? prepared.failure : undefined };
}

async function tryPerform(run: Run, operation: Operation, call: ItemCall): Promise<ItemOutcome> {
	const { settings } = call;
	try {
		return { items: await perform(run, operation, call), settings };
	} catch (error) {
		if (error instanceof PartialFailure) {
			return { items: error.items, failure: error.failure, settings };
		}
		return { items: [], failure: error, settings };
	}
}

/** The first item with a failure of its own, rather than one that was cut short by another's. */
function firstFailed(outcomes: ItemOutcome[]): number {
	const own = outcomes.findIndex(
		({ failure }) => failure !== undefined && !(failure instanceof Cancelled),
	);
	return own === -1 ? outcomes.findIndex(({ failure }) => failure !== undefined) : own;
}

function nodeError(
	context: IExecuteFunctions,
	run: Run,
	outcome: ItemOutcome | undefined,
	index: number,
): Error {
	return toNodeError(context.getNode(), outcome?.failure, index, run.jobs.describe());
}
