import { Cancelled } from '../../shared/failure/Cancelled';
import { PartialFailure } from '../../shared/operations/PartialFailure';
import type { OutputItem } from '../../shared/response/outputItem';
import type { WatchProgress } from '../memory/process/WatchProgress';
import type { ResultParameters } from '../parameters/readParameters';
import { classify } from '../session/problem';
import type { Session, Turn } from '../session/Session';
import { readJobStatus, type JobStatus } from './jobStatus';
import { targetName, type Refusal, type Target } from './Target';

interface Watching {
	session: Session;
	targets: Target[];
	progress: WatchProgress;
	now: number;
	result: ResultParameters;
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
	const { session, targets, progress, now, result, isFull, take, takePart } = watching;
	const unread: Unread = { refused: [], slow: [] };

	const left = await session.each(progress.inOrder(targets), async (target, hasAllTime) => {
		if (isFull()) return 'postponed';
		let subject: Refusal['subject'] = 'job';
		try {
			const status = await readJobStatus(session, target, result);
			subject = 'result';
			await take(target, status);
			return 'done';
		} catch (error) {
			return failed({ target, error, subject, hasAllTime });
		}
	});
	progress.beginNextWith(left?.key);
	return unread;

	function failed({ target, error, subject, hasAllTime }: FailedTurn): Turn {
		if (error instanceof PartialFailure) {
			const { failure, items } = error;
			if (takePart === undefined || !(failure instanceof Cancelled)) {
				return failed({ target, error: failure, subject, hasAllTime });
			}
			// It may fit into the next poll, if it begins there with the first ones.
			if (!session.tookAllTime || !progress.isCutShortAgain(targetName(target))) {
				return 'postponed';
			}
			takePart(target, items);
			return 'done';
		}
		const problem = classify(error, { subject, ageMs: ageOf(target, now) });
		session.note(problem);
		switch (problem.kind) {
			case 'outOfTime':
				if (!hasAllTime || !session.tookAllTime) return 'postponed';
				unread.slow.push(target);
				return 'done';
			case 'tooSlow':
				if (session.readsHadAllTime) unread.slow.push(target);
				return 'done';
			case 'refused':
			case 'forbidden':
				unread.refused.push({ target, failure: problem.failure, subject });
				return 'done';
			case 'wrongAccess':
				return 'postponed';
			case 'passing':
			case 'unexpected':
				return 'done';
		}
	}
}

interface FailedTurn {
	target: Target;
	error: unknown;
	subject: Refusal['subject'];
	hasAllTime: boolean;
}

/** Nobody knows how old a job is that was submitted elsewhere. */
export function ageOf({ submittedAt }: Target, now: number): number {
	return submittedAt === undefined ? Infinity : now - submittedAt;
}
