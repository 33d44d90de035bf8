import { clock } from '../clock';
import { Cancelled } from '../failure/Cancelled';
import { Failure } from '../failure/Failure';
import type { RequestDraft } from '../request/draft';
import type { Run } from './Run';
import type { Answer } from '../Service';
import { retryAfterMs } from '../transport/retryAfter';
import { isPassing, jobFailed, jobTimedOut, withJob } from '../jobs/failures';
import type { Job } from '../jobs/job';
import { readState } from '../recognition/job';
import { noteUnknownWord } from './unknownState';
import type { Post } from '../jobs/Lookout';
import { nextLookAt } from '../jobs/schedule';
import type { Submitted } from './submit';
import { iso } from '../values/time';
import type { ItemCall } from './ItemCall';

export interface Watched {
	job: Job;
	/** The last answer; absent if there was none before the deadline. */
	answer?: Answer;
}

/** Looks at a job until it has finished or its time is up; a failed one is a Failure. */
export async function watch(
	run: Run,
	item: ItemCall,
	submitted: Submitted,
	draft: RequestDraft,
): Promise<Watched> {
	const post = run.lookout.join();
	try {
		return await watchFrom(post, run, item, submitted, draft);
	} finally {
		post.leave();
	}
}

async function watchFrom(
	post: Post,
	run: Run,
	item: ItemCall,
	submitted: Submitted,
	draft: RequestDraft,
): Promise<Watched> {
	const { settings, index } = item;
	const { submittedAt } = submitted;
	const deadline = submittedAt + settings.maxWaitMs;
	let { job, answer } = submitted;
	let next = answer === undefined ? { at: clock.now(), earliest: clock.now() } : lookAfter();

	for (;;) {
		const looked = await look(run, post, draft, next);
		const trouble = looked instanceof Failure ? looked : undefined;
		if (looked instanceof Cancelled) {
			run.hints.add(STOPPED, String(job.id));
			return { job, answer };
		}
		if (looked instanceof Failure) {
			if (!isPassing(looked, clock.now() - submittedAt)) throw withJob(looked, job);
		} else {
			answer = looked;
			const seen = readState(answer.content, answer.response, settings.job);
			noteUnknownWord(run.hints, seen);
			job = { ...job, state: seen.state, rawState: seen.rawState };
			if (seen.state !== 'pending') job.finishedAt = iso(clock.now());
			run.jobs.note(index, job.id, job.state);
			if (seen.state === 'failed') throw jobFailed(run.job, job, seen, answer);
			if (seen.state === 'finished') return { job, answer };
		}
		if (clock.now() >= deadline) {
			if (settings.failOnTimeout) throw jobTimedOut(run.job, job, trouble);
			run.hints.add(STILL_PENDING, String(job.id));
			return { job, answer };
		}
		next = lookAfter(trouble);
	}

	function lookAfter(trouble?: Failure): NextLook {
		const now = clock.now();
		const retryAt = trouble?.details.retryAt;
		const askedMs =
			retryAt === undefined
				? retryAfterMs(answer?.response.headers['retry-after'], now)
				: Date.parse(retryAt) - now;
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

async function look(
	run: Run,
	post: Post,
	draft: RequestDraft,
	{ at, earliest }: NextLook,
): Promise<Answer | Failure | Cancelled> {
	try {
		await post.waitUntil(at, earliest, run.signal);
		return await run.slot(() => run.service.ask(draft));
	} catch (error) {
		return expected(error);
	}
}

function expected(error: unknown): Failure | Cancelled {
	if (error instanceof Failure || error instanceof Cancelled) return error;
	throw error;
}

const STILL_PENDING =
	"Not finished within 'Max Wait', and still going on at the service: %. Pick them up with 'Get' and the ID, or raise 'Max Wait' in Options.";

const STOPPED =
	"Stopped while these jobs were still going on at the service: %. Pick them up with 'Get' and the ID.";
