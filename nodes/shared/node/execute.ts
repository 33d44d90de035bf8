import {
	deepCopy,
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import {
	callsService,
	changesContent,
	findOperation,
	mayBeCharged,
	type NodeCatalogue,
	type EndpointOperation,
	type Operation,
} from '../catalogue/types';
import { inSlices } from '../clock';
import { planFor, type Contract } from '../plan/plan';
import { Failure, withoutToken } from '../failure/Failure';
import { explained, Explanation } from '../plan/explain';
import type { Call } from '../ledger/Call';
import { isLimitReached } from '../ledger/Ceiling';
import { markEqual } from '../ledger/equalCalls';
import { keyOf, SkipList } from '../ledger/SkipList';
import { checkStorage, openStorage } from '../ledger/storage';
import type { RunContext } from '../operations/RunContext';
import { limitHint } from '../operations/Hints';
import { PartialFailure } from '../operations/PartialFailure';
import { DOCUMENT_LIMITS, withDocument } from '../operations/serviceDocument';
import { runOperation, dryRunOperation } from '../operations/runOperation';
import type { RequestDraft } from '../request/draft';
import { namedAfterProfile } from '../response/namedFile';
import type { OutputItem } from '../response/outputItem';
import type { Redact } from '../transport/redact';
import { contractOfInput } from './contract';
import { Service } from '../Service';
import type { Settings } from '../settings/readSettings';
import { isRecord } from '../values/records';
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
	withoutFailure,
	withoutItems,
	withoutRerunAdvice,
} from './items';
import { inputFieldsOrNone, readInputFields } from './inputFields';
import { withFormLabels } from './formLabels';
import { noteNames } from './nameHints';
import { toNodeError } from './nodeError';
import { Connections, tokenRedact } from './connections';
import { createRunContext } from './createRunContext';
import { checkProcessedKey, readParameter } from './parameters';
import { prepare, readOptions } from './prepare';
import { reportOfInput, showReportHint, withReport } from './report';
import { answersWithErrors, checkTool, forAgent, skippedByTool } from './tool';

interface Execution {
	operation: EndpointOperation;
	idLabel?: string;
	context: IExecuteFunctions;
	inputs: INodeExecutionData[];
	run: RunContext;
	connections: Connections;
	skipList: SkipList;
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

function createExecution(
	context: IExecuteFunctions,
	operation: EndpointOperation,
	idLabel?: string,
): Execution {
	const settings = readRunOptions(context, operation);
	const usesKey = settings.skipProcessed || settings.idempotencyHeader !== undefined;
	if (usesKey && mayBeCharged(operation)) checkProcessedKey(context);
	checkTool(context);
	const storage = openStorage(context);
	checkStorage(storage, operation, settings);
	const run = createRunContext(context, settings, storage.data);
	return {
		operation,
		idLabel,
		context,
		inputs: context.getInputData(),
		run,
		connections: new Connections(context, settings, run.signal),
		skipList: new SkipList(context.helpers, storage.data, run.ledger.run),
		continueOnFail: context.continueOnFail(),
	};
}

/** From the first item whose options can be read: the others fail on their own. */
function readRunOptions(context: IExecuteFunctions, operation: EndpointOperation): Settings {
	for (const index of context.getInputData().keys()) {
		try {
			return readOptions(context, index, operation);
		} catch {
			// Prepared later, with an error of its own.
		}
	}
	return readOptions(context, 0, operation);
}

async function runAll(execution: Execution): Promise<INodeExecutionData[]> {
	const prepared = await prepareAll(execution);
	const outcomes = mustFail(execution, prepared) ? prepared : await runCalls(execution, prepared);
	return await finish(execution, outcomes);
}

/** Checks all items before the first request, so that invalid input costs nothing. */
async function prepareAll(execution: Execution): Promise<ItemOutcome[]> {
	const { context, operation, inputs, run } = execution;
	const prepared: ItemOutcome[] = [];
	for await (const index of inSlices(inputs.keys())) {
		prepared.push(await tryPrepare(execution, index));
	}
	const items = callsOf(prepared);
	const { fields = {} } = planFor(items[0]?.settings.contract, operation.endpoint);
	const isManual = context.getMode() === 'manual';
	const pinned = Object.values(fields);
	await noteNames(run.hints, operation, { items, pinned, isManual });
	return prepared;
}

function callsOf(outcomes: ItemOutcome[]): Call[] {
	return outcomes.flatMap(({ call }) => call ?? []);
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
			return { input, items: [], isSkipped: true };
		}
		return { input, call, items: [] };
	} catch (failure) {
		const input = inputFieldsOrNone(context, index);
		return { input, items: [], failure: withoutToken(failure, redact) };
	}
}

async function runCalls(execution: Execution, prepared: ItemOutcome[]): Promise<ItemOutcome[]> {
	const { run, continueOnFail } = execution;
	const runOne = async (outcome: ItemOutcome): Promise<ItemOutcome> => {
		const { call } = outcome;
		const ran = call === undefined ? outcome : { ...outcome, ...(await runCall(execution, call)) };
		// After 'Max Paid Requests' is reached, jobs that were submitted before are still waited for.
		const isFailed = ran.failure !== undefined && !isLimitReached(ran.failure);
		if (isFailed && !continueOnFail) run.abort();
		return ran;
	};
	const running: Array<Promise<ItemOutcome>> = [];
	seedKeys(execution, callsOf(prepared));
	const outcomes = await withoutProcessed(execution, prepared);
	await shareEqual(execution, callsOf(outcomes));
	for await (const outcome of inSlices(outcomes)) {
		const { equalTo, settings } = outcome.call ?? {};
		const first = equalTo === undefined || settings?.dryRun ? undefined : running[equalTo];
		const item = first === undefined ? runOne(outcome) : sharedOutcome(outcome, first);
		// Its error is thrown below; until then, Node would end n8n for it.
		item.catch(() => undefined);
		running.push(item);
	}
	return await Promise.all(running);
}

/** Equal paid requests are sent once, and each item gets the result. */
async function shareEqual({ operation, run }: Execution, calls: Call[]): Promise<void> {
	if (!mayBeCharged(operation) || operation.createsNamed) return;
	const { items, requests } = await markEqual(calls);
	if (items === 0) return;
	const isDry = calls.some(({ settings }) => settings.dryRun);
	const [have, are] = isDry ? ['have', 'would be'] : ['had', 'was'];
	const same = requests === 1 ? 'the same request' : `only ${requests} different requests`;
	const what = requests === 1 ? 'It' : 'Each';
	// For some items alone, it would be the wrong advice: the others would be left out.
	const advice = requests === 1 && items === calls.length ? RUN_ONCE : '';
	run.hints.add(`${items} items ${have} ${same}. ${what} ${are} sent once.${advice}`);
}

const RUN_ONCE = " To run the node once, turn on 'Execute Once' in its Settings.";

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

/** With both options, a request that a crash cut off is sent again under the same idempotency key, also where nothing is skipped. */
function seedKeys({ context }: Execution, calls: Call[]): void {
	const { id: workflow = '' } = context.getWorkflow();
	const seeds = new Set<string>();
	for (const call of calls) {
		const { idempotencyHeader: header, processedKey: key } = call.settings;
		if (header === undefined || key === undefined) continue;
		const seed = `${workflow}/${context.getNode().id}/${keyOf(call)}`;
		// Of items with the same key, another would get the response of the first.
		if (!seeds.has(seed)) call.keySeed = seed;
		seeds.add(seed);
	}
}

/** Without the calls that an earlier run has sent. Manual runs neither skip nor record; a dry run only looks up. */
async function withoutProcessed(
	{ context, operation, run, skipList }: Execution,
	prepared: ItemOutcome[],
): Promise<ItemOutcome[]> {
	const calls = callsOf(prepared).filter(({ settings }) => settings.skipProcessed);
	if (!mayBeCharged(operation) || calls.length === 0) return prepared;
	const dry = calls.filter(({ settings }) => settings.dryRun);
	const real = calls.filter(({ settings }) => !settings.dryRun);
	if (context.getMode() === 'manual') {
		if (real.length > 0) run.hints.add(NOTHING_SKIPPED);
		return prepared;
	}
	const processed = await skipList.lookUp(dry);
	for (const call of dry) call.isProcessed = processed?.has(call.index) ?? 'unknown';
	const skipped = await skipList.record(real);
	run.ledger.tally.skipped += skipped.size;
	return prepared.map((each, index) =>
		skipped.has(index) ? { input: each.input, items: [], isSkipped: true } : each,
	);
}

async function runCall(
	{ context, run, operation, inputs }: Execution,
	call: Call,
): Promise<Pick<ItemOutcome, 'items' | 'failure'>> {
	const { settings, draft, connection, index } = call;
	if (settings.dryRun) return { items: [dryRunOperation(run, operation, call)] };
	const contract = await describedContract(run, call);
	const explanation = settings.explain ? new Explanation(contract) : undefined;
	// Each profile has its own report file, so its name contains the profile.
	const named = (item: OutputItem) =>
		operation.document === true ? namedAfterProfile(item, inputs[index]?.json) : item;
	try {
		const items = await runOperation(run, operation, {
			...{ ...call, explanation },
			settings: { ...settings, contract },
		});
		return { items: await explained(items.map(named), explanation) };
	} catch (error) {
		if (error instanceof PartialFailure) {
			const items = await explained(error.items.map(named), explanation);
			return { items, failure: error.failure };
		}
		const { tokenAdvice } = connection;
		const isInput = context.getNode().parameters.bodyMode === 'input';
		return {
			items: [],
			failure: withFormLabels(error, { operation, draft, isInput, tokenAdvice }),
		};
	}
}

/** Keeps what was paid for, shows the hints, and returns the items, or fails: the only place that does. */
async function finish(
	execution: Execution,
	outcomes: ItemOutcome[],
): Promise<INodeExecutionData[]> {
	const { context, run } = execution;
	await releaseKeys(execution, outcomes);
	await showAllHints(execution, outcomes);
	const isFailed = mustFail(execution, outcomes);
	const stored = isFailed ? outcomes.map(withoutItems) : await storeAll(execution, outcomes);
	if (isFailed || mustFail(execution, stored)) throw nodeError(execution, stored);
	if (isCutShort(execution, outcomes))
		return await toPairedItems(context, stored.map(withoutFailure));
	// A new execution would pay for them again, so no item advises one. The ledger knows them until it is cleared.
	const advised = describeSentRequests(run) === undefined ? stored : stored.map(withoutRerunAdvice);
	clearLedger(execution, stored);
	if (outcomes.every(({ isSkipped }) => isSkipped)) return skippedByTool(context.getNode());
	return await toPairedItems(context, advised);
}

/** Without 'On Error: Continue' an item that failed fails the node. A stopped run returns what it knows of its jobs. */
function mustFail(
	execution: Execution,
	outcomes: Array<Pick<StoredOutcome, 'failure'> & { items: unknown[] }>,
): boolean {
	const isFailed = !execution.continueOnFail && indexOfFirstFailed(outcomes) !== -1;
	return isFailed && !isCutShort(execution, outcomes);
}

function isCutShort(execution: Execution, outcomes: Array<{ items: unknown[] }>): boolean {
	return isStopped(execution) && outcomes.some(({ items }) => items.length > 0);
}

/** The next execution sends what need not be paid for: what was rejected or not sent, and jobs that failed. */
async function releaseKeys({ run, skipList }: Execution, outcomes: ItemOutcome[]): Promise<void> {
	const paid = run.ledger.itemsWithEntries();
	const paidFor = ({ index, equalTo = index }: Call) => {
		if (run.jobLog.hasFailed(equalTo)) return undefined;
		return run.ledger.paidFor(equalTo) ?? (paid.has(equalTo) ? 'lost' : undefined);
	};
	const calls = new Map(callsOf(outcomes).map((call) => [call.index, call]));
	await skipList.finish([...calls.values()].filter((call) => paidFor(call) === 'accepted'));
	const left = await skipList.release((index) => {
		const call = calls.get(index);
		return call === undefined || paidFor(call) === undefined;
	});
	if (left > 0) run.hints.add(KEYS_LEFT, String(left));
}

async function showAllHints(execution: Execution, outcomes: ItemOutcome[]): Promise<void> {
	const { context, run, connections } = execution;
	for (const { transport } of connections.all) {
		const limited = limitHint(transport.queue.limitWait);
		if (limited === undefined) continue;
		run.hints.add(limited);
		context.logger.info(limited);
	}
	const { hint, reasons } = run.jobLog.failed();
	for (const reason of reasons) run.hints.add(hint, reason);
	const unknown = await unknownOutputFields(outcomes);
	for (const name of unknown) run.hints.add(NOT_IN_OUTPUT, `'${name}'`);
	showHints(context, run.hints);
	showSummary(context, run.ledger);
	if (isStopped(execution)) logHints(context, run.hints);
}

function isStopped({ context }: Execution): boolean {
	return context.getExecutionCancelSignal()?.aborted === true;
}

async function storeAll({ context }: Execution, outcomes: ItemOutcome[]): Promise<StoredOutcome[]> {
	const stored: StoredOutcome[] = [];
	for await (const outcome of inSlices(outcomes)) {
		stored.push(await store(context.helpers, await withReport(outcome)));
	}
	for (const { items } of stored.slice(0, 1)) showReportHint(context, items[0]?.json);
	return stored;
}

/** Called after the files are stored: if storing fails, the next try needs the ledger so that it does not pay again. */
function clearLedger(execution: Execution, stored: StoredOutcome[]): void {
	const { context, run, skipList } = execution;
	const isLastTry = indexOfFirstFailed(stored) === -1 || context.getNode().retryOnFail !== true;
	// A dry run sends nothing, so it must not clear what was sent before.
	if (!isLastTry || isStopped(execution) || stored.some(({ call }) => call?.settings.dryRun))
		return;
	run.ledger.entries.clear();
	skipList.forget();
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

/** With a fixed ID, the input may hold content of other jobs, which this one does not have. */
function isOfAnotherJob(operation: EndpointOperation, { id }: RequestDraft, job: unknown): boolean {
	if (!changesContent(operation) || !isRecord(job)) return false;
	return job.type === operation.of && textOf(job.id) !== textOf(id).trim();
}

function nodeError({ context, run }: Execution, stored: StoredOutcome[]): Error {
	const index = indexOfFirstFailed(stored);
	const failure = stored[index]?.failure;
	const { job, description = '' } = failure instanceof Failure ? failure.details : {};
	const isNamed = job !== undefined && description.includes(textOf(job.id));
	const paid = describeSentRequests(run, index, isNamed);
	// n8n shows no hints of a node that failed.
	const counts = isLimitReached(failure) ? `${run.ledger.summary} ${paid ?? ''}`.trim() : paid;
	return toNodeError(context.getNode(), failure, index, counts);
}

const KEYS_LEFT =
	"n8n could not remove the keys of % failed items. With 'Skip Already Processed', the next execution skips them: give them another 'Processed Key'.";
const OF_ANOTHER_JOB =
	"Not sent because they belong to another job than 'ID': items %. Use {{ $json.job.id }} to send them too.";

const NOTHING_SKIPPED =
	"'Skip Already Processed' works in published workflows only. Nothing was skipped in this manual run.";

const NOT_IN_OUTPUT =
	"No item has the field % from 'Output Fields'. Check its spelling; use a dot for a field in an object.";

/** The contract of the credential, and the plans of the service's OpenAPI document. */
async function describedContract(
	{ hints }: RunContext,
	{ settings, connection: { baseUrl, transport, credential, contract } }: Call,
): Promise<Contract | undefined> {
	const sender = transport.sender({ ...settings.requests, ...DOCUMENT_LIMITS });
	const service = new Service(baseUrl, sender, 'auto');
	return await withDocument(contract, { service, credential, hints });
}
