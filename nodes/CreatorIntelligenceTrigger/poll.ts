import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { toItems } from './emit';
import { find, type Found } from './find';
import { lifetime, type Memory } from './lifetime';
import { readParameters, type Parameters } from './parameters';
import { budgetMs, openRound, type Round } from './round';
import { sample } from './sample';
import { loadState, storeState } from './state';
import { checkActivation, isStarting, noteTrouble, tell } from './tell';

/** What n8n tells of a poll that runs on its default engine. */
const DEFAULT_ENGINE_BUDGET_MS = 5 * 60 * 1_000;

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await sample(context);
	const memory = lifetime.of(`${context.getWorkflow().id} ${context.getNode().id}`);
	if (memory.busy) {
		context.logger.debug('The last poll of this trigger is still under way: this one is left out');
		return null;
	}
	memory.busy = true;
	try {
		return await pollOnce(context, memory);
	} finally {
		memory.busy = false;
	}
}

async function pollOnce(
	context: IPollFunctions,
	memory: Memory,
): Promise<INodeExecutionData[][] | null> {
	const data = context.getWorkflowStaticData('node');
	const scheduled = (budgetMs(context) ?? DEFAULT_ENGINE_BUDGET_MS) < DEFAULT_ENGINE_BUDGET_MS;
	const activating = !scheduled && memory.activated !== data;
	const now = clock.now();
	const starting = isStarting(context);
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
	const error: unknown = toTell ?? round.fatal;
	if (error === undefined) {
		memory.told = undefined;
		return null;
	}
	return tell(context, memory, error, activating);
}
