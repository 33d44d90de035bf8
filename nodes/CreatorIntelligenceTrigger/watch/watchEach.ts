import { Cancelled } from '../../shared/failure/Cancelled';
import { PartialFailure } from '../../shared/operations/PartialFailure';
import type { OutputItem } from '../../shared/response/outputItem';
import type { WatchProgress } from '../memory/process/WatchProgress';
import type { ResultParameters } from '../parameters/readParameters';
import { classify, type Problem } from '../session/problem';
import type { Session, Turn } from '../session/Session';
import { readJobStatus, type JobStatus } from './jobStatus';
import { targetName, type Refusal, type Target } from './Target';

/** What each way to watch jobs is given. */
export interface JobsOfPoll {
	session: Session;
	targets: Target[];
	progress: WatchProgress;
	now: number;
	result: ResultParameters;
}

interface Watching extends JobsOfPoll {
	/** Nothing more fits into this poll. */
	isFull: () => boolean;
	/** Reads what there is to read of a job, and keeps it. */
	take: (target: Target, status: JobStatus) => Promise<void>;
	/** A result that takes longer than any poll, as far as it was read. */
	takePart?: (target: Target, items: OutputItem[]) => void;
}

export interface Unread {
	refused: Refusal[];
	/** Those that take longer to read than a poll may last. */
	slow: Target[];
}

/** Looks at each job as far as the time allows, and says which ones it could not read. */
export async function watchEach(watching: Watching): Promise<Unread> {
	const { session, targets, progress, isFull } = watching;
	const unread: Unread = { refused: [], slow: [] };
	const left = await session.each(progress.inOrder(targets), async (target, hasAllTime) => {
		const result = isFull() ? 'postponed' : await takeTurn(watching, target, hasAllTime);
		if (result === 'slow') unread.slow.push(target);
		else if (typeof result === 'object') unread.refused.push(result);
		return result === 'postponed' ? result : 'done';
	});
	progress.beginNextWith(left?.key);
	return unread;
}

type TurnResult = Turn | 'slow' | Refusal;

async function takeTurn(
	{ session, progress, now, result, take, takePart }: Watching,
	target: Target,
	hasAllTime: boolean,
): Promise<TurnResult> {
	let subject: Refusal['subject'] = 'job';
	try {
		const status = await readJobStatus(session, target, result);
		subject = 'result';
		await take(target, status);
		return 'done';
	} catch (thrown) {
		const error = thrown instanceof PartialFailure ? thrown.failure : thrown;
		if (thrown instanceof PartialFailure && takePart && error instanceof Cancelled) {
			// It may fit into the next poll, if it begins there with the first ones.
			const isCut = session.tookAllTime && progress.isCutShortAgain(targetName(target));
			if (isCut) takePart(target, thrown.items);
			return isCut ? 'done' : 'postponed';
		}
		// The age of a job that was submitted elsewhere is unknown.
		const ageMs = target.submittedAt === undefined ? undefined : now - target.submittedAt;
		const problem = classify(error, { subject, ageMs });
		session.note(problem);
		return afterProblem(problem, { target, subject, hasAllTime, session });
	}
}

type FailedTurn = Pick<Refusal, 'target' | 'subject'> & { hasAllTime: boolean; session: Session };

function afterProblem(problem: Problem, turn: FailedTurn): TurnResult {
	const { target, subject, hasAllTime, session } = turn;
	switch (problem.kind) {
		case 'outOfTime':
			return hasAllTime && session.tookAllTime ? 'slow' : 'postponed';
		case 'tooSlow':
			return session.readsHadAllTime ? 'slow' : 'done';
		case 'refused':
		case 'forbidden':
			return { target, failure: problem.failure, subject };
		case 'wrongAccess':
			return 'postponed';
		case 'passing':
		case 'unexpected':
			return 'done';
	}
}
