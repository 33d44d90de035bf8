import { normalizeKey, splitKey, words } from './keys';
import { hasRole } from './roles';

export type JobState = 'pending' | 'finished' | 'failed';

/** The user's own words and paths; they come before everything that is recognised. */
export interface JobOverrides {
	/** Into the body, or into a header: see `valueAtPath`. */
	idPath?: string;
	statePath?: string;
	pendingStates: string[];
	finishedStates: string[];
	failedStates: string[];
}

export const NO_OVERRIDES: JobOverrides = {
	pendingStates: [],
	finishedStates: [],
	failedStates: [],
};

/**
 * Words of services for the states of a job, in any spelling. Words in -ing, "in ...", "not ..." and
 * "... failed" are understood without being listed. test/fixtures/evidence names a source of each.
 */
export const STATE_WORDS: Record<JobState, string[]> = {
	pending: phrases(
		'in progress, pending, queued, created, started, scheduled, accepted, submitted, requested, received',
		'registered, initiated, initialized, init, enqueued, delayed, deferred, suspended, paused, blocked',
		'retry, on hold, not started, not ready, timing out, incomplete, under review, upload complete, uploaded, requires action',
		'progress, new, open, busy, assigned, in queue, ready to run',
	),
	finished: phrases(
		'success, succeeded, successful, completed, complete, finished, done, ready, ok, okay, processed',
		'partial success, ready low confidence, generated, delivered, available, ended, analyzed, exported',
		'collected, no data, no results, empty, passed, ready for download, finalized, published, closed',
	),
	failed: phrases(
		'failed, failure, fail, error, errored, timed out, timeout, cancelled, canceled, aborted, expired',
		'throttled, rejected, faulted, fatal, invalid, crashed, killed, dead, stopped, terminated, withdrawn',
		'interrupted, abandoned, denied, unsuccessful, exception, does not exist, not found, deleted, revoked',
		'rate limited, quota exceeded, limit exceeded, preempted, dead letter, insufficient credits, voided',
		'undeliverable, unsupported, skipped, not successful',
	),
};

/** Words that say only that it is over, and not how it went. */
export const isNeutralEnd = oneOf('completed, complete, finished, done, ended, processed, closed');

/** Words by which envelopes say that the request went well, whatever became of the job. */
export const isEnvelopeWord = oneOf('ok, okay, success, successful, succeeded');

/** Said of persons, purchases and posts as well: they count only where a job is spoken of. */
const isEveryday = oneOf(
	'new, open, closed, available, published, delivered, deleted, empty, paused, assigned, passed',
);

/** Words that mean two things: what stands next to them tells which. */
export const isAmbiguous = oneOf('ready, throttled, expired, stopped');

const FILLER =
	/^(the|your|this|is|are|was|were|has|have|been|being|be|still|currently|now|a|an|of|successfully|yet)$/;
/** What follows them does not change the meaning. */
const JOINT = /^(with|without|to|for|by|on|at|due|because|after|before|until|from|and|but)$/;
/** "Almost done" is not done. */
const HEDGES = new Set(words('almost nearly soon about half shortly'));

/** Not what is being done, though it sounds like it. */
const NO_ACTIVITY =
	/^(missing|nothing|something|anything|everything|warning|failing|during|existing|trialing|trending|following|marketing|rating|string)$/;

const MAX_PHRASE_LENGTH = 6;

/** What a word means, and whether it is listed as it is; else it is made of parts that are. */
type Known = { state: JobState; listed: boolean };

export function meaningOf(word: string, overrides: JobOverrides): Known | undefined {
	const stated = statedMeaning(word, overrides);
	return stated === undefined ? usualMeaning(word) : { state: stated, listed: true };
}

/** By the user's own words. */
export function statedMeaning(word: string, overrides: JobOverrides): JobState | undefined {
	const said = normalizeKey(word);
	return (['failed', 'finished', 'pending'] as const).find((state) =>
		overrides[`${state}States`].some((each) => normalizeKey(each) === said),
	);
}

function usualMeaning(word: string): Known | undefined {
	const spelling = normalizeKey(word);
	const listed = LISTED.get(spelling);
	if (listed !== undefined) return { state: listed, listed: !isEveryday(word) };
	const all = splitKey(word);
	const said = all.filter((each) => !FILLER.test(each));
	if (said.length === 0 || said.length > MAX_PHRASE_LENGTH) return undefined;
	// `Job Running`, `JOB_STATE_SUCCEEDED`, `export-failed`.
	const rest = said.filter(
		(each) => !hasRole(each, 'job') && each !== 'state' && each !== 'status',
	);
	const named = rest.length === all.length ? undefined : LISTED.get(rest.join(''));
	const state = named ?? phraseMeaning(said);
	return state === undefined ? undefined : { state, listed: named !== undefined };
}

/** `completed_with_errors`, `waiting for capacity`, `validation failed`, `not yet available`, `done gathering`. */
function phraseMeaning(said: string[]): JobState | undefined {
	const cut = said.findIndex((word, at) => at > 0 && JOINT.test(word));
	const head = cut === -1 ? said : said.slice(0, cut);
	const [first = '', second = ''] = head;
	// "Ready to run" and "ready for download" are not the same: both are listed, others are not.
	if (cut !== -1 && first === 'ready') return undefined;
	const end = LISTED.get(head.at(-1) ?? '');
	if (first === 'not') return end && 'pending';
	if (said.some((word) => HEDGES.has(word))) {
		return said.some((word) => LISTED.has(word)) ? 'pending' : undefined;
	}
	if (head.length === 1) return end ?? (isActivity(first) ? 'pending' : undefined);
	if (end === 'failed') return 'failed';
	if (first === 'in') return 'pending';
	if (LISTED.get(first) === 'finished' && isActivity(second)) return 'finished';
	// "99% complete", "step 1 of 3 done", "failed, retrying": what else is said may mean that it is not over.
	const isEnd = (word: string) => !['pending', undefined].includes(LISTED.get(word));
	if (head.some(isEnd)) return undefined;
	return head.some((word) => isActivity(word) || LISTED.has(word)) ? 'pending' : undefined;
}

/** A word that ends in -ing means the job is running. */
const isActivity = (word: string) => /^\p{L}{3,}ing$/u.test(word) && !NO_ACTIVITY.test(word);

function phrases(...lines: string[]): string[] {
	return lines.flatMap((line) => line.split(', '));
}

function oneOf(line: string): (word: string) => boolean {
	const spellings = new Set(phrases(line).map(normalizeKey));
	return (word) => spellings.has(normalizeKey(word));
}

/** By spelling. */
export const LISTED = new Map(
	(Object.entries(STATE_WORDS) as Array<[JobState, string[]]>).flatMap(([state, list]) =>
		list.map((word) => [normalizeKey(word), state] as const),
	),
);
