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
async function resultOf(run: JobRun, item: Call, finished: JobStatus): Promise<OutputItem[]> {
	try {
		return await jobResult(run, item, finished);
	} catch (error) {
		return rethrow(resultFailure(error, finished));
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

interface PolledJob {
	job: Job;
	/** Where the last response had the state; absent if it had none that is known. */
	statePath?: string;
	/** The last response; absent if there was none yet. */
	received?: DecodedResponse;
}

interface Watching {
	run: JobRun;
	item: Call;
	draft: RequestDraft;
	ticket: PollTicket;
	/** By the monotonic clock. */
	submittedAt: number;
}

type Polled =
	| { kind: 'seen'; job: Job; received: DecodedResponse; seen: ReadState }
	| { kind: 'failure'; failure: Failure }
	| { kind: 'stopped' };

/** Polls a job until it ends or times out. */
export async function watch(
	run: JobRun,
	item: Call,
	submitted: Submitted,
	draft: RequestDraft,
): Promise<PolledJob> {
	// The response to the submission may report the failure already.
	if (submitted.job.state === 'failed') return submitted;
	const ticket = run.coordinator.join();
	// The wall clock only gives the age of a job that an earlier attempt has submitted.
	const submittedAt =
		submitted.received?.response.sentAt ??
		clock.monotonic() - Math.max(0, clock.now() - submitted.submittedAt);
	const watching: Watching = { run, item, draft, ticket, submittedAt };
	let known: PolledJob = { job: submitted.job, received: submitted.received };
	let next: NextPoll = { at: clock.monotonic(), earliest: 0 };
	if (known.received !== undefined) {
		const retryAfterMs = requestedPauseMs(known.received);
		next = nextPoll(watchedJob(watching), { state: 'pending', retryAfterMs }, clock.monotonic());
	}
	try {
		for (;;) {
			const polled = await pollAt(watching, known, next);
			if (polled.kind === 'stopped') {
				run.hints.add(STOPPED, String(known.job.id));
				return known;
			}
			if (polled.kind === 'seen') {
				const { job, received, seen } = polled;
				known = { job, received, statePath: statePathIn(seen) ?? known.statePath };
			}
			const seen = seenIn(polled, known.received);
			const progress = advance(watchedJob(watching), seen, clock.monotonic());
			if (progress.kind !== 'pending') return ended(watching, progress.kind, known, polled);
			next = progress;
		}
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

function seenIn(polled: Exclude<Polled, { kind: 'stopped' }>, received?: DecodedResponse): Seen {
	if (polled.kind === 'seen') {
		return { state: polled.job.state, retryAfterMs: requestedPauseMs(polled.received) };
	}
	const { failure } = polled;
	const { retryAt } = failure.details;
	const retryAfterMs =
		retryAt === undefined ? requestedPauseMs(received) : Date.parse(retryAt) - clock.now();
	return { failure, retryAfterMs };
}

function requestedPauseMs(received: DecodedResponse | undefined): number | undefined {
	return readRetryAfterMs(received?.response.headers ?? {}, clock.now());
}

function ended(
	{ run, item }: Watching,
	end: 'finished' | 'failed' | 'expired' | 'unknown',
	known: PolledJob,
	polled: Exclude<Polled, { kind: 'stopped' }>,
): PolledJob {
	const { job } = known;
	const failure = polled.kind === 'failure' ? polled.failure : undefined;
	if (end === 'failed' && polled.kind === 'seen' && item.settings.failOnFailedJob) {
		throw jobFailed(run.job, job, polled.seen, polled.received);
	}
	if (end === 'unknown' && failure !== undefined) throw withJobAdvice(failure, job);
	if (end === 'expired') {
		if (item.settings.failOnTimeout) throw jobTimedOut(run.job, job, failure);
		run.hints.add(STILL_PENDING, String(job.id));
	}
	return known;
}

async function pollAt(
	{ run, item, draft, ticket, submittedAt }: Watching,
	{ job: before, statePath }: PolledJob,
	{ at, earliest }: NextPoll,
): Promise<Polled> {
	try {
		await ticket.waitUntil(at, earliest, run.signal);
		const now = clock.monotonic();
		const deadline = Math.max(now, submittedAt + item.settings.maxWaitMs) + LAST_POLL_TIMEOUT_MS;
		// 'Max Wait' also limits retries, pauses, slow responses and waiting for the semaphore.
		const asked = run.runLimited(() => run.service.poll(draft, deadline));
		const received = await within(deadline - now, asked, () => tooLate(draft));
		if (received instanceof Failure) return { kind: 'failure', failure: received };
		const { id } = before;
		const status = readJob(run, item, { id, draft, received, earlierPath: statePath });
		run.jobLog.update(item.index, status.job);
		const finishedAt = status.job.state === 'pending' ? undefined : iso(clock.now());
		const job = { ...before, ...status.job, ...(finishedAt && { finishedAt }) };
		return { kind: 'seen', job, received, seen: status.seen };
	} catch (error) {
		if (error instanceof Cancelled) return { kind: 'stopped' };
		return { kind: 'failure', failure: asFailure(error) };
	}
}

/** The place of a word or flag whose meaning is known: later responses of the job are read there first. */
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
