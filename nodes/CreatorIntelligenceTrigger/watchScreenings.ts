import { clock } from '../shared/clock';
import { rethrow } from '../shared/failure/rethrow';
import type { Job } from '../shared/jobs/job';
import type { OutputItem } from '../shared/response/outputItem';
import { FLAGGED_CONTENT } from './catalogue';
import type { Memory } from './lifetime';
import { eventId, look, type Looked, type Refusal, type ResultCall, type Target } from './look';
import type { Round } from './round';
import { changeId, screeningDiff } from './screening/screeningDiff';
import { isSame, toSeen, type Seen } from './screening/seen';
import { takeSnapshot, type Snapshot, type SnapshotOverrides } from './screening/snapshot';
import { rotated } from './watchJobs';
import { readList } from '../shared/operations/list';

export interface ScreeningCall extends ResultCall {
	/** Emit a screening that is seen for the first time, instead of only keeping what it is. */
	emitFirst: boolean;
	overrides: SnapshotOverrides;
}

export interface Screened {
	items: OutputItem[];
	seen: Record<string, Seen>;
	/** What was seen before, of those that came out. */
	before: Record<string, Seen | null>;
	/** A first sight that nobody is told of has to be saved. */
	save: boolean;
	refused: Refusal[];
	/** Those that take longer to read than a poll may last. */
	slow: Target[];
}

/** Keeps one batch small enough to be taken back from the state. */
const MOST_CHANGED = 300;

export async function watchScreenings(
	round: Round,
	targets: Target[],
	known: Record<string, Seen>,
	call: ScreeningCall,
	memory: Memory,
): Promise<Screened> {
	const kept = targets.flatMap(({ key }) => (key in known ? [[key, known[key]] as const] : []));
	const screened: Screened = {
		items: [],
		seen: Object.fromEntries(kept),
		before: {},
		save: false,
		refused: [],
		slow: [],
	};

	const left = await round.each(rotated(targets, memory.cursor), async (target, first) => {
		if (screened.items.length >= MOST_CHANGED) return false;
		let ofResult = false;
		try {
			const looked = await look(round, target, call);
			ofResult = true;
			if (looked.job.state !== 'finished') return true;
			const snapshot = await snapshotOf(round, target, looked, call);
			round.succeeded();
			compare(target, looked.job, snapshot);
			return true;
		} catch (error) {
			const of = ofResult ? 'result' : 'job';
			const { done, slow, refused } = round.judge(error, Infinity, first, of);
			if (slow) screened.slow.push(target);
			if (refused !== undefined) screened.refused.push({ target, failure: refused, ofResult });
			return done;
		}
	});
	memory.cursor = left?.key;
	return screened;

	function compare(target: Target, job: Job, snapshot: Snapshot): void {
		const { key } = target;
		const seen = key in screened.seen ? screened.seen[key] : undefined;
		if (seen !== undefined && isSame(seen, snapshot)) return;
		const comesOut = seen !== undefined || call.emitFirst;
		if (comesOut) {
			screened.items.push(changeItem(target, job, seen, snapshot));
			screened.before[key] = seen ?? null;
		} else {
			screened.save = true;
		}
		const changes = (seen?.[5] ?? 0) + (comesOut ? 1 : 0);
		screened.seen[key] = toSeen(key, snapshot, clock.now(), changes, targets.length);
	}
}

/** The screening and all that it has flagged. */
export async function snapshotOf(
	round: Round,
	target: Target,
	{ answer }: Looked,
	{ query, overrides }: ScreeningCall,
): Promise<Snapshot> {
	const read = await readList({
		source: round.service,
		hints: round.hints,
		draft: { endpoint: FLAGGED_CONTENT, id: target.id, query },
		settings: round.settings,
		wanted: Infinity,
	});
	if (read.failure !== undefined) rethrow(read.failure);
	const value = answer.content.kind === 'data' ? answer.content.value : undefined;
	return takeSnapshot(value, read.rows, overrides);
}

export function changeItem(
	target: Target,
	job: Job,
	seen: Seen | undefined,
	snapshot: Snapshot,
): OutputItem {
	const named: Job = { ...job, eventId: eventId(target, `changed/${changeId(seen, snapshot)}`) };
	return { json: { job: named, ...screeningDiff(seen, snapshot, clock.now()) } };
}
