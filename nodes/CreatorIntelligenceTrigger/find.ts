import { clock } from '../shared/clock';
import type { Failure } from '../shared/failure/Failure';
import type { OutputItem } from '../shared/response/outputItem';
import { pathOf } from './catalogue';
import { keyOf } from './ids';
import { lifetime, type Memory } from './lifetime';
import { targetName, ownTargets, targetOf, type Refusal, type Target } from './look';
import type { Parameters } from './parameters';
import type { Round } from './round';
import { confirm, takeBack, type State } from './state';
import { checkService, droppedSend, submitDue } from './submitDue';
import { watchJobs } from './watchJobs';
import { watchScreenings } from './watchScreenings';

/** The two outputs of a poll, before they are n8n's items. */
export interface Found {
	state: State;
	finished: OutputItem[];
	submitted: OutputItem[];
	save: boolean;
	/** How many ids the user has entered. */
	listed: number;
	refused: Refusal[];
	/** Jobs that take longer to read than a poll may last. */
	slow: Target[];
	tell?: Failure;
}

export interface Circumstances {
	memory: Memory;
	/** The first poll of an activation: a user may be waiting, and n8n saves the state after it. */
	activating: boolean;
	/** Polls run from a queue of n8n's, each in whatever process takes it. */
	scheduled: boolean;
}

/** Does what is due, and says what came of it and what is to be remembered. */
export async function find(
	round: Round,
	parameters: Parameters,
	saved: State,
	{ memory, activating, scheduled }: Circumstances,
): Promise<Found> {
	const { state, save } = settled(saved, scheduled);
	const { length: listed } = parameters.ids;
	const found: Found = { state, finished: [], submitted: [], save, listed, refused: [], slow: [] };
	if (activating) memory.refused = undefined;
	if (parameters.event === 'screeningChanged') {
		await findChanges(round, parameters, found, memory);
	} else {
		if (activating && parameters.submission !== undefined) await checkService(round);
		await submitIfDue(round, parameters, found, memory, scheduled);
		await findEnded(round, parameters, found, memory);
	}
	return found;
}

/** What the last batch came to: this process knows that it got through, another does not. */
function settled(state: State, scheduled: boolean): { state: State; save: boolean } {
	if (state.batch === undefined) return { state, save: false };
	// Polls from n8n's queue save their state in one step with the execution.
	if (scheduled) return { state: confirm(state), save: false };
	const mine = state.batch.by === lifetime.id;
	return mine ? { state: confirm(state), save: true } : { state: takeBack(state), save: false };
}

async function submitIfDue(
	round: Round,
	{ submission }: Parameters,
	found: Found,
	memory: Memory,
	scheduled: boolean,
): Promise<void> {
	if (submission === undefined) return watchDropped(found, memory);
	const announce = submission.announce && !scheduled;
	const { submissions } = found.state;
	const now = clock.now();
	const step = await submitDue(round, { ...submission, announce }, submissions, memory, now);
	found.state = { ...found.state, submissions: step.submissions };
	found.submitted = step.items;
	found.save ||= step.save;
	found.tell = step.tell;
}

/** A job that was paid for comes out, also if the trigger no longer submits anything. */
function watchDropped(found: Found, memory: Memory): void {
	const step = droppedSend(memory, found.state.submissions);
	if (memory.sent?.job === undefined || step === undefined) return;
	found.state = { ...found.state, submissions: step.submissions };
	found.save = true;
}

async function findEnded(
	round: Round,
	{ operation, ids, outcome, call }: Parameters,
	found: Found,
	memory: Memory,
): Promise<void> {
	const { jobs, submissions } = found.state;
	const path = pathOf(operation);
	const listed = new Set(ids.map(keyOf));
	const before = jobs.path === path ? jobs.emitted.filter((key) => listed.has(key)) : [];
	const done = new Set(before);
	const targets = ids.map((id) => targetOf(operation, id)).filter(({ key }) => !done.has(key));
	const { ended, refused, slow } = await watchJobs(
		round,
		[...ownTargets(submissions), ...targets],
		outcome,
		call,
		memory,
	);

	const batch: string[] = [];
	const emitted = new Set<string>();
	const dropped = new Set<string>();
	for (const { target, items, wanted } of ended) {
		const { key, submittedAt } = target;
		if (submittedAt !== undefined) (wanted ? emitted : dropped).add(targetName(target));
		else if (wanted) batch.push(key);
		// As arguments, a hundred thousand rows would not fit on the stack.
		for (const item of items) found.finished.push(item);
	}
	found.refused = refused;
	found.slow = slow;
	found.state = {
		...found.state,
		jobs: { path, emitted: [...before, ...batch] },
		submissions: {
			...submissions,
			watched: submissions.watched.flatMap((job) => {
				const name = `${job.path} ${keyOf(job.id)}`;
				if (dropped.has(name)) return [];
				return [emitted.has(name) ? { ...job, emitted: true } : job];
			}),
		},
		batch: batch.length > 0 || emitted.size > 0 ? { by: lifetime.id, ids: batch } : undefined,
	};
}

async function findChanges(
	round: Round,
	{ operation, ids, call }: Parameters,
	found: Found,
	memory: Memory,
): Promise<void> {
	const targets = ids.map((id) => targetOf(operation, id));
	const { seen: known } = found.state.screenings;
	const screened = await watchScreenings(round, targets, known, call, memory);
	const { items, seen, before, save, refused, slow } = screened;
	found.finished = items;
	found.save ||= save;
	found.refused = refused;
	found.slow = slow;
	found.state = {
		...found.state,
		screenings: { seen, before },
		batch: items.length > 0 ? { by: lifetime.id, ids: [] } : undefined,
	};
}
