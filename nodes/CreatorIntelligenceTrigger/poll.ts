import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { Failure } from '../shared/failure/Failure';
import { toItems } from './emit';
import { find, type Found } from './find';
import { lifetime, type Memory } from './lifetime';
import { Patience } from './Patience';
import { readParameters, type Parameters } from './parameters';
import { budgetMs, openRound, type Round } from './round';
import { sample } from './sample';
import { loadState, storeState } from './state';
import { checkActivation, isStarting, newMistake, noteTrouble, tell } from './tell';

/** What n8n tells of a poll that runs on its default engine. */
const DEFAULT_ENGINE_BUDGET_MS = 5 * 60 * 1_000;

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await sample(context);
	const memory = lifetime.of(`${context.getWorkflow().id} ${context.getNode().id}`);
	const data = context.getWorkflowStaticData('node');
	const scheduled = (budgetMs(context) ?? DEFAULT_ENGINE_BUDGET_MS) < DEFAULT_ENGINE_BUDGET_MS;
	const activating = !scheduled && memory.activated !== data;
	const patience = new Patience();
	while (memory.running !== undefined) {
		if (!activating || memory.running.data === data) {
			context.logger.debug(
				'The last poll of this trigger is still under way: this one is left out',
			);
			return null;
		}
		// It belongs to an activation that is over: n8n drops what it finds, and takes the workflow to
		// be active after this poll, so that this one must not be left out.
		if (!(await patience.allows(memory.running.over))) {
			return tell(context, memory, stillUnderWay(), activating);
		}
	}
	const run = pollOnce(context, memory, data, { activating, scheduled });
	memory.running = { data, over: endOf(run) };
	try {
		return await run;
	} finally {
		memory.running = undefined;
	}
}

async function endOf(run: Promise<unknown>): Promise<void> {
	await run.catch(() => undefined);
}

function stillUnderWay(): Failure {
	return new Failure({
		kind: 'unexpected',
		message: 'An earlier poll of this trigger is still under way',
		description: 'Activate the workflow again in a minute; if that does not help, restart n8n.',
	});
}

/** What holds is found again; what was told by a poll that n8n dropped has reached nobody. */
function forgetTold(memory: Memory): void {
	memory.toTell = undefined;
	memory.told = undefined;
	memory.noted.clear();
}

async function pollOnce(
	context: IPollFunctions,
	memory: Memory,
	data: IDataObject,
	{ activating, scheduled }: { activating: boolean; scheduled: boolean },
): Promise<INodeExecutionData[][] | null> {
	const now = clock.now();
	const starting = isStarting(context);
	if (activating) forgetTold(memory);
	let parameters: Parameters;
	let round: Round;
	let found: Found;
	let outputs: INodeExecutionData[][];
	try {
		parameters = readParameters(context);
		round = await openRound(context, parameters.settings, activating);
		found = await find(round, parameters, loadState(data, now), { memory, activating, scheduled });
		if (activating && !starting && found.submitted.length === 0) checkActivation(round, found);
		const { settings, submission } = parameters;
		outputs = [await toItems(context, found.finished, settings)];
		if (submission) outputs.push(await toItems(context, found.submitted, settings));
	} catch (error) {
		return tell(context, memory, error, activating);
	}
	memory.lastPollAt = now;
	noteTrouble(context, memory, round, found);
	storeState(data, found.state);
	memory.activated = data;

	const toTell: unknown = memory.toTell;
	memory.toTell = found.tell;
	const isEmpty = outputs.every((items) => items.length === 0);
	// n8n saves after the first poll of an activation, whatever it returned.
	memory.unsaved = isEmpty && !activating && (memory.unsaved || found.save);
	if (!isEmpty || (memory.unsaved && parameters.emptyExecutions)) {
		memory.unsaved = false;
		memory.toTell ??= toTell;
		return outputs;
	}
	const error: unknown =
		toTell ?? round.fatal ?? (activating ? undefined : newMistake(memory, found));
	if (error === undefined) {
		memory.told = undefined;
		return null;
	}
	return tell(context, memory, error, activating);
}
