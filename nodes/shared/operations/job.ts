import { Failure } from '../failure/Failure';
import { rethrow } from '../failure/rethrow';
import type { RequestDraft } from '../request/draft';
import type { OutputItem } from '../response/outputItem';
import type { JobRun } from './Run';
import { withJob } from '../jobs/failures';
import type { Job } from '../jobs/job';
import { readState } from '../recognition/job';
import { noteState } from './unknownState';
import { jobItem, jobResult } from './result';
import { submit } from './submit';
import { watch } from './watch';
import type { ItemCall } from './ItemCall';

export async function submitJob(run: JobRun, item: ItemCall): Promise<OutputItem[]> {
	const { job, answer } = await run.slot(() => submit(run, item));
	return [jobItem(job, answer)];
}

/** The state of a job and, once it has finished, its result. A failed job is an item, not an error. */
export async function getJob(run: JobRun, item: ItemCall): Promise<OutputItem[]> {
	return await run.slot(async () => {
		const answer = await run.service.ask(item.draft);
		const { state, rawState, ...seen } = readState(
			answer.content,
			answer.response,
			item.settings.job,
		);
		noteState(run.hints, { state, rawState, ...seen });
		const job: Job = { type: run.job.type, id: givenId(item.draft), state, rawState };
		// Listening's own status is what its `get` reads; insights have an operation of their own.
		if (state !== 'finished' || run.job.results !== undefined) return [jobItem(job, answer)];
		return await jobResult(run, item, { job, draft: item.draft, answer });
	});
}

/** Submits, waits until the job has finished or its time is up, and returns the result. */
export async function submitAndWait(run: JobRun, item: ItemCall): Promise<OutputItem[]> {
	// Submissions of all items are in line before the first look at any job.
	const submitted = await run.slot(() => submit(run, item));
	const draft: RequestDraft = {
		endpoint: run.job.get,
		id: submitted.job.id,
		query: run.job.results === undefined ? item.resultQuery : [],
	};
	const { job, answer } = await watch(run, item, submitted, draft);
	if (job.state !== 'finished' || answer === undefined) return [jobItem(job, answer)];
	return await run.slot(async () => {
		try {
			return await jobResult(run, item, { job, draft, answer });
		} catch (error) {
			// Whatever goes wrong with the result, the job that was paid for is named.
			if (error instanceof Failure) throw withJob(error, job);
			return rethrow(error);
		}
	});
}

function givenId({ id }: RequestDraft): string | number {
	return typeof id === 'number' ? id : String(id).trim();
}
