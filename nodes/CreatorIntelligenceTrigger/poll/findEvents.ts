import type { Failure } from '../../shared/failure/Failure';
import type { OutputItem } from '../../shared/response/outputItem';
import { processMemory } from '../memory/ProcessMemory';
import { settleBatch } from '../memory/State';
import type { Poll } from '../session/Session';
import { submitIfDue } from '../submit/submitIfDue';
import { watchJobs, type Watched } from '../watch/watchJobs';
import { watchScreenings } from '../watch/watchScreenings';

/** Why the state must be saved although there is no item. */
export type SaveReason = 'announced' | 'emitted' | 'firstSeen' | 'submitted';

/** The result of a poll, before it is converted to n8n items. */
export interface PollResult extends Watched {
	toSave: SaveReason[];
	/** The second output. */
	submitted: OutputItem[];
	/** Reported to the user after the state is saved. */
	failure?: Failure;
}

/** Settles the last batch, submits if it is time for it, and reads what is watched. */
export async function findEvents(poll: Poll): Promise<PollResult> {
	const { memory, isActivation, isFromQueue, parameters } = poll;
	// Polls from n8n's queue save their state together with the execution. Otherwise, only the process that
	// emitted a batch knows that it reached n8n.
	const isOwn = poll.state.batch?.by === processMemory.id;
	const state = settleBatch(poll.state, isOwn || isFromQueue);
	if (isActivation) memory.lastRejection = undefined;

	const { submissions, items, mustSave, failure } = await submitIfDue({ ...poll, state });
	const watch = parameters.event === 'jobFinished' ? watchJobs : watchScreenings;
	const watched = await watch({ ...poll, state: { ...state, submissions } });

	const toSave: SaveReason[] = isOwn && !isFromQueue ? ['emitted'] : [];
	if (watched.hasNewBaseline) toSave.push('firstSeen');
	if (mustSave !== undefined) toSave.push(mustSave);
	return { ...watched, toSave, submitted: items, failure };
}
