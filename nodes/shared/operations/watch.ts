import { clock, within, iso } from '../clock';
import { Cancelled } from '../failure/Cancelled';
import { asFailure, Failure } from '../failure/Failure';
import type { RequestDraft } from '../request/draft';
import type { JobRun } from './Run';
import type { Answer } from '../Service';
import { retryAfterMs } from '../transport/retryAfter';
import { isPassing, jobFailed, jobTimedOut, withJob } from '../jobs/failures';
import type { Job } from '../jobs/job';
import type { ReadState } from '../recognition/jobState';
import { stateOf } from './byContract';
import { noteState } from './unknownState';
import type { Post } from '../jobs/Lookout';
import { nextLookAt } from '../jobs/schedule';
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
	/** By the monotonic clock, as is the deadline. */
	submittedAt: number;
	deadline: number;
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
	const deadline = submittedAt + item.settings.maxWaitMs;
	const watching: Watching = { run, item, draft, post, submittedAt, deadline };
	let { job, answer }: WatchedJob = submitted;
	try {
		let next = answer ? nextPoll(watching, answer) : { at: clock.monotonic(), earliest: 0 };
		for (;;) {
			const polled = await pollAt(watching, next);
			const now = clock.monotonic();
			const failure = polled instanceof Failure ? polled : undefined;
			if (polled instanceof Cancelled) {
				run.hints.add(STOPPED, String(job.id));
				return { job, answer };
			}
			if (polled instanceof Failure) {
				if (!isPassing(polled, now - submittedAt)) throw withJob(polled, job);
			} else {
				({ answer } = polled);
				job = noted(watching, job, polled);
				if (job.state === 'finished') return { job, answer };
				if (job.state === 'failed') throw jobFailed(run.job, job, polled, answer);
			}
			if (now >= deadline) {
				if (item.settings.failOnTimeout) throw jobTimedOut(run.job, job, failure);
				run.hints.add(STILL_PENDING, String(job.id));
				return { job, answer };
			}
			next = nextPoll(watching, answer, failure);
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

function nextPoll(watching: Watching, answer?: Answer, failure?: Failure): NextPoll {
	const { item, post, submittedAt, deadline } = watching;
	const now = clock.monotonic();
	const retryAt = failure?.details.retryAt;
	const askedMs =
		retryAt === undefined
			? retryAfterMs(answer?.response.headers ?? {}, clock.now())
			: Date.parse(retryAt) - clock.now();
	const firstIntervalMs = item.settings.pollIntervalMs;
	const { role } = post;
	const at = nextLookAt({ submittedAt, now, firstIntervalMs, askedMs, deadline, role });
	// Called or not, a job is left alone at first, and for as long as the service asks.
	const earliest = Math.max(submittedAt + firstIntervalMs, now + (askedMs ?? 0));
	return { at, earliest };
}

async function pollAt(
	{ run, item, draft, post, deadline }: Watching,
	{ at, earliest }: NextPoll,
): Promise<Polled | Failure | Cancelled> {
	try {
		await post.waitUntil(at, earliest, run.signal);
		const now = clock.monotonic();
		const until = Math.max(now, deadline) + LAST_LOOK_MS;
		// Retries, pauses and slow answers end with Max Wait as well, and so does a wait for a slot.
		const asked = run.slot(() => run.service.ask(draft, until));
		const answer = await within(until - now, asked, () => tooLate(draft));
		if (answer instanceof Failure) return answer;
		const { settings } = item;
		const seen = stateOf({ settings, hints: run.hints, endpoint: draft.endpoint, answer });
		return { ...seen, answer };
	} catch (error) {
		return error instanceof Cancelled ? error : asFailure(error);
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
