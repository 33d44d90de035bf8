import { rejectsJob } from '../../shared/jobs/failures';
import type { OutputItem } from '../../shared/response/outputItem';
import { processMemory } from '../memory/ProcessMemory';
import { jobKey, type State } from '../memory/State';
import type { Poll } from '../session/Session';
import {
	cannotBeRead,
	jobOf,
	readJobItems,
	submittedTargets,
	targetOf,
	type Target,
	type UnreadableJob,
} from './Target';
import { watchEach } from './watchEach';

/** Maximum per execution; the rest is emitted at the next poll. */
const MAX_JOBS = 500;

/** A job that has failed or is rejected is given up at this age. */
const MAX_FAILED_JOB_AGE_MS = 24 * 60 * 60 * 1_000;

/** What a poll read: what is emitted, and what is saved. */
export interface Watched {
	items: OutputItem[];
	state: State;
	unreadable: UnreadableJob[];
}

export async function watchJobs(poll: Poll): Promise<Watched> {
	const { operation, ids } = poll.parameters;
	const { memory, state } = poll;
	const listed = new Map(ids.map((id) => targetOf(operation, id)).map((each) => [each.key, each]));
	const emitted = state.emitted.filter((key) => listed.delete(key));
	for (const key of memory.unwanted) listed.delete(key);
	// A service may return the ID of an earlier job again: each is read once.
	for (const target of submittedTargets(state.submissions)) listed.set(target.key, target);
	const { found, unreadable } = await readEnded(poll, [...listed.values()]);

	const jobs = found.filter(({ items }) => items !== undefined).map(({ key }) => key);
	// Their outcome is not the one that the user wants.
	const unwanted = found.filter(({ items }) => items === undefined).map(({ key }) => key);
	for (const key of unwanted) memory.unwanted.add(key);
	const watched = state.submissions.watched.filter((job) => !unwanted.includes(jobKey(job)));
	return {
		items: found.flatMap(({ items = [] }) => items),
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
	const { now, parameters } = poll;
	const { outcome } = parameters;
	// Jobs that the user has listed have no age: they are watched while they are listed.
	const isGivenUp = ({ submittedAt = now }: Target) => now - submittedAt >= MAX_FAILED_JOB_AGE_MS;
	return await watchEach(poll, {
		targets,
		maxEmitted: MAX_JOBS,
		read: async (target, status) => {
			const { key } = target;
			const { state } = status.job;
			if (state === 'pending') return undefined;
			if (outcome === 'any' || outcome === state)
				return { key, items: await readJobItems(poll, target, status) };
			// It may finish after all.
			return state === 'finished' || isGivenUp(target) ? { key } : undefined;
		},
		asRejected: (job) => {
			const { target, failure, subject } = job;
			const { key } = target;
			if (!isGivenUp(target) || !rejectsJob(failure, subject)) return undefined;
			return outcome === 'finished' ? { key } : { key, items: [rejectedJobItem(job)] };
		},
	});
}

function rejectedJobItem(unreadable: UnreadableJob): OutputItem {
	const job = jobOf(unreadable.target, { state: 'failed', rawState: null });
	return { json: { message: cannotBeRead(unreadable), job } };
}
