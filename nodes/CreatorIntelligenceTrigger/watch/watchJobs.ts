import type { OutputItem } from '../../shared/response/outputItem';
import { processMemory } from '../memory/ProcessMemory';
import { jobKey, type State } from '../memory/State';
import type { Poll } from '../session/Session';
import { readJobItems, submittedTargets, targetOf, type UnreadableJob } from './Target';
import { isGivenUp, watchEach } from './watchEach';

/** What a poll read: what is emitted, and what is saved. */
export interface Watched {
	items: OutputItem[];
	state: State;
	unreadable: UnreadableJob[];
}

export async function watchJobs(poll: Poll): Promise<Watched> {
	const { memory, now, parameters, state } = poll;
	const { operation, ids, outcome } = parameters;
	const listed = new Map(ids.map((id) => targetOf(operation, id)).map((each) => [each.key, each]));
	const emitted = state.emitted.filter((key) => listed.delete(key));
	// Polls from n8n's queue go on with what they know after the user has changed 'Outcome'.
	const unwantedNow = (key: string) => `${outcome} ${key}`;
	for (const key of listed.keys()) if (memory.unwanted.has(unwantedNow(key))) listed.delete(key);
	// A service may return the ID of an earlier job again: each is read once.
	for (const target of submittedTargets(state.submissions)) listed.set(target.key, target);
	const { found, unreadable } = await watchEach(
		poll,
		[...listed.values()],
		async (target, status) => {
			const { key } = target;
			const { state: jobState } = status.job;
			if (jobState === 'pending') return undefined;
			if (outcome === 'any' || outcome === jobState)
				return { key, ...(await readJobItems(poll, target, status)) };
			// A failed job may finish after all.
			return jobState === 'finished' || isGivenUp(target, now) ? { key } : undefined;
		},
	);
	const jobs = found.filter(({ items }) => items !== undefined).map(({ key }) => key);
	// Their outcome is not the one that the user wants.
	const unwanted = found.filter(({ items }) => items === undefined).map(({ key }) => key);
	for (const key of unwanted) memory.unwanted.add(unwantedNow(key));
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
