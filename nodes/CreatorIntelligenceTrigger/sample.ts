import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { jobItem } from '../shared/operations/result';
import { clock } from '../shared/clock';
import type { OutputItem } from '../shared/response/outputItem';
import { toNodeError } from '../shared/node/nodeError';
import { pathOf } from './catalogue';
import { toItems } from './emit';
import { itemsOf, look, ownTargets, targetOf, type Target } from './look';
import { readParameters, type Parameters } from './parameters';
import { openRound, type Round } from './round';
import { loadState, type State } from './state';
import { changeItem, snapshotOf } from './watchScreenings';

/** How many jobs are looked at for one that has ended, which shows more. */
const MOST_LOOKS = 5;

/** "Test step": the current state of a job, as it would come out. Nothing is sent or kept. */
export async function sample(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const parameters = readParameters(context);
		const round = await openRound(context, parameters.settings, false);
		const state = loadState(context.getWorkflowStaticData('node'), clock.now());
		const outputs = await samples(round, parameters, state);
		if (outputs === null) return null;
		const { settings } = parameters;
		return await Promise.all(outputs.map(async (each) => await toItems(context, each, settings)));
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

async function samples(
	round: Round,
	parameters: Parameters,
	{ submissions, screenings }: State,
): Promise<OutputItem[][] | null> {
	const { event, operation, ids, submission, call } = parameters;
	const listed = ids.map((id) => targetOf(operation, id));
	const targets = submission === undefined ? listed : ownTargets(submissions).reverse();
	if (targets.length === 0) return submission === undefined ? null : [[], [preview(parameters)]];
	if (event === 'jobFinished') return [await jobSample(round, targets, parameters)];

	const [target] = targets;
	const looked = await look(round, target, call);
	if (looked.job.state !== 'finished') return [[jobItem(looked.job, looked.answer)]];
	const snapshot = await snapshotOf(round, target, looked, call);
	return [[changeItem(target, looked.job, screenings.seen[target.key], snapshot)]];
}

async function jobSample(
	round: Round,
	targets: Target[],
	{ call }: Parameters,
): Promise<OutputItem[]> {
	let first: OutputItem | undefined;
	for (const target of targets.slice(0, MOST_LOOKS)) {
		const looked = await look(round, target, call);
		if (looked.job.state !== 'pending') return await itemsOf(round, target, looked, call);
		first ??= jobItem(looked.job, looked.answer);
	}
	return first === undefined ? [] : [first];
}

/** Nothing was submitted yet, and a test must not: what would be sent. */
function preview({ operation, submission }: Parameters): OutputItem {
	return {
		json: {
			job: { type: operation.job.type, id: null, state: 'pending', rawState: null },
			request: { method: 'POST', path: pathOf(operation), body: submission?.body },
		},
	};
}
