import { Cancelled } from '../failure/Cancelled';
import { asFailure, Failure, rethrow } from '../failure/Failure';
import { fieldsOf, type RequestDraft } from '../request/draft';
import { incomplete } from '../response/outputItem';
import type { DecodedResponse } from '../Service';
import type { ItemsRead, JobRun } from './RunContext';
import { withJobAdvice, jobFailed, jobTimedOut } from '../jobs/failures';
import { jobIdIn, type Job } from '../jobs/job';
import { readJob, type JobStatus } from './readJob';
import { jobItem, jobResult } from './result';
import { submit, type SubmittedJob } from './submit';
import { addIgnoredParameterHints } from './ignoredParameterHints';
import { clock, iso, within } from '../clock';
import { advance, nextPoll, type NextPoll, type Seen, type WatchedJob } from '../jobs/advance';
import type { ReadState } from '../recognition/jobState';
import { readRetryAfterMs } from '../transport/rateLimit';

export async function submitJob(run: JobRun): Promise<ItemsRead> {
	const { job, received } = await run.runLimited(() => submit(run, { keepResponse: true }));
	return { items: [jobItem(job, received)] };
}

/** The state of a job and, if it has finished, its result. A failed job is an item, not an error. */
export async function getJob(run: JobRun): Promise<ItemsRead> {
	return await run.runLimited(async () => {
		const { draft } = run;
		const id = jobIdIn(draft) ?? '';
		const received = await pollJob(run, id);
		const status = readJob(run, { id, draft, received });
		if (status.job.state === 'finished') return await resultOf(run, status);
		return { items: [jobItem(status.job, received)] };
	});
}

/** Reads the state of a job. A failure names the job, unless the service says that it does not exist. */
async function pollJob({ service, job, draft }: JobRun, id: Job['id']) {
	try {
		return await service.poll(draft);
	} catch (error) {
		const isGone = error instanceof Failure && [404, 410].includes(error.details.status ?? 0);
		if (!(error instanceof Failure) || isGone) return rethrow(error);
		throw error.with({ job: { type: job.type, id, state: 'pending', rawState: null } });
	}
}

/** Submits, waits until the job has finished or its time is up, and returns the result. */
export async function submitAndWait(run: JobRun): Promise<ItemsRead> {
	// All items queue their submission before any job is polled.
	const submitted = await run.runLimited(() => submit(run, { keepResponse: false }));
	const draft: RequestDraft = {
		endpoint: run.job.get,
		id: submitted.job.id,
		query: run.job.results === undefined ? run.resultQuery : [],
	};
	const { job, received } = await watch(run, submitted, draft);
	if (job.state !== 'finished' || received === undefined)
		return { items: [jobItem(job, received)] };
	const result = await run.runLimited(() => resultOf(run, { job, draft, received }));
	if (run.job.rows && result.failure === undefined) {
		const rows = result.items.map(({ json }) => json);
		const asked = fieldsOf(run.draft);
		addIgnoredParameterHints(run.hints, { asked, entered: {}, firstCount: rows.length, rows });
	}
	return result;
}

/** Reads the result of a job. Any failure names the job. */
async function resultOf(run: JobRun, status: JobStatus): Promise<ItemsRead> {
	const { job, received } = status;
	const { items, failure } = await jobResult(run, status).catch(
		// If there is no result, return the response that reported the end of the job.
		(error: unknown): ItemsRead => ({
			items: [incomplete(jobItem(job, received), RESULT_MISSING)],
			failure: error,
		}),
	);
	const isOfJob = failure !== undefined && !(failure instanceof Cancelled);
	return { items, failure: isOfJob ? withJobAdvice(asFailure(failure), job) : failure };
}

const RESULT_MISSING = 'The result of the job could not be read';

/** Timeout of the last poll, which starts at the deadline. */
const LAST_POLL_TIMEOUT_MS = 10_000;

/** A job after its last poll. */
interface PolledJob {
	job: Job;
	/** Why that poll failed. */
	failure?: Failure;
	/** The last response, and the state in it; absent if there was none yet. */
	received?: DecodedResponse;
	state?: ReadState;
	/** Where a response had a state whose meaning is known: later responses are read there first. */
	statePath?: string;
}

/** Polls a job until it ends or times out. */
async function watch(
	run: JobRun,
	submitted: SubmittedJob,
	draft: RequestDraft,
): Promise<PolledJob> {
	let last: PolledJob = submitted;
	// The response to the submission may report the failure already.
	if (last.job.state === 'failed') return last;
	const { maxWaitMs, pollIntervalMs } = run.settings;
	const ticket = run.coordinator.join();
	const submittedAt = clock.monotonic() - Math.max(0, clock.now() - submitted.submittedAt);
	const watched = (): WatchedJob => ({
		...{ submittedAt, maxWaitMs, firstIntervalMs: pollIntervalMs },
		...{ role: ticket.role, random: Math.random() },
	});
	let next: NextPoll = { at: clock.monotonic(), earliest: 0 };
	if (last.received !== undefined) next = nextPoll(watched(), seenIn(last), clock.monotonic());
	try {
		for (;;) {
			await ticket.waitUntil(next.at, next.earliest, run.signal);
			last = await pollOnce(run, draft, last, submittedAt + maxWaitMs);
			const progress = advance(watched(), seenIn(last), clock.monotonic());
			if (progress.kind !== 'pending') return ended(run, progress.kind, last);
			next = progress;
		}
	} catch (error) {
		if (error instanceof Cancelled) run.hints.add(STOPPED, String(last.job.id));
		return rethrow(error);
	} finally {
		ticket.leave();
	}
}

/** What the last poll showed. */
function seenIn({ job, received, failure }: PolledJob): Seen {
	const { retryAt } = failure?.details ?? {};
	const retryAfterMs =
		retryAt === undefined
			? readRetryAfterMs(received?.response.headers ?? {}, clock.now())
			: Date.parse(retryAt) - clock.now();
	return failure === undefined ? { state: job.state, retryAfterMs } : { failure, retryAfterMs };
}

function ended(
	{ job: definition, settings, hints }: JobRun,
	end: 'finished' | 'failed' | 'expired' | 'unknown',
	last: PolledJob,
): PolledJob {
	const { job, received, state, failure } = last;
	if (end === 'failed' && settings.failOnFailedJob && state && received) {
		throw jobFailed(definition, job, state, received);
	}
	if (end === 'unknown' && failure !== undefined) throw withJobAdvice(failure, job);
	if (end === 'expired') {
		if (settings.failOnTimeout) throw jobTimedOut(definition, job, failure);
		if (failure === undefined) hints.add(STILL_PENDING, String(job.id));
		else hints.add(NOT_READ, `${job.id} (${failure.message})`);
	}
	return last;
}

async function pollOnce(
	run: JobRun,
	draft: RequestDraft,
	last: PolledJob,
	endsAt: number,
): Promise<PolledJob> {
	try {
		const now = clock.monotonic();
		const deadline = Math.max(now, endsAt) + LAST_POLL_TIMEOUT_MS;
		// 'Max Wait' also limits retries, pauses, slow responses and waiting for the semaphore.
		const polled = run.runLimited(() => run.service.poll(draft, deadline));
		const received = await within(deadline - now, polled, () => tooLate(draft));
		if (received instanceof Failure) return { ...last, failure: received };
		const { id } = last.job;
		const { job, state } = readJob(run, { id, draft, received, earlierPath: last.statePath });
		run.jobLog.update(run.index, job);
		const finishedAt = job.state === 'pending' ? {} : { finishedAt: iso(clock.now()) };
		const statePath = statePathIn(state) ?? last.statePath;
		return { job: { ...last.job, ...job, ...finishedAt }, received, state, statePath };
	} catch (error) {
		return error instanceof Cancelled ? rethrow(error) : { ...last, failure: asFailure(error) };
	}
}

function statePathIn({ basis, path, unknown }: ReadState): string | undefined {
	return (basis === 'word' || basis === 'flag') && unknown !== true ? path : undefined;
}

function tooLate({ endpoint }: RequestDraft): Failure {
	const request = `${endpoint.method} ${endpoint.path}`;
	return new Failure({
		kind: 'request',
		message: `The service did not respond to ${request} within 'Max Wait'`,
		request,
	});
}

const STILL_PENDING =
	"Not finished within 'Max Wait' and still running: %. Use 'Get' with the ID to retrieve them later, or raise 'Max Wait'. For jobs of hours, or thousands of them, import the two examples 'Run thousands over night'.";

const NOT_READ =
	"The last poll within 'Max Wait' failed, so the state of these jobs is unknown: %. Use 'Get' with the ID to retrieve them later.";

const STOPPED =
	"Stopped while these jobs were still running: %. Use 'Get' with the ID to retrieve them later.";
