import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import {
	callsService,
	findOperation,
	mayBeCharged,
	type NodeCatalogue,
	type EndpointOperation,
	type Operation,
} from '../catalogue/types';
import { pieceFor } from '../contract/contract';
import { Failure } from '../failure/Failure';
import { explained, Explanation } from '../operations/Explanation';
import type { RunContext, PreparedItem } from '../operations/RunContext';
import { limitHint } from '../operations/Hints';
import { isLimitReached } from '../operations/PaidRequests';
import { PartialFailure } from '../operations/PartialFailure';
import { runOperation, dryRunOperation } from '../operations/runOperation';
import { namedAfterProfile } from '../response/namedFile';
import type { OutputItem } from '../response/outputItem';
import type { Redact } from '../transport/redact';
import { contractOfInput } from './contract';
import { textOf } from '../values/text';
import { logHints, showHints, showSummary } from './hints';
import {
	failedItems,
	toPairedItems,
	store,
	unknownOutputFields,
	type ItemOutcome,
	type StoredOutcome,
	indexOfFirstFailed,
	describeSentRequests,
	withoutRerunAdvice,
} from './items';
import { inputFieldsOrNone, readInputFields } from './inputFields';
import { withFormLabels } from './formLabels';
import { noteNames, noteRepeats } from './nameHints';
import { toNodeError } from './nodeError';
import { Connections, tokenRedact } from './connections';
import { createRunContext } from './createRunContext';
import { readParameter } from './parameters';
import { prepare, readOptions } from './prepare';
import { ProcessedKeys } from './processed';
import { reportOfInput, withReport } from './report';
import { checkTool, forAgent, skippedByTool } from './tool';

type ItemEntry = { input: IDataObject } & (
	| { kind: 'ready'; item: PreparedItem }
	| { kind: 'unusable'; failure: unknown }
	/** 'Skip Already Processed' is on, and an earlier run has sent this request. */
	| { kind: 'skipped' }
);

interface Execution {
	operation: EndpointOperation;
	idLabel?: string;
	context: IExecuteFunctions;
	catalogue: NodeCatalogue;
	inputs: INodeExecutionData[];
	run: RunContext;
	connections: Connections;
	processed: ProcessedKeys;
	/** On Error: Continue. Failed items are returned as items with an `error`. */
	continueOnFail: boolean;
}

/** Runs any operation of the catalogue for all input items; output in input order, paired. */
export async function execute(
	context: IExecuteFunctions,
	catalogue: NodeCatalogue,
): Promise<INodeExecutionData[][]> {
	const inputs = context.getInputData();
	if (inputs.length === 0) return [[]];
	try {
		const { operation, idLabel } = findChosenOperation(context, catalogue);
		const items = callsService(operation)
			? await runAll({ ...createExecution(context, catalogue, operation), operation, idLabel })
			: operation.kind === 'contract'
				? contractOfInput(context)
				: await reportOfInput(context);
		return [forAgent(context, items)];
	} catch (thrown) {
		// n8n's own errors were created from failures whose token is already removed.
		const error =
			thrown instanceof Failure ? withoutToken(thrown, await tokenRedact(context)) : thrown;
		if (!context.continueOnFail()) throw toNodeError(context.getNode(), error, 0);
		// Otherwise n8n would return the input items as if they were results.
		return [forAgent(context, await failedItems(context, error))];
	}
}

function createExecution(
	context: IExecuteFunctions,
	catalogue: NodeCatalogue,
	operation: EndpointOperation,
) {
	// Settings of the whole run are read from the first item.
	const settings = readOptions(context, 0, operation);
	checkTool(context);
	const run = createRunContext(context, settings);
	return {
		context,
		catalogue,
		inputs: context.getInputData(),
		run,
		connections: new Connections(context, settings, run.signal),
		processed: new ProcessedKeys(context.helpers, context.getContext('node'), run.name),
		continueOnFail: context.continueOnFail(),
	};
}

async function runAll(execution: Execution): Promise<INodeExecutionData[]> {
	const { context, run, processed } = execution;
	const prepared = await markProcessed(execution, await prepareAll(execution));
	const outcomes = await runItems(execution, prepared);
	await processed.releaseKeys(failuresWithoutResult(outcomes), run.hints);
	await showAllHints(execution, outcomes);
	// A stopped run returns what it knows of its jobs. The journal is kept for a retry.
	if (isStopped(execution) && outcomes.some(({ items }) => items.length > 0)) {
		const known = await storeAll(execution, outcomes);
		const unfailed = known.map(({ input, items }) => ({ input, items }));
		return await toPairedItems(context, unfailed);
	}
	failIfAny(execution, outcomes);
	const stored = await storeAll(execution, outcomes);
	failIfAny(execution, stored);
	// A new execution would pay for them again, so no item advises one. The journal knows them until it is cleared.
	const advised = describeSentRequests(run) === undefined ? stored : stored.map(withoutRerunAdvice);
	clearJournal(execution, prepared, stored);
	if (prepared.every(({ kind }) => kind === 'skipped')) return skippedByTool(context.getNode());
	return await toPairedItems(context, advised);
}

/** Checks all items before the first request, so that invalid input costs nothing. */
async function prepareAll(execution: Execution): Promise<ItemEntry[]> {
	const { context, catalogue, operation, idLabel, inputs, run, continueOnFail } = execution;
	const prepared: ItemEntry[] = [];
	for (const index of inputs.keys()) prepared.push(await tryPrepare(execution, index));
	const unusable = prepared.findIndex(({ kind }) => kind === 'unusable');
	if (unusable !== -1 && !continueOnFail) {
		throw nodeError(execution, outcomeOfUnsent(prepared[unusable]), unusable);
	}
	const ready = prepared.flatMap((each) => (each.kind === 'ready' ? [each.item] : []));
	const { fields = {} } = pieceFor(ready[0]?.settings.contract, operation.endpoint);
	const drafts = ready.map(({ draft }) => draft);
	const { parameters } = context.getNode();
	noteNames(run.hints, { catalogue, operation, parameters, drafts, pinned: Object.values(fields) });
	noteRepeats(run.hints, drafts, idLabel);
	return prepared;
}

/** Marks items that were sent before as skipped. Manual runs neither skip nor record; a dry run only looks keys up. */
async function markProcessed(
	{ context, operation, run, processed }: Execution,
	prepared: ItemEntry[],
): Promise<ItemEntry[]> {
	const calls = prepared.flatMap((each) =>
		each.kind === 'ready' && each.item.settings.skipProcessed ? [each.item] : [],
	);
	if (!mayBeCharged(operation) || calls.length === 0) return prepared;
	const dry = calls.filter(({ settings }) => settings.dryRun);
	const real =
		context.getMode() === 'manual' ? [] : calls.filter(({ settings }) => !settings.dryRun);
	const known = await processed.lookUp(dry);
	for (const item of dry) item.isProcessed = known?.has(item.index) ?? 'unknown';
	const skipped = await processed.record(real);
	run.paid.countSkipped(skipped.size);
	return prepared.map((each, index) =>
		skipped.has(index) ? { kind: 'skipped', input: each.input } : each,
	);
}

/** Failures of items without any result, by index. Items with a partial result were paid for. */
function failuresWithoutResult(outcomes: ItemOutcome[]): Map<number, unknown> {
	const all = outcomes.map(({ failure, items }, index) => ({ failure, items, index }));
	const failed = all.filter(({ failure, items }) => failure !== undefined && items.length === 0);
	return new Map(failed.map(({ index, failure }) => [index, failure]));
}

async function runItems(
	{ context, run, operation, inputs, continueOnFail }: Execution,
	prepared: ItemEntry[],
): Promise<ItemOutcome[]> {
	const isInput = context.getNode().parameters.bodyMode === 'input';
	return await Promise.all(
		prepared.map(async (each, index) => {
			const outcome =
				each.kind === 'ready'
					? await tryRunItem(run, operation, each.item, isInput)
					: outcomeOfUnsent(each);
			// After 'Max Paid Requests' is reached, jobs that were submitted before are still waited for.
			const isFailed = outcome.failure !== undefined && !isLimitReached(outcome.failure);
			if (isFailed && !continueOnFail) run.abort();
			// Each profile has its own report file, so its name contains the profile.
			const nameFile = (item: OutputItem) => namedAfterProfile(item, inputs[index]?.json);
			const items = operation.document === true ? outcome.items.map(nameFile) : outcome.items;
			return { ...outcome, items, input: each.input };
		}),
	);
}

async function showAllHints(execution: Execution, outcomes: ItemOutcome[]): Promise<void> {
	const { context, run, connections } = execution;
	for (const { transport } of connections.all) {
		const limited = limitHint(transport.queue.limitWait);
		if (limited === undefined) continue;
		run.hints.add(limited);
		context.logger.info(limited);
	}
	const unknown = await unknownOutputFields(outcomes);
	for (const name of unknown) run.hints.add(NOT_IN_OUTPUT, `'${name}'`);
	showHints(context, run.hints);
	showSummary(context, run.paid);
	if (isStopped(execution)) logHints(context, run.hints);
}

function isStopped({ context }: Execution): boolean {
	return context.getExecutionCancelSignal()?.aborted === true;
}

async function storeAll({ context }: Execution, outcomes: ItemOutcome[]): Promise<StoredOutcome[]> {
	const stored: StoredOutcome[] = [];
	for (const outcome of outcomes) {
		stored.push(await store(context.helpers, await withReport(outcome)));
	}
	return stored;
}

function failIfAny(execution: Execution, outcomes: Array<{ failure?: unknown }>): void {
	const failed = indexOfFirstFailed(outcomes);
	if (failed !== -1 && !execution.continueOnFail)
		throw nodeError(execution, outcomes[failed], failed);
}

/** Called after the files are stored: if storing fails, the next try needs the journal so that it does not pay again. */
function clearJournal(execution: Execution, prepared: ItemEntry[], stored: StoredOutcome[]): void {
	const { context, run, processed } = execution;
	const isLastTry = indexOfFirstFailed(stored) === -1 || context.getNode().retryOnFail !== true;
	if (!isLastTry || isStopped(execution) || prepared.some(isDry)) return;
	run.journal.clear();
	processed.forget();
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
		throw new NodeOperationError(
			context.getNode(),
			`There is no operation '${value}' for the resource '${resource}'`,
			{
				description: "Choose the resource and the operation again in the node's parameters.",
			},
		);
	}
	return { operation, idLabel: catalogue.find((each) => each.value === resource)?.idLabel };
}

async function tryPrepare(execution: Execution, index: number): Promise<ItemEntry> {
	const { context, run, operation, idLabel, connections } = execution;
	let redact: Redact = (text) => text;
	try {
		const connection = await connections.open(index);
		({ redact } = connection);
		const input = readInputFields(context, index, run.hints);
		const item = prepare({ context, operation, idLabel, index, connection });
		return { kind: 'ready', item, input };
	} catch (failure) {
		return {
			kind: 'unusable',
			failure: withoutToken(failure, redact),
			input: inputFieldsOrNone(context, index),
		};
	}
}

/** Messages quote user input, which may contain the token by mistake. */
function withoutToken(failure: unknown, redact: Redact): unknown {
	if (!(failure instanceof Failure)) return failure;
	const { message, description = '' } = failure.details;
	return failure.with({ message: redact(message), description: redact(description) });
}

/** A dry run sends nothing, so it must not clear the journal. */
function isDry(prepared: ItemEntry): boolean {
	return prepared.kind === 'ready' && prepared.item.settings.dryRun;
}

function outcomeOfUnsent(prepared: ItemEntry | undefined): ItemOutcome {
	return { items: [], failure: prepared?.kind === 'unusable' ? prepared.failure : undefined };
}

async function tryRunItem(
	run: RunContext,
	operation: EndpointOperation,
	item: PreparedItem,
	isInput: boolean,
): Promise<ItemOutcome> {
	const { settings, draft, connection } = item;
	if (settings.dryRun) return { items: [dryRunOperation(run, operation, item)] };
	const explanation = settings.explain ? new Explanation(settings) : undefined;
	try {
		const items = await runOperation(run, operation, { ...item, explanation });
		return { items: explained(items, explanation), settings };
	} catch (error) {
		if (error instanceof PartialFailure) {
			const items = explained(error.items, explanation);
			return { items, failure: error.failure, settings };
		}
		const { tokenAdvice } = connection;
		const failure = withFormLabels(error, { operation, draft, isInput, tokenAdvice });
		return { items: [], failure, settings };
	}
}

function nodeError(
	{ context, run }: Execution,
	outcome: { failure?: unknown } | undefined,
	index: number,
): Error {
	const failure = outcome?.failure;
	const paid = describeSentRequests(run, index);
	// n8n shows no hints of a node that failed.
	const counts = isLimitReached(failure) ? `${run.paid.summary()} ${paid ?? ''}`.trim() : paid;
	return toNodeError(context.getNode(), failure, index, counts);
}

const NOT_IN_OUTPUT =
	"No item has the field % from 'Output Fields'. Check its spelling; use a dot for a field in an object.";
