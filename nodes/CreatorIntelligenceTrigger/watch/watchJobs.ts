import { clock, iso } from '../../shared/clock';
import type { Failure } from '../../shared/failure/Failure';
import type { Job } from '../../shared/jobs/job';
import type { OutputItem } from '../../shared/response/outputItem';
import type { WatchProgress } from '../memory/process/WatchProgress';
import type { ResultParameters, WantedOutcome } from '../parameters/readParameters';
import { isLastingRefusal } from '../session/problem';
import type { Session } from '../session/Session';
import { readJobItems } from './jobStatus';
import { eventId, targetName, type Refusal, type Target } from './Target';
import { ageOf, watchEach, type Unread } from './watchEach';

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

interface JobsToWatch {
	session: Session;
	targets: Target[];
	progress: WatchProgress;
	now: number;
	outcome: WantedOutcome;
	result: ResultParameters;
}

/** Finds the jobs that have ended, with their results. */
export async function watchJobs(watching: JobsToWatch): Promise<EndedJobs> {
	const { session, targets, progress, now, outcome, result } = watching;
	const passedOverName = (target: Target) => `${outcome} ${targetName(target)}`;
	const ended: EndedJob[] = [];
	let emittedCount = 0;
	let itemCount = 0;

	const { refused, slow } = await watchEach({
		session,
		targets: targets.filter((target) => !progress.isPassedOver(passedOverName(target))),
		progress,
		now,
		result,
		isFull: () => itemCount >= MOST_ITEMS || emittedCount >= MOST_JOBS,
		take: async (target, status) => {
			session.succeeded();
			const { state } = status.job;
			if (state === 'pending') return;
			if (outcome === 'any' || outcome === state) {
				const items = await readJobItems(session, target, status, result);
				itemCount += items.length;
				emittedCount += 1;
				ended.push({ kind: 'emitted', target, items });
				return;
			}
			// Services try again what has failed.
			const mayRecover = state === 'failed' && !isOld(target, now);
			ended.push({ kind: mayRecover ? 'mayRecover' : 'unwanted', target });
			// The state forgets a job of its own; should n8n drop that, it has to be looked at again.
			if (!mayRecover && target.submittedAt === undefined) {
				progress.passOver(passedOverName(target));
			}
		},
		takePart: (target, items) => {
			ended.push({ kind: 'emitted', target, items: items.map(asPartial) });
		},
	});
	progress.keepOnly({
		passedOver: targets.map(passedOverName),
		cutShort: targets.map(targetName),
	});

	const gone = refused.filter((refusal) => isGone(refusal, now));
	for (const refusal of gone) {
		const { target } = refusal;
		if (outcome === 'finished') ended.push({ kind: 'unwanted', target });
		else ended.push({ kind: 'emitted', target, items: [goneItem(refusal)] });
	}
	return { ended, refused: refused.filter((refusal) => !gone.includes(refusal)), slow };
}

/** A job of its own that the service lastingly refuses to tell of would be watched for ever. */
function isGone({ target, failure, subject }: Refusal, now: number): boolean {
	return isOld(target, now) && isLastingRefusal(failure, subject);
}

/** Jobs that the user has listed are watched for as long as they are on the list. */
function isOld(target: Target, now: number): boolean {
	return target.submittedAt !== undefined && ageOf(target, now) > GIVEN_UP_AFTER_MS;
}

function goneItem({ target, failure, subject }: Refusal): OutputItem {
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
	return { json: { message: `${whatIsGone(failure, subject)}: ${failure.message}`, job } };
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
