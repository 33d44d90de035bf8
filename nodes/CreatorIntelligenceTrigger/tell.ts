import type { IPollFunctions } from 'n8n-workflow';

import { inLog } from '../shared/values/inLog';
import { Failure } from '../shared/failure/Failure';
import { toNodeError } from '../shared/node/nodeError';
import type { Found } from './find';
import type { Memory } from './lifetime';
import type { Refusal } from './look';
import type { Round } from './round';
import { isWrongAddress } from './trouble';

const MOST_NOTED = 2_000;
const MOST_NAMED = 50;

const SLOW_ADVICE =
	'It is tried again with the next polls; if it does not come out, read it with a node of its area';

/** Whoever activates the workflow hears of mistakes at once; trouble that passes is left to pass. */
export function checkActivation({ fatal, trouble }: Round, found: Found): void {
	// Nobody has entered the ids of jobs that the trigger submitted itself.
	const refused = found.refused.filter(({ target }) => target.submittedAt === undefined);
	const error =
		fatal ??
		unknownIds(refused.filter(({ ofResult }) => !ofResult)) ??
		(refused.length === found.listed ? unreadable(refused) : undefined) ??
		(isWrongAddress(trouble) ? trouble : found.tell);
	if (error !== undefined) throw error;
}

function unknownIds(refused: Refusal[]): Failure | undefined {
	if (refused.length === 0) return undefined;
	const [{ target, failure }] = refused;
	const { noun } = target.operation.job;
	const what =
		failure.details.status === 404
			? `The service knows no ${noun} with the ID ${idsOf(refused)}`
			: `The service does not take the ID ${idsOf(refused)} of a ${noun}: ${failure.message}`;
	return new Failure({
		...failure.details,
		message: `${what}. Correct 'IDs', or choose the 'Job Type' that the IDs belong to`,
	});
}

/** Not one result can be read: that is more likely a setting than the results. */
function unreadable(refused: Refusal[]): Failure | undefined {
	if (refused.length === 0) return undefined;
	const [{ target, failure }] = refused;
	const { noun } = target.operation.job;
	return new Failure({
		...failure.details,
		message: `The result of the ${noun} ${idsOf(refused)} cannot be read: ${failure.message}`,
	});
}

function idsOf(refused: Refusal[]): string {
	const ids = refused.slice(0, 10).map(({ target: { id } }) => id);
	const more = refused.length - ids.length;
	return ids.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** A setting that does not fit a result, if it was not told yet: nobody reads the log for that. */
export function newMistake({ noted }: Memory, { refused }: Found): Failure | undefined {
	const mistake = refused.find(
		({ failure, ofResult }) =>
			ofResult && failure.kind !== 'request' && !noted.has(failure.message),
	);
	if (mistake !== undefined) noted.add(mistake.failure.message);
	return mistake?.failure;
}

/**
 * Throws what the user has to mend: at activation always, later once for each error, as n8n
 * records a failed execution each time. While n8n starts nothing is thrown, as the trigger would
 * stay dead.
 */
export function tell(
	context: IPollFunctions,
	memory: Memory,
	thrown: unknown,
	activating: boolean,
): null {
	const error = toNodeError(context.getNode(), thrown);
	if (activating && !isStarting(context)) throw error;
	if (!activating && memory.told !== error.message) {
		memory.told = error.message;
		throw error;
	}
	context.logger.warn(inLog(`${error.message}: ${error.description}`));
	if (activating) memory.activated = context.getWorkflowStaticData('node');
	return null;
}

export function isStarting(context: IPollFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

/** What the user may want to know, in n8n's log, each thing once. */
export function noteTrouble(
	context: IPollFunctions,
	memory: Memory,
	round: Round,
	found: Found,
): void {
	const { trouble, hints } = round;
	if (trouble !== undefined && memory.logged !== trouble.message) {
		context.logger.warn(inLog(`${trouble.message}. The trigger goes on at the next poll`));
	}
	memory.logged = trouble?.message;

	const log = (message: string) => {
		if (memory.noted.has(message)) return;
		if (memory.noted.size >= MOST_NOTED) memory.noted.clear();
		memory.noted.add(message);
		context.logger.warn(inLog(message));
	};
	for (const text of hints.texts(MOST_NAMED)) log(text);
	for (const { target, failure } of found.refused) {
		log(`The ${target.operation.job.noun} ${target.id} cannot be read: ${failure.message}`);
	}
	for (const { operation, id } of found.slow) {
		log(
			`The ${operation.job.noun} ${id} takes longer to read than a poll may last. ${SLOW_ADVICE}`,
		);
	}
}
