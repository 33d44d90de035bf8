import { clock, within, iso } from '../clock';
import { Cancelled } from '../failure/Cancelled';
import { asFailure, Failure } from '../failure/Failure';
import type { RequestDraft } from '../request/draft';
import type { JobRun } from './Run';
import type { Answer } from '../Service';
import { retryAfterMs } from '../transport/retryAfter';
import { isPassing, jobFailed, jobTimedOut, withJob } from '../jobs/failures';
import type { Job } from '../jobs/job';
import { readState } from '../recognition/jobState';
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

/** Looks at a job until it has finished or its time is up; a failed one is a Failure. */
export async function watch(
	run: JobRun,
	item: ItemCall,
	submitted: Submitted,
	draft: RequestDraft,
): Promise<WatchedJob> {
	const post = run.lookout.join();
	try {
		return await watchFrom(post, run, item, submitted, draft);
	} finally {
		post.leave();
	}
}

async function watchFrom(
	post: Post,
	run: JobRun,
	item: ItemCall,
	submitted: Submitted,
	draft: RequestDraft,
): Promise<WatchedJob> {
	const { settings, index } = item;
	// From here on by a clock that nobody can set: only the age of the job is told by the calendar.
	const submittedAt = clock.monotonic() - Math.max(0, clock.now() - submitted.submittedAt);
	const deadline = submittedAt + settings.maxWaitMs;
	let { job, answer } = submitted;
	if (job.state === 'failed' && answer !== undefined) {
		const said = readState(answer.content, answer.response, settings.job, { submission: true });
		throw jobFailed(run.job, job, said, answer);
	}
	let next = answer === undefined ? { at: clock.monotonic(), earliest: 0 } : lookAfter();

	for (;;) {
		const looked = await askAt(run, post, draft, next, deadline);
		const trouble = looked instanceof Failure ? looked : undefined;
		if (looked instanceof Cancelled) {
			run.hints.add(STOPPED, String(job.id));
			return { job, answer };
		}
		if (looked instanceof Failure) {
			if (!isPassing(looked, clock.monotonic() - submittedAt)) throw withJob(looked, job);
		} else {
			answer = looked;
			const seen = readState(answer.content, answer.response, settings.job);
			noteState(run.hints, seen);
			if (seen.state !== 'pending') item.explanation?.ofAnswer(answer, run.job);
			job = { ...job, state: seen.state, rawState: seen.rawState };
			if (seen.state !== 'pending') job.finishedAt = iso(clock.now());
			run.jobs.note(index, job.id, job.state);
			if (seen.state === 'failed') throw jobFailed(run.job, job, seen, answer);
			if (seen.state === 'finished') return { job, answer };
		}
		if (clock.monotonic() >= deadline) {
			if (settings.failOnTimeout) throw jobTimedOut(run.job, job, trouble);
			run.hints.add(STILL_PENDING, String(job.id));
			return { job, answer };
		}
		next = lookAfter(trouble);
	}

	function lookAfter(trouble?: Failure): NextLook {
		const now = clock.monotonic();
		const retryAt = trouble?.details.retryAt;
		const askedMs =
			retryAt === undefined
				? retryAfterMs(answer?.response.headers ?? {}, clock.now())
				: Date.parse(retryAt) - clock.now();
		const firstIntervalMs = settings.pollIntervalMs;
		const { role } = post;
		const at = nextLookAt({ submittedAt, now, firstIntervalMs, askedMs, deadline, role });
		// Called or not, a job is left alone at first, and for as long as the service asks.
		const earliest = Math.max(submittedAt + firstIntervalMs, now + (askedMs ?? 0));
		return { at, earliest };
	}
}

interface NextLook {
	at: number;
	/** Not before, even if the job is called. */
	earliest: number;
}

async function askAt(
	run: JobRun,
	post: Post,
	draft: RequestDraft,
	{ at, earliest }: NextLook,
	deadline: number,
): Promise<Answer | Failure | Cancelled> {
	try {
		await post.waitUntil(at, earliest, run.signal);
		const now = clock.monotonic();
		const until = Math.max(now, deadline) + LAST_LOOK_MS;
		// Retries, pauses and slow answers end with Max Wait as well, and so does a wait for a slot.
		const asked = run.slot(() => run.service.ask(draft, until));
		return await within(until - now, asked, () => tooLate(draft));
	} catch (error) {
		return error instanceof Cancelled ? error : asFailure(error);
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
