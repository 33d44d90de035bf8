import type { Failure } from '../../shared/failure/Failure';
import type { OutputItem } from '../../shared/response/outputItem';
import { pathOf } from '../catalogue';
import { processMemory } from '../memory/process/ProcessMemory';
import { confirmBatch, revertBatch, type State, type SubmittedJob } from '../memory/saved/State';
import { keyOf } from '../parameters/ids';
import type { Poll } from '../session/Session';
import { checkService, submitIfDue } from '../submit/submitIfDue';
import { ownTargets, submittedName, targetName, targetOf } from '../watch/Target';
import type { Unread } from '../watch/watchEach';
import { watchJobs, type EndedJob } from '../watch/watchJobs';
import { watchScreenings } from '../watch/watchScreenings';

/** Maximum number of failed jobs that are still watched, the newest first; as many as may be unfinished. */
const MAX_FAILED = 100;

/** Why the state must be saved although there is no item. */
export type SaveReason = 'announced' | 'emitted' | 'firstSeen' | 'submitted';

/** The result of a poll, before it is converted to n8n items. */
export interface Findings extends Unread {
	state: State;
	/** Why the state must be saved even if nothing is emitted. */
	toSave: SaveReason[];
	/** The first output. */
	finished: OutputItem[];
	/** The second output. */
	submitted: OutputItem[];
	/** Reported to the user after the state is saved. */
	failure?: Failure;
}

/** Runs one poll and returns its events and the new state. */
export async function findEvents(opened: Poll): Promise<Findings> {
	const { session, parameters, memory, isActivation, isFromQueue } = opened;
	const { batch } = opened.state;
	// Polls from n8n's queue save their state together with the execution. Otherwise, only the process that
	// emitted a batch knows that it reached n8n.
	const isOwn = batch?.by === processMemory.id;
	const settle = isOwn || isFromQueue ? confirmBatch : revertBatch;
	const poll = batch === undefined ? opened : { ...opened, state: settle(opened.state) };
	const toSave: SaveReason[] = isOwn && !isFromQueue ? ['emitted'] : [];
	if (isActivation) memory.lastRejection = undefined;
	if (parameters.event === 'screeningChanged') {
		const found = await findChanges(poll);
		return { ...found, toSave: [...toSave, ...found.toSave] };
	}
	if (isActivation && parameters.submission !== undefined) await checkService(session);
	const { submissions, items, mustSave, failure } = await submitIfDue(poll);
	const found = await findFinishedJobs({ ...poll, state: { ...poll.state, submissions } });
	if (mustSave !== undefined) toSave.push(mustSave);
	return { ...found, toSave, submitted: items, failure };
}

async function findFinishedJobs(poll: Poll): Promise<Findings> {
	const { operation, ids } = poll.parameters;
	const { jobs, submissions } = poll.state;
	const path = pathOf(operation);
	const listed = new Set(ids.map(keyOf));
	const before = jobs.path === path ? jobs.emitted.filter((key) => listed.has(key)) : [];
	const done = new Set(before);
	const targets = ids.map((id) => targetOf(operation, id)).filter(({ key }) => !done.has(key));
	const all = [...ownTargets(submissions), ...targets];
	const { ended, unreadable, slow } = await watchJobs(poll, all);

	const finished: OutputItem[] = [];
	const batch: string[] = [];
	const own = new Map<string, EndedJob['kind']>();
	for (const job of ended) {
		const isOwn = job.target.submittedAt !== undefined;
		if (isOwn) own.set(targetName(job.target), job.kind);
		if (job.kind !== 'emitted') continue;
		if (!isOwn) batch.push(job.target.key);
		// Not `push(...items)`: a hundred thousand arguments would overflow the stack.
		for (const item of job.items) finished.push(item);
	}
	const hasEmitted = ended.some(({ kind }) => kind === 'emitted');
	return {
		state: {
			...poll.state,
			jobs: { path, emitted: [...before, ...batch] },
			submissions: { ...submissions, watched: stillWatched(submissions.watched, own) },
			batch: hasEmitted ? { by: processMemory.id, ids: batch } : undefined,
		},
		toSave: [],
		finished,
		submitted: [],
		unreadable,
		slow,
	};
}

export function stillWatched(
	watched: SubmittedJob[],
	ended: ReadonlyMap<string, EndedJob['kind']>,
): SubmittedJob[] {
	const marked = watched.flatMap((job): SubmittedJob[] => {
		switch (ended.get(submittedName(job))) {
			case 'unwanted':
				return [];
			case 'emitted':
				return [{ ...job, emitted: true }];
			case 'mayRecover':
				return [{ ...job, failed: true }];
			case undefined:
				return [job];
		}
	});
	const failed = marked.filter((job) => job.failed && !job.emitted);
	const forgotten = new Set(failed.slice(0, Math.max(0, failed.length - MAX_FAILED)));
	return marked.filter((job) => !forgotten.has(job));
}

async function findChanges(poll: Poll): Promise<Findings> {
	const { operation, ids } = poll.parameters;
	const targets = ids.map((id) => targetOf(operation, id));
	const found = await watchScreenings(poll, targets);
	const { items, seen, before, hasNewBaseline, unreadable, slow } = found;
	return {
		state: {
			...poll.state,
			screenings: { seen, before },
			batch: items.length > 0 ? { by: processMemory.id, ids: [] } : undefined,
		},
		toSave: hasNewBaseline ? ['firstSeen'] : [],
		finished: items,
		submitted: [],
		unreadable,
		slow,
	};
}
