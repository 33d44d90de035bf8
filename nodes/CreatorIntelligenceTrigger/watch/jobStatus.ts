import { clock, iso } from '../../shared/clock';
import type { Job } from '../../shared/jobs/job';
import { jobItem, jobResult } from '../../shared/operations/result';
import { stateOf } from '../../shared/operations/byContract';
import { noteState } from '../../shared/operations/unknownState';
import type { Explanation } from '../../shared/operations/Explanation';
import type { RequestDraft } from '../../shared/request/draft';
import type { OutputItem } from '../../shared/response/outputItem';
import type { Answer } from '../../shared/Service';
import type { ResultParameters } from '../parameters/readParameters';
import type { Session } from '../session/Session';
import { eventId, type Target } from './Target';

/** A job as it is now, with the answer that says so and the request for it. */
export interface JobStatus {
	job: Job;
	answer: Answer;
	draft: RequestDraft;
}

export async function readJobStatus(
	session: Session,
	target: Target,
	result: ResultParameters,
): Promise<JobStatus> {
	const { operation, id, submittedAt } = target;
	const { get, results, type } = operation.job;
	const draft: RequestDraft = {
		endpoint: get,
		id,
		idLabel: result.idsLabel,
		query: results === undefined ? result.query : [],
	};
	const answer = await session.service.ask(draft);
	session.accepted();
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

/** What comes out for a job: the rows or the whole result of a finished one, else the answer. */
export async function readJobItems(
	session: Session,
	{ operation }: Target,
	{ job, answer, draft }: JobStatus,
	{ query, wanted }: ResultParameters,
	explanation?: Explanation,
): Promise<OutputItem[]> {
	if (job.state !== 'finished') return [jobItem(job, answer)];
	const { service, hints, settings } = session;
	return await jobResult(
		{ job: operation.job, service, hints },
		{ resultQuery: query, settings, wanted, explanation },
		{ job, draft, answer },
	);
}
