import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { Failure } from '../shared/errors/Failure';
import type { Emitted } from '../shared/run/Emitted';
import { toNodeError } from '../shared/run/nodeError';
import { jobAtPath, pathOf } from './catalogue';
import { toItems } from './emit';
import { keyOf } from './ids';
import { lifetime, type Memory } from './lifetime';
import { targetOf, type Target } from './look';
import { readParameters, type Parameters } from './parameters';
import { budgetMs, openRound, type Round } from './round';
import { sample } from './sample';
import { confirm, loadState, storeState, takeBack, type State } from './state';
import { checkService, submitDue } from './submitDue';
import { isWrongAddress } from './trouble';
import { watchJobs } from './watchJobs';
import { watchScreenings } from './watchScreenings';

/** What n8n tells of a poll that runs on its default engine. */
const DEFAULT_ENGINE_BUDGET_MS = 5 * 60 * 1_000;

const MOST_NOTED = 2_000;

/** The two outputs of a poll, before they are n8n's items. */
interface Found {
	state: State;
	finished: Emitted[];
	submitted: Emitted[];
	save: boolean;
	/** IDs that the service does not take. */
	refused: Array<{ target: Target; failure: Failure }>;
	tell?: Failure;
}

interface Circumstances {
	memory: Memory;
	/** The first poll of an activation: a user may be waiting, and n8n saves the state after it. */
	activating: boolean;
	/** Polls run from a queue of n8n's, each in whatever process takes it. */
	scheduled: boolean;
}

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await sample(context);
	const memory = lifetime.of(`${context.getWorkflow().id} ${context.getNode().id}`);
	if (memory.busy) {
		context.logger.debug('The last poll of this trigger is still under way: this one is left out');
		return null;
	}
	memory.busy = true;
	try {
		return await pollOnce(context, memory);
	} finally {
		memory.busy = false;
	}
}

async function pollOnce(
	context: IPollFunctions,
	memory: Memory,
): Promise<INodeExecutionData[][] | null> {
	const data = context.getWorkflowStaticData('node');
	const scheduled = (budgetMs(context) ?? DEFAULT_ENGINE_BUDGET_MS) < DEFAULT_ENGINE_BUDGET_MS;
	const activating = !scheduled && memory.activated !== data;
	const now = clock.now();
	const starting = isStarting(context);
	let parameters: Parameters;
	let round: Round;
	let found: Found;
	let outputs: INodeExecutionData[][];
	try {
		parameters = readParameters(context);
		round = await openRound(context, parameters.settings, activating);
		found = await find(round, parameters, loadState(data, now), { memory, activating, scheduled });
		if (activating && !starting && found.submitted.length === 0) checkActivation(round, found);
		outputs = [
			await toItems(context, found.finished, parameters.settings),
			await toItems(context, found.submitted, parameters.settings),
		];
	} catch (error) {
		return tell(context, memory, error, activating);
	}
	memory.lastPollAt = now;
	noteTrouble(context, memory, round, found);
	storeState(data, found.state);
	memory.activated = data;

	const toTell: unknown = memory.toTell;
	memory.toTell = found.tell;
	if (outputs.some((items) => items.length > 0)) {
		memory.unsaved = false;
		memory.toTell ??= toTell;
		return outputs;
	}
	// n8n saves after the first poll of an activation, whatever it returned.
	memory.unsaved = !activating && (memory.unsaved || found.save);
	if (memory.unsaved && parameters.emptyExecutions) {
		memory.unsaved = false;
		memory.toTell ??= toTell;
		return [[], []];
	}
	const error: unknown = toTell ?? round.fatal;
	if (error === undefined) {
		memory.told = undefined;
		return null;
	}
	return tell(context, memory, error, activating);
}

async function find(
	round: Round,
	parameters: Parameters,
	saved: State,
	{ memory, activating, scheduled }: Circumstances,
): Promise<Found> {
	const { state, save } = settled(saved, scheduled);
	const found: Found = { state, finished: [], submitted: [], save, refused: [] };
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
	if (submission === undefined) return;
	const announce = submission.announce && !scheduled;
	const { submissions } = found.state;
	const now = clock.now();
	const step = await submitDue(round, { ...submission, announce }, submissions, memory, now);
	found.state = { ...found.state, submissions: step.submissions };
	found.submitted = step.items;
	found.save ||= step.save;
	found.tell = step.tell;
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
	const watched = submissions.watched.flatMap(({ id, path: at, at: submittedAt }) => {
		const submitted = jobAtPath(at);
		return submitted === undefined ? [] : [targetOf(submitted, id, submittedAt)];
	});
	const { ended, refused } = await watchJobs(
		round,
		[...watched, ...targets],
		outcome,
		call,
		memory,
	);

	const batch: string[] = [];
	const emitted = new Set<string>();
	const dropped = new Set<string>();
	for (const { target, items, wanted } of ended) {
		const { key, submittedAt } = target;
		const name = `${pathOf(target.operation)} ${key}`;
		if (submittedAt !== undefined) (wanted ? emitted : dropped).add(name);
		else if (wanted) batch.push(key);
		found.finished.push(...items);
	}
	found.refused = refused;
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
	const { items, seen, before, save, refused } = screened;
	found.finished = items;
	found.save ||= save;
	found.refused = refused;
	found.state = {
		...found.state,
		screenings: { seen, before },
		batch: items.length > 0 ? { by: lifetime.id, ids: [] } : undefined,
	};
}

/** Whoever activates the workflow hears of mistakes at once; trouble that passes is left to pass. */
function checkActivation({ fatal, trouble }: Round, { refused, tell: toTell }: Found): void {
	const error = fatal ?? unknownIds(refused) ?? (isWrongAddress(trouble) ? trouble : toTell);
	if (error !== undefined) throw error;
}

function unknownIds(refused: Found['refused']): Failure | undefined {
	if (refused.length === 0) return undefined;
	const [{ target, failure }] = refused;
	const { noun } = target.operation.job;
	const ids = refused.slice(0, 10).map(({ target: { id } }) => id);
	const more = refused.length > ids.length ? ` and ${refused.length - ids.length} more` : '';
	const what =
		failure.details.status === 404
			? `The service knows no ${noun} with the ID ${ids.join(', ')}${more}`
			: `The service does not take the ID ${ids.join(', ')}${more} of a ${noun}: ${failure.message}`;
	return new Failure({
		...failure.details,
		message: `${what}. Correct 'IDs', or choose the 'Job Type' that the IDs belong to`,
	});
}

/**
 * Throws what the user has to mend: at activation always, later once for each error, as n8n
 * records a failed execution each time. While n8n starts nothing is thrown, as the trigger would
 * stay dead.
 */
function tell(context: IPollFunctions, memory: Memory, thrown: unknown, activating: boolean): null {
	const error = toNodeError(context.getNode(), thrown);
	if (activating && !isStarting(context)) throw error;
	if (!activating && memory.told !== error.message) {
		memory.told = error.message;
		throw error;
	}
	context.logger.warn(`${error.message}: ${error.description}`);
	if (activating) memory.activated = context.getWorkflowStaticData('node');
	return null;
}

function isStarting(context: IPollFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

/** What the user may want to know, in n8n's log, each thing once. */
function noteTrouble(context: IPollFunctions, memory: Memory, round: Round, found: Found): void {
	const { trouble, hints } = round;
	if (trouble !== undefined && memory.logged !== trouble.message) {
		context.logger.warn(`${trouble.message}. The trigger goes on at the next poll`);
	}
	memory.logged = trouble?.message;

	const log = (message: string) => {
		if (memory.noted.has(message)) return;
		if (memory.noted.size >= MOST_NOTED) memory.noted.clear();
		memory.noted.add(message);
		context.logger.warn(message);
	};
	hints.show({ addExecutionHints: (...all) => all.forEach(({ message }) => log(message)) });
	for (const { target, failure } of found.refused) {
		log(`The ${target.operation.job.noun} ${target.id} cannot be read: ${failure.message}`);
	}
}
