import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../values/records';
import { join, keyWords, plain, remembered, type Place } from './lookup';
import { narrow } from './narrow';

/** An object that may speak for the job. */
export interface JobPlace extends Place {
	/** Its name, its type or what else is in it says that it stands for a piece of work. */
	jobLike: boolean;
	/** What else is in it says so. */
	marked: boolean;
	/** The answer itself, or where services have always put what they say of a job. */
	usual: boolean;
	/** A wrapper that says nothing of what is in it. */
	envelope: boolean;
}

/** What services call a piece of work that takes its time. */
const JOB_WORDS = new Set(
	words(
		'job task run operation process processing execution workflow pipeline batch bulk async queue',
		'export import report request query search lookup analysis analyses analytics screening scan check',
		'crawl scrape scraping extraction collection collector snapshot transcription transcript prediction',
		'inference generation render rendering conversion completion backfill sync upload download ingestion',
		'enrichment audit inquiry investigation listening overlap monitoring harvest fetch evaluation',
		'submission build progress',
	),
);

/** Of a pair such as `job_id` and `run_id`, what is looked at again. */
export const RUN_WORDS = new Set(words('run execution operation'));

/** With these, a state or an id may be that of a person, a post or a single call. */
const COMMON_WORDS = new Set(
	words('request search check query collection upload download process queue'),
);

/** What stands beside a state only where something is being worked on. */
const MARKS = [
	/^(progress|eta)$|(^| )(progress|percent|percentage) (percent|percentage|complete|completed|completion|done)$/,
	/^(started|finished|completed|failed|ended|queued) (at|on|time|date)$/,
	/^(start|end|completion) (date )?time( in millis| ms| utc)?$/,
	/^(result|results|download|output|export|report|status|poll|polling) (url|uri|link|location)$/,
	/^(failure|error|status|state) (reason|message|detail|details)$/,
];

/** Names of objects that hold something else than what is said of the job. */
const OTHER_MATTER = new Set(
	words(
		'parameters params options settings config configuration input inputs filters filter arguments',
		'summary count counts stats statistics schema template user owner creator author account profile',
		'error errors meta links relationships included pagination paging fields headers usage limits',
	),
);

/** Wrappers that say nothing of what is in them. */
const USUAL = new Set(words('data result job'));
const ENVELOPES = new Set(
	words('data result response payload output attributes properties d value content'),
);

/** What stands in an envelope beside the one thing that it holds. */
const ENVELOPE_KEYS =
	/^(status|state|ok|success|successful|code|statuscode|message|msg|error|errors|errorcode|errormessage|requestid|traceid|correlationid|timestamp|time|took|version|apiversion|jsonapi|meta|metadata|links|responsemetadata|warnings|included|type|object|kind)$/;

const DEEPEST = 3;
/** Objects and lists beside one that is named like a job. */
const MOST_BESIDE = 1;

interface Options {
	/** The answer to a submission: who submits one job may get a list of one job. */
	submission?: boolean;
}

/**
 * Where an answer may speak of its job, outermost first: the root, wrappers that are named like a
 * job, that say nothing, or that are the only thing there. Never rows: they have ids and states of
 * their own.
 */
export function placesOf(whole: unknown, { submission = false }: Options = {}): JobPlace[] {
	const answer = narrow(whole);
	const places: JobPlace[] = [];
	const root = onlyEntry(answer, submission);
	let level: JobPlace[] = [];
	if (isRecord(answer)) level = [place('', answer, { usual: true })];
	else if (root !== undefined) level = [place('0', root, { usual: true })];
	for (let depth = 0; level.length > 0 && depth <= DEEPEST; depth++) {
		for (const each of level) places.push(each);
		level = level.flatMap((each) => inside(each, submission));
	}
	return places;
}

/** Whether a key names a piece of work: `TranscriptionJob`, `onetime_export`, `job_status`. */
export const isJobName = remembered((key: string): boolean => {
	const named = keyWords(key);
	const last = named.at(-1) ?? '';
	return !OTHER_MATTER.has(last) && named.some((word) => JOB_WORDS.has(singular(word)));
});

/** The words before `ending` in a key if one of them is a job's: `report_run` of `report_run_id`. */
export function jobWordsBefore(
	key: string,
	endings: readonly string[],
): readonly string[] | undefined {
	const named = keyWords(key);
	const last = named.at(-1) ?? '';
	if (named.length > 1 && endings.includes(last)) {
		const before = named.slice(0, -1);
		return before.some((word) => JOB_WORDS.has(singular(word))) ? before : undefined;
	}
	const ending = named.length === 1 ? endings.find((each) => last.endsWith(each)) : undefined;
	const before = ending === undefined ? '' : last.slice(0, -ending.length);
	return JOB_WORDS.has(before) ? [before] : undefined;
}

/** A word that nothing but a job is called. */
export function isSureWord(word: string): boolean {
	return JOB_WORDS.has(singular(word)) && !COMMON_WORDS.has(singular(word));
}

export function words(...lines: string[]): string[] {
	return lines.flatMap((line) => line.split(' '));
}

function inside({ path, holder, jobLike }: JobPlace, submission: boolean): JobPlace[] {
	const only = onlyMatter(holder);
	const crowded = matterIn(holder).length > MOST_BESIDE + 1;
	return Object.entries(holder).flatMap(([key, value]) => {
		const entry = onlyEntry(value, submission);
		const inner = isRecord(value) ? value : entry;
		if (inner === undefined) return [];
		const name = plain(key);
		// Among many things, a job is one of them, and not what the answer is about.
		const named = isJobName(key) && !crowded;
		if (!named && !ENVELOPES.has(name) && key !== only) return [];
		const at = join(path, key, entry === undefined ? '' : '0');
		// What is in an envelope is what the envelope is: `attributes` of a report are a report.
		const same = jobLike && path !== '' && ENVELOPES.has(name);
		const usual = path === '' && USUAL.has(name);
		return [place(at, inner, { named: named || same, usual, envelope: ENVELOPES.has(name) })];
	});
}

function place(
	path: string,
	holder: IDataObject,
	{ named = false, usual = false, envelope = false }: Partial<Record<string, boolean>>,
): JobPlace {
	const marked = isMarked(holder);
	return { path, holder, usual, envelope, marked, jobLike: named || marked || isJobType(holder) };
}

function isJobType({ type, object, kind }: IDataObject): boolean {
	const name = [type, object, kind].find((each) => typeof each === 'string');
	return typeof name === 'string' && isJobName(name);
}

function isMarked(holder: IDataObject): boolean {
	return Object.keys(holder).some(isMark);
}

const isMark = remembered((key: string): boolean => {
	const name = keyWords(key).join(' ');
	const before = jobWordsBefore(key, ['id', 'uuid']);
	return MARKS.some((mark) => mark.test(name)) || before?.some(isSureWord) === true;
});

/** The one object beside which there is nothing but what envelopes say. */
function onlyMatter(holder: IDataObject): string | undefined {
	const matter = Object.entries(holder).filter(
		([key, value]) => !ENVELOPE_KEYS.test(plain(key)) && value !== null,
	);
	const [only, second] = matter;
	const isOnly = only !== undefined && second === undefined;
	return isOnly && !OTHER_MATTER.has(plain(only[0])) ? only[0] : undefined;
}

/** Objects and lists that hold something of their own. */
function matterIn(holder: IDataObject): string[] {
	return Object.keys(holder).filter((key) => {
		const value = holder[key];
		const filled = Array.isArray(value) ? value.length > 0 : isRecord(value);
		return (
			filled && !ENVELOPE_KEYS.test(plain(key)) && !OTHER_MATTER.has(keyWords(key).at(-1) ?? '')
		);
	});
}

/**
 * The one entry of a list if it speaks of a job. A row has something to say of its own; in the
 * answer to a submission there are no rows yet.
 */
function onlyEntry(value: unknown, submission: boolean): IDataObject | undefined {
	if (!Array.isArray(value) || value.length !== 1) return undefined;
	const [entry] = value as unknown[];
	if (!isRecord(entry)) return undefined;
	const hasState = 'status' in entry || 'state' in entry;
	if (submission) return isMarked(entry) || isJobType(entry) || hasState ? entry : undefined;
	return isMarked(entry) && hasState && isBare(entry) ? entry : undefined;
}

/** Words, numbers and nothing: no list, no object, no sentence. */
function isBare(holder: IDataObject): boolean {
	return Object.values(holder).every(
		(value) => value === null || (typeof value !== 'object' && !/\s\S+\s/.test(String(value))),
	);
}

function singular(word: string): string {
	return word.endsWith('s') && JOB_WORDS.has(word.slice(0, -1)) ? word.slice(0, -1) : word;
}
