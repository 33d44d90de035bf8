import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import type { Failure } from '../../shared/failure/Failure';
import { limitHint } from '../../shared/operations/Hints';
import type { OutputItem } from '../../shared/response/outputItem';
import { processMemory } from '../memory/ProcessMemory';
import { loadState, settleBatch, storeState } from '../memory/State';
import { limits, openSession, pollsFromQueue } from '../session/openSession';
import type { Poll } from '../session/Session';
import { submitIfDue } from '../submit/submitIfDue';
import { watchJobs, type Watched } from '../watch/watchJobs';
import { watchScreenings } from '../watch/watchScreenings';
import {
	checkActivation,
	isStarting,
	logEmptyExecution,
	logNotices,
	newMistake,
	throwOrLog,
	type SaveReason,
} from './errorsAndLog';
import { sample, toN8nOutputs } from './sample';

/** Time to save and log after the time of a poll is up. */
const MARGIN_MS = 5_000;

type Outputs = INodeExecutionData[][] | null;

/** The result of a poll, before it is converted to n8n items. */
export interface PollResult extends Watched {
	toSave: SaveReason[];
	/** The second output. */
	submitted: OutputItem[];
	/** Reported to the user after the state is saved. */
	failure?: Failure;
}

export async function poll(context: IPollFunctions): Promise<Outputs> {
	if (context.getMode() === 'manual') return await sample(context);
	const memory = processMemory.of(`${context.getWorkflow().id} ${context.getNode().id}`);
	const { polls } = memory;
	const data = context.getWorkflowStaticData('node');
	const isFromQueue = pollsFromQueue(context);
	const isActivation = !isFromQueue && polls.activated !== data;
	const longestMs = limits.pollMs + MARGIN_MS;
	const outputs = await polls.run({ data, isActivation, longestMs }, async (isCurrent) => {
		const now = clock.now();
		return await pollOnce(context, data, { memory, now, isActivation, isFromQueue }, isCurrent);
	});
	if (outputs !== 'skipped') return outputs;
	context.logger.debug(
		'The previous poll of this trigger is still running, so this poll is skipped',
	);
	return null;
}

async function pollOnce(
	context: IPollFunctions,
	data: IDataObject,
	conditions: Omit<Poll, 'session' | 'parameters' | 'state'>,
	isCurrent: () => boolean,
): Promise<Outputs> {
	const { memory, now, isActivation } = conditions;
	if (isActivation) memory.reportedErrors.startOver();
	let opened: Poll;
	let result: PollResult;
	let outputs: INodeExecutionData[][];
	try {
		const session = await openSession(context, isActivation);
		opened = { ...conditions, ...session, state: loadState(data, now) };
		result = await findEvents(opened);
		const { items, submitted } = result;
		// What was submitted has to be saved and emitted, whatever else is wrong.
		const mayThrow = isActivation && !isStarting(context) && submitted.length === 0;
		if (mayThrow) checkActivation(opened, result);
		const { settings, submission } = opened.parameters;
		const all = submission === undefined ? [items] : [items, submitted];
		outputs = await toN8nOutputs(context, all, settings);
	} catch (error) {
		return throwOrLog(context, memory, error, isActivation);
	}
	if (!isCurrent()) {
		context.logger.warn('A poll of this trigger took too long. Later polls no longer wait for it');
		return null;
	}
	memory.lastPollAt = now;
	const { session } = opened;
	const limited = limitHint(session.queue.longestWait);
	if (limited !== undefined) session.hints.add(limited);
	logNotices(context, memory.reportedErrors, session, result);
	storeState(data, result.state);
	memory.polls.activated = data;
	return emit(context, opened, result, outputs);
}

/** Settles the last batch, submits if it is time for it, and reads what is watched. */
export async function findEvents(poll: Poll): Promise<PollResult> {
	const { memory, isActivation, isFromQueue, parameters } = poll;
	// Polls from n8n's queue save their state together with the execution. Otherwise, only the process that
	// emitted a batch knows that it reached n8n.
	const isOwn = poll.state.batch?.by === processMemory.id;
	const state = settleBatch(poll.state, isOwn || isFromQueue);
	if (isActivation) memory.lastRejection = undefined;

	const { submissions, items, mustSave, failure } = await submitIfDue({ ...poll, state });
	const watch = parameters.event === 'jobFinished' ? watchJobs : watchScreenings;
	const watched = await watch({ ...poll, state: { ...state, submissions } });

	const toSave: SaveReason[] = isOwn && !isFromQueue ? ['emitted'] : [];
	if (watched.hasNewBaseline) toSave.push('firstSeen');
	if (mustSave !== undefined) toSave.push(mustSave);
	return { ...watched, toSave, submitted: items, failure };
}

/** Returns the events or throws the error: n8n accepts only one of them. */
function emit(
	context: IPollFunctions,
	{ memory, isActivation, parameters, session }: Poll,
	{ toSave, failure, unreadable }: PollResult,
	outputs: INodeExecutionData[][],
): Outputs {
	const { reportedErrors } = memory;
	const { postponed } = reportedErrors;
	const isEmpty = outputs.every((items) => items.length === 0);
	// n8n always saves the state after the first poll of an activation.
	memory.isUnsaved = isEmpty && !isActivation && (memory.isUnsaved || toSave.length > 0);
	if (!isEmpty || (memory.isUnsaved && parameters.settings.emptyExecutions)) {
		memory.isUnsaved = false;
		if (isEmpty) logEmptyExecution(context, toSave);
		reportedErrors.postponed = failure ?? postponed;
		return outputs;
	}
	reportedErrors.postponed = failure;
	const mistake = () =>
		isActivation ? undefined : newMistake(reportedErrors, parameters.idsMistake, unreadable);
	const error: unknown = postponed ?? session.fatal ?? mistake();
	if (error !== undefined) return throwOrLog(context, memory, error, isActivation);
	reportedErrors.isOver('error');
	return null;
}
