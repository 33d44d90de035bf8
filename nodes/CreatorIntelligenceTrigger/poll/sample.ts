import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { clock, iso } from '../../shared/clock';
import type { Job } from '../../shared/jobs/job';
import { toNodeError } from '../../shared/node/nodeError';
import { jobItem } from '../../shared/operations/result';
import { explained, Explanation } from '../../shared/operations/Explanation';
import type { OutputItem } from '../../shared/response/outputItem';
import { pathOf } from '../catalogue';
import { loadState } from '../memory/saved/codec';
import type { State } from '../memory/saved/State';
import { readParameters, withContract, type Parameters } from '../parameters/readParameters';
import { openSession } from '../session/openSession';
import { timeOf } from '../session/pollTime';
import type { Session } from '../session/Session';
import { readJobItems, readJobStatus } from '../watch/jobStatus';
import { eventId, ownTargets, targetOf, type Target } from '../watch/Target';
import { changeItem, readSnapshot } from '../watch/watchScreenings';
import { toN8nOutput } from './output';

/** How many jobs are looked at for one that has ended, which shows more; the user waits for it. */
const MOST_READS = 5;

/** "Test step": the current state of a job, as it would come out. Nothing is sent or kept. */
export async function sample(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const entered = readParameters(context);
		const { settings } = entered;
		const session = await openSession(context, settings, timeOf(context, false));
		const parameters = withContract(context, entered, session);
		const state = loadState(context.getWorkflowStaticData('node'), clock.now());
		const outputs = await sampleOutputs(session, parameters, state);
		if (outputs === null) return null;
		return await Promise.all(
			outputs.map(async (items) => await toN8nOutput(context, items, settings)),
		);
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

async function sampleOutputs(
	session: Session,
	parameters: Parameters,
	{ submissions, screenings }: State,
): Promise<OutputItem[][] | null> {
	const { event, operation, ids, submission, result, comparison } = parameters;
	const listed = ids.map((id) => targetOf(operation, id));
	const targets = submission === undefined ? listed : ownTargets(submissions).reverse();
	if (submission !== undefined) return await sampleOfRequest(session, targets, parameters);
	const [target] = targets;
	if (target === undefined) return null;
	if (event === 'jobFinished') {
		const { items } = await sampleJob(session, targets, parameters);
		return [items];
	}

	const status = await readJobStatus(session, target, result);
	if (status.job.state !== 'finished') return [[jobItem(status.job, status.answer)]];
	const snapshot = await readSnapshot(session, target, status, { result, comparison });
	return [[changeItem(target, status.job, screenings.seen.get(target.key), snapshot)]];
}

/** Both outputs of a request of its own: a result, or an example of one, and what was submitted. */
async function sampleOfRequest(
	session: Session,
	targets: Target[],
	parameters: Parameters,
): Promise<OutputItem[][]> {
	const { items, hasEnded } = await sampleJob(session, targets, parameters);
	if (hasEnded) return [items, []];
	return [[example(parameters)], items.length > 0 ? items : [preview(parameters)]];
}

interface SampleOfJob {
	items: OutputItem[];
	hasEnded: boolean;
}

async function sampleJob(
	session: Session,
	targets: Target[],
	{ result }: Parameters,
): Promise<SampleOfJob> {
	let first: OutputItem[] | undefined;
	for (const target of targets.slice(0, MOST_READS)) {
		const status = await readJobStatus(session, target, result);
		const explanation = session.settings.explain ? new Explanation(session.settings) : undefined;
		explanation?.ofAnswer(status.answer, status.draft.endpoint, target.operation.job);
		if (status.job.state !== 'pending') {
			const items = await readJobItems(session, target, status, result, explanation);
			return { items: explained(items, explanation), hasEnded: true };
		}
		first ??= explained([jobItem(status.job, status.answer)], explanation);
	}
	return { items: first ?? [], hasEnded: false };
}

/** Nothing was submitted yet, and a test must not: what would be sent. */
function preview({ operation, submission }: Parameters): OutputItem {
	return {
		json: {
			request: { method: 'POST', path: pathOf(operation), body: submission?.body },
			job: { type: operation.job.type, id: null, state: 'pending', rawState: null },
		},
	};
}

/** What the workflow can be built with until there is a result, which a test must not pay for. */
function example({ operation }: Parameters): OutputItem {
	const { type, rated } = operation.job;
	const at = iso(clock.now());
	const job: Job = {
		type,
		id: 'sample',
		state: 'finished',
		rawState: null,
		submittedAt: at,
		finishedAt: at,
		eventId: eventId({ operation, id: 'sample' }, 'finished'),
	};
	return {
		json: {
			sample: SAMPLE,
			...(rated && { riskRating: 'LOW', flaggedCount: 0 }),
			job,
		},
	};
}

const SAMPLE =
	"This is an example and not a result: no job of this trigger has ended yet, and a test submits none. A real item has the service's own fields here.";
