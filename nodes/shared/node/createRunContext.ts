import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';

import { Cancelled } from '../failure/Cancelled';
import { JobLog } from '../jobs/JobLog';
import { PollCoordinator } from '../jobs/PollCoordinator';
import { Ledger } from '../ledger/Ledger';
import { Hints } from '../operations/Hints';
import type { RunContext } from '../operations/RunContext';
import type { Settings } from '../settings/readSettings';
import { Semaphore } from '../transport/Semaphore';
import { textOf } from '../values/text';
import { callByAgent } from './tool';

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
