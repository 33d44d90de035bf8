import { clock, iso } from '../../shared/clock';
import { advance, type Seen } from '../../shared/jobs/advance';
import type { Job } from '../../shared/jobs/job';
import type { OutputItem } from '../../shared/response/outputItem';
import { processMemory } from '../memory/ProcessMemory';
import { jobKey, type State } from '../memory/State';
import type { Poll } from '../session/Session';
import {
	readJobItems,
	submittedTargets,
	targetOf,
	type Target,
	type UnreadableJob,
} from './Target';
import { watchEach, type Unread } from './watchEach';

/** Maximum per execution; the rest is emitted at the next poll. */
const MAX_JOBS = 500;
const MAX_ITEMS = 20_000;

/** A job that has failed or is rejected is given up at this age. */
const MAX_FAILED_JOB_AGE_MS = 24 * 60 * 60 * 1_000;

/** What a poll read: what is emitted, and what is saved. */
export interface Watched extends Unread {
	items: OutputItem[];
	state: State;
	/** A screening that was seen for the first time and not emitted: it must be saved. */
	hasNewBaseline: boolean;
}

interface EndedJob {
	key: string;
	/** `unwanted`: its outcome is not the one that was asked for. `mayRecover`: it has failed, but may finish after all. */
	end: 'emitted' | 'unwanted' | 'mayRecover';
	items: OutputItem[];
}

export async function watchJobs(poll: Poll): Promise<Watched> {
	const { operation, ids } = poll.parameters;
	const { submissions } = poll.state;
	const listed = new Map(ids.map((id) => targetOf(operation, id)).map((each) => [each.key, each]));
	const emitted = poll.state.emitted.filter((key) => listed.delete(key));
	// A service may return the ID of an earlier job again: each is read once.
	for (const target of submittedTargets(submissions)) listed.set(target.key, target);
	const { results, ...unread } = await readEnded(poll, [...listed.values()]);

	const ends = new Map(results.map(({ key, end }) => [key, end]));
	const jobs = results.filter(({ end }) => end === 'emitted').map(({ key }) => key);
	const watched = submissions.watched
		.filter((job) => ends.get(jobKey(job)) !== 'unwanted')
		.map((job) => (ends.get(jobKey(job)) === 'mayRecover' ? { ...job, failed: true } : job));
	return {
		...unread,
		items: results.flatMap(({ items }) => items),
		state: {
			...poll.state,
			emitted,
			submissions: { ...submissions, watched },
			batch: jobs.length === 0 ? undefined : { by: processMemory.id, jobs, screenings: {} },
		},
		hasNewBaseline: false,
	};
}

async function readEnded(poll: Poll, targets: Target[]) {
	const { memory, parameters, session } = poll;
	const { outcome } = parameters;
	const count = { jobs: 0, items: 0 };
	const emitted = ({ key }: Target, items: OutputItem[]): EndedJob => {
		count.jobs += 1;
		count.items += items.length;
		return { key, end: 'emitted', items };
	};
	return await watchEach<EndedJob>(poll, {
		targets: memory
			.inOrder(targets)
			.filter(({ key }) => memory.progressOf(key).passedOver !== outcome),
		isFull: () => count.items >= MAX_ITEMS || count.jobs >= MAX_JOBS,
		read: async (target, status) => {
			session.succeeded();
			const { key } = target;
			const { state } = status.job;
			if (progressOf(poll, target, { state }) === 'pending')
				return state === 'failed' ? { key, end: 'mayRecover', items: [] } : undefined;
			if (outcome === 'any' || outcome === state)
				return emitted(target, await readJobItems(poll, target, status));
			// Jobs that the trigger submitted are removed from the state instead. If n8n drops that change, they are read again.
			if (target.submittedAt === undefined) memory.progressOf(key).passedOver = outcome;
			return { key, end: 'unwanted', items: [] };
		},
		asPartial: (target, items) => emitted(target, items.map(asPartial)),
		asRejected: (job) => {
			const { target } = job;
			if (progressOf(poll, target, job) !== 'unknown') return undefined;
			return outcome === 'finished'
				? { key: target.key, end: 'unwanted', items: [] }
				: emitted(target, [rejectedJobItem(job)]);
		},
	});
}

/** Jobs that the user has listed have no age: they are watched while they are listed. */
function progressOf({ now, parameters }: Poll, { submittedAt }: Target, seen: Seen) {
	const patience = {
		pendingMs: Infinity,
		failedMs: parameters.outcome === 'finished' ? MAX_FAILED_JOB_AGE_MS : 0,
		rejectedMs: MAX_FAILED_JOB_AGE_MS,
		unusableMs: Infinity,
	};
	return advance({ submittedAt, patience }, seen, now).kind;
}

function rejectedJobItem({ target, failure, subject }: UnreadableJob): OutputItem {
	const { key, operation, id, submittedAt = 0 } = target;
	const job: Job = {
		type: operation.job.type,
		id,
		state: 'failed',
		rawState: null,
		submittedAt: iso(submittedAt),
		finishedAt: iso(clock.now()),
		eventId: `${key}/failed`,
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
