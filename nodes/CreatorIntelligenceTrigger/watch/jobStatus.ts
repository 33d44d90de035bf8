import { clock, iso } from '../../shared/clock';
import type { Job } from '../../shared/jobs/job';
import { jobItem, jobResult, type FinishedJob } from '../../shared/operations/result';
import { stateOf } from '../../shared/operations/byContract';
import { noteState } from '../../shared/operations/unknownState';
import type { Explanation } from '../../shared/operations/Explanation';
import type { RequestDraft } from '../../shared/request/draft';
import type { OutputItem } from '../../shared/response/outputItem';
import type { Opened } from '../session/openSession';
import { eventId, type Target } from './Target';

/** A job as it is now, with the response that says so and the request for it. */
export type JobStatus = FinishedJob;

export async function readJobStatus(
	{ session, parameters: { idsLabel, query } }: Opened,
	target: Target,
): Promise<JobStatus> {
	const { operation, id, submittedAt } = target;
	const { get, results, type } = operation.job;
	const draft: RequestDraft = {
		endpoint: get,
		id,
		idLabel: idsLabel,
		query: results === undefined ? query : [],
	};
	const answer = await session.service.ask(draft);
	session.isAccepted = true;
	const { settings, hints } = session;
	const seen = stateOf({ settings, hints, endpoint: get, answer });
	noteState(hints, seen);
	const { state, rawState } = seen;
	const job: Job = {
		type,
		id,
		state,
		rawState,
		...(submittedAt !== undefined && { submittedAt: iso(submittedAt) }),
		...(state !== 'pending' && { finishedAt: iso(clock.now()) }),
		eventId: eventId(target, state),
	};
	return { job, answer, draft };
}

/** What comes out for a job: the rows or the whole result of a finished one, else the response. */
export async function readJobItems(
	{ session, parameters: { query, wanted } }: Opened,
	{ operation: { job } }: Target,
	status: JobStatus,
	explanation?: Explanation,
): Promise<OutputItem[]> {
	if (status.job.state !== 'finished') return [jobItem(status.job, status.answer)];
	const { service, hints, settings } = session;
	const call = { resultQuery: query, settings, wanted, explanation };
	return await jobResult({ job, service, hints }, call, status);
}
