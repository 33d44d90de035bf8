import { clock, runInSlices } from '../../shared/clock';
import { rethrow } from '../../shared/failure/Failure';
import type { Job } from '../../shared/jobs/job';
import type { IncompleteReason } from '../../shared/lists/scheme';
import { readList } from '../../shared/operations/list';
import { ResponseReader } from '../../shared/operations/ResponseReader';
import { findProfile } from '../../shared/recognition/traits';
import type { OutputItem } from '../../shared/response/outputItem';
import { FLAGGED_CONTENT } from '../catalogue';
import { processMemory, type TargetProgress } from '../memory/ProcessMemory';
import type { ScreeningRecord, ScreeningRecords } from '../memory/State';
import type { Opened, Poll } from '../session/Session';
import type { JobStatus } from '../../shared/operations/readJob';
import { changeId, hasLosses, isSame, recordOf, screeningDiff } from './screening/record';
import { takeSnapshot, type Snapshot } from './screening/snapshot';
import { targetOf, type Target } from './Target';
import { watchEach } from './watchEach';
import type { Watched } from './watchJobs';

/** Keeps a batch small enough for the state to hold what is needed to emit it again. */
const MAX_CHANGED = 300;

/** Missing items that an empty page may explain are accepted after so many identical readings. */
const MIN_SAME_INCOMPLETE_READINGS = 3;

/** Lists that end for one of these reasons do so each time. */
const LASTING_REASONS: readonly IncompleteReason[] = ['maxPages', 'fullPage'];

interface ChangedScreening {
	key: string;
	record: ScreeningRecord;
	/** Absent if it was seen for the first time, and is only kept to compare with. */
	item?: OutputItem;
}

export async function watchScreenings(poll: Poll): Promise<Watched> {
	const { memory, state, parameters, session } = poll;
	const targets = parameters.ids.map((id) => targetOf(parameters.operation, id));
	let emitted = 0;
	const { results, ...unread } = await watchEach<ChangedScreening>(poll, {
		targets: memory.inOrder(targets),
		isFull: () => emitted >= MAX_CHANGED,
		read: async (target, status) => {
			if (status.job.state !== 'finished') return undefined;
			const snapshot = await readSnapshot(poll, target, status);
			session.succeeded();
			const changed = changedScreening(poll, target, status.job, snapshot);
			if (changed?.item !== undefined) emitted += 1;
			return changed;
		},
	});
	const kept: ScreeningRecords = {};
	const screenings: ScreeningRecords = {};
	for (const { key } of targets) {
		const last = state.screenings[key];
		if (last !== undefined) kept[key] = last;
	}
	for (const { key, record, item } of results)
		(item === undefined ? kept : screenings)[key] = record;
	return {
		...unread,
		items: results.flatMap(({ item }) => item ?? []),
		state: {
			...state,
			screenings: kept,
			batch: emitted === 0 ? undefined : { by: processMemory.id, jobs: [], screenings },
		},
		hasNewBaseline: results.length > emitted,
	};
}

function changedScreening(
	{ memory, parameters, state }: Poll,
	target: Target,
	job: Job,
	snapshot: ReadSnapshot,
): ChangedScreening | undefined {
	const { key } = target;
	const last = state.screenings[key];
	if (isIncomplete(memory.progressOf(key), last, snapshot)) return undefined;
	if (last !== undefined && isSame(last, snapshot)) return undefined;
	const isEmitted = last !== undefined || parameters.emitFirst;
	const changes = (last?.changes ?? 0) + (isEmitted ? 1 : 0);
	const screenings = parameters.ids.length;
	return {
		key,
		record: recordOf(snapshot, { now: clock.now(), changes, screenings }),
		...(isEmitted && { item: changeItem(target, job, last, snapshot) }),
	};
}

/** What is missing may not be gone: the next poll may get the whole list. */
function isIncomplete(
	progress: TargetProgress,
	last: ScreeningRecord | undefined,
	snapshot: ReadSnapshot,
): boolean {
	const { incomplete: before } = progress;
	progress.incomplete = undefined;
	if (last === undefined || !snapshot.isDoubtful || !hasLosses(last, snapshot)) return false;
	const { fingerprint } = snapshot;
	const count = before?.fingerprint === fingerprint ? before.count + 1 : 1;
	if (count >= MIN_SAME_INCOMPLETE_READINGS) return false;
	progress.incomplete = { fingerprint, count };
	return true;
}

interface ReadSnapshot extends Snapshot {
	/** Flagged items may be missing: a page was empty, or the service reports more rows. */
	isDoubtful: boolean;
	reportUrl?: string;
}

export async function readSnapshot(
	{ session: { service, hints, settings }, parameters }: Opened,
	{ id }: Target,
	{ received, draft }: JobStatus,
): Promise<ReadSnapshot> {
	const read = await readList({
		source: service,
		hints,
		draft: { endpoint: FLAGGED_CONTENT, id, query: parameters.query },
		settings,
		maxRows: Infinity,
	});
	if (read.failure !== undefined) rethrow(read.failure);
	const result = received.content.kind === 'data' ? received.content.value : undefined;
	const reader = new ResponseReader({ settings, hints, endpoint: draft.endpoint }, received);
	const mayHaveMore = read.incomplete !== undefined && !LASTING_REASONS.includes(read.incomplete);
	const isDoubtful = mayHaveMore || read.hasEmptyPage;
	const riskRating = reader.value('rating') ?? null;
	const { rows } = read;
	const snapshot = await runInSlices(takeSnapshot({ result, riskRating, rows }, settings));
	return { ...snapshot, isDoubtful, reportUrl: reader.value('link') };
}

export function changeItem(
	{ key }: Target,
	job: Job,
	record: ScreeningRecord | undefined,
	snapshot: ReadSnapshot,
): OutputItem {
	const profile = findProfile(snapshot.result);
	const { reportUrl } = snapshot;
	return {
		json: {
			...(profile !== undefined && { profile }),
			...(reportUrl !== undefined && { reportUrl }),
			...screeningDiff(record, snapshot, clock.now()),
			job: { ...job, eventId: `${key}/changed/${changeId(record, snapshot)}` },
		},
	};
}
