import type { IPollFunctions } from 'n8n-workflow';

import { rethrow, type Failure } from '../../shared/failure/Failure';
import { toNodeError } from '../../shared/node/nodeError';
import { inLog } from '../../shared/values/escape';
import type { ReportedErrors } from '../memory/ReportedErrors';
import type { TriggerMemory } from '../memory/ProcessMemory';
import { IDS_LABEL } from '../parameters/ids';
import type { Parameters } from '../parameters/readParameters';
import type { Opened, Session } from '../session/Session';
import type { UnreadableJob } from '../watch/Target';
import type { Watched } from '../watch/watchJobs';

/** Why the state must be saved although there is no item, and what the log says of it. */
const REASONS = {
	announced: 'a request is due and will be sent at the next poll',
	emitted: 'the last results were emitted',
	firstSeen: 'screenings were seen for the first time and are now the baseline for changes',
	submitted: 'a request was submitted',
};
export type SaveReason = keyof typeof REASONS;

/** Keeps the log readable if very many jobs cannot be read. */
const MAX_NAMED = 50;

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
	const [first = listed.length === ids.length ? listed[0] : undefined] = unknown;
	if (first === undefined) return undefined;
	const { failure, subject } = first;
	const { noun } = first.target.operation.job;
	if (subject === 'result') {
		const what = `The result of the ${noun} ${idsOf(listed)} cannot be read`;
		return failure.with({ message: `${what}: ${failure.message}` });
	}
	const what =
		failure.details.status === 404
			? `The service found no ${noun} with the ID ${idsOf(unknown)}`
			: `The service rejected the ID ${idsOf(unknown)} of a ${noun}: ${failure.message}`;
	const orType = event === 'jobFinished' ? ", or choose the 'Job Type' that the IDs belong to" : '';
	return failure.with({ message: `${what}. Correct '${IDS_LABEL}'${orType}` });
}

function idsOf(jobs: UnreadableJob[]): string {
	const ids = jobs.slice(0, 10).map(({ target: { id } }) => id);
	const more = jobs.length - ids.length;
	return ids.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** A mistake that users would not look for in the log: a wrong ID, or a setting that does not match a result. It is thrown once. */
export function newMistake(
	reportedErrors: ReportedErrors,
	idsMistake: Failure | undefined,
	unreadable: UnreadableJob[],
): Failure | undefined {
	if (idsMistake !== undefined && reportedErrors.isNewNote(`${idsMistake.details.description}`))
		return idsMistake;
	return unreadable.find(
		({ failure, subject }) =>
			subject === 'result' &&
			failure.kind !== 'request' &&
			reportedErrors.isNewNote(failure.message),
	)?.failure;
}

/** Throws at activation, and later once per error. While n8n starts, it only logs: a throw would disable the trigger. */
export function throwOrLog(
	context: IPollFunctions,
	{ reportedErrors, polls }: TriggerMemory,
	thrown: unknown,
	isActivation: boolean,
): null {
	const error = toNodeError(context.getNode(), thrown);
	const isThrown = isActivation
		? !isStarting(context)
		: reportedErrors.isNew('error', error.message);
	if (isThrown) throw error;
	context.logger.warn(inLog(`${error.message}: ${error.description}`));
	if (isActivation) polls.activated = context.getWorkflowStaticData('node');
	return null;
}

/** Whether n8n itself is starting and reactivating workflows. */
export function isStarting(context: IPollFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

/** Writes notices for the user to n8n's log, each one once. */
export function logNotices(
	{ logger }: IPollFunctions,
	reportedErrors: ReportedErrors,
	{ passing, hints }: Session,
	{ unreadable, slow }: Watched,
): void {
	if (passing === undefined) reportedErrors.isOver('outage');
	else if (reportedErrors.isNew('outage', passing.message))
		logger.warn(inLog(`${passing.message}. The trigger continues at the next poll`));
	const messages = [
		...hints.texts(MAX_NAMED),
		...unreadable.map(
			({ target, failure }) =>
				`The ${target.operation.job.noun} ${target.id} cannot be read: ${failure.message}`,
		),
		...slow.map(
			({ operation, id }) =>
				`The ${operation.job.noun} ${id} takes longer to read than a poll allows. The trigger retries at the next polls. If the result is still missing, read it with the Get operation of its node`,
		),
	];
	for (const message of messages) {
		if (reportedErrors.isNewNote(message)) logger.warn(inLog(message));
	}
}

/** n8n does not show the reason of an execution without items, so it is logged. */
export function logEmptyExecution(context: IPollFunctions, reasons: SaveReason[]): void {
	const why = reasons.map((reason) => REASONS[reason]).join(', and ');
	context.logger.info(
		`The trigger '${inLog(context.getNode().name)}' starts an execution without items to save its state${why === '' ? '' : `: ${why}`}`,
	);
}
