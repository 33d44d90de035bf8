import { clock } from '../shared/clock';
import { Cancelled } from '../shared/failure/Cancelled';
import { Failure } from '../shared/failure/Failure';
import type { Job } from '../shared/jobs/job';
import type { OutputItem } from '../shared/response/outputItem';
import { PartialFailure } from '../shared/operations/PartialFailure';
import type { Memory } from './lifetime';
import {
	eventId,
	itemsOf,
	look,
	targetName,
	type Looked,
	type Refusal,
	type ResultCall,
	type Target,
} from './look';
import type { Round } from './round';
import { isOfOneJob } from './trouble';
import { iso } from '../shared/values/time';

export type Outcome = 'finished' | 'failed' | 'any';

export interface Ended {
	target: Target;
	items: OutputItem[];
	/** False if nobody asked for jobs that end so. */
	wanted: boolean;
}

export interface Watched {
	ended: Ended[];
	refused: Refusal[];
	/** Those that take longer to read than a poll may last. */
	slow: Target[];
}

/** One execution is not to hold more than this; the rest comes with the next poll. */
const MOST_JOBS = 500;
const MOST_ITEMS = 20_000;

/** A job that was submitted so long ago, and is unknown or refused, is gone for good. */
const GONE_AFTER_MS = 24 * 60 * 60 * 1_000;

/** Looks at each job, as far as the time allows, beginning where the last round stopped. */
export async function watchJobs(
	round: Round,
	targets: Target[],
	outcome: Outcome,
	call: ResultCall,
	memory: Memory,
): Promise<Watched> {
	const watched: Watched = { ended: [], refused: [], slow: [] };
	const skipped = (target: Target) => `${outcome} ${targetName(target)}`;
	const open = targets.filter((target) => !memory.skipped.has(skipped(target)));
	let count = 0;

	const left = await round.each(rotated(open, memory.cursor), async (target, first) => {
		if (count >= MOST_ITEMS || watched.ended.length >= MOST_JOBS) return false;
		let looked: Looked;
		try {
			looked = await look(round, target, call);
		} catch (error) {
			return failed(target, error, first, false);
		}
		round.succeeded();
		try {
			return await ended(target, looked);
		} catch (error) {
			return failed(target, error, first, true);
		}
	});
	memory.cursor = left?.key;
	forget(memory.skipped, new Set(targets.map(skipped)));
	forget(memory.slow, new Set(targets.map(targetName)));
	return watched;

	async function ended(target: Target, looked: Looked): Promise<boolean> {
		const { state } = looked.job;
		if (state === 'pending') return true;
		if (outcome !== 'any' && outcome !== state) {
			// The state forgets a job of its own; should n8n drop that, it has to be looked at again.
			if (target.submittedAt === undefined) memory.skipped.add(skipped(target));
			watched.ended.push({ target, items: [], wanted: false });
			return true;
		}
		const items = await itemsOf(round, target, looked, call);
		count += items.length;
		watched.ended.push({ target, items, wanted: true });
		return true;
	}

	function failed(target: Target, error: unknown, first: boolean, ofResult: boolean): boolean {
		if (error instanceof PartialFailure) return cutShort(target, error, first);
		const age = clock.now() - (target.submittedAt ?? 0);
		const { done, slow, refused } = round.judge(error, age, first, ofResult ? 'result' : 'job');
		if (slow) watched.slow.push(target);
		if (refused === undefined) return done;
		if (isGone(target, refused, age, ofResult)) {
			const items = outcome === 'finished' ? [] : [goneItem(target, refused, ofResult)];
			watched.ended.push({ target, items, wanted: items.length > 0 });
		} else {
			watched.refused.push({ target, failure: refused, ofResult });
		}
		return done;
	}

	/** A result that takes longer than a poll comes out as far as it was read, at the second try. */
	function cutShort(target: Target, { failure, items }: PartialFailure, first: boolean): boolean {
		if (!(failure instanceof Cancelled)) return failed(target, failure, first, true);
		if (!round.tookAllTime) return false;
		if (!memory.slow.has(targetName(target))) {
			memory.slow.add(targetName(target));
			return false;
		}
		memory.slow.delete(targetName(target));
		watched.ended.push({ target, items: items.map(asPartial), wanted: true });
		return true;
	}
}

/** A job of its own that the service lastingly refuses to tell of would be watched for ever. */
function isGone({ submittedAt }: Target, error: Failure, age: number, ofResult: boolean): boolean {
	return submittedAt !== undefined && age > GONE_AFTER_MS && isOfOneJob(error, ofResult);
}

function goneItem(target: Target, failure: Failure, ofResult: boolean): OutputItem {
	const { operation, id, submittedAt = 0 } = target;
	const job: Job = {
		type: operation.job.type,
		id,
		state: 'failed',
		rawState: null,
		submittedAt: iso(submittedAt),
		finishedAt: iso(clock.now()),
		eventId: eventId(target, 'failed'),
	};
	return { json: { job, message: `${whatIsGone(failure, ofResult)}: ${failure.message}` } };
}

function whatIsGone({ details: { status } }: Failure, ofResult: boolean): string {
	if (ofResult) return 'The result of the job cannot be read';
	return status === 404 || status === 410
		? 'The service no longer knows the job'
		: 'The service does not tell of the job';
}

function asPartial({ json, file }: OutputItem): OutputItem {
	return { json: { ...json, job: { ...(json.job as Job), partial: true } }, file };
}

export function rotated(targets: Target[], first: string | undefined): Target[] {
	const at = Math.max(
		0,
		targets.findIndex(({ key }) => key === first),
	);
	return [...targets.slice(at), ...targets.slice(0, at)];
}

function forget(names: Set<string>, kept: Set<string>): void {
	for (const name of names) if (!kept.has(name)) names.delete(name);
}
