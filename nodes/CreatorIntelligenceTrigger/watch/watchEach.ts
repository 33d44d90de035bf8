import { Cancelled } from '../../shared/failure/Cancelled';
import { PartialFailure } from '../../shared/operations/PartialFailure';
import type { OutputItem } from '../../shared/response/outputItem';
import { classify } from '../session/problem';
import type { Poll, TargetResult } from '../session/Session';
import type { JobStatus } from '../../shared/operations/readJob';
import { targetName, type UnreadableJob, type Target, readJobStatus } from './Target';

interface Watching {
	targets: Target[];
	isFull: () => boolean;
	take: (target: Target, status: JobStatus) => Promise<void>;
	/** A result that takes longer than any poll, as far as it was read. */
	takePartial?: (target: Target, items: OutputItem[]) => void;
}

export interface Unread {
	unreadable: UnreadableJob[];
	/** Those that take longer to read than a poll may last. */
	slow: Target[];
}

/** Polls each job while there is time, and returns the jobs that could not be read. */
export async function watchEach(poll: Poll, watching: Watching): Promise<Unread> {
	const { watching: progress } = poll.memory;
	const unread: Unread = { unreadable: [], slow: [] };
	const targets = progress.inOrder(watching.targets);
	const left = await poll.session.each(targets, async (target, hasAllTime) => {
		if (watching.isFull()) return 'postponed';
		const result = await takeTurn(poll, watching, target, hasAllTime);
		if (result === 'slow') unread.slow.push(target);
		else if (typeof result === 'object') unread.unreadable.push(result);
		return result === 'postponed' ? result : 'done';
	});
	progress.next = left?.key;
	return unread;
}

type WatchResult = TargetResult | 'slow' | UnreadableJob;

async function takeTurn(
	poll: Poll,
	{ take, takePartial }: Watching,
	target: Target,
	hasAllTime: boolean,
): Promise<WatchResult> {
	let subject: UnreadableJob['subject'] = 'job';
	try {
		const status = await readJobStatus(poll, target);
		subject = 'result';
		await take(target, status);
		return 'done';
	} catch (thrown) {
		const about = { target, subject, hasAllTime };
		if (!(thrown instanceof PartialFailure)) return afterFailure(poll, thrown, about);
		if (takePartial === undefined || !(thrown.failure instanceof Cancelled)) {
			return afterFailure(poll, thrown.failure, about);
		}
		const turn = cutShort(poll, target);
		if (turn === 'done') takePartial(target, thrown.items);
		return turn;
	}
}

function afterFailure(
	{ session, now }: Poll,
	error: unknown,
	{ target, subject, hasAllTime }: Omit<UnreadableJob, 'failure'> & { hasAllTime: boolean },
): WatchResult {
	// The age of a job that was submitted elsewhere is unknown.
	const ageMs = target.submittedAt === undefined ? undefined : now - target.submittedAt;
	const problem = classify(error, { subject, ageMs });
	session.note(problem);
	switch (problem.kind) {
		case 'outOfTime':
			return hasAllTime && session.ranOutOfTime ? 'slow' : 'postponed';
		case 'tooSlow':
			// A read that was too slow now has no more time in later polls.
			return session.isShort ? 'done' : 'slow';
		case 'rejected':
		case 'forbidden':
			return { target, failure: problem.failure, subject };
		case 'wrongAccess':
			return 'postponed';
		case 'passing':
		case 'unexpected':
			return 'done';
	}
}

/** A result may fit into the next poll, if it begins there with the first ones. */
function cutShort({ session, memory }: Poll, target: Target): TargetResult {
	if (!session.ranOutOfTime) return 'postponed';
	const known = memory.watching.of(targetName(target));
	known.isCutShort = known.isCutShort !== true;
	return known.isCutShort ? 'postponed' : 'done';
}
