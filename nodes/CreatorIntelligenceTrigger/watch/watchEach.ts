import { Failure, rethrow } from '../../shared/failure/Failure';
import { isOfAllJobs } from '../../shared/jobs/failures';
import type { Job } from '../../shared/jobs/job';
import type { JobStatus } from '../../shared/operations/readJob';
import type { OutputItem } from '../../shared/response/outputItem';
import { Semaphore } from '../../shared/transport/Semaphore';
import type { ScreeningRecord } from '../memory/State';
import type { Poll } from '../session/Session';
import { cannotBeRead, jobOf, readJobStatus, type Target, type UnreadableJob } from './Target';

/** An execution is full with so many jobs or items, but a job is not divided. The next poll emits the rest. */
const MAX_JOBS = 500;
const MAX_ITEMS = 20_000;

/** A job that has failed or is rejected is given up at this age. */
const MAX_FAILED_JOB_AGE_MS = 24 * 60 * 60 * 1_000;

/** What is to be emitted or saved of a job or a screening. */
export interface Found {
	key: string;
	/** Absent if nothing is emitted. */
	items?: OutputItem[];
	/** Why `items` are only a part of the result. */
	failure?: unknown;
	/** Of a screening, to compare the next reading with. */
	record?: ScreeningRecord;
}

type Read = (target: Target, status: JobStatus) => Promise<Found | undefined>;

interface Turn {
	found?: Found;
	unreadable?: UnreadableJob;
	/** The next poll begins with it. */
	isPostponed?: boolean;
}

/** Reads each job while there is time, and returns what was found, and the jobs that could not be read. */
export async function watchEach(
	poll: Poll,
	all: Target[],
	read: Read,
): Promise<{ found: Found[]; unreadable: UnreadableJob[] }> {
	const { session, memory, parameters } = poll;
	const first = all.findIndex(({ key }) => key === memory.nextTarget);
	const targets = first === -1 ? all : [...all.slice(first), ...all.slice(0, first)];
	const slots = new Semaphore(parameters.settings.maxConcurrency);
	const emitted: OutputItem[][] = [];
	const isFull = () =>
		emitted.length >= MAX_JOBS ||
		emitted.reduce((sum, items) => sum + items.length, 0) >= MAX_ITEMS;
	const turns = await Promise.all(
		targets.map(async (target) => {
			return await slots.run(async (): Promise<Turn> => {
				if (session.isOver || isFull()) return { isPostponed: true };
				const turn = await takeTurn(poll, target, read);
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

async function takeTurn(poll: Poll, target: Target, read: Read): Promise<Turn> {
	const { session, memory, now } = poll;
	let subject: UnreadableJob['subject'] = 'job';
	let found: Found | undefined;
	try {
		const status = await readJobStatus(poll, target);
		session.isAccepted = true;
		subject = 'result';
		found = await read(target, status);
		if (found?.failure !== undefined) rethrow(found.failure);
		session.succeeded();
		return { found };
	} catch (error) {
		// The age of a job that was submitted elsewhere is unknown.
		const ageMs = target.submittedAt === undefined ? undefined : now - target.submittedAt;
		const problem = session.note(error, subject, ageMs);
		if (problem.kind === 'retry') return {};
		if (problem.kind === 'rejected')
			return afterRejection(poll, { target, failure: problem.failure, subject });
		// A result may fit into the next poll, if that begins with it.
		if (!session.ranOutOfTime || memory.nextTarget !== target.key) return { isPostponed: true };
		return found === undefined
			? { unreadable: { target, failure: TOO_SLOW, subject } }
			: { found: { ...found, items: found.items?.map(asPartial) } };
	}
}

function afterRejection({ now, parameters }: Poll, unreadable: UnreadableJob): Turn {
	const { target, failure, subject } = unreadable;
	const { status = 0 } = failure.details;
	// The token has access to a job whose result it may not read.
	const isOfJob = subject === 'result' || !isOfAllJobs(failure);
	const isRejected = isOfJob && status >= 400 && status < 500;
	if (!isGivenUp(target, now) || !isRejected) return { unreadable };
	const job = jobOf(target, { state: 'failed', rawState: null });
	const items = [{ json: { message: cannotBeRead(unreadable), job } }];
	return { found: { key: target.key, ...(parameters.outcome !== 'finished' && { items }) } };
}

/** Jobs that the user has listed have no age: they are watched while they are listed. */
export const isGivenUp = ({ submittedAt = Infinity }: Target, now: number): boolean =>
	now - submittedAt >= MAX_FAILED_JOB_AGE_MS;

function asPartial({ json, file }: OutputItem): OutputItem {
	return { json: { ...json, job: { ...(json.job as Job), partial: true } }, file };
}

const TOO_SLOW = new Failure({
	kind: 'stopped',
	message:
		'it takes longer to read than a poll allows. The trigger retries at the next polls. If the result is still missing, read it with the Get operation of its node',
});
