import { Semaphore } from '../../shared/transport/Semaphore';
import type { JobStatus } from '../../shared/operations/readJob';
import type { OutputItem } from '../../shared/response/outputItem';
import type { TargetProgress } from '../memory/ProcessMemory';
import type { Poll } from '../session/Session';
import { PartialFailure, readJobStatus, type Target, type UnreadableJob } from './Target';

interface Watching<Result> {
	/** In the order in which they are read. */
	targets: Target[];
	isFull: () => boolean;
	/** Nothing if there is nothing to emit or to save. */
	read: (target: Target, status: JobStatus) => Promise<Result | undefined>;
	/** A result that takes longer than any poll, as far as it was read. */
	asPartial?: (target: Target, items: OutputItem[]) => Result;
	/** A job that is no longer watched because it cannot be read. */
	asRejected?: (job: UnreadableJob) => Result | undefined;
}

export interface Unread {
	unreadable: UnreadableJob[];
	/** Those that take longer to read than a poll may last. */
	slow: Target[];
}

type Turn<Result> =
	| { kind: 'done'; result?: Result }
	/** The next poll begins with it. */
	| { kind: 'postponed' }
	| { kind: 'slow' }
	| { kind: 'unreadable'; job: UnreadableJob };

/** Reads each job while there is time, and returns the results, and the jobs that could not be read. */
export async function watchEach<Result>(
	poll: Poll,
	watching: Watching<Result>,
): Promise<Unread & { results: Result[] }> {
	const { session, memory } = poll;
	const { targets, isFull } = watching;
	const slots = new Semaphore(session.settings.maxConcurrency);
	const turns = await Promise.all(
		targets.map(async (target) => {
			return await slots.run(async (): Promise<Turn<Result>> => {
				if (session.isOver || isFull()) return { kind: 'postponed' };
				return await takeTurn(poll, watching, target);
			});
		}),
	);
	memory.nextTarget = targets[turns.findIndex(({ kind }) => kind === 'postponed')]?.key;
	return {
		results: turns.flatMap((turn) => (turn.kind === 'done' ? (turn.result ?? []) : [])),
		unreadable: turns.flatMap((turn) => (turn.kind === 'unreadable' ? turn.job : [])),
		slow: targets.filter((_, index) => turns[index]?.kind === 'slow'),
	};
}

async function takeTurn<Result>(
	poll: Poll,
	{ read, asPartial, asRejected }: Watching<Result>,
	target: Target,
): Promise<Turn<Result>> {
	const { session, memory, now } = poll;
	let subject: UnreadableJob['subject'] = 'job';
	try {
		const status = await readJobStatus(poll, target);
		subject = 'result';
		return { kind: 'done', result: await read(target, status) };
	} catch (thrown) {
		const error: unknown = thrown instanceof PartialFailure ? thrown.failure : thrown;
		// The age of a job that was submitted elsewhere is unknown.
		const ageMs = target.submittedAt === undefined ? undefined : now - target.submittedAt;
		const problem = session.note(error, { subject, ageMs });
		switch (problem.kind) {
			case 'outOfTime':
				if (!session.ranOutOfTime || !isCutShortAgain(memory.progressOf(target.key)))
					return { kind: 'postponed' };
				return thrown instanceof PartialFailure && asPartial !== undefined
					? { kind: 'done', result: asPartial(target, thrown.items) }
					: { kind: 'slow' };
			case 'rejected':
			case 'forbidden': {
				const job = { target, failure: problem.failure, subject };
				const result = asRejected?.(job);
				return result === undefined ? { kind: 'unreadable', job } : { kind: 'done', result };
			}
			case 'wrongAccess':
				return { kind: 'postponed' };
			case 'passing':
			case 'unexpected':
				return { kind: 'done' };
		}
	}
}

/** A result may fit into the next poll, if it begins there with the first ones. */
function isCutShortAgain(progress: TargetProgress): boolean {
	progress.isCutShort = progress.isCutShort !== true;
	return !progress.isCutShort;
}
