import { clock, iso, within } from '../clock';
import { Cancelled } from '../failure/Cancelled';
import { asFailure, Failure } from '../failure/Failure';
import { afterPoll, nextPoll, type NextPoll, type PollResult } from '../jobs/afterPoll';
import { isPassing, jobFailed, jobTimedOut, withJob } from '../jobs/failures';
import type { Job } from '../jobs/job';
import type { Post } from '../jobs/Lookout';
import type { ReadState } from '../recognition/jobState';
import type { RequestDraft } from '../request/draft';
import type { Answer } from '../Service';
import { retryAfterMs } from '../transport/rateLimit';
import type { ItemCall } from './ItemCall';
import { readJob } from './readJob';
import type { JobRun } from './Run';
import type { Submitted } from './submit';

/** The last look begins when the time is up, and is given this long. */
const LAST_LOOK_MS = 10_000;

interface WatchedJob {
	job: Job;
	/** The last answer; absent if there was none before the deadline. */
	answer?: Answer;
}

interface Watching {
	run: JobRun;
	item: ItemCall;
	draft: RequestDraft;
	post: Post;
	/** By the monotonic clock. */
	submittedAt: number;
}

type Polled =
	| { kind: 'seen'; job: Job; answer: Answer; seen: ReadState }
	| { kind: 'failure'; failure: Failure }
	| { kind: 'stopped' };

/** Looks at a job until it has finished or its time is up; a failed one is a Failure. */
export async function watch(
	run: JobRun,
	item: ItemCall,
	submitted: Submitted,
	draft: RequestDraft,
): Promise<WatchedJob> {
	const post = run.lookout.join();
	// The calendar only gives the age of the job: from here on, the clock is monotonic.
	const submittedAt = clock.monotonic() - Math.max(0, clock.now() - submitted.submittedAt);
	const watching: Watching = { run, item, draft, post, submittedAt };
	let known: WatchedJob = { job: submitted.job, answer: submitted.answer };
	let next: NextPoll = { until: clock.monotonic(), earliest: 0 };
	if (known.answer !== undefined) {
		const askedMs = askedBy(known.answer);
		next = nextPoll(pollOf(watching, { kind: 'seen', state: 'pending', askedMs }));
	}
	try {
		for (;;) {
			const polled = await pollAt(watching, known.job, next);
			if (polled.kind === 'stopped') {
				run.hints.add(STOPPED, String(known.job.id));
				return known;
			}
			if (polled.kind === 'seen') known = { job: polled.job, answer: polled.answer };
			const result = resultOf(watching, polled, known.answer);
			const verdict = afterPoll(pollOf(watching, result));
			if (verdict.kind !== 'pending') return ended(watching, verdict.kind, known, polled);
			next = verdict;
		}
	} finally {
		post.leave();
	}
}

/** Only Max Wait makes a pending job end; all else is known at once. */
function pollOf({ item, post, submittedAt }: Watching, result: PollResult) {
	const { maxWaitMs, pollIntervalMs } = item.settings;
	return {
		submittedAt,
		now: clock.monotonic(),
		result,
		patience: { pendingMs: maxWaitMs, failedMs: 0, refusedMs: 0, unusableMs: 0 },
		schedule: { firstIntervalMs: pollIntervalMs, role: post.role },
	};
}

function resultOf(
	{ submittedAt }: Watching,
	polled: Exclude<Polled, { kind: 'stopped' }>,
	answer?: Answer,
): PollResult {
	if (polled.kind === 'seen') {
		return { kind: 'seen', state: polled.job.state, askedMs: askedBy(polled.answer) };
	}
	if (!isPassing(polled.failure, clock.monotonic() - submittedAt)) return { kind: 'refused' };
	const { retryAt } = polled.failure.details;
	const askedMs = retryAt === undefined ? askedBy(answer) : Date.parse(retryAt) - clock.now();
	return { kind: 'transient', askedMs };
}

function askedBy(answer: Answer | undefined): number | undefined {
	return retryAfterMs(answer?.response.headers ?? {}, clock.now());
}

function ended(
	{ run, item }: Watching,
	end: 'finished' | 'failed' | 'expired' | 'unknown',
	known: WatchedJob,
	polled: Exclude<Polled, { kind: 'stopped' }>,
): WatchedJob {
	const { job } = known;
	const failure = polled.kind === 'failure' ? polled.failure : undefined;
	if (end === 'failed' && polled.kind === 'seen') {
		throw jobFailed(run.job, job, polled.seen, polled.answer);
	}
	if (end === 'unknown' && failure !== undefined) throw withJob(failure, job);
	if (end === 'expired') {
		if (item.settings.failOnTimeout) throw jobTimedOut(run.job, job, failure);
		run.hints.add(STILL_PENDING, String(job.id));
	}
	return known;
}

async function pollAt(
	{ run, item, draft, post, submittedAt }: Watching,
	before: Job,
	{ until: at, earliest }: NextPoll,
): Promise<Polled> {
	try {
		await post.waitUntil(at, earliest, run.signal);
		const now = clock.monotonic();
		const until = Math.max(now, submittedAt + item.settings.maxWaitMs) + LAST_LOOK_MS;
		// Retries, pauses and slow answers end with Max Wait as well, and so does a wait for a slot.
		const asked = run.slot(() => run.service.ask(draft, until));
		const answer = await within(until - now, asked, () => tooLate(draft));
		if (answer instanceof Failure) return { kind: 'failure', failure: answer };
		const status = readJob(run, item, { id: before.id, draft, answer });
		const { state } = status.job;
		run.jobs.note(item.index, before.id, state);
		const finishedAt = state === 'pending' ? undefined : iso(clock.now());
		const job = { ...before, ...status.job, ...(finishedAt && { finishedAt }) };
		return { kind: 'seen', job, answer, seen: status.seen };
	} catch (error) {
		if (error instanceof Cancelled) return { kind: 'stopped' };
		return { kind: 'failure', failure: asFailure(error) };
	}
}

function tooLate({ endpoint }: RequestDraft): Failure {
	const request = `${endpoint.method} ${endpoint.path}`;
	return new Failure({
		kind: 'request',
		message: `The service did not answer ${request} within 'Max Wait'`,
		request,
	});
}

const STILL_PENDING =
	"Not finished within 'Max Wait', and still going on at the service: %. Pick them up with 'Get' and the ID, or raise 'Max Wait'.";

const STOPPED =
	"Stopped while these jobs were still going on at the service: %. Pick them up with 'Get' and the ID.";
