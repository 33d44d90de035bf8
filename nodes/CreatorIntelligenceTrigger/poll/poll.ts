import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { rethrow, type Failure } from '../../shared/failure/Failure';
import type { OutputItem } from '../../shared/response/outputItem';
import { inLog } from '../../shared/values/escape';
import { processMemory } from '../memory/ProcessMemory';
import { loadState, settleBatch } from '../memory/State';
import { limits, openSession, pollsFromQueue, type Poll } from '../session/Session';
import { submitIfDue } from '../submit/submitIfDue';
import { watchJobs, type Watched } from '../watch/watchJobs';
import { watchScreenings } from '../watch/watchScreenings';
import {
	checkActivation,
	isStarting,
	logNotices,
	newMistake,
	reasonsToSave,
	throwOrLog,
} from './errorsAndLog';
import { sample, toN8nOutputs } from './sample';

/** Time to save and log after the time of a poll is up. */
const MARGIN_MS = 5_000;

type Outputs = INodeExecutionData[][] | null;

/** The result of a poll, before it is converted to n8n items. */
export interface PollResult extends Watched {
	/** The second output. */
	submitted: OutputItem[];
	/** Reported to the user after the state is saved. */
	failure?: Failure;
}

/** What became of a poll that has no result. */
const NO_RESULT = {
	skipped: 'The previous poll of this trigger is still running, so this poll is skipped',
	late: 'A poll of this trigger took too long. Later polls no longer wait for it',
};

export async function poll(context: IPollFunctions): Promise<Outputs> {
	if (context.getMode() === 'manual') return await sample(context);
	const memory = processMemory.of(`${context.getWorkflow().id} ${context.getNode().id}`);
	const data = context.getWorkflowStaticData('node');
	const isFromQueue = pollsFromQueue(context);
	const isActivation = !isFromQueue && memory.activated !== data;
	const longestMs = limits.pollMs + MARGIN_MS;
	try {
		const found = await memory.polls.run({ data, isActivation, longestMs }, async () => {
			if (isActivation) memory.startOver();
			const now = clock.now();
			const opened = await openSession(context, isActivation);
			const state = loadState(data, now);
			const poll = { ...opened, memory, now, state, isActivation, isFromQueue };
			const result = await findEvents(poll);
			const { settings, submission } = poll.parameters;
			const { items, submitted } = result;
			const all = submission === undefined ? [items] : [items, submitted];
			return { poll, result, outputs: await toN8nOutputs(context, all, settings) };
		});
		if (typeof found !== 'string') return emit(context, found);
		context.logger.warn(NO_RESULT[found]);
		return null;
	} catch (error) {
		return throwOrLog(context, memory, error, isActivation);
	}
}

interface Found {
	poll: Poll;
	result: PollResult;
	outputs: INodeExecutionData[][];
}

/** Settles the last batch, submits if it is time for it, and reads what is watched. */
export async function findEvents(poll: Poll): Promise<PollResult> {
	const { isFromQueue, parameters } = poll;
	// Polls from n8n's queue save their state together with the execution. Otherwise, only the process that
	// emitted a batch knows that it reached n8n.
	const isOwn = poll.state.batch?.by === processMemory.id;
	const state = settleBatch(poll.state, isOwn || isFromQueue);

	const { submissions, items, failure } = await submitIfDue({ ...poll, state });
	const watch = parameters.event === 'jobFinished' ? watchJobs : watchScreenings;
	const watched = await watch({ ...poll, state: { ...state, submissions } });

	return { ...watched, submitted: items, failure };
}

/** Saves the state, and returns the events or throws the error: n8n accepts only one of them. */
function emit(context: IPollFunctions, { poll, result, outputs }: Found): Outputs {
	const { memory, isActivation, parameters, session } = poll;
	// What was submitted has to be saved and emitted, whatever else is wrong.
	const mayThrow = isActivation && !isStarting(context) && result.submitted.length === 0;
	if (mayThrow) checkActivation(poll, result);
	memory.lastPollAt = poll.now;
	logNotices(context, poll, result.unreadable);
	const data = context.getWorkflowStaticData('node');
	// n8n notices only that a key of the first level is set, and saves only what it notices.
	Object.assign(data, result.state);
	memory.activated = data;
	memory.failure = result.failure ?? memory.failure;
	const isEmpty = outputs.every((items) => items.length === 0);
	// n8n always saves the state after the first poll of an activation.
	const reasons = isActivation ? [] : reasonsToSave(poll, result.state);
	if (!isEmpty || (reasons.length > 0 && parameters.settings.emptyExecutions)) {
		// n8n does not show the reason of an execution without items.
		if (isEmpty)
			context.logger.info(
				`The trigger '${inLog(context.getNode().name)}' starts an execution without items to save its state: ${reasons.join(', and ')}`,
			);
		return outputs;
	}
	if (isActivation) return null;
	const error: unknown =
		memory.failure ?? session.fatal ?? newMistake(memory, parameters.idsMistake, result.unreadable);
	memory.failure = undefined;
	if (error !== undefined) rethrow(error);
	memory.isOver('error');
	return null;
}
