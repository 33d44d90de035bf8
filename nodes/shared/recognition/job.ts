import { reasonIn } from './error';
import { valueAt } from '../values/paths';
import type { ServiceResponse } from '../http/types';
import { isRecord } from '../values/records';
import type { Content } from '../http/content';

/**
 * Where services of this family put the id and the state of a job: at the root or one level down.
 * Never deeper, and never in lists: rows of a result have ids and states of their own.
 */
const CONTAINERS = ['', 'data', 'result', 'job', 'lookup_report'];
const ID_KEYS = [
	'id',
	'job_id',
	'task_id',
	'batch_id',
	'snapshot_id',
	'report_uuid',
	'uuid',
	'resultId',
];
/** Also the name of a trace id, so it counts only if nothing else is there. */
const WEAK_ID_KEYS = ['request_id'];
const STATE_KEYS = ['status', 'state', 'report_state'];

const WORDS: Record<JobState, string[]> = {
	pending: words(
		'in progress, pending, processing, running, queued, created, starting, started, building',
		'collecting, validating, scheduled, waiting, accepted, submitted, not ready, timing out, aborting',
	),
	finished: words(
		'success, succeeded, completed, complete, finished, done, ready, ok',
		'partial success, ready low confidence',
	),
	failed: words(
		'failed, failure, fail, error, timed out, cancelled, canceled, aborted',
		'expired, throttled, rejected',
	),
};

const LONGEST_WORD = 40;

export type JobState = 'pending' | 'finished' | 'failed';

/** The user's own words and paths; they come before everything that is recognised. */
export interface JobOverrides {
	idPath?: string;
	statePath?: string;
	finishedStates: string[];
	failedStates: string[];
}

export interface ReadState {
	state: JobState;
	/** The word of the service; null if it used none. */
	rawState: string | null;
	/** The word is in no list, and counts as pending. */
	unknown?: boolean;
	/** Why it failed, in the words of the service. */
	reason?: string;
}

/** The id of a job, and what else could be it. */
export interface JobId {
	value: string | number;
	/** Found where a trace id may stand as well. */
	weak: boolean;
	/** All that could be an id, with the one that was taken. */
	candidates: Array<{ value: string | number }>;
}

export function findJobId(
	content: Content,
	response: ServiceResponse,
	overrides: JobOverrides,
): JobId | undefined {
	const value = valueOf(content);
	const found = (id: string | number | undefined, weak = false): JobId | undefined =>
		id === undefined ? undefined : { value: id, weak, candidates: [{ value: id }] };
	if (overrides.idPath) return found(asId(valueAt(value, overrides.idPath)));
	return (
		found(bareId(value, overrides)) ??
		found(firstIn(value, ID_KEYS, asId)) ??
		found(firstIn(value, WEAK_ID_KEYS, asId), true) ??
		found(idInLocation(response.headers.location))
	);
}

export function readJobId(
	content: Content,
	response: ServiceResponse,
	overrides: JobOverrides,
): string | number | undefined {
	return findJobId(content, response, overrides)?.value;
}

export function readState(
	content: Content,
	response: ServiceResponse,
	overrides: JobOverrides,
): ReadState {
	const value = valueOf(content);
	const word = overrides.statePath
		? asStatedWord(valueAt(value, overrides.statePath))
		: (asBareWord(value) ?? firstIn(value, STATE_KEYS, asWord));
	if (word === undefined && isRecord(value) && value.success === false) {
		return { state: 'failed', rawState: null, reason: readReason(value) };
	}
	if (word === undefined) {
		return { state: stateWithoutWord(content, response), rawState: null };
	}
	const state = meaning(word, overrides);
	if (state === undefined) return { state: 'pending', rawState: word, unknown: true };
	return { state, rawState: word, ...(state === 'failed' && { reason: readReason(value) }) };
}

/** An answer with content and without a state is the result; an empty or 202 one is not yet. */
function stateWithoutWord(content: Content, response: ServiceResponse): JobState {
	if (response.status === 201 || response.status === 202 || content.kind === 'empty') {
		return 'pending';
	}
	return saysNothing(valueOf(content)) ? 'pending' : 'finished';
}

/** JSON for "nothing", or no more than the id that was asked for. A list may well be empty. */
function saysNothing(value: unknown): boolean {
	if (value === null || value === '') return true;
	const known = [...ID_KEYS, ...WEAK_ID_KEYS];
	return isRecord(value) && Object.keys(value).every((key) => known.includes(key));
}

function meaning(word: string, overrides: JobOverrides): JobState | undefined {
	const plain = normalise(word);
	const among = (words: string[]) => words.some((each) => normalise(each) === plain);
	if (among(overrides.failedStates)) return 'failed';
	if (among(overrides.finishedStates)) return 'finished';
	// Words that the user gave for the end replace the usual ones: `ready` may mean "not started".
	const usual = (Object.keys(WORDS) as JobState[]).find((state) => among(WORDS[state]));
	return usual === 'finished' && overrides.finishedStates.length > 0 ? 'pending' : usual;
}

function words(...lines: string[]): string[] {
	return lines.flatMap((line) => line.split(', '));
}

function normalise(word: string): string {
	return word.toLowerCase().replace(/[\s_-]/g, '');
}

/** A bare text is a state if it could be a word; a longer one is the result itself. */
function asBareWord(value: unknown): string | undefined {
	const word = asWord(value);
	const couldBe = word !== undefined && word.length <= LONGEST_WORD && !/\n|:\/\//.test(word);
	return couldBe ? word : undefined;
}

function readReason(value: unknown): string | undefined {
	for (const container of CONTAINERS) {
		const holder = valueAt(value, container);
		const reason = isRecord(holder) ? reasonIn(holder) : undefined;
		if (reason !== undefined) return reason;
	}
	return undefined;
}

function firstIn<T>(
	value: unknown,
	keys: string[],
	read: (raw: unknown) => T | undefined,
): T | undefined {
	for (const container of CONTAINERS) {
		const holder = valueAt(value, container);
		if (!isRecord(holder)) continue;
		for (const key of keys) {
			const found = read(holder[key]);
			if (found !== undefined) return found;
		}
	}
	return undefined;
}

function valueOf(content: Content): unknown {
	if (content.kind === 'data') return content.value;
	return content.kind === 'text' ? content.text.trim() : undefined;
}

function asId(raw: unknown): string | number | undefined {
	if (typeof raw === 'number' && Number.isFinite(raw)) return raw;
	return typeof raw === 'string' && raw.trim() !== '' ? raw.trim() : undefined;
}

function asWord(raw: unknown): string | undefined {
	return typeof raw === 'string' && raw.trim() !== '' ? raw.trim() : undefined;
}

/** Where the user says that the state is, it may be a flag or a number too. */
function asStatedWord(raw: unknown): string | undefined {
	return typeof raw === 'boolean' || typeof raw === 'number' ? String(raw) : asWord(raw);
}

/** A bare value is the id, unless it is a sentence or one of the words for a state. */
function bareId(value: unknown, overrides: JobOverrides): string | number | undefined {
	const id = asId(value);
	if (typeof id !== 'string') return id;
	return /[\s{}[\]<>"]/.test(id) || meaning(id, overrides) !== undefined ? undefined : id;
}

/** `Location: /screening/abc` names the job that was made. */
function idInLocation(location = ''): string | undefined {
	const last = location
		.split(/[?#]/)[0]
		.split('/')
		.filter((part) => part !== '')
		.pop();
	try {
		return last === undefined ? undefined : decodeURIComponent(last);
	} catch {
		return last;
	}
}
