import { clock, runInSlices } from '../../shared/clock';
import { rethrow } from '../../shared/failure/Failure';
import type { Job } from '../../shared/jobs/job';
import type { IncompleteReason } from '../../shared/lists/scheme';
import { readValue } from '../../shared/operations/byContract';
import { readList } from '../../shared/operations/list';
import { findProfile } from '../../shared/recognition/traits';
import type { OutputItem } from '../../shared/response/outputItem';
import { FLAGGED_CONTENT } from '../catalogue';
import type { IncompleteReading } from '../memory/process/WatchProgress';
import type { SeenScreening } from '../memory/saved/State';
import type { Opened, Poll } from '../session/Session';
import type { JobStatus } from '../../shared/operations/readJob';
import {
	hasLosses,
	isSame,
	rememberScreening,
	changeId,
	screeningDiff,
} from './screening/remember';
import { takeSnapshot, type Snapshot } from './screening/snapshot';
import { eventId, targetName, type Target } from './Target';
import { watchEach, type Unread } from './watchEach';

/** Keeps a batch small enough for the state to hold what is needed to emit it again. */
const MAX_CHANGED = 300;

/** Missing items that an empty page may explain are accepted after so many identical readings. */
const MIN_SAME_INCOMPLETE_READINGS = 3;

/** Lists that end for one of these reasons do so each time. */
const LASTING_REASONS: readonly IncompleteReason[] = ['maxPages', 'fullPage'];

interface ChangedScreenings {
	items: OutputItem[];
	seen: Map<string, SeenScreening>;
	/** What was seen before, of those that were emitted. */
	before: Map<string, SeenScreening | null>;
	/** A screening that was seen for the first time and not emitted must be saved. */
	hasNewBaseline: boolean;
}

export async function watchScreenings(
	poll: Poll,
	targets: Target[],
): Promise<ChangedScreenings & Unread> {
	const { session, memory, state } = poll;
	const keys = new Set(targets.map(({ key }) => key));
	const found: ChangedScreenings = {
		items: [],
		seen: new Map([...state.screenings.seen].filter(([key]) => keys.has(key))),
		before: new Map(),
		hasNewBaseline: false,
	};
	memory.watching.keepOnly(targets.map(targetName));
	const unread = await watchEach(poll, {
		targets,
		isFull: () => found.items.length >= MAX_CHANGED,
		take: async (target, status) => {
			if (status.job.state !== 'finished') return;
			const snapshot = await readSnapshot(poll, target, status);
			session.succeeded();
			addIfChanged(poll, found, { target, job: status.job, snapshot, screenings: keys.size });
		},
	});
	return { ...found, ...unread };
}

interface ScreeningReading {
	target: Target;
	job: Job;
	snapshot: ReadSnapshot;
	screenings: number;
}

function addIfChanged(
	{ memory, parameters }: Poll,
	found: ChangedScreenings,
	sight: ScreeningReading,
): void {
	const { target, job, snapshot, screenings } = sight;
	const { key } = target;
	const last = found.seen.get(key);
	const known = memory.watching.of(targetName(target));
	const isUnchanged = last !== undefined && isSame(last, snapshot);
	known.doubtful = isUnchanged ? undefined : incompleteReading(last, snapshot, known.doubtful);
	if (isUnchanged || known.doubtful !== undefined) return;
	const isEmitted = last !== undefined || parameters.emitFirst;
	if (isEmitted) {
		found.items.push(changeItem(target, job, last, snapshot));
		found.before.set(key, last ?? null);
	} else {
		found.hasNewBaseline = true;
	}
	const changes = (last?.changes ?? 0) + (isEmitted ? 1 : 0);
	const now = clock.now();
	found.seen.set(key, rememberScreening({ key, snapshot, now, changes, screenings }));
}

/** What is missing may not be gone: the next poll may get the whole list. */
function incompleteReading(
	last: SeenScreening | undefined,
	snapshot: ReadSnapshot,
	before: IncompleteReading | undefined,
): IncompleteReading | undefined {
	if (last === undefined || !snapshot.isDoubtful || !hasLosses(last, snapshot)) return undefined;
	const fingerprint = changeId(last, snapshot);
	const count = before?.fingerprint === fingerprint ? before.count + 1 : 1;
	return count < MIN_SAME_INCOMPLETE_READINGS ? { fingerprint, count } : undefined;
}

interface ReadSnapshot extends Snapshot {
	/** Flagged items may be missing: a page was empty, or the service reports more rows. */
	isDoubtful: boolean;
	reportUrl?: string;
}

export async function readSnapshot(
	{ session, parameters }: Opened,
	target: Target,
	{ received, draft }: JobStatus,
): Promise<ReadSnapshot> {
	const { service, hints, settings } = session;
	const read = await readList({
		source: service,
		hints,
		draft: { endpoint: FLAGGED_CONTENT, id: target.id, query: parameters.query },
		settings,
		maxRows: Infinity,
	});
	if (read.failure !== undefined) rethrow(read.failure);
	const value = received.content.kind === 'data' ? received.content.value : undefined;
	const reading = { settings, hints, endpoint: draft.endpoint, received };
	const mayHaveMore = read.incomplete !== undefined && !LASTING_REASONS.includes(read.incomplete);
	const isDoubtful = mayHaveMore || read.hasEmptyPage === true;
	const taken = await runInSlices(takeSnapshot(value, read.rows, settings));
	const riskRating = readValue(reading, 'rating') ?? null;
	return { ...taken, riskRating, isDoubtful, reportUrl: readValue(reading, 'link') };
}

export function changeItem(
	target: Target,
	job: Job,
	seen: SeenScreening | undefined,
	snapshot: ReadSnapshot,
): OutputItem {
	const named: Job = { ...job, eventId: eventId(target, `changed/${changeId(seen, snapshot)}`) };
	const profile = findProfile(snapshot.result);
	const { reportUrl } = snapshot;
	return {
		json: {
			...(profile !== undefined && { profile }),
			...(reportUrl !== undefined && { reportUrl }),
			...screeningDiff(seen, snapshot, clock.now()),
			job: named,
		},
	};
}
