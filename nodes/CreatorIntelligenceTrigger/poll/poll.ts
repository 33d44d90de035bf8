import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { Failure } from '../../shared/failure/Failure';
import { limitHint } from '../../shared/operations/Hints';
import { processMemory } from '../memory/process/ProcessMemory';
import { loadState, storeState } from '../memory/saved/codec';
import { openSession } from '../session/openSession';
import { limits, pollsFromQueue } from '../session/pollTime';
import type { Poll } from '../session/Session';
import { findEvents, type Findings } from './findEvents';
import {
	checkActivation,
	isStarting,
	logEmptyExecution,
	logNotices,
	newSettingsMistake,
	throwOrLog,
} from './errorsAndLog';
import { sample, toN8nOutputs } from './sample';

/** Time to save and log after the time of a poll is up. */
const MARGIN_MS = 5_000;

type Outputs = INodeExecutionData[][] | null;

export async function poll(context: IPollFunctions): Promise<Outputs> {
	if (context.getMode() === 'manual') return await sample(context);
	const memory = processMemory.of(`${context.getWorkflow().id} ${context.getNode().id}`);
	const { polls } = memory;
	const data = context.getWorkflowStaticData('node');
	const isFromQueue = pollsFromQueue(context);
	const isActivation = !isFromQueue && polls.activated !== data;
	const longestMs = limits.pollMs + MARGIN_MS;
	const isTooLate = timeoutOnce(longestMs);
	for (let { current } = polls; current !== undefined; { current } = polls) {
		if (!isActivation || current.data === data) {
			context.logger.debug(
				'The previous poll of this trigger is still running, so this poll is skipped',
			);
			return null;
		}
		// The running poll belongs to an earlier activation: n8n drops what it finds. This poll must not be
		// skipped, as n8n considers the workflow active after it.
		const became = await Promise.race([current.over, isTooLate()]);
		if (became === 'tooLate' && polls.isRunning) {
			return throwOrLog(context, memory, stillUnderWay(), isActivation);
		}
	}
	const now = memory.clock.now();
	return await polls.run({ data, longestMs }, async (isCurrent) => {
		const conditions = { memory, now, isActivation, isFromQueue };
		return await pollOnce(context, data, conditions, isCurrent);
	});
}

/** Resolves after `ms`, counted from the first call. Limits the waiting for other polls. */
function timeoutOnce(ms: number): () => Promise<'tooLate'> {
	let end: Promise<'tooLate'> | undefined;
	return async () => {
		end ??= new Promise((resolve) => {
			clock.after(ms, () => {
				resolve('tooLate');
			});
		});
		return await end;
	};
}

function stillUnderWay(): Failure {
	return new Failure({
		kind: 'unexpected',
		message: 'An earlier poll of this trigger is still running',
		description: 'Activate the workflow again in a minute. If that does not help, restart n8n.',
	});
}

async function pollOnce(
	context: IPollFunctions,
	data: IDataObject,
	conditions: Omit<Poll, 'session' | 'parameters' | 'state'>,
	isCurrent: () => boolean,
): Promise<Outputs> {
	const { memory, now, isActivation } = conditions;
	const { reportedErrors, polls } = memory;
	if (isActivation) reportedErrors.startOver();
	let opened: Poll;
	let found: Findings;
	let outputs: INodeExecutionData[][];
	try {
		const mayThrow = isActivation && !isStarting(context);
		const session = await openSession(context, isActivation);
		opened = { ...conditions, ...session, state: loadState(data, now) };
		found = await findEvents(opened);
		if (mayThrow && found.submitted.length === 0) checkActivation(opened, found);
		const { settings, submission } = opened.parameters;
		const all = submission === undefined ? [found.finished] : [found.finished, found.submitted];
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
	const limited = limitHint(session.queue.limitWait);
	if (limited !== undefined) session.hints.add(limited);
	logNotices(context, reportedErrors, session, found);
	storeState(data, found.state);
	polls.activated = data;
	return toOutputs(context, opened, found, outputs);
}

/** Returns the events or throws the error: n8n accepts only one of them. */
function toOutputs(
	context: IPollFunctions,
	{ memory, isActivation, parameters, session }: Poll,
	{ toSave, failure, unreadable }: Findings,
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
	const mistake = () => (isActivation ? undefined : newSettingsMistake(reportedErrors, unreadable));
	const error: unknown = postponed ?? session.fatal ?? mistake();
	if (error !== undefined) return throwOrLog(context, memory, error, isActivation);
	reportedErrors.isNewError(undefined);
	return null;
}
