import type { Failure } from '../../shared/failure/Failure';
import type { OutputItem } from '../../shared/response/outputItem';
import { pathOf } from '../catalogue';
import { processMemory, type TriggerMemory } from '../memory/process/ProcessMemory';
import { confirmBatch, takeBackBatch, type State, type SubmittedJob } from '../memory/saved/State';
import { keyOf } from '../parameters/ids';
import type { Parameters } from '../parameters/readParameters';
import type { Session } from '../session/Session';
import { checkService, submitIfDue, takeUpDropped } from '../submit/submitIfDue';
import { ownTargets, submittedName, targetName, targetOf } from '../watch/Target';
import type { Unread } from '../watch/watchEach';
import { watchJobs, type EndedJob } from '../watch/watchJobs';
import { watchScreenings } from '../watch/watchScreenings';

/** Failed jobs that are watched in case they finish after all, the newest: as many as may be unfinished. */
const MOST_FAILED = 100;

/** What n8n must not forget, although no item tells of it. */
export type SaveReason = 'announced' | 'cameOut' | 'firstSeen' | 'submitted';

/** What a poll found, before it is made of n8n's items. */
export interface Findings extends Unread {
	/** To be remembered. */
	state: State;
	/** Why the state has to be saved, also if nothing comes out. */
	toSave: SaveReason[];
	/** The first output. */
	finished: OutputItem[];
	/** The second output. */
	submitted: OutputItem[];
	/** What the user has to know, as soon as the state is saved. */
	failure?: Failure;
}

export interface PollConditions {
	memory: TriggerMemory;
	now: number;
	/** The first poll of an activation: a user may be waiting, and n8n saves the state after it. */
	isActivation: boolean;
	/** Each poll runs in whatever process of n8n takes it, and saves its state with its execution. */
	isFromQueue: boolean;
}

interface Search extends PollConditions {
	session: Session;
	parameters: Parameters;
	state: State;
}

/** Does what is due, and says what came of it and what is to be remembered. */
export async function findEvents(
	session: Session,
	parameters: Parameters,
	saved: State,
	conditions: PollConditions,
): Promise<Findings> {
	const { memory, isActivation, isFromQueue } = conditions;
	const { state, toSave } = settleBatch(saved, isFromQueue);
	const search: Search = { session, parameters, state, ...conditions };
	if (isActivation) memory.requests.forgetRefusal();
	if (parameters.event === 'screeningChanged') {
		const found = await findChanges(search);
		return { ...found, toSave: [...toSave, ...found.toSave] };
	}
	if (isActivation && parameters.submission !== undefined) await checkService(session);
	const submitted = await submit(search);
	const found = await findEnded({ ...search, state: submitted.state });
	return {
		...found,
		toSave: [...toSave, ...submitted.toSave],
		submitted: submitted.items,
		failure: submitted.failure,
	};
}

/** What came out last: this process knows that it got through, another one does not. */
function settleBatch(state: State, isFromQueue: boolean): { state: State; toSave: SaveReason[] } {
	if (state.batch === undefined) return { state, toSave: [] };
	// Polls from n8n's queue save their state in one step with the execution.
	if (isFromQueue) return { state: confirmBatch(state), toSave: [] };
	const isOwn = state.batch.by === processMemory.id;
	return isOwn
		? { state: confirmBatch(state), toSave: ['cameOut'] }
		: { state: takeBackBatch(state), toSave: [] };
}

interface Submitted {
	state: State;
	items: OutputItem[];
	toSave: SaveReason[];
	failure?: Failure;
}

async function submit(search: Search): Promise<Submitted> {
	const { session, parameters, state, memory, now, isFromQueue } = search;
	const { submission, settings } = parameters;
	const { requests } = memory;
	const { submissions: saved } = state;
	if (submission === undefined) {
		// A job that was paid for comes out, also if the trigger no longer submits anything.
		requests.noLaterThan(now);
		const step = takeUpDropped(requests, saved);
		if (requests.last?.job === undefined || step === undefined) {
			return { state, items: [], toSave: [] };
		}
		const { submissions } = step;
		return { state: { ...state, submissions }, items: [], toSave: ['submitted'] };
	}
	const announces = settings.emptyExecutions && !isFromQueue;
	const step = await submitIfDue({ session, submission, announces, saved, requests, now });
	const { submissions, items, mustSave, failure } = step;
	// What is saved without an item is the announcement, or that it no longer holds.
	const reason = items.length > 0 ? 'submitted' : 'announced';
	return { state: { ...state, submissions }, items, toSave: mustSave ? [reason] : [], failure };
}

async function findEnded({ session, parameters, state, memory, now }: Search): Promise<Findings> {
	const { operation, ids, outcome, result } = parameters;
	const { jobs, submissions } = state;
	const path = pathOf(operation);
	const listed = new Set(ids.map(keyOf));
	const before = jobs.path === path ? jobs.emitted.filter((key) => listed.has(key)) : [];
	const done = new Set(before);
	const targets = ids.map((id) => targetOf(operation, id)).filter(({ key }) => !done.has(key));
	const { ended, refused, slow } = await watchJobs({
		session,
		targets: [...ownTargets(submissions), ...targets],
		progress: memory.watching,
		now,
		outcome,
		result,
	});
	const { finished, batch, own } = sorted(ended);
	const hasEmitted = batch.length > 0 || [...own.values()].includes('emitted');
	return {
		state: {
			...state,
			jobs: { path, emitted: [...before, ...batch] },
			submissions: { ...submissions, watched: stillWatched(submissions.watched, own) },
			batch: hasEmitted ? { by: processMemory.id, ids: batch } : undefined,
		},
		toSave: [],
		finished,
		submitted: [],
		refused,
		slow,
	};
}

/** What comes out, the keys of the listed jobs in it, and how the trigger's own jobs ended. */
function sorted(ended: readonly EndedJob[]) {
	const finished: OutputItem[] = [];
	const batch: string[] = [];
	const own = new Map<string, EndedJob['kind']>();
	for (const job of ended) {
		const { target } = job;
		const isOwn = target.submittedAt !== undefined;
		if (isOwn) own.set(targetName(target), job.kind);
		if (job.kind !== 'emitted') continue;
		if (!isOwn) batch.push(target.key);
		// As arguments, a hundred thousand rows would not fit on the stack.
		for (const item of job.items) finished.push(item);
	}
	return { finished, batch, own };
}

/** The jobs of the trigger's own, after some of them have ended. */
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
	const forgotten = new Set(failed.slice(0, Math.max(0, failed.length - MOST_FAILED)));
	return marked.filter((job) => !forgotten.has(job));
}

async function findChanges({ session, parameters, state, memory, now }: Search): Promise<Findings> {
	const { operation, ids, result, comparison } = parameters;
	const found = await watchScreenings({
		session,
		targets: ids.map((id) => targetOf(operation, id)),
		known: state.screenings.seen,
		progress: memory.watching,
		now,
		result,
		comparison,
	});
	const { items, seen, before, hasNewBaseline, refused, slow } = found;
	return {
		state: {
			...state,
			screenings: { seen, before },
			batch: items.length > 0 ? { by: processMemory.id, ids: [] } : undefined,
		},
		toSave: hasNewBaseline ? ['firstSeen'] : [],
		finished: items,
		submitted: [],
		refused,
		slow,
	};
}
