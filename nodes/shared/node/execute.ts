import { deepCopy, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import {
	callsService,
	changesContent,
	findOperation,
	mayBeCharged,
	type EndpointOperation,
	type NodeCatalogue,
	type Operation,
} from '../catalogue/types';
import { inSlices } from '../clock';
import { Failure, inputFailure, withoutToken } from '../failure/Failure';
import type { Call } from '../ledger/Call';
import { isLimitReached } from '../ledger/Ceiling';
import { markEqual } from '../ledger/equalCalls';
import { seedKeys } from '../ledger/SkipList';
import { PartialFailure } from '../operations/PartialFailure';
import { dryRunOperation, runOperation } from '../operations/runOperation';
import { DOCUMENT_LIMITS, withDocument } from '../operations/serviceDocument';
import type { RunContext } from '../operations/RunContext';
import { explained, Explanation } from '../plan/explain';
import type { Contract } from '../plan/plan';
import type { RequestDraft } from '../request/draft';
import { namedAfterProfile } from '../response/namedFile';
import type { OutputItem } from '../response/outputItem';
import { Service } from '../Service';
import type { Redact } from '../transport/redact';
import { isRecord } from '../values/records';
import { textOf } from '../values/text';
import { tokenRedact } from './connections';
import { contractOfInput } from './contract';
import { createExecution, type Execution } from './createRunContext';
import { finish, mustFail } from './finish';
import { withFormLabels } from './formLabels';
import { inputFieldsOrNone, readInputFields } from './inputFields';
import { failedItems, type ItemOutcome } from './items';
import { noteNames } from './nameHints';
import { toNodeError } from './nodeError';
import { readParameter } from './parameters';
import { prepare } from './prepare';
import { reportOfInput } from './report';
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
	const isManual = context.getMode() === 'manual';
	await noteNames(run.hints, operation, callsOf(prepared), { isManual });
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

/** Without the calls that an earlier run has sent. Manual runs neither skip nor record; a dry run only looks up. */
async function withoutProcessed(
	{ context, operation, run, skipList }: Execution,
	prepared: ItemOutcome[],
): Promise<ItemOutcome[]> {
	const { id: workflow = '' } = context.getWorkflow();
	seedKeys(callsOf(prepared), `${workflow}/${context.getNode().id}`);
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

async function runCall(
	{ run, operation, inputs }: Execution,
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
		return { items: [], failure: withFormLabels(error, { operation, draft, tokenAdvice }) };
	}
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

/** With a fixed ID, the input may hold content of other jobs, which this one does not have. */
function isOfAnotherJob(operation: EndpointOperation, { id }: RequestDraft, job: unknown): boolean {
	if (!changesContent(operation) || !isRecord(job)) return false;
	return job.type === operation.of && textOf(job.id) !== textOf(id).trim();
}

const OF_ANOTHER_JOB =
	"Not sent because they belong to another job than 'ID': items %. Use {{ $json.job.id }} to send them too.";
const RUN_ONCE = " To run the node once, turn on 'Execute Once' in its Settings.";

const NOTHING_SKIPPED =
	"'Skip Already Processed' works in published workflows only. Nothing was skipped in this manual run.";

/** The contract of the credential, and the plans of the service's OpenAPI document. */
async function describedContract(
	{ hints }: RunContext,
	{ settings, connection: { baseUrl, transport, credential, contract } }: Call,
): Promise<Contract | undefined> {
	const sender = transport.sender({ ...settings.requests, ...DOCUMENT_LIMITS });
	const service = new Service(baseUrl, sender, 'auto');
	return await withDocument(contract, { service, credential, hints });
}
