import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import {
	callsService,
	findOperation,
	type Area,
	type EndpointOperation,
	type Operation,
} from '../catalogue/vocabulary';
import { Failure } from '../failure/Failure';
import { explained, Explanation } from '../operations/Explanation';
import type { ItemCall } from '../operations/ItemCall';
import { PartialFailure } from '../operations/PartialFailure';
import { perform, rehearse } from '../operations/perform';
import type { Run } from '../operations/Run';
import { namedAfterProfile } from '../response/namedFile';
import type { Redact } from '../transport/redact';
import { logHints, showHints } from './hints';
import {
	allFailed,
	paired,
	store,
	unknownOutputFields,
	type ItemOutcome,
	type StoredOutcome,
} from './items';
import { inputFieldsOrNone, readInputFields } from './inputFields';
import { noteNames } from './nameHints';
import { toNodeError } from './nodeError';
import { openRun, tokenRedact } from './openRun';
import { firstFailed, paidSoFar, withoutRepeating } from './outcomes';
import { prepare, readOptions } from './prepare';
import { reportOfInput, withReport } from './report';
import { checkTool, forAgent } from './tool';

/** An input item whose parameters have been read. */
type PreparedItem = { input: IDataObject } & (
	| { kind: 'ready'; call: ItemCall }
	| { kind: 'unusable'; failure: unknown }
);

/** Runs any operation of the catalogue for all input items; output in input order, paired. */
export async function execute(
	context: IExecuteFunctions,
	area: Area,
): Promise<INodeExecutionData[][]> {
	const inputs = context.getInputData();
	if (inputs.length === 0) return [[]];
	try {
		return [forAgent(context, await runAll(context, area, inputs))];
	} catch (thrown) {
		// Errors of n8n were made of failures that are without the token already.
		const error =
			thrown instanceof Failure ? withoutToken(thrown, await tokenRedact(context)) : thrown;
		if (!context.continueOnFail()) throw toNodeError(context.getNode(), error, 0);
		// n8n would let the input items out as if they were results.
		return [forAgent(context, await allFailed(context, error))];
	}
}

async function runAll(
	context: IExecuteFunctions,
	area: Area,
	inputs: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const { operation, idLabel } = chosen(context, area);
	if (!callsService(operation)) return await reportOfInput(context);
	const run = await openRun(context, readOptions(context, 0));
	const continues = context.continueOnFail();
	checkTool(context);

	// All items are checked before the first request: bad input must not cost anything.
	const prepared = inputs.map((_, index) =>
		tryPrepare({ context, run, operation, idLabel, index }),
	);
	const unusable = prepared.findIndex(({ kind }) => kind === 'unusable');
	if (unusable !== -1 && !continues) {
		throw nodeError(context, run, outcomeOf(prepared[unusable]), unusable);
	}

	noteNames(run.hints, {
		area,
		operation,
		parameters: context.getNode().parameters,
		drafts: prepared.flatMap((each) => (each.kind === 'ready' ? [each.call.draft] : [])),
	});

	const outcomes = await Promise.all(
		prepared.map(async (each, index) => {
			const outcome =
				each.kind === 'ready' ? await tryPerform(run, operation, each.call) : outcomeOf(each);
			if (outcome.failure !== undefined && !continues) run.halt();
			const named =
				operation.document === true ? namedFiles(outcome, inputs[index]?.json) : outcome;
			return { ...named, input: each.input };
		}),
	);
	const unknown = await unknownOutputFields(outcomes);
	for (const name of unknown) run.hints.add(NOT_IN_OUTPUT, `'${name}'`);
	showHints(context, run.hints);

	const isStopped = context.getExecutionCancelSignal()?.aborted === true;
	if (isStopped) logHints(context, run.hints);
	// What is known of jobs comes out of a stopped run, and stays in the ledger for a retry.
	const isKnown = isStopped && outcomes.some(({ items }) => items.length > 0);
	const failed = firstFailed(outcomes);
	if (failed !== -1 && !continues && !isKnown) {
		throw nodeError(context, run, outcomes[failed], failed);
	}
	const stored: StoredOutcome[] = [];
	for (const outcome of outcomes) {
		stored.push(await store(context.helpers, await withReport(outcome)));
	}
	if (isKnown) {
		const known = stored.map(({ input, items }) => ({ input, items }));
		return await paired(context, known);
	}

	const lost = firstFailed(stored);
	if (lost !== -1 && !continues) throw nodeError(context, run, stored[lost], lost);
	const items = paidSoFar(run) === undefined ? stored : stored.map(withoutRepeating);
	// Not before: n8n may have no room for a file, and the next try is not to pay again.
	const isLastTry = lost === -1 || context.getNode().retryOnFail !== true;
	if (isLastTry && !isStopped && !prepared.some(isDry)) run.ledger.clear();
	return await paired(context, items);
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

/** A report that many profiles have one of is told apart by its name. */
function namedFiles(outcome: ItemOutcome, input: unknown): ItemOutcome {
	return { ...outcome, items: outcome.items.map((item) => namedAfterProfile(item, input)) };
}

interface Preparation {
	context: IExecuteFunctions;
	run: Run;
	operation: EndpointOperation;
	idLabel?: string;
	index: number;
}

function tryPrepare({ context, run, operation, idLabel, index }: Preparation): PreparedItem {
	try {
		const input = readInputFields(context, index, run.hints);
		return { kind: 'ready', call: prepare(context, operation, idLabel, index), input };
	} catch (failure) {
		return {
			kind: 'unusable',
			failure: withoutToken(failure, run.redact),
			input: inputFieldsOrNone(context, index),
		};
	}
}

/** The message quotes what the user entered, and that may be the token in the wrong place. */
function withoutToken(failure: unknown, redact: Redact): unknown {
	if (!(failure instanceof Failure)) return failure;
	const { message, description = '' } = failure.details;
	return failure.with({ message: redact(message), description: redact(description) });
}

/** Whoever looks at what would be sent has not come to the last try. */
function isDry(prepared: PreparedItem): boolean {
	return prepared.kind === 'ready' && prepared.call.settings.dryRun;
}

function outcomeOf(prepared: PreparedItem | undefined): ItemOutcome {
	return { items: [], failure: prepared?.kind === 'unusable' ? prepared.failure : undefined };
}

async function tryPerform(
	run: Run,
	operation: EndpointOperation,
	call: ItemCall,
): Promise<ItemOutcome> {
	const { settings } = call;
	if (settings.dryRun) return { items: [rehearse(run, operation, call)] };
	const explanation = settings.explain ? new Explanation(settings) : undefined;
	try {
		const items = await perform(run, operation, { ...call, explanation });
		return { items: explained(items, explanation), settings };
	} catch (error) {
		if (error instanceof PartialFailure) {
			const items = explained(error.items, explanation);
			return { items, failure: error.failure, settings };
		}
		return { items: [], failure: error, settings };
	}
}

function nodeError(
	context: IExecuteFunctions,
	run: Run,
	outcome: { failure?: unknown } | undefined,
	index: number,
): Error {
	return toNodeError(context.getNode(), outcome?.failure, index, paidSoFar(run, index));
}

const NOT_IN_OUTPUT =
	"No item has %, which 'Output Fields' names. Check how the service spells it; a dot leads into an object.";
