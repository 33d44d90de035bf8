import { clock, runInSlices } from '../../shared/clock';
import { rethrow } from '../../shared/failure/Failure';
import type { Job } from '../../shared/jobs/job';
import type { IncompleteReason } from '../../shared/lists/scheme';
import { readList } from '../../shared/operations/list';
import type { JobStatus } from '../../shared/operations/readJob';
import { ResponseReader } from '../../shared/operations/ResponseReader';
import { findProfile } from '../../shared/recognition/traits';
import type { OutputItem } from '../../shared/response/outputItem';
import { processMemory } from '../memory/ProcessMemory';
import type { ScreeningRecord, ScreeningRecords } from '../memory/State';
import type { Opened, Poll } from '../session/Session';
import {
	changeId,
	hasLosses,
	isSame,
	recordOf,
	screeningDiff,
	takeSnapshot,
	type Snapshot,
} from './screening';
import { targetOf, type Target } from './Target';
import { watchEach, type Found } from './watchEach';
import type { Watched } from './watchJobs';

/** Missing items that an empty page may explain are accepted after so many identical readings. */
const MIN_SAME_INCOMPLETE_READINGS = 3;

/** Lists that end for one of these reasons do so each time. */
const LASTING_REASONS: readonly IncompleteReason[] = ['maxPages', 'fullPage'];

const SCREENING_FAILED =
	'The screening % has failed. The trigger emits nothing of it until the service has a result again.';

export async function watchScreenings(poll: Poll): Promise<Watched> {
	const { state, parameters } = poll;
	const targets = parameters.ids.map((id) => targetOf(parameters.operation, id));
	const { found, unreadable } = await watchEach(poll, targets, async (target, status) => {
		const { id, state: jobState } = status.job;
		if (jobState === 'failed') poll.session.hints.add(SCREENING_FAILED, String(id));
		if (jobState !== 'finished') return undefined;
		const snapshot = await readSnapshot(poll, target, status);
		return compared(poll, target, status.job, snapshot);
	});
	const screenings: ScreeningRecords = {};
	const keys = new Set(targets.map(({ key }) => key));
	const known = Object.entries(state.screenings).filter(([key]) => keys.has(key));
	const kept: ScreeningRecords = Object.fromEntries(known);
	for (const { key, record, items } of found)
		if (record !== undefined) (items === undefined ? kept : screenings)[key] = record;
	const items = found.flatMap((each) => each.items ?? []);
	return {
		items,
		state: {
			...state,
			screenings: kept,
			batch: items.length === 0 ? undefined : { by: processMemory.id, jobs: [], screenings },
		},
		unreadable,
	};
}

function compared(
	{ parameters, state }: Poll,
	target: Target,
	job: Job,
	snapshot: ReadSnapshot,
): Found {
	const { key } = target;
	const last = state.screenings[key];
	if (last !== undefined) {
		const incomplete = incompleteReading(last, snapshot);
		if (incomplete !== undefined || isSame(last, snapshot))
			return { key, record: { ...last, incomplete } };
	}
	const isEmitted = last !== undefined || parameters.emitFirst;
	return {
		key,
		record: recordOf(snapshot, clock.now(), parameters.ids.length),
		...(isEmitted && { items: [changeItem(target, job, last, snapshot)] }),
	};
}

/** What is missing may not be gone: the next poll may get the whole list. */
function incompleteReading(
	last: ScreeningRecord,
	snapshot: ReadSnapshot,
): ScreeningRecord['incomplete'] {
	if (!snapshot.isDoubtful || !hasLosses(last, snapshot)) return undefined;
	const { fingerprint } = snapshot;
	const count = last.incomplete?.fingerprint === fingerprint ? last.incomplete.count + 1 : 1;
	return count < MIN_SAME_INCOMPLETE_READINGS ? { fingerprint, count } : undefined;
}

interface ReadSnapshot extends Snapshot {
	/** Flagged items may be missing: a page was empty, or the service reports more rows. */
	isDoubtful: boolean;
	reportUrl?: string;
}

export async function readSnapshot(
	{ session: { service, hints }, parameters: { query, settings } }: Opened,
	{ id }: Target,
	{ received, draft }: JobStatus,
): Promise<ReadSnapshot> {
	const read = await readList({
		service,
		hints,
		draft: { endpoint: { method: 'GET', path: '/screening/{id}/contents' }, id, query },
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
