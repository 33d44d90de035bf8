import { Failure } from '../../shared/failure/Failure';
import type { JobStatus } from '../../shared/operations/readJob';
import type { OutputItem } from '../../shared/response/outputItem';
import { Semaphore } from '../../shared/transport/Semaphore';
import type { Poll } from '../session/Session';
import { PartialFailure, readJobStatus, type Target, type UnreadableJob } from './Target';

/** With so many items an execution is full: the next poll emits the rest. A job is not divided. */
const MAX_ITEMS = 20_000;

/** What is known of a job or a screening after a poll. */
export interface Read {
	key: string;
	/** Absent if there is nothing to emit. */
	items?: OutputItem[];
}

interface Watching<Result extends Read> {
	targets: Target[];
	/** So many are emitted in one execution. */
	maxEmitted: number;
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
export async function watchEach<Result extends Read>(
	poll: Poll,
	watching: Watching<Result>,
): Promise<{ results: Result[]; unreadable: UnreadableJob[] }> {
	const { session, memory, parameters } = poll;
	const targets = startingWith(memory.nextTarget, watching.targets);
	const slots = new Semaphore(parameters.settings.maxConcurrency);
	const emitted: OutputItem[][] = [];
	const isFull = () =>
		emitted.length >= watching.maxEmitted ||
		emitted.reduce((sum, items) => sum + items.length, 0) >= MAX_ITEMS;
	const turns = await Promise.all(
		targets.map(async (target) => {
			return await slots.run(async (): Promise<Turn<Result>> => {
				if (session.isOver || isFull()) return { kind: 'postponed' };
				const turn = await takeTurn(poll, watching, target);
				if (turn.kind === 'done' && turn.result?.items) emitted.push(turn.result.items);
				return turn;
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

async function takeTurn<Result extends Read>(
	poll: Poll,
	{ read, asPartial, asRejected }: Watching<Result>,
	target: Target,
): Promise<Turn<Result>> {
	const { session, memory, now } = poll;
	let subject: UnreadableJob['subject'] = 'job';
	try {
		const status = await readJobStatus(poll, target);
		session.isAccepted = true;
		subject = 'result';
		const result = await read(target, status);
		session.succeeded();
		return { kind: 'done', result };
	} catch (thrown) {
		const error: unknown = thrown instanceof PartialFailure ? thrown.failure : thrown;
		// The age of a job that was submitted elsewhere is unknown.
		const ageMs = target.submittedAt === undefined ? undefined : now - target.submittedAt;
		const problem = session.note(error, subject, ageMs);
		switch (problem.kind) {
			case 'outOfTime':
				// A result may fit into the next poll, if that begins with it.
				if (!session.ranOutOfTime || memory.nextTarget !== target.key) return { kind: 'postponed' };
				return thrown instanceof PartialFailure && asPartial !== undefined
					? { kind: 'done', result: asPartial(target, thrown.items) }
					: { kind: 'unreadable', job: { target, failure: TOO_SLOW, subject } };
			case 'rejected': {
				const job = { target, failure: problem.failure, subject };
				const result = asRejected?.(job);
				return result === undefined ? { kind: 'unreadable', job } : { kind: 'done', result };
			}
			case 'retry':
				return { kind: 'done' };
		}
	}
}

const TOO_SLOW = new Failure({
	kind: 'stopped',
	message:
		'it takes longer to read than a poll allows. The trigger retries at the next polls. If the result is still missing, read it with the Get operation of its node',
});
