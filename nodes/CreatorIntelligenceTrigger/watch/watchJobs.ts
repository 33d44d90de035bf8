import { clock, iso } from '../../shared/clock';
import { afterPoll, type PollResult } from '../../shared/jobs/afterPoll';
import type { Job } from '../../shared/jobs/job';
import type { OutputItem } from '../../shared/response/outputItem';
import { isPermanentRejection } from '../session/problem';
import type { Poll } from '../session/Session';
import type { JobStatus } from '../../shared/operations/readJob';
import { eventId, targetName, type UnreadableJob, type Target, readJobItems } from './Target';
import { watchEach, type Unread } from './watchEach';

/** Maximum per execution; the rest is emitted at the next poll. */
const MAX_JOBS = 500;
const MAX_ITEMS = 20_000;

/** A job that has failed or is rejected is given up at this age. */
const MAX_FAILED_JOB_AGE_MS = 24 * 60 * 60 * 1_000;

export type EndedJob =
	| { kind: 'emitted'; target: Target; items: OutputItem[] }
	/** Its outcome is not the one that was asked for. */
	| { kind: 'unwanted'; target: Target }
	/** It has failed, and only finished ones are asked for: it may finish after all. */
	| { kind: 'mayRecover'; target: Target };

export async function watchJobs(
	poll: Poll,
	targets: Target[],
): Promise<Unread & { ended: EndedJob[] }> {
	const { watching: progress } = poll.memory;
	const { outcome } = poll.parameters;
	const ended: EndedJob[] = [];
	const emitted = { jobs: 0, items: 0 };
	progress.keepOnly(targets.map(targetName));
	const { unreadable, slow } = await watchEach(poll, {
		targets: targets.filter((target) => progress.of(targetName(target)).passedOver !== outcome),
		isFull: () => emitted.items >= MAX_ITEMS || emitted.jobs >= MAX_JOBS,
		take: async (target, status) => {
			poll.session.succeeded();
			const job = await endedJob(poll, target, status);
			if (job === undefined) return;
			ended.push(job);
			if (job.kind === 'emitted') {
				emitted.items += job.items.length;
				emitted.jobs += 1;
			}
			// Jobs that the trigger submitted are removed from the state instead. If n8n drops that change, they are read again.
			if (job.kind === 'unwanted' && target.submittedAt === undefined) {
				progress.of(targetName(target)).passedOver = outcome;
			}
		},
		takePartial: (target, items) => {
			ended.push({ kind: 'emitted', target, items: items.map(asPartial) });
		},
	});
	const gone = unreadable.filter((job) => isPermanentlyRejected(poll, job));
	ended.push(...gone.map((job) => endOfRejectedJob(job, outcome)));
	return { ended, unreadable: unreadable.filter((job) => !gone.includes(job)), slow };
}

/** `undefined` while the job is pending. */
async function endedJob(
	poll: Poll,
	target: Target,
	status: JobStatus,
): Promise<EndedJob | undefined> {
	const { outcome } = poll.parameters;
	const { state } = status.job;
	if (verdictOn(poll, target, { kind: 'seen', state }) === 'pending') {
		return state === 'failed' ? { kind: 'mayRecover', target } : undefined;
	}
	if (outcome !== 'any' && outcome !== state) return { kind: 'unwanted', target };
	return { kind: 'emitted', target, items: await readJobItems(poll, target, status) };
}

/** Jobs that the user has listed have no age here: they are watched while listed. */
function verdictOn({ now, parameters }: Poll, { submittedAt = now }: Target, result: PollResult) {
	const maxPollAge = {
		pendingMs: Infinity,
		failedMs: parameters.outcome === 'finished' ? MAX_FAILED_JOB_AGE_MS : -Infinity,
		rejectedMs: MAX_FAILED_JOB_AGE_MS,
		unusableMs: Infinity,
	};
	return afterPoll({ submittedAt, now, result, maxPollAge }).kind;
}

/** Whether a job that the trigger submitted is permanently rejected. It would be watched for ever. */
function isPermanentlyRejected(poll: Poll, { target, failure, subject }: UnreadableJob): boolean {
	const kind = isPermanentRejection(failure, subject) ? 'rejected' : 'unusable';
	return verdictOn(poll, target, { kind }) === 'unknown';
}

function endOfRejectedJob(job: UnreadableJob, outcome: Poll['parameters']['outcome']): EndedJob {
	const { target } = job;
	if (outcome === 'finished') return { kind: 'unwanted', target };
	return { kind: 'emitted', target, items: [rejectedJobItem(job)] };
}

function rejectedJobItem({ target, failure, subject }: UnreadableJob): OutputItem {
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
	const isUnknown = [404, 410].includes(failure.details.status ?? 0);
	const what =
		subject === 'result'
			? 'The result of the job cannot be read'
			: `The service ${isUnknown ? 'no longer finds' : 'does not return'} the job`;
	return { json: { message: `${what}: ${failure.message}`, job } };
}

function asPartial({ json, file }: OutputItem): OutputItem {
	return { json: { ...json, job: { ...(json.job as Job), partial: true } }, file };
}
