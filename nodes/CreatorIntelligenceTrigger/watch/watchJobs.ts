import { clock, iso } from '../../shared/clock';
import type { Failure } from '../../shared/failure/Failure';
import type { Job } from '../../shared/jobs/job';
import { afterPoll, AT_ONCE, NEVER, type Wait } from '../../shared/jobs/waiting';
import type { OutputItem } from '../../shared/response/outputItem';
import type { WantedOutcome } from '../parameters/readParameters';
import { isLastingRefusal } from '../session/problem';
import { readJobItems, type JobStatus } from './jobStatus';
import { eventId, targetName, type Refusal, type Target } from './Target';
import { watchEach, type JobsOfPoll, type Unread } from './watchEach';

/** One execution is not to hold more than this; the rest comes with the next poll. */
const MOST_JOBS = 500;
const MOST_ITEMS = 20_000;

/** A job that was submitted so long ago, and has failed or is refused, will not come back. */
const GIVEN_UP_AFTER_MS = 24 * 60 * 60 * 1_000;

/** A job that has ended. */
export type EndedJob =
	| { kind: 'emitted'; target: Target; items: OutputItem[] }
	/** Nobody asked for jobs that end so. */
	| { kind: 'unwanted'; target: Target }
	/** It has failed, and only finished ones are asked for: it may finish after all. */
	| { kind: 'mayRecover'; target: Target };

export interface EndedJobs extends Unread {
	ended: EndedJob[];
}

interface JobsToWatch extends JobsOfPoll {
	outcome: WantedOutcome;
}

/** Finds the jobs that have ended, with their results. */
export async function watchJobs(watching: JobsToWatch): Promise<EndedJobs> {
	const { session, targets, progress, outcome } = watching;
	const passedOverName = (target: Target) => `${outcome} ${targetName(target)}`;
	const ended: EndedJob[] = [];
	let emittedCount = 0;
	let itemCount = 0;

	const { refused, slow } = await watchEach({
		...watching,
		targets: targets.filter((target) => !progress.isPassedOver(passedOverName(target))),
		isFull: () => itemCount >= MOST_ITEMS || emittedCount >= MOST_JOBS,
		take: async (target, status) => {
			session.succeeded();
			const job = await endOf(watching, target, status);
			if (job === undefined) return;
			ended.push(job);
			if (job.kind === 'emitted') {
				itemCount += job.items.length;
				emittedCount += 1;
			}
			// The state forgets a job of its own; should n8n drop that, it has to be looked at again.
			if (job.kind === 'unwanted' && target.submittedAt === undefined) {
				progress.passOver(passedOverName(target));
			}
		},
		takePart: (target, items) => {
			ended.push({ kind: 'emitted', target, items: items.map(asPartial) });
		},
	});
	const cutShort = targets.map(targetName);
	progress.keepOnly({ passedOver: targets.map(passedOverName), cutShort });
	const gone = refused.filter((refusal) => isGone(refusal, watching));
	for (const refusal of gone) ended.push(goneJob(refusal, outcome));
	return { ended, refused: refused.filter((refusal) => !gone.includes(refusal)), slow };
}

/** `undefined` while the job is pending. */
async function endOf(
	{ session, now, outcome, result }: JobsToWatch,
	target: Target,
	status: JobStatus,
): Promise<EndedJob | undefined> {
	const { job } = status;
	const event = { kind: 'polled', polled: job } as const;
	const decision = afterPoll({ wait: waitFor(target, outcome), event, now });
	if (decision.kind === 'wait') {
		return decision.for === 'recovery' ? { kind: 'mayRecover', target } : undefined;
	}
	if (outcome !== 'any' && outcome !== job.state) return { kind: 'unwanted', target };
	return { kind: 'emitted', target, items: await readJobItems(session, target, status, result) };
}

/** Services try again what has failed. Jobs that the user has listed are watched while listed. */
function waitFor({ submittedAt }: Target, outcome: WantedOutcome): Wait {
	const old = submittedAt === undefined ? NEVER : submittedAt + GIVEN_UP_AFTER_MS;
	const failed = outcome === 'finished' ? old : AT_ONCE;
	return { submittedAt, giveUpAt: { pending: NEVER, failed, rejected: old } };
}

/** A job of its own that the service lastingly refuses to tell of would be watched for ever. */
function isGone({ target, failure, subject }: Refusal, { now, outcome }: JobsToWatch): boolean {
	const event = { kind: 'failed', failure } as const;
	const { kind } = afterPoll({ wait: waitFor(target, outcome), event, now });
	return kind === 'rejected' && isLastingRefusal(failure, subject);
}

function goneJob({ target, failure, subject }: Refusal, outcome: WantedOutcome): EndedJob {
	if (outcome === 'finished') return { kind: 'unwanted', target };
	const { operation, id, submittedAt = 0 } = target;
	const job: Job = {
		type: operation.job.type,
		id,
		state: 'failed',
		rawState: null,
		submittedAt: iso(submittedAt),
		finishedAt: iso(clock.now()),
		eventId: eventId(target, 'failed'),
	};
	const message = `${whatIsGone(failure, subject)}: ${failure.message}`;
	return { kind: 'emitted', target, items: [{ json: { message, job } }] };
}

function whatIsGone({ details: { status } }: Failure, subject: Refusal['subject']): string {
	if (subject === 'result') return 'The result of the job cannot be read';
	return status === 404 || status === 410
		? 'The service no longer knows the job'
		: 'The service does not tell of the job';
}

function asPartial({ json, file }: OutputItem): OutputItem {
	return { json: { ...json, job: { ...(json.job as Job), partial: true } }, file };
}
