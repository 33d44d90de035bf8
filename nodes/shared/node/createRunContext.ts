import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';

import { mayBeCharged, type EndpointOperation } from '../catalogue/types';
import { Cancelled } from '../failure/Cancelled';
import { inputFailure } from '../failure/Failure';
import { JobLog } from '../jobs/JobLog';
import { PollCoordinator } from '../jobs/PollCoordinator';
import { COUNT_KEY } from '../ledger/Ceiling';
import { ENTRIES_KEY } from '../ledger/Entries';
import { Ledger } from '../ledger/Ledger';
import { SkipList } from '../ledger/SkipList';
import { Hints } from '../operations/Hints';
import type { RunContext } from '../operations/RunContext';
import { OPTIONS } from '../settings/options';
import type { Settings } from '../settings/readSettings';
import { Semaphore } from '../transport/Semaphore';
import { isRecord } from '../values/records';
import { textOf } from '../values/text';
import { Connections } from './connections';
import { checkProcessedKey } from './parameters';
import { readRunOptions } from './prepare';
import { callByAgent, checkTool } from './tool';

export interface Execution {
	operation: EndpointOperation;
	idLabel?: string;
	context: IExecuteFunctions;
	run: RunContext;
	connections: Connections;
	skipList: SkipList;
	/** On Error: Continue. Failed items are returned as items with an `error`. */
	continueOnFail: boolean;
}

export function createExecution(
	context: IExecuteFunctions,
	operation: EndpointOperation,
	idLabel?: string,
): Execution {
	const settings = readRunOptions(context, operation);
	const { skipProcessed, idempotencyHeader } = settings;
	checkTool(context);
	const { data, isKept } = openStorage(context);
	if (mayBeCharged(operation)) {
		if (skipProcessed || idempotencyHeader !== undefined) checkProcessedKey(context);
		if (!isKept) assertNeedsNoStorage(settings);
	}
	const run = createRunContext(context, settings, data);
	return {
		operation,
		idLabel,
		context,
		run,
		connections: new Connections(context, settings, run.signal),
		skipList: new SkipList(context.helpers, data, nameOfRun(context)),
		continueOnFail: context.continueOnFail(),
	};
}

/** Where n8n keeps what a node stores for its next try or call: saved with the execution. If nothing is kept, it stays empty. */
function openStorage(context: IExecuteFunctions): { data: IContextObject; isKept: boolean } {
	try {
		const data: unknown = context.getContext('node');
		// If it is no object, nothing is known of earlier tries.
		const damaged = { [ENTRIES_KEY]: 'damaged', [COUNT_KEY]: 'damaged' };
		return { data: isRecord(data) ? data : damaged, isKept: true };
	} catch {
		// n8n's first-class agents call a tool without an execution that could keep anything.
		return { data: new Proxy({}, { set: () => true }), isKept: false };
	}
}

/** Two options need what earlier tries and calls stored: without it, requests would be paid for too often. */
function assertNeedsNoStorage({ maxPaidRequests, skipProcessed }: Settings): void {
	if (maxPaidRequests === 0 && !skipProcessed) return;
	const { label } = OPTIONS.ungrouped[maxPaidRequests > 0 ? 'maxPaidRequests' : 'skipProcessed'];
	throw inputFailure(
		`'${label}' cannot be used here, so nothing was sent`,
		`This kind of agent keeps nothing between the calls of a tool. Remove '${label}' from Options, or use the node in a workflow with an AI Agent node.`,
	).with({
		modelAdvice: 'Do not call it again: it sends nothing until a person changes this option.',
	});
}

/** Loops and AI agents run the node many times in one execution. Each try of a run has the same name. */
export function nameOfRun(context: IExecuteFunctions): string {
	return callByAgent(context)?.name ?? textOf(context.evaluateExpression('{{ $runIndex }}', 0));
}

export function createRunContext(
	context: IExecuteFunctions,
	{ maxConcurrency, maxPaidRequests: max }: Pick<Settings, 'maxConcurrency' | 'maxPaidRequests'>,
	stored: IContextObject,
): RunContext {
	const stopped = context.getExecutionCancelSignal();
	const halted = new AbortController();
	const signals = stopped === undefined ? [halted.signal] : [stopped, halted.signal];
	const signal = AbortSignal.any(signals);
	const semaphore = new Semaphore(maxConcurrency);
	const execution = context.getExecutionId();
	const ledger = new Ledger(stored, { name: nameOfRun(context), execution, max });
	// Other calls of an agent may run at the same time.
	if (callByAgent(context) === undefined) ledger.entries.dropDoneOfOtherRuns();
	return {
		runLimited: async (task) =>
			await semaphore.run(async () => {
				if (signal.aborted) throw new Cancelled();
				return await task();
			}),
		hints: new Hints(),
		jobLog: new JobLog(context.logger),
		coordinator: new PollCoordinator(),
		ledger,
		signal,
		abort: () => {
			halted.abort();
		},
	};
}
