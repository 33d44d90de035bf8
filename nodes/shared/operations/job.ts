import { Cancelled } from '../failure/Cancelled';
import { asFailure, Failure, rethrow } from '../failure/Failure';
import { fieldsOf, type RequestDraft } from '../request/draft';
import { incomplete, type OutputItem } from '../response/outputItem';
import type { Answer } from '../Service';
import type { JobRun } from './Run';
import { withJob } from '../jobs/failures';
import { jobIdIn, type Job } from '../jobs/job';
import { PartialFailure } from './PartialFailure';
import { readJob, type JobStatus } from './readJob';
import { jobItem, jobResult } from './result';
import { submit } from './submit';
import { watch } from './watch';
import { noteIgnored } from './ignored';
import type { ItemCall } from './ItemCall';

export async function submitJob(run: JobRun, item: ItemCall): Promise<OutputItem[]> {
	const { job, answer } = await run.slot(() => submit(run, item, { keepAnswer: true }));
	return [jobItem(job, answer)];
}

/** The state of a job and, once it has finished, its result. A failed job is an item, not an error. */
export async function getJob(run: JobRun, item: ItemCall): Promise<OutputItem[]> {
	return await run.slot(async () => {
		const { draft } = item;
		const id = jobIdIn(draft) ?? '';
		const status = readJob(run, item, { id, draft, answer: await askFor(run, draft, id) });
		if (status.job.state !== 'finished') return [jobItem(status.job, status.answer)];
		return await resultOf(run, item, status);
	});
}

/** A failed look names the job, unless the service says that there is none. */
async function askFor(run: JobRun, draft: RequestDraft, id: Job['id']): Promise<Answer> {
	try {
		return await run.service.ask(draft);
	} catch (error) {
		const job: Job = { type: run.job.type, id, state: 'pending', rawState: null };
		const isGone = error instanceof Failure && [404, 410].includes(error.details.status ?? 0);
		return rethrow(error instanceof Failure && !isGone ? error.with({ job }) : error);
	}
}

/** Submits, waits until the job has finished or its time is up, and returns the result. */
export async function submitAndWait(run: JobRun, item: ItemCall): Promise<OutputItem[]> {
	// Submissions of all items are in line before the first look at any job.
	const submitted = await run.slot(() => submit(run, item, { keepAnswer: false }));
	const draft: RequestDraft = {
		endpoint: run.job.get,
		id: submitted.job.id,
		query: run.job.results === undefined ? item.resultQuery : [],
	};
	const { job, answer } = await watch(run, item, submitted, draft);
	if (job.state !== 'finished' || answer === undefined) return [jobItem(job, answer)];
	const items = await run.slot(async () => await resultOf(run, item, { job, draft, answer }));
	if (run.job.rows) {
		const rows = items.map(({ json }) => json);
		const asked = fieldsOf(item.draft);
		noteIgnored(run.hints, { asked, entered: {}, came: () => rows.length, rows });
	}
	return items;
}

/** The result of a job; whatever goes wrong with it, the failure names the job. */
async function resultOf(run: JobRun, item: ItemCall, finished: JobStatus): Promise<OutputItem[]> {
	try {
		return await jobResult(run, item, finished);
	} catch (error) {
		return rethrow(resultFailure(error, finished));
	}
}

function resultFailure(error: unknown, { job, answer }: JobStatus): PartialFailure {
	const failure = error instanceof PartialFailure ? error.failure : error;
	const ofJob = failure instanceof Cancelled ? failure : withJob(asFailure(failure), job);
	// If nothing else came, the answer that told of the end stands for what was paid for.
	const items =
		error instanceof PartialFailure
			? error.items
			: [incomplete(jobItem(job, answer), RESULT_MISSING)];
	return new PartialFailure(ofJob, items);
}

const RESULT_MISSING = 'The result of the job could not be read';
