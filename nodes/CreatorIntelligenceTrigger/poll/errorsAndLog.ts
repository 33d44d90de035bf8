import type { IPollFunctions } from 'n8n-workflow';

import { rethrow, type Failure } from '../../shared/failure/Failure';
import { toNodeError } from '../../shared/node/nodeError';
import { inLog } from '../../shared/values/escape';
import type { ReportedErrors } from '../memory/process/ReportedErrors';
import type { TriggerMemory } from '../memory/process/ProcessMemory';
import { IDS_LABELS, type IdsLabel } from '../parameters/ids';
import { isWrongAddress } from '../session/problem';
import type { Opened, Session } from '../session/Session';
import type { UnreadableJob } from '../watch/Target';
import type { Findings, SaveReason } from './findEvents';

/** Keeps the log readable if very many jobs cannot be read. */
const MAX_NAMED = 50;

const SLOW_ADVICE =
	'The trigger retries at the next polls. If the result is still missing, read it with the Get operation of its node';

/** Fails the activation if the user made a mistake, but not because of a temporary error. */
export function checkActivation(
	{ session: { fatal, passing }, parameters: { ids, idsLabel } }: Opened,
	{ unreadable, failure }: Findings,
): void {
	// The IDs of jobs that the trigger submitted itself were not entered.
	const entered = unreadable.filter(({ target }) => target.submittedAt === undefined);
	const unknown = entered.filter(({ subject }) => subject === 'job');
	const error =
		fatal ??
		unknownIds(unknown, idsLabel) ??
		(entered.length === ids.length ? unreadableResults(entered) : undefined) ??
		(isWrongAddress(passing) ? passing : failure);
	if (error !== undefined) rethrow(error);
}

function unknownIds(rejected: UnreadableJob[], idsLabel: IdsLabel): Failure | undefined {
	const [first] = rejected;
	if (first === undefined) return undefined;
	const { target, failure } = first;
	const { noun } = target.operation.job;
	const what =
		failure.details.status === 404
			? `The service found no ${noun} with the ID ${idsOf(rejected)}`
			: `The service rejected the ID ${idsOf(rejected)} of a ${noun}: ${failure.message}`;
	const isJob = idsLabel === IDS_LABELS.jobFinished;
	const orType = isJob ? ", or choose the 'Job Type' that the IDs belong to" : '';
	return failure.with({ message: `${what}. Correct '${idsLabel}'${orType}` });
}

/** No result can be read: the cause is probably a setting, not the results. */
function unreadableResults(rejected: UnreadableJob[]): Failure | undefined {
	const [first] = rejected;
	if (first === undefined) return undefined;
	const { target, failure } = first;
	const what = `The result of the ${target.operation.job.noun} ${idsOf(rejected)} cannot be read`;
	return failure.with({ message: `${what}: ${failure.message}` });
}

function idsOf(rejected: UnreadableJob[]): string {
	const ids = rejected.slice(0, 10).map(({ target: { id } }) => id);
	const more = rejected.length - ids.length;
	return ids.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** A setting that does not match a result is thrown once, because users do not check the log for it. */
export function newSettingsMistake(
	reportedErrors: ReportedErrors,
	rejected: UnreadableJob[],
): Failure | undefined {
	return rejected.find(
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
	if (isActivation && !isStarting(context)) throw error;
	if (!isActivation && reportedErrors.isNewError(error.message)) throw error;
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
	context: IPollFunctions,
	reportedErrors: ReportedErrors,
	{ passing, hints }: Session,
	{ unreadable, slow }: Findings,
): void {
	if (reportedErrors.isNewPassing(passing?.message)) {
		context.logger.warn(inLog(`${passing?.message}. The trigger continues at the next poll`));
	}
	const messages = [
		...hints.texts(MAX_NAMED),
		...unreadable.map(
			({ target, failure }) =>
				`The ${target.operation.job.noun} ${target.id} cannot be read: ${failure.message}`,
		),
		...slow.map(
			({ operation, id }) =>
				`The ${operation.job.noun} ${id} takes longer to read than a poll allows. ${SLOW_ADVICE}`,
		),
	];
	for (const message of messages) {
		if (reportedErrors.isNewNote(message)) context.logger.warn(inLog(message));
	}
}

/** n8n does not show the reason of an execution without items, so it is logged. */
export function logEmptyExecution(context: IPollFunctions, reasons: SaveReason[]): void {
	const why = reasons.map((reason) => SAVED[reason]).join(', and ');
	context.logger.info(
		`The trigger '${inLog(context.getNode().name)}' starts an execution without items to save its state${why === '' ? '' : `: ${why}`}`,
	);
}

const SAVED: Record<SaveReason, string> = {
	announced: 'a request is due and will be sent at the next poll',
	emitted: 'the last results were emitted',
	firstSeen: 'screenings were seen for the first time and are now the baseline for changes',
	submitted: 'a request was submitted',
};
