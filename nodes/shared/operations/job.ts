import { Cancelled } from '../failure/Cancelled';
import { asFailure, Failure, rethrow } from '../failure/Failure';
import { fieldsOf, type RequestDraft } from '../request/draft';
import { incomplete, type OutputItem } from '../response/outputItem';
import type { DecodedResponse } from '../Service';
import type { Call } from '../ledger/Call';
import type { JobRun } from './RunContext';
import { withJobAdvice, jobFailed, jobTimedOut } from '../jobs/failures';
import { jobIdIn, type Job } from '../jobs/job';
import { PartialFailure } from './PartialFailure';
import { readJob, type JobStatus } from './readJob';
import { jobItem, jobResult } from './result';
import { submit, type Submitted } from './submit';
import { addIgnoredParameterHints } from './ignoredParameterHints';
import { clock, iso, within } from '../clock';
import {
	advance,
	nextPoll,
	ONE_POLL,
	type NextPoll,
	type Seen,
	type WatchedJob,
} from '../jobs/advance';
import type { PollTicket } from '../jobs/PollCoordinator';
import type { ReadState } from '../recognition/jobState';
import { readRetryAfterMs } from '../transport/rateLimit';

export async function submitJob(run: JobRun, item: Call): Promise<OutputItem[]> {
	const { job, received } = await run.runLimited(() => submit(run, item, { keepResponse: true }));
	return [jobItem(job, received)];
}

/** The state of a job and, if it has finished, its result. A failed job is an item, not an error. */
export async function getJob(run: JobRun, item: Call): Promise<OutputItem[]> {
	return await run.runLimited(async () => {
		const { draft } = item;
		const id = jobIdIn(draft) ?? '';
		const status = readJob(run, item, { id, draft, received: await readJobState(run, draft, id) });
		const { kind } = advance({ patience: ONE_POLL }, status.job, clock.monotonic());
		if (kind !== 'finished') return [jobItem(status.job, status.received)];
		return await resultOf(run, item, status);
	});
}

/** Reads the state of a job. A failure names the job, unless the service says that it does not exist. */
async function readJobState(
	run: JobRun,
	draft: RequestDraft,
	id: Job['id'],
): Promise<DecodedResponse> {
	try {
		return await run.service.poll(draft);
	} catch (error) {
		const job: Job = { type: run.job.type, id, state: 'pending', rawState: null };
		const isGone = error instanceof Failure && [404, 410].includes(error.details.status ?? 0);
		return rethrow(error instanceof Failure && !isGone ? error.with({ job }) : error);
	}
}

/** Submits, waits until the job has finished or its time is up, and returns the result. */
export async function submitAndWait(run: JobRun, item: Call): Promise<OutputItem[]> {
	// All items queue their submission before any job is polled.
	const submitted = await run.runLimited(() => submit(run, item, { keepResponse: false }));
	const draft: RequestDraft = {
		endpoint: run.job.get,
		id: submitted.job.id,
		query: run.job.results === undefined ? item.resultQuery : [],
	};
	const { job, received } = await watch(run, item, submitted, draft);
	if (job.state !== 'finished' || received === undefined) return [jobItem(job, received)];
	const items = await run.runLimited(
		async () => await resultOf(run, item, { job, draft, received }),
	);
	if (run.job.rows) {
		const asked = fieldsOf(item.draft);
		const rows = items.map(({ json }) => json);
		addIgnoredParameterHints(run.hints, { asked, entered: {}, firstCount: rows.length, rows });
	}
	return items;
}

/** Reads the result of a job. Any failure names the job. */
async function resultOf(run: JobRun, item: Call, status: JobStatus): Promise<OutputItem[]> {
	try {
		return await jobResult(run, item, status);
	} catch (error) {
		return rethrow(resultFailure(error, status));
	}
}

function resultFailure(error: unknown, { job, received }: JobStatus): PartialFailure {
	const failure = error instanceof PartialFailure ? error.failure : error;
	const ofJob = failure instanceof Cancelled ? failure : withJobAdvice(asFailure(failure), job);
	// If there is no result, return the response that reported the end of the job.
	const items =
		error instanceof PartialFailure
			? error.items
			: [incomplete(jobItem(job, received), RESULT_MISSING)];
	return new PartialFailure(ofJob, items);
}

const RESULT_MISSING = 'The result of the job could not be read';

/** Timeout of the last poll, which starts at the deadline. */
const LAST_POLL_TIMEOUT_MS = 10_000;

/** A job after its last poll. */
interface PolledJob {
	job: Job;
	/** The last response, and the state in it; absent if there was none yet. */
	received?: DecodedResponse;
	state?: ReadState;
	/** Where a response had a state whose meaning is known: later responses are read there first. */
	statePath?: string;
}

interface Watching {
	run: JobRun;
	item: Call;
	draft: RequestDraft;
	ticket: PollTicket;
	/** By the monotonic clock. */
	submittedAt: number;
}

/** Polls a job until it ends or times out. */
async function watch(
	run: JobRun,
	item: Call,
	submitted: Submitted,
	draft: RequestDraft,
): Promise<PolledJob> {
	// The response to the submission may report the failure already.
	if (submitted.job.state === 'failed') return submitted;
	const ticket = run.coordinator.join();
	const submittedAt = clock.monotonic() - Math.max(0, clock.now() - submitted.submittedAt);
	const watching: Watching = { run, item, draft, ticket, submittedAt };
	let last: PolledJob = { job: submitted.job, received: submitted.received };
	let next: NextPoll = { at: clock.monotonic(), earliest: 0 };
	if (last.received !== undefined) {
		next = nextPoll(watchedJob(watching), seenIn(last), clock.monotonic());
	}
	try {
		for (;;) {
			await ticket.waitUntil(next.at, next.earliest, run.signal);
			const polled = await pollOnce(watching, last);
			const failure = polled instanceof Failure ? polled : undefined;
			if (!(polled instanceof Failure)) last = polled;
			const progress = advance(watchedJob(watching), seenIn(last, failure), clock.monotonic());
			if (progress.kind !== 'pending') return ended(watching, progress.kind, last, failure);
			next = progress;
		}
	} catch (error) {
		if (error instanceof Cancelled) run.hints.add(STOPPED, String(last.job.id));
		return rethrow(error);
	} finally {
		ticket.leave();
	}
}

/** A pending job ends at 'Max Wait'; failures and rejections end it at once. */
function watchedJob({ item, ticket, submittedAt }: Watching): WatchedJob {
	const { maxWaitMs, pollIntervalMs } = item.settings;
	return {
		submittedAt,
		patience: { ...ONE_POLL, pendingMs: maxWaitMs },
		schedule: { firstIntervalMs: pollIntervalMs, role: ticket.role, random: Math.random() },
	};
}

/** What the last poll showed; `failure` if it failed. */
function seenIn({ job, received }: PolledJob, failure?: Failure): Seen {
	const { retryAt } = failure?.details ?? {};
	const retryAfterMs =
		retryAt === undefined
			? readRetryAfterMs(received?.response.headers ?? {}, clock.now())
			: Date.parse(retryAt) - clock.now();
	return failure === undefined ? { state: job.state, retryAfterMs } : { failure, retryAfterMs };
}

function ended(
	{ run, item }: Watching,
	end: 'finished' | 'failed' | 'expired' | 'unknown',
	last: PolledJob,
	failure: Failure | undefined,
): PolledJob {
	const { job, received, state } = last;
	const { failOnFailedJob, failOnTimeout } = item.settings;
	if (end === 'failed' && failOnFailedJob && state && received) {
		throw jobFailed(run.job, job, state, received);
	}
	if (end === 'unknown' && failure !== undefined) throw withJobAdvice(failure, job);
	if (end === 'expired') {
		if (failOnTimeout) throw jobTimedOut(run.job, job, failure);
		run.hints.add(STILL_PENDING, String(job.id));
	}
	return last;
}

async function pollOnce(
	{ run, item, draft, submittedAt }: Watching,
	last: PolledJob,
): Promise<PolledJob | Failure> {
	try {
		const now = clock.monotonic();
		const deadline = Math.max(now, submittedAt + item.settings.maxWaitMs) + LAST_POLL_TIMEOUT_MS;
		// 'Max Wait' also limits retries, pauses, slow responses and waiting for the semaphore.
		const polled = run.runLimited(() => run.service.poll(draft, deadline));
		const received = await within(deadline - now, polled, () => tooLate(draft));
		if (received instanceof Failure) return received;
		const { id } = last.job;
		const read = readJob(run, item, { id, draft, received, earlierPath: last.statePath });
		run.jobLog.update(item.index, read.job);
		const isPending = read.job.state === 'pending';
		return {
			job: { ...last.job, ...read.job, ...(!isPending && { finishedAt: iso(clock.now()) }) },
			received,
			state: read.seen,
			statePath: statePathIn(read.seen) ?? last.statePath,
		};
	} catch (error) {
		return error instanceof Cancelled ? rethrow(error) : asFailure(error);
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

const STOPPED =
	"Stopped while these jobs were still running: %. Use 'Get' with the ID to retrieve them later.";
