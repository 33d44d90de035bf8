import { Failure } from '../../shared/failure/Failure';
import type { Job } from '../../shared/jobs/job';
import { PartialFailure } from '../../shared/operations/PartialFailure';
import type { JobStatus } from '../../shared/operations/readJob';
import type { OutputItem } from '../../shared/response/outputItem';
import { Semaphore } from '../../shared/transport/Semaphore';
import type { ScreeningRecord } from '../memory/State';
import type { Poll } from '../session/Session';
import { readJobStatus, type Target, type UnreadableJob } from './Target';

/** With so many items an execution is full: the next poll emits the rest. A job is not divided. */
const MAX_ITEMS = 20_000;

/** What is to be emitted or saved of a job or a screening. */
export interface Found {
	key: string;
	/** Absent if nothing is emitted. */
	items?: OutputItem[];
	/** Of a screening, to compare the next reading with. */
	record?: ScreeningRecord;
}

interface Watching {
	targets: Target[];
	/** So many are emitted in one execution. */
	maxEmitted: number;
	read: (target: Target, status: JobStatus) => Promise<Found | undefined>;
	/** A job that is no longer watched because it cannot be read. */
	asRejected?: (job: UnreadableJob) => Found | undefined;
}

interface Turn {
	found?: Found;
	unreadable?: UnreadableJob;
	/** The next poll begins with it. */
	isPostponed?: boolean;
}

/** Reads each job while there is time, and returns what was found, and the jobs that could not be read. */
export async function watchEach(
	poll: Poll,
	watching: Watching,
): Promise<{ found: Found[]; unreadable: UnreadableJob[] }> {
	const { session, memory, parameters } = poll;
	const targets = startingWith(memory.nextTarget, watching.targets);
	const slots = new Semaphore(parameters.settings.maxConcurrency);
	const emitted: OutputItem[][] = [];
	const isFull = () =>
		emitted.length >= watching.maxEmitted ||
		emitted.reduce((sum, items) => sum + items.length, 0) >= MAX_ITEMS;
	const turns = await Promise.all(
		targets.map(async (target) => {
			return await slots.run(async (): Promise<Turn> => {
				if (session.isOver || isFull()) return { isPostponed: true };
				const turn = await takeTurn(poll, watching, target);
				if (turn.found?.items) emitted.push(turn.found.items);
				return turn;
			});
		}),
	);
	memory.nextTarget = targets[turns.findIndex(({ isPostponed }) => isPostponed)]?.key;
	return {
		found: turns.flatMap(({ found }) => found ?? []),
		unreadable: turns.flatMap(({ unreadable }) => unreadable ?? []),
	};
}

function startingWith(key: string | undefined, targets: Target[]): Target[] {
	const at = targets.findIndex((target) => target.key === key);
	return at === -1 ? targets : [...targets.slice(at), ...targets.slice(0, at)];
}

async function takeTurn(poll: Poll, { read, asRejected }: Watching, target: Target): Promise<Turn> {
	const { session, memory, now } = poll;
	let subject: UnreadableJob['subject'] = 'job';
	try {
		const status = await readJobStatus(poll, target);
		session.isAccepted = true;
		subject = 'result';
		const found = await read(target, status);
		session.succeeded();
		return { found };
	} catch (thrown) {
		const error: unknown = thrown instanceof PartialFailure ? thrown.failure : thrown;
		// The age of a job that was submitted elsewhere is unknown.
		const ageMs = target.submittedAt === undefined ? undefined : now - target.submittedAt;
		const problem = session.note(error, subject, ageMs);
		if (problem.kind === 'retry') return {};
		if (problem.kind === 'rejected') {
			const unreadable = { target, failure: problem.failure, subject };
			const found = asRejected?.(unreadable);
			return found === undefined ? { unreadable } : { found };
		}
		// A result may fit into the next poll, if that begins with it.
		if (!session.ranOutOfTime || memory.nextTarget !== target.key) return { isPostponed: true };
		return thrown instanceof PartialFailure
			? { found: { key: target.key, items: thrown.items.map(asPartial) } }
			: { unreadable: { target, failure: TOO_SLOW, subject } };
	}
}

function asPartial({ json, file }: OutputItem): OutputItem {
	return { json: { ...json, job: { ...(json.job as Job), partial: true } }, file };
}

const TOO_SLOW = new Failure({
	kind: 'stopped',
	message:
		'it takes longer to read than a poll allows. The trigger retries at the next polls. If the result is still missing, read it with the Get operation of its node',
});
