import type { IPollFunctions } from 'n8n-workflow';

import { rethrow, type Failure } from '../../shared/failure/Failure';
import { enumerate, limitHint } from '../../shared/operations/Hints';
import { toNodeError } from '../../shared/node/nodeError';
import { inLog } from '../../shared/values/escape';
import { IDS_LABEL } from '../catalogue';
import { processMemory, type TriggerMemory } from '../memory/ProcessMemory';
import type { State } from '../memory/State';
import type { Parameters } from '../parameters/readParameters';
import type { Opened, Poll } from '../session/Session';
import { cannotBeRead, type UnreadableJob } from '../watch/Target';
import type { Watched } from '../watch/watchJobs';

/** What must be saved although there may be no item, in the words of n8n's log. */
export function reasonsToSave(
	{ state, isFromQueue }: Pick<Poll, 'state' | 'isFromQueue'>,
	{ submissions: now, screenings }: State,
): string[] {
	const { announcement } = state.submissions;
	const known = { ...state.screenings, ...state.batch?.screenings };
	const isNew = now.announcement !== undefined && now.announcement !== announcement;
	const isSettled = now.announcement === undefined && announcement !== undefined;
	return [
		state.batch?.by === processMemory.id && !isFromQueue && 'the last results were emitted',
		!Object.keys(screenings).every((key) => key in known) &&
			'screenings were seen for the first time and are now the baseline for changes',
		isNew && 'a request is due and will be sent at the next poll',
		isSettled && 'the announced request is settled',
	].filter((each) => typeof each === 'string');
}

/** Keeps messages readable if very many jobs cannot be read. */
const MAX_NAMED = 10;

/** Fails the activation if the user made a mistake, but not because of a temporary error. */
export function checkActivation(
	{ session: { fatal, passing }, parameters }: Opened,
	{ unreadable, failure }: Watched & { failure?: Failure },
): void {
	// A page instead of data: now, a wrong URL is more likely than an outage.
	const isWrongAddress = (passing?.details.status ?? 400) < 400;
	const error =
		fatal ??
		parameters.idsMistake ??
		wrongId(unreadable, parameters) ??
		(isWrongAddress ? passing : failure);
	if (error !== undefined) rethrow(error);
}

/** An ID that the service does not know. If no result can be read, the cause is probably a setting, not the results. */
function wrongId(unreadable: UnreadableJob[], { ids, event }: Parameters): Failure | undefined {
	// The IDs of jobs that the trigger submitted itself were not entered.
	const listed = unreadable.filter(({ target }) => target.submittedAt === undefined);
	const unknown = listed.filter(({ subject }) => subject === 'job');
	const wrong = unknown.length === 0 && listed.length === ids.length ? listed : unknown;
	const [first] = wrong;
	if (first === undefined) return undefined;
	const all = wrong.map(({ target: { id } }) => String(id));
	const message = cannotBeRead(first, enumerate(all, MAX_NAMED));
	if (first.subject === 'result') return first.failure.with({ message });
	const orType = event === 'jobFinished' ? ", or choose the 'Job Type' that the IDs belong to" : '';
	const { status, description } = first.failure.details;
	const advice = status === 404 ? UNKNOWN_ID : description;
	return first.failure.with({
		message: `${message}. Correct '${IDS_LABEL}'${orType}`,
		description: advice,
	});
}

const UNKNOWN_ID =
	"The service does not know it. If it should, check 'Base URL' in the credential: a missing or duplicated path (such as /v1) causes this error for every ID.";

/** A mistake that users would not look for in the log: a wrong ID, or a setting that does not match a result. It is thrown once. */
export function newMistake(
	memory: TriggerMemory,
	idsMistake: Failure | undefined,
	unreadable: UnreadableJob[],
): Failure | undefined {
	if (idsMistake && memory.isNew(`${idsMistake.details.description}`)) return idsMistake;
	return unreadable.find(
		({ failure, subject }) =>
			subject === 'result' &&
			!['request', 'stopped'].includes(failure.kind) &&
			memory.isNew(failure.message),
	)?.failure;
}

/** Throws at activation, and later once per error. While n8n starts, it only logs: a throw would disable the trigger. */
export function throwOrLog(
	context: IPollFunctions,
	memory: TriggerMemory,
	thrown: unknown,
	isActivation: boolean,
): null {
	const error = toNodeError(context.getNode(), thrown);
	const isThrown = isActivation ? !isStarting(context) : memory.isNew(error.message, 'error');
	if (isThrown) throw error;
	context.logger.warn(inLog(`${error.message}: ${error.description}`));
	if (isActivation) memory.activated = context.getWorkflowStaticData('node');
	return null;
}

/** Whether n8n itself is starting and reactivating workflows. */
export const isStarting = (context: IPollFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/** Writes notices for the user to n8n's log, each one once. */
export function logNotices(
	{ logger }: IPollFunctions,
	{ memory, session: { passing, hints, queue } }: Poll,
	unreadable: UnreadableJob[],
): void {
	if (passing === undefined) memory.isOver('outage');
	else if (memory.isNew(passing.message, 'outage'))
		logger.warn(inLog(`${passing.message}. The trigger continues at the next poll`));
	const messages = [
		...hints.texts(MAX_NAMED),
		limitHint(queue.longestWait) ?? [],
		...unreadable.map((job) => cannotBeRead(job)),
	].flat();
	for (const message of messages) if (memory.isNew(message)) logger.warn(inLog(message));
}
