import { clock, runInSlices } from '../../shared/clock';
import { rethrow } from '../../shared/failure/Failure';
import type { Job } from '../../shared/jobs/job';
import type { IncompleteReason } from '../../shared/lists/scheme';
import { valueOf } from '../../shared/operations/byContract';
import { readList } from '../../shared/operations/list';
import { findProfile } from '../../shared/recognition/traits';
import type { OutputItem } from '../../shared/response/outputItem';
import { FLAGGED_CONTENT } from '../catalogue';
import type { SeenScreening } from '../memory/saved/SeenScreening';
import type { ComparisonParameters, ResultParameters } from '../parameters/readParameters';
import type { Session } from '../session/Session';
import type { JobStatus } from './jobStatus';
import { changeId, screeningDiff } from './screening/diff';
import { hasLosses, isSame, rememberScreening } from './screening/remember';
import { takeSnapshot, type Snapshot } from './screening/snapshot';
import { eventId, type Target } from './Target';
import { watchEach, type JobsOfPoll, type Unread } from './watchEach';

/** Keeps one batch small enough to be taken back from the state. */
const MOST_CHANGED = 300;

/** A loss that an empty page may have caused is believed when it came so often, unchanged. */
const SAME_DOUBTFUL_SIGHTS = 3;

/** Lists that end for one of these reasons do so each time. */
const LASTING_REASONS: readonly IncompleteReason[] = ['maxPages', 'fullPage'];

export interface ChangedScreenings extends Unread {
	items: OutputItem[];
	seen: Map<string, SeenScreening>;
	/** What was seen before, of those that came out. */
	before: Map<string, SeenScreening | null>;
	/** A first sight that nobody is told of has to be saved. */
	hasNewBaseline: boolean;
}

interface ScreeningsToWatch extends JobsOfPoll {
	known: ReadonlyMap<string, SeenScreening>;
	comparison: ComparisonParameters;
}

/** Finds the screenings that differ from what was seen last. */
export async function watchScreenings(watching: ScreeningsToWatch): Promise<ChangedScreenings> {
	const { session, targets, known, progress, result, comparison } = watching;
	const found: ChangedScreenings = {
		items: [],
		seen: new Map(),
		before: new Map(),
		hasNewBaseline: false,
		refused: [],
		slow: [],
	};
	for (const { key } of targets) {
		const last = known.get(key);
		if (last !== undefined) found.seen.set(key, last);
	}
	const unread = await watchEach({
		...watching,
		isFull: () => found.items.length >= MOST_CHANGED,
		take: async (target, status) => {
			if (status.job.state !== 'finished') return;
			const snapshot = await readSnapshot(session, target, status, { result, comparison });
			session.succeeded();
			compare(watching, found, { target, job: status.job, snapshot });
		},
	});
	progress.keepSights(targets.map(({ key }) => key));
	return { ...found, ...unread };
}

function compare(
	{ targets, progress, comparison }: ScreeningsToWatch,
	found: ChangedScreenings,
	{ target, job, snapshot }: { target: Target; job: Job; snapshot: ReadSnapshot },
): void {
	const { key } = target;
	const last = found.seen.get(key);
	const isUnchanged = last !== undefined && isSame(last, snapshot);
	// What is missing may not be gone: the next poll may get the whole list.
	if (last !== undefined && !isUnchanged && snapshot.isDoubtful && hasLosses(last, snapshot)) {
		const sights = progress.countSight(key, changeId(last, snapshot));
		if (sights < SAME_DOUBTFUL_SIGHTS) return;
	}
	progress.forgetSight(key);
	if (isUnchanged) return;
	const comesOut = last !== undefined || comparison.emitFirst;
	if (comesOut) {
		found.items.push(changeItem(target, job, last, snapshot));
		found.before.set(key, last ?? null);
	} else {
		found.hasNewBaseline = true;
	}
	const changes = (last?.changes ?? 0) + (comesOut ? 1 : 0);
	const screenings = targets.length;
	const sight = { key, snapshot, now: clock.now(), changes, screenings };
	found.seen.set(key, rememberScreening(sight));
}

interface ReadSnapshot extends Snapshot {
	/** Flagged items may be missing: a page was empty, or the list goes on as the service says. */
	isDoubtful: boolean;
	reportUrl?: string;
}

/** The screening and all that it has flagged. */
export async function readSnapshot(
	session: Session,
	target: Target,
	{ answer, draft }: JobStatus,
	parameters: { result: ResultParameters; comparison: ComparisonParameters },
): Promise<ReadSnapshot> {
	const { service, hints, settings } = session;
	const { result, comparison } = parameters;
	const read = await readList({
		source: service,
		hints,
		draft: { endpoint: FLAGGED_CONTENT, id: target.id, query: result.query },
		settings,
		wanted: Infinity,
	});
	if (read.failure !== undefined) rethrow(read.failure);
	const value = answer.content.kind === 'data' ? answer.content.value : undefined;
	const reading = { settings, hints, endpoint: draft.endpoint, answer };
	const mayHaveMore = read.incomplete !== undefined && !LASTING_REASONS.includes(read.incomplete);
	const isDoubtful = mayHaveMore || read.hasEmptyPage === true;
	const taken = await runInSlices(takeSnapshot(value, read.rows, comparison));
	const riskRating = valueOf(reading, 'rating') ?? null;
	return { ...taken, riskRating, isDoubtful, reportUrl: valueOf(reading, 'link') };
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
