import { clock, within, iso } from '../clock';
import { Cancelled } from '../failure/Cancelled';
import { asFailure, Failure } from '../failure/Failure';
import type { RequestDraft } from '../request/draft';
import type { JobRun } from './Run';
import type { Answer } from '../Service';
import { retryAfterMs } from '../transport/retryAfter';
import { jobFailed, jobTimedOut, withJob } from '../jobs/failures';
import type { Job } from '../jobs/job';
import type { ReadState } from '../recognition/jobState';
import { stateOf } from './byContract';
import { noteState } from './unknownState';
import type { Post } from '../jobs/Lookout';
import { nextLookAt } from '../jobs/schedule';
import { afterPoll, AT_ONCE, type PollEvent, type Wait, type WaitDecision } from '../jobs/waiting';
import type { Submitted } from './submit';
import type { ItemCall } from './ItemCall';

/** The last look begins when the time is up, and is given this long. */
const LAST_LOOK_MS = 10_000;

export interface WatchedJob {
	job: Job;
	/** The last answer; absent if there was none before the deadline. */
	answer?: Answer;
}

interface Watching {
	run: JobRun;
	item: ItemCall;
	/** Asks for the state of the job. */
	draft: RequestDraft;
	post: Post;
	wait: Wait & { submittedAt: number };
}

interface Polled extends ReadState {
	answer: Answer;
}

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
	const pending = submittedAt + item.settings.maxWaitMs;
	const wait = { submittedAt, giveUpAt: { pending, failed: AT_ONCE, rejected: AT_ONCE } };
	const watching: Watching = { run, item, draft, post, wait };
	let { job, answer }: WatchedJob = submitted;
	try {
		let next = answer ? nextPoll(watching, answer) : { at: clock.monotonic(), earliest: 0 };
		for (;;) {
			const event = await pollAt(watching, next);
			if (event.kind === 'polled') {
				({ answer } = event.polled);
				job = noted(watching, job, event.polled);
			}
			const decision = afterPoll({ wait, event, now: clock.monotonic() });
			if (decision.kind !== 'wait') {
				conclude(watching, job, decision);
				return { job, answer };
			}
			next = nextPoll(watching, answer, decision.failure);
		}
	} finally {
		post.leave();
	}
}

interface NextPoll {
	at: number;
	/** Not before, even if the job is called. */
	earliest: number;
}

function nextPoll({ item, post, wait }: Watching, answer?: Answer, failure?: Failure): NextPoll {
	const { submittedAt } = wait;
	const now = clock.monotonic();
	const retryAt = failure?.details.retryAt;
	const askedMs =
		retryAt === undefined
			? retryAfterMs(answer?.response.headers ?? {}, clock.now())
			: Date.parse(retryAt) - clock.now();
	const firstIntervalMs = item.settings.pollIntervalMs;
	const { role } = post;
	const deadline = wait.giveUpAt.pending;
	const at = nextLookAt({ submittedAt, now, firstIntervalMs, askedMs, deadline, role });
	// Called or not, a job is left alone at first, and for as long as the service asks.
	const earliest = Math.max(submittedAt + firstIntervalMs, now + (askedMs ?? 0));
	return { at, earliest };
}

async function pollAt(watching: Watching, { at, earliest }: NextPoll): Promise<PollEvent<Polled>> {
	const { run, item, draft, post, wait } = watching;
	try {
		await post.waitUntil(at, earliest, run.signal);
		const now = clock.monotonic();
		const until = Math.max(now, wait.giveUpAt.pending) + LAST_LOOK_MS;
		// Retries, pauses and slow answers end with Max Wait as well, and so does a wait for a slot.
		const asked = run.slot(() => run.service.ask(draft, until));
		const answer = await within(until - now, asked, () => tooLate(draft));
		if (answer instanceof Failure) return { kind: 'failed', failure: answer };
		const { settings } = item;
		const seen = stateOf({ settings, hints: run.hints, endpoint: draft.endpoint, answer });
		return { kind: 'polled', polled: { ...seen, answer } };
	} catch (error) {
		if (error instanceof Cancelled) return { kind: 'cancelled' };
		return { kind: 'failed', failure: asFailure(error) };
	}
}

/** The job as a poll found it. */
function noted({ run, item, draft }: Watching, before: Job, polled: Polled): Job {
	const { state, rawState, answer } = polled;
	const job: Job = { ...before, state, rawState };
	noteState(run.hints, polled);
	item.explanation?.ofAnswer(answer, draft.endpoint, run.job, polled);
	if (state !== 'pending') job.finishedAt = iso(clock.now());
	run.jobs.note(item.index, job.id, state);
	return job;
}

type End = Exclude<WaitDecision<Polled>, { kind: 'wait' }>;

/** A wait that ended without a result is a failure or a hint. */
function conclude({ run, item }: Watching, job: Job, end: End): void {
	switch (end.kind) {
		case 'done':
			return;
		case 'failed':
			throw jobFailed(run.job, job, end.polled, end.polled.answer);
		case 'rejected':
			throw withJob(end.failure, job);
		case 'giveUp':
			if (item.settings.failOnTimeout) throw jobTimedOut(run.job, job, end.failure);
			run.hints.add(STILL_PENDING, String(job.id));
			return;
		case 'stillPending':
			run.hints.add(STOPPED, String(job.id));
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
