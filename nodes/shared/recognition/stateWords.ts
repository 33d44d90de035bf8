import { keyWords, plain } from './lookup';
import { isJobName, words } from './places';

export type JobState = 'pending' | 'finished' | 'failed';

/** The user's own words and paths; they come before everything that is recognised. */
export interface JobOverrides {
	/** Into the body, or into a header: see `headerAt`. */
	idPath?: string;
	statePath?: string;
	reasonPath?: string;
	pendingStates: string[];
	finishedStates: string[];
	failedStates: string[];
}

/** Words of services for the states of a job, in any spelling. */
const WORDS: Record<JobState, string[]> = {
	pending: phrases(
		'in progress, pending, processing, running, queued, created, starting, started, building',
		'collecting, validating, scheduled, waiting, accepted, submitted, not ready, timing out, aborting',
		'requested, received, registered, initiated, initialized, initialised, init, enqueued, in queue',
		'working, executing, ongoing, under way, awaiting, delayed, deferred, postponed, suspended, paused',
		'on hold, blocked, retry, retrying, restarted, rescheduled, resumed, throttling, preparing, generating',
		'analyzing, analysing, crawling, scraping, uploading, downloading, indexing, finalizing, finalising',
		'cancelling, canceling, cancel requested, stopping, terminating, not started, not finished',
		'not complete, not completed, not done, incomplete, unfinished, in review, under review, busy',
		'assigned, dispatched, provisioning, partially processed, in process, inprocess, in execution',
		'upload complete, upload completed, uploaded, validated, prepared, downloaded, requires action',
		'progress, progressing, not ready yet, wip, pre queued, launched, ready to run, ready to start, unstarted, new',
	),
	finished: phrases(
		'success, succeeded, completed, complete, finished, done, ready, ok, okay, successful, successfully',
		'partial success, ready low confidence, partially completed, partially complete, partially succeeded',
		'partial complete, processed, generated, delivered, available, ended, resolved, analyzed, analysed',
		'exported, collected, scraped, crawled, transcribed, indexed, no data, no results, no result, empty',
		'nothing found, no content, no match, no matches, completed partially, passed',
		'downloadable, ready for download, loaded, finalized, finalised, fulfilled, published, built, imported',
	),
	failed: phrases(
		'failed, failure, fail, error, errored, timed out, timeout, time out, cancelled, canceled, aborted',
		'expired, throttled, rejected, faulted, fault, invalid, crashed, killed, dead, stopped, terminated',
		'interrupted, abandoned, refused, denied, unsuccessful, exception, broken, unprocessable, dropped',
		'does not exist, not found, unknown job, deleted, revoked, failing, faulty, undeliverable, voided',
		'rate limited, quota exceeded, limit exceeded, cancelled by user, canceled by user, preempted',
		'not supported, unsupported, dead letter, dead lettered, insufficient credits',
	),
};

/** Words that say only that it is over, and not how it went. */
const NEUTRAL = new Set(
	phrases('completed, complete, finished, done, ended, processed, terminated, stopped, closed').map(
		plain,
	),
);

/** Words by which envelopes say that the request went well, whatever became of the job. */
const ENVELOPE = new Set(phrases('ok, okay, success, successful, succeeded').map(plain));

/** Words that say nothing: `The job is currently running`. */
const FILLERS = new Set(
	words(
		'the your this is are was were has have been being be still currently now a an of successfully',
	),
);

/** What comes behind them does not change what came before. */
const JOINTS = new Set(words('with without to for by on at due because after before until from'));

/** Said of persons, purchases and posts as well: they count only where a job is spoken of. */
const EVERYDAY = new Set(
	phrases('new, available, published, delivered, deleted, empty, paused, assigned, passed').map(
		plain,
	),
);

/** Not what goes on, though it sounds like it. */
const NO_ACTIVITY =
	/^(missing|nothing|something|anything|everything|warning|failing|during|existing|trialing|trending|following|marketing|rating|string|king|thing)$/;

const LONGEST_PHRASE = 6;

/** How sure a word is: listed as it is, or made of parts that are. */
export type Known = { state: JobState; listed: boolean };

/** What a word of the service means. The user's own words add to the usual ones, and come first. */
export function meaningOf(word: string, overrides: JobOverrides): Known | undefined {
	const said = plain(word);
	const among = (list: string[]) => list.some((each) => plain(each) === said);
	if (among(overrides.failedStates)) return { state: 'failed', listed: true };
	if (among(overrides.finishedStates)) return { state: 'finished', listed: true };
	if (among(overrides.pendingStates)) return { state: 'pending', listed: true };
	return usualMeaning(word);
}

export function isEnvelopeWord(word: string): boolean {
	return ENVELOPE.has(plain(word));
}

export function isNeutralEnd(word: string): boolean {
	return NEUTRAL.has(plain(word));
}

function usualMeaning(word: string): Known | undefined {
	const listed = LISTED.get(plain(word));
	if (listed !== undefined) return { state: listed, listed: !EVERYDAY.has(plain(word)) };
	const said = keyWords(word).filter((each) => !FILLERS.has(each));
	if (said.length === 0 || said.length > LONGEST_PHRASE) return undefined;
	// `Job Running`, `JOB_STATE_SUCCEEDED`, `export-failed`.
	const rest = said.filter((each) => !isJobName(each) && each !== 'state' && each !== 'status');
	const named = rest.length === said.length ? undefined : LISTED.get(rest.join(''));
	const state = named ?? phraseMeaning(said);
	return state === undefined ? undefined : { state, listed: named !== undefined };
}

/** `completed_with_errors`, `waiting for capacity`, `validation failed`, `not yet available`. */
function phraseMeaning(said: string[]): JobState | undefined {
	const cut = said.findIndex((word, at) => at > 0 && JOINTS.has(word));
	const head = cut === -1 ? said : said.slice(0, cut);
	const [first = ''] = head;
	const last = head.at(-1) ?? '';
	// "Ready to run" and "ready for download" are not the same: both are listed, others are not.
	if (cut !== -1 && first === 'ready') return undefined;
	const end = LISTED.get(last);
	if (end === 'failed') return 'failed';
	if (first === 'not') return end === 'finished' ? 'pending' : undefined;
	if (end === 'finished') return 'finished';
	if (first === 'in') return 'pending';
	return end ?? LISTED.get(first) ?? ([first, last].some(isActivity) ? 'pending' : undefined);
}

/** What ends in -ing goes on. */
function isActivity(word: string): boolean {
	return /^\p{L}{3,}ing$/u.test(word) && !NO_ACTIVITY.test(word);
}

function phrases(...lines: string[]): string[] {
	return lines.flatMap((line) => line.split(', '));
}

const LISTED = new Map(
	(Object.entries(WORDS) as Array<[JobState, string[]]>).flatMap(([state, list]) =>
		list.map((word) => [plain(word), state] as const),
	),
);
