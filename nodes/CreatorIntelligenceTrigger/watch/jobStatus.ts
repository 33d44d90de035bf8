import { clock, iso } from '../../shared/clock';
import type { Explanation } from '../../shared/operations/Explanation';
import { readJob, type JobStatus } from '../../shared/operations/readJob';
import { jobItem, jobResult } from '../../shared/operations/result';
import type { RequestDraft } from '../../shared/request/draft';
import type { OutputItem } from '../../shared/response/outputItem';
import type { Opened } from '../session/openSession';
import { eventId, type Target } from './Target';

export async function readJobStatus(
	{ session, parameters: { idsLabel, query } }: Opened,
	target: Target,
	explanation?: Explanation,
): Promise<JobStatus> {
	const { operation, id, submittedAt } = target;
	const { get, results } = operation.job;
	const draft: RequestDraft = {
		endpoint: get,
		id,
		idLabel: idsLabel,
		query: results === undefined ? query : [],
	};
	const answer = await session.service.ask(draft);
	session.isAccepted = true;
	const { settings, hints } = session;
	const reader = { hints, job: operation.job };
	const { job } = readJob(reader, { settings, explanation }, { id, draft, answer });
	return {
		job: {
			...job,
			...(submittedAt !== undefined && { submittedAt: iso(submittedAt) }),
			...(job.state !== 'pending' && { finishedAt: iso(clock.now()) }),
			eventId: eventId(target, job.state),
		},
		answer,
		draft,
	};
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
