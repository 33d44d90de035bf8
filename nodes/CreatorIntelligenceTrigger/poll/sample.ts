import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { JobOperation } from '../../shared/catalogue/types';
import { clock } from '../../shared/clock';
import { rethrow } from '../../shared/failure/Failure';
import { toN8nItem } from '../../shared/node/items';
import { toNodeError } from '../../shared/node/nodeError';
import { jobItem } from '../../shared/operations/result';
import { explained, Explanation } from '../../shared/plan/explain';
import type { OutputItem } from '../../shared/response/outputItem';
import type { Settings } from '../../shared/settings/readSettings';
import { pathOf } from '../catalogue';
import { loadState, type State } from '../memory/State';
import type { Submission } from '../parameters/readParameters';
import { openSession, type Opened } from '../session/Session';
import {
	jobOf,
	readJobItems,
	readJobStatus,
	submittedTargets,
	targetOf,
	type Target,
} from '../watch/Target';
import { changeItem, readSnapshot } from '../watch/watchScreenings';

/** How many jobs are read to find one that has ended. The user waits for it. */
const MAX_READS = 5;

/** n8n's 'Fetch Test Event': the current state of a job, as it would be emitted. Nothing is submitted or saved. */
export async function sample(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const opened = await openSession(context, false);
		const { idsMistake } = opened.parameters;
		if (idsMistake !== undefined) throw idsMistake;
		const state = loadState(context.getWorkflowStaticData('node'), clock.now());
		const outputs = await sampleOutputs(opened, state);
		return outputs && (await toN8nOutputs(context, outputs, opened.parameters.settings));
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

export async function toN8nOutputs(
	{ helpers }: IPollFunctions,
	outputs: OutputItem[][],
	settings: Settings,
): Promise<INodeExecutionData[][]> {
	const toItem = async (item: OutputItem) => await toN8nItem(helpers, item, settings);
	return await Promise.all(outputs.map(async (items) => await Promise.all(items.map(toItem))));
}

async function sampleOutputs(
	opened: Opened,
	{ submissions, screenings }: State,
): Promise<OutputItem[][] | null> {
	const { event, operation, ids, submission } = opened.parameters;
	if (submission !== undefined) {
		const { items, hasEnded } = await sampleJob(opened, submittedTargets(submissions).reverse());
		if (hasEnded) return [items, []];
		return [[example(operation)], items.length > 0 ? items : [preview(submission)]];
	}
	const targets = ids.map((id) => targetOf(operation, id));
	const [target] = targets;
	if (target === undefined) return null;
	if (event === 'jobFinished') return [(await sampleJob(opened, targets)).items];
	const status = await readJobStatus(opened, target);
	if (status.job.state !== 'finished') return [[jobItem(status.job, status.received)]];
	const snapshot = await readSnapshot(opened, target, status);
	return [[changeItem(target, status.job, screenings[target.key], snapshot)]];
}

async function sampleJob(
	opened: Opened,
	targets: Target[],
): Promise<{ items: OutputItem[]; hasEnded: boolean }> {
	const { settings } = opened.parameters;
	let first: OutputItem[] | undefined;
	for (const target of targets.slice(0, MAX_READS)) {
		const explanation = settings.explain ? new Explanation(settings.contract) : undefined;
		const status = await readJobStatus(opened, target, explanation);
		const hasEnded = status.job.state !== 'pending';
		if (hasEnded || first === undefined) {
			const { items, failure } = await readJobItems(opened, target, status, explanation);
			if (failure !== undefined) rethrow(failure);
			first = await explained(items, explanation);
		}
		if (hasEnded) return { items: first, hasEnded };
	}
	return { items: first ?? [], hasEnded: false };
}

/** The request that would be sent: nothing was submitted yet, and a test must not submit anything. */
function preview({ operation, body }: Submission): OutputItem {
	return {
		json: {
			request: { method: 'POST', path: pathOf(operation), body },
			job: { type: operation.job.type, id: null, state: 'pending', rawState: null },
		},
	};
}

/** An example item to build the workflow with: a test must not pay for a result. */
function example(operation: JobOperation): OutputItem {
	const target = targetOf(operation, 'sample', clock.now());
	const job = jobOf(target, { state: 'finished', rawState: null });
	const rating = operation.job.hasRiskRating && { riskRating: 'LOW', flaggedCount: 0 };
	return { json: { sample: SAMPLE, ...rating, job } };
}

const SAMPLE =
	"This is an example, not a result: there is no new result to show, and a test does not submit a request. A real item contains the service's fields here.";
