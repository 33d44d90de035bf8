import { Failure } from '../../shared/failure/Failure';
import { PartialFailure } from '../../shared/operations/PartialFailure';
import type { JobStatus } from '../../shared/operations/readJob';
import type { OutputItem } from '../../shared/response/outputItem';
import { Semaphore } from '../../shared/transport/Semaphore';
import type { Poll } from '../session/Session';
import { readJobStatus, type Target, type UnreadableJob } from './Target';

interface Watching<Result> {
	targets: Target[];
	isFull: () => boolean;
	/** Nothing if there is nothing to emit or to save. */
	read: (target: Target, status: JobStatus) => Promise<Result | undefined>;
	/** A result that takes longer than any poll, as far as it was read. */
	asPartial?: (target: Target, items: OutputItem[]) => Result;
	/** A job that is no longer watched because it cannot be read. */
	asRejected?: (job: UnreadableJob) => Result | undefined;
}

type Turn<Result> =
	| { kind: 'done'; result?: Result }
	/** The next poll begins with it. */
	| { kind: 'postponed' }
	| { kind: 'unreadable'; job: UnreadableJob };

/** Reads each job while there is time, and returns the results, and the jobs that could not be read. */
export async function watchEach<Result>(
	poll: Poll,
	watching: Watching<Result>,
): Promise<{ results: Result[]; unreadable: UnreadableJob[] }> {
	const { session, memory, parameters } = poll;
	const targets = startingWith(memory.nextTarget, watching.targets);
	const slots = new Semaphore(parameters.settings.maxConcurrency);
	const turns = await Promise.all(
		targets.map(async (target) => {
			return await slots.run(async (): Promise<Turn<Result>> => {
				if (session.isOver || watching.isFull()) return { kind: 'postponed' };
				return await takeTurn(poll, watching, target);
			});
		}),
	);
	memory.nextTarget = targets[turns.findIndex(({ kind }) => kind === 'postponed')]?.key;
	return {
		results: turns.flatMap((turn) => (turn.kind === 'done' ? (turn.result ?? []) : [])),
		unreadable: turns.flatMap((turn) => (turn.kind === 'unreadable' ? turn.job : [])),
	};
}

function startingWith(key: string | undefined, targets: Target[]): Target[] {
	const at = targets.findIndex((target) => target.key === key);
	return at === -1 ? targets : [...targets.slice(at), ...targets.slice(0, at)];
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
				// A result may fit into the next poll, if that begins with it.
				if (!session.ranOutOfTime || memory.nextTarget !== target.key) return { kind: 'postponed' };
				return thrown instanceof PartialFailure && asPartial !== undefined
					? { kind: 'done', result: asPartial(target, thrown.items) }
					: { kind: 'unreadable', job: { target, failure: TOO_SLOW, subject } };
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

const TOO_SLOW = new Failure({
	kind: 'stopped',
	message:
		'it takes longer to read than a poll allows. The trigger retries at the next polls. If the result is still missing, read it with the Get operation of its node',
});
