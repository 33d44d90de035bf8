import type { IExecuteFunctions } from 'n8n-workflow';

import { clock } from '../clock';
import { Cancelled } from '../failure/Cancelled';
import { JobLog } from '../jobs/JobLog';
import { RequestJournal } from '../jobs/RequestJournal';
import { PollCoordinator } from '../jobs/PollCoordinator';
import { Hints } from '../operations/Hints';
import { PaidRequests } from '../operations/PaidRequests';
import type { RunContext } from '../operations/RunContext';
import type { Settings } from '../settings/readSettings';
import { Semaphore } from '../transport/Semaphore';
import { textOf } from '../values/text';

export function createRunContext(
	context: IExecuteFunctions,
	{ maxConcurrency, maxPaidRequests }: Pick<Settings, 'maxConcurrency' | 'maxPaidRequests'>,
): RunContext {
	const stopped = context.getExecutionCancelSignal();
	const halted = new AbortController();
	const signal = AbortSignal.any(
		stopped === undefined ? [halted.signal] : [stopped, halted.signal],
	);
	const slots = new Semaphore(maxConcurrency);
	const name = nameOf(context);
	return {
		runLimited: async (task) =>
			await slots.run(async () => {
				if (signal.aborted) throw new Cancelled();
				return await task();
			}),
		hints: new Hints(),
		jobLog: new JobLog(context.logger),
		coordinator: new PollCoordinator(),
		name,
		journal: openJournal(context, name),
		paid: new PaidRequests(context.getContext('node'), maxPaidRequests),
		signal,
		abort: () => {
			halted.abort();
		},
	};
}

/** Names of tool calls, by their arguments object: see toolCallName. */
const toolCalls = new WeakMap<object, string>();
let countOfCalls = 0;

/** Identifies this run of the node: loops and AI agents run it many times in one execution. */
function nameOf(context: IExecuteFunctions): string {
	const [input] = context.getInputData();
	return input !== undefined && isCalledByAgent(context)
		? toolCallName(input.json)
		: textOf(context.evaluateExpression('{{ $runIndex }}', 0));
}

function openJournal(context: IExecuteFunctions, name: string): RequestJournal {
	const journal = new RequestJournal(context.getContext('node'), name);
	if (!isCalledByAgent(context)) journal.dropResponsesOfOtherRuns();
	return journal;
}

/** Older versions of n8n have no `isToolExecution`. */
function isCalledByAgent(context: Partial<Pick<IExecuteFunctions, 'isToolExecution'>>): boolean {
	return context.isToolExecution?.() === true;
}

/** When n8n retries a tool call, the run index changes, but the arguments are the same object. */
function toolCallName(args: object): string {
	const name = toolCalls.get(args) ?? `tool-${clock.now().toString(36)}-${++countOfCalls}`;
	toolCalls.set(args, name);
	return name;
}
