import { Cancelled } from '../failure/Cancelled';
import { asFailure, Failure, rethrow } from '../failure/Failure';
import { fieldsOf, type RequestDraft } from '../request/draft';
import { incomplete, type OutputItem } from '../response/outputItem';
import type { Answer } from '../Service';
import type { JobRun } from './Run';
import { withJob } from '../jobs/failures';
import type { Job } from '../jobs/job';
import { stateOf } from './byContract';
import { noteState } from './unknownState';
import { PartialFailure } from './PartialFailure';
import { jobItem, jobResult, type FinishedJob } from './result';
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
		const { type } = run.job;
		const id = givenId(item.draft);
		const answer = await lookedAt(run, item, { type, id, state: 'pending', rawState: null });
		const { settings, draft } = item;
		const seen = stateOf({ settings, hints: run.hints, endpoint: draft.endpoint, answer });
		const { state, rawState } = seen;
		noteState(run.hints, seen);
		item.explanation?.ofAnswer(answer, draft.endpoint, run.job, seen);
		const job: Job = { type, id, state, rawState };
		// Listening's own status is what its `get` reads; insights have an operation of their own.
		if (state !== 'finished' || run.job.results !== undefined) return [jobItem(job, answer)];
		return await resultOf(run, item, { job, draft: item.draft, answer });
	});
}

/** A failed look names the job, unless the service says that there is none. */
async function lookedAt(run: JobRun, item: ItemCall, job: Job): Promise<Answer> {
	try {
		return await run.service.ask(item.draft);
	} catch (error) {
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
async function resultOf(run: JobRun, item: ItemCall, finished: FinishedJob): Promise<OutputItem[]> {
	try {
		return await jobResult(run, item, finished);
	} catch (error) {
		return rethrow(resultFailure(error, finished));
	}
}

function resultFailure(error: unknown, { job, answer }: FinishedJob): PartialFailure {
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

function givenId({ id }: RequestDraft): string | number {
	return typeof id === 'number' ? id : String(id).trim();
}
