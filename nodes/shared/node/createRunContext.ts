import type { IContextObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { mayBeCharged, type EndpointOperation } from '../catalogue/types';
import { Cancelled } from '../failure/Cancelled';
import { JobLog } from '../jobs/JobLog';
import { PollCoordinator } from '../jobs/PollCoordinator';
import { Ledger } from '../ledger/Ledger';
import { SkipList } from '../ledger/SkipList';
import { checkStorage, openStorage } from '../ledger/storage';
import { Hints } from '../operations/Hints';
import type { RunContext } from '../operations/RunContext';
import type { Settings } from '../settings/readSettings';
import { Semaphore } from '../transport/Semaphore';
import { textOf } from '../values/text';
import { Connections } from './connections';
import { checkProcessedKey } from './parameters';
import { readRunOptions } from './prepare';
import { callByAgent, checkTool } from './tool';

export interface Execution {
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

export function createExecution(
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

export function createRunContext(
	context: IExecuteFunctions,
	{ maxConcurrency, maxPaidRequests: max }: Pick<Settings, 'maxConcurrency' | 'maxPaidRequests'>,
	stored: IContextObject,
): RunContext {
	const stopped = context.getExecutionCancelSignal();
	const halted = new AbortController();
	const signal = AbortSignal.any(
		stopped === undefined ? [halted.signal] : [stopped, halted.signal],
	);
	const slots = new Semaphore(maxConcurrency);
	const call = callByAgent(context);
	// Loops and AI agents run the node many times in one execution.
	const name = call?.name ?? textOf(context.evaluateExpression('{{ $runIndex }}', 0));
	const ledger = new Ledger(stored, { name, execution: context.getExecutionId(), max });
	if (call === undefined) ledger.entries.dropResponsesOfOtherRuns();
	return {
		runLimited: async (task) =>
			await slots.run(async () => {
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
