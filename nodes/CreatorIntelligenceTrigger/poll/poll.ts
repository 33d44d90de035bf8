import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { Failure } from '../../shared/failure/Failure';
import { limitHint } from '../../shared/operations/limitHint';
import { processMemory } from '../memory/process/ProcessMemory';
import { loadState, storeState } from '../memory/saved/codec';
import { readParameters, withContract, type Parameters } from '../parameters/readParameters';
import { openSession } from '../session/openSession';
import { limits, pollsFromQueue, timeOf } from '../session/pollTime';
import type { Session } from '../session/Session';
import { findEvents, type Findings, type PollConditions } from './findEvents';
import { toN8nOutput } from './output';
import {
	checkActivation,
	isStarting,
	logEmptyExecution,
	logNotices,
	newSettingsMistake,
	throwOrLog,
} from './report';
import { sample } from './sample';

/** For what a poll does when its time is up: it only saves and logs then. */
const MARGIN_MS = 5_000;

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await sample(context);
	const memory = processMemory.of(`${context.getWorkflow().id} ${context.getNode().id}`);
	const { polls } = memory;
	const data = context.getWorkflowStaticData('node');
	const isFromQueue = pollsFromQueue(context);
	const isActivation = !isFromQueue && !polls.isActivated(data);
	const isTooLate = afterLongestPoll();
	while (polls.currentEnd !== undefined) {
		if (!isActivation || polls.isOfRunningActivation(data)) {
			context.logger.debug('The last poll of this trigger is still under way: this one is skipped');
			return null;
		}
		// It belongs to an activation that is over: n8n drops what it finds, and takes the workflow to
		// be active after this poll, so that this one must not be skipped.
		const became = await Promise.race([polls.currentEnd.then(() => 'over' as const), isTooLate()]);
		if (became === 'tooLate' && polls.isRunning)
			return throwOrLog(context, memory, stillUnderWay(), isActivation);
	}
	const now = memory.clock.now();
	return await polls.run({ data, longestMs: limits.pollMs + MARGIN_MS }, async (isCurrent) => {
		const conditions = { memory, now, isActivation, isFromQueue };
		return await pollOnce(context, data, conditions, isCurrent);
	});
}

/** Waiting for other polls takes no longer, all in all, than one poll may. */
function afterLongestPoll(): () => Promise<'tooLate'> {
	let end: Promise<'tooLate'> | undefined;
	return async () => {
		end ??= new Promise((resolve) => {
			clock.after(limits.pollMs + MARGIN_MS, () => {
				resolve('tooLate');
			});
		});
		return await end;
	};
}

function stillUnderWay(): Failure {
	return new Failure({
		kind: 'unexpected',
		message: 'An earlier poll of this trigger is still under way',
		description: 'Activate the workflow again in a minute. If that does not help, restart n8n.',
	});
}

async function pollOnce(
	context: IPollFunctions,
	data: IDataObject,
	conditions: PollConditions,
	isCurrent: () => boolean,
): Promise<INodeExecutionData[][] | null> {
	const { memory, now, isActivation } = conditions;
	const { notices, polls, requests } = memory;
	if (isActivation) notices.startOver();
	let polled: Polled;
	try {
		polled = await look(context, data, conditions);
	} catch (error) {
		return throwOrLog(context, memory, error, isActivation);
	}
	const { session, found } = polled;
	if (!isCurrent()) {
		context.logger.warn(
			'A poll of this trigger took too long. The polls after it go on without it',
		);
		return null;
	}
	requests.polledAt(now);
	const limited = limitHint(session.lane.limitWait);
	if (limited !== undefined) session.hints.add(limited);
	logNotices(context, notices, session, found);
	storeState(data, found.state);
	polls.markActivated(data);
	return finish(context, conditions, polled);
}

interface Polled {
	parameters: Parameters;
	session: Session;
	found: Findings;
	outputs: INodeExecutionData[][];
}

async function look(
	context: IPollFunctions,
	data: IDataObject,
	conditions: PollConditions,
): Promise<Polled> {
	const { now, isActivation } = conditions;
	const mayThrow = isActivation && !isStarting(context);
	const entered = readParameters(context);
	const session = await openSession(context, entered.settings, timeOf(context, isActivation));
	const parameters = withContract(context, entered, session);
	const found = await findEvents(session, parameters, loadState(data, now), conditions);
	if (mayThrow && found.submitted.length === 0) checkActivation(session, found, parameters);
	return { parameters, session, found, outputs: await toOutputs(context, parameters, found) };
}

/** Returns what was found, or throws what went wrong: n8n takes one of both. */
function finish(
	context: IPollFunctions,
	{ memory, isActivation }: PollConditions,
	{ parameters, session, found, outputs }: Polled,
): INodeExecutionData[][] | null {
	const { notices, polls } = memory;
	const postponed = notices.takePostponed();
	const isEmpty = outputs.every((items) => items.length === 0);
	const needsSaving = polls.needsSaving({
		isChanged: found.toSave.length > 0,
		// n8n saves after the first poll of an activation, whatever it returned.
		isSavedAnyway: !isEmpty || isActivation,
	});
	if (!isEmpty || (needsSaving && parameters.settings.emptyExecutions)) {
		polls.markSaved();
		if (isEmpty) logEmptyExecution(context, found.toSave);
		notices.postpone(found.failure ?? postponed);
		return outputs;
	}
	notices.postpone(found.failure);
	const mistake = () => (isActivation ? undefined : newSettingsMistake(notices, found.refused));
	const error: unknown = postponed ?? session.fatal ?? mistake();
	if (error !== undefined) return throwOrLog(context, memory, error, isActivation);
	notices.noError();
	return null;
}

async function toOutputs(
	context: IPollFunctions,
	{ settings, submission }: Parameters,
	{ finished, submitted }: Findings,
): Promise<INodeExecutionData[][]> {
	const first = await toN8nOutput(context, finished, settings);
	if (submission === undefined) return [first];
	return [first, await toN8nOutput(context, submitted, settings)];
}
