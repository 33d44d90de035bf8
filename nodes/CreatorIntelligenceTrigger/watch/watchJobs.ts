import { clock, iso } from '../../shared/clock';
import { rejectsJob } from '../../shared/jobs/failures';
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
import { watchEach } from './watchEach';

/** Maximum per execution; the rest is emitted at the next poll. */
const MAX_JOBS = 500;
const MAX_ITEMS = 20_000;

/** A job that has failed or is rejected is given up at this age. */
const MAX_FAILED_JOB_AGE_MS = 24 * 60 * 60 * 1_000;

/** What a poll read: what is emitted, and what is saved. */
export interface Watched {
	items: OutputItem[];
	state: State;
	unreadable: UnreadableJob[];
}

interface EndedJob {
	key: string;
	/** Absent if its outcome is not the one that the user wants. */
	items?: OutputItem[];
}

export async function watchJobs(poll: Poll): Promise<Watched> {
	const { operation, ids } = poll.parameters;
	const { memory, state } = poll;
	const listed = new Map(ids.map((id) => targetOf(operation, id)).map((each) => [each.key, each]));
	const emitted = state.emitted.filter((key) => listed.delete(key));
	for (const key of memory.unwanted) listed.delete(key);
	// A service may return the ID of an earlier job again: each is read once.
	for (const target of submittedTargets(state.submissions)) listed.set(target.key, target);
	const { results, unreadable } = await readEnded(poll, [...listed.values()]);

	const jobs = results.filter(({ items }) => items !== undefined).map(({ key }) => key);
	const unwanted = results.filter(({ items }) => items === undefined).map(({ key }) => key);
	for (const key of unwanted) memory.unwanted.add(key);
	const watched = state.submissions.watched.filter((job) => !unwanted.includes(jobKey(job)));
	return {
		items: results.flatMap(({ items = [] }) => items),
		state: {
			...state,
			emitted,
			submissions: { ...state.submissions, watched },
			batch: jobs.length === 0 ? undefined : { by: processMemory.id, jobs, screenings: {} },
		},
		unreadable,
	};
}

async function readEnded(poll: Poll, targets: Target[]) {
	const { now, parameters, session } = poll;
	const { outcome } = parameters;
	const count = { jobs: 0, items: 0 };
	const emitted = ({ key }: Target, items: OutputItem[]): EndedJob => {
		count.jobs += 1;
		count.items += items.length;
		return { key, items };
	};
	// Jobs that the user has listed have no age: they are watched while they are listed.
	const isGivenUp = ({ submittedAt = now }: Target) => now - submittedAt >= MAX_FAILED_JOB_AGE_MS;
	return await watchEach<EndedJob>(poll, {
		targets,
		isFull: () => count.items >= MAX_ITEMS || count.jobs >= MAX_JOBS,
		read: async (target, status) => {
			session.succeeded();
			const { state } = status.job;
			if (state === 'pending') return undefined;
			if (outcome === 'any' || outcome === state)
				return emitted(target, await readJobItems(poll, target, status));
			// It may finish after all.
			const isLasting = state === 'finished' || isGivenUp(target);
			return isLasting ? { key: target.key } : undefined;
		},
		asPartial: (target, items) => emitted(target, items.map(asPartial)),
		asRejected: (job) => {
			const { target, failure, subject } = job;
			if (!isGivenUp(target) || !rejectsJob(failure, subject)) return undefined;
			return outcome === 'finished' ? { key: target.key } : emitted(target, [rejectedJobItem(job)]);
		},
	});
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
