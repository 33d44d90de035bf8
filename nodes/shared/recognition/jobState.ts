import type { IDataObject } from 'n8n-workflow';

import type { Content, ServiceResponse } from '../http/types';
import { valueAt, isRecord } from '../values/records';
import { errorIn, findErrorText, findJobReason, reasonIn } from './error';
import {
	type JobOverrides,
	type JobState,
	isEnvelopeWord,
	isNeutralEnd,
	meaningOf,
} from './stateWords';
import { isIdKey } from './jobId';
import {
	inWords,
	join,
	keyWords,
	lookUp,
	remembered,
	plain,
	type Evidence,
	type Found,
	type Place,
} from './lookup';
import { narrow } from './narrow';
import { isJobName, jobWordsBefore, placesOf, type JobPlace } from './places';

/**
 * What a state rests on: a word of the service, a flag, a number or time that tells of progress,
 * an error in the place of an answer, the HTTP status, rows that came, or nothing at all.
 */
export type Basis = 'word' | 'flag' | 'progress' | 'error' | 'status' | 'rows' | 'assumed';

export interface ReadState {
	state: JobState;
	/** The word of the service; null if it used none. */
	rawState: string | null;
	basis: Basis;
	/** The word is in no list, and counts as pending. */
	unknown?: boolean;
	/** Why it failed, in the words of the service; of a finished job, what it tells beside. */
	reason?: string;
	/** Where the state stood. */
	path?: string;
	rule?: string;
	/** What else was said of a state. */
	others?: Array<Found<string>>;
}

interface ReadOptions {
	/** The answer to a submission: a list of one job is that job. */
	submission?: boolean;
}

/** Where services say how a job went that has ended. */
const RESULT_KEYS = [
	'result_state',
	'result_status',
	'conclusion',
	'outcome',
	'completion_state',
	'completion_result',
	'final_status',
	'final_state',
	'exit_status',
	'result',
];
/** A verdict of a check may be called the same. */
const NO_VERDICT = /^(failed|failure|error|errored|aborted|cancell?ed|timedout|success|succeeded)$/;

/** Within `status: { state: ... }`. */
const INNER_STATE_KEYS = [
	'state',
	'status',
	'value',
	'name',
	'code',
	'phase',
	'text',
	'label',
	'id',
];

/** Words before `status` that say something only where a job is spoken of. */
const isGeneralState = inWords(
	/^(life ?cycle|current|overall|provisioning|review) (status|state)$/,
);

type Flag = 'done' | 'running' | 'failed' | 'good';

/** Without `is`, `has` and a job's word before them. */
const FLAGS: Record<Flag, Set<string>> = {
	done: new Set(['done', 'finished', 'completed', 'complete', 'ready', 'ended', 'processed']),
	running: new Set([
		'running',
		'building',
		'inprogress',
		'processing',
		'pending',
		'queued',
		'working',
	]),
	failed: new Set(['failed', 'errored', 'error', 'failure', 'cancelled', 'canceled', 'aborted']),
	good: new Set(['success', 'successful', 'succeeded', 'ok', 'okay', 'status']),
};
/** Numbers stand for a flag only under these. */
const IS_FLAG = /^(done$|is|has)/i;
/** Flags that nothing but a job has; settings, to-dos and profiles have the others as well. */
const PLAIN_FLAGS = new Set(['done']);

const isProgress = inWords(
	/^(progress|percent done|(.* )?(progress|percent|percentage|completion) (percent|percentage|complete|completion|completed|done|value)|(.* )?percent (complete|completed|completion|done)|progress ratio)$/,
);
const TIME_KEY = /(_?at|time|date)$/i;
const isEndedAt = inWords(
	/^(finished|completed|ended|done) (at|on|time|date)$|^(end|completion) (date )?time$/,
);

/** Texts that stand in the place of a result. */
const MESSAGE_KEYS = /^(message|msg|detail|details|description|info|note)$/;
const NOT_YET =
	/\b(in progress|still (being |processing|running)|not (yet )?(ready|available|complete|finished)|being (processed|prepared|generated)|please wait|try again (later|in)|check back|queued|processing|pending)\b/i;

/** What stands beside an error and is no content. */
const BESIDE_ERROR = /error|message|detail|warning|extension|location|path|meta|trace|status|code/i;
const RESULT =
	/result|output|data|response|items|rows|records|content|report|download|file|url|link|href/i;

const LONGEST_WORD = 40;

/** By what a word is taken for a state. */
type SignKind = 'plain' | 'job' | 'general' | 'phase';

const RULES: Record<SignKind, string> = {
	plain: 'a state',
	job: "a job's state",
	general: 'a state of something',
	phase: 'a phase',
};

/** What is said of the state somewhere. */
interface Sign {
	kind: SignKind;
	word: string;
	known?: JobState;
	listed: boolean;
	place: JobPlace;
	path: string;
	/** Within an object: `status: { state: ... }`. */
	inner: boolean;
}

export function readState(
	whole: Content,
	response: ServiceResponse,
	overrides: JobOverrides,
	{ submission = false }: ReadOptions = {},
): ReadState {
	const value = valueOf(whole);
	const places = placesOf(value, { submission });
	const content = whole.kind === 'data' ? { ...whole, value: narrow(whole.value) } : whole;
	const read =
		overrides.statePath === undefined
			? (bareState(value, overrides) ??
				stateIn(places, overrides) ??
				withoutWord(content, response, places, overrides))
			: (statedState(value, overrides) ?? withoutWord(content, response, [], overrides));
	if (read.state !== 'failed') return read;
	const reason = overrides.reasonPath
		? reasonIn({ message: valueAt(value, overrides.reasonPath) as IDataObject[string] })
		: (read.reason ?? reasonAt(places, read.path)?.value);
	return { ...read, reason };
}

/** Where the user says that the state is, it may be a flag or a number too. */
function statedState(value: unknown, overrides: JobOverrides): ReadState | undefined {
	const path = overrides.statePath ?? '';
	const raw = valueAt(value, path);
	const word = ['boolean', 'number'].includes(typeof raw) ? String(raw) : asWord(raw);
	if (word === undefined) return undefined;
	return { ...byWord(word, meaningOf(word, overrides)?.state), path, rule: "'State Path'" };
}

/** A bare text is a state if it could be a word; a longer one is the result itself. */
function bareState(value: unknown, overrides: JobOverrides): ReadState | undefined {
	const word = asWord(value);
	const couldBe = word !== undefined && word.length <= LONGEST_WORD && !/\n|:\/\//.test(word);
	if (!couldBe) return undefined;
	return {
		...byWord(word, meaningOf(word, overrides)?.state),
		path: '',
		rule: 'the answer itself',
	};
}

function byWord(word: string, known: JobState | undefined): ReadState {
	const read: ReadState = { state: known ?? 'pending', rawState: word, basis: 'word' };
	return known === undefined ? { ...read, unknown: true } : read;
}

function stateIn(places: JobPlace[], overrides: JobOverrides): ReadState | undefined {
	const signs = places.flatMap((place) => signsAt(place, overrides));
	const sign = decisive(signs);
	if (sign === undefined) return undefined;
	const others = signs
		.filter((each) => each !== sign)
		.map(({ word, path, kind }) => ({ value: word, path, rule: RULES[kind] }));
	const { path } = sign;
	const rule = RULES[sign.kind];
	const told = {
		...byWord(sign.word, sign.known),
		path,
		rule,
		...(others.length > 0 && { others }),
	};
	if (told.unknown || told.state === 'pending') return told;
	return { ...told, ...ending(sign, places, overrides) };
}

/**
 * The word that counts. One that is known comes before one that is not, and `ok` or `success` is
 * what an envelope says, so that a word further in comes before it.
 */
function decisive(signs: Sign[]): Sign | undefined {
	const known = signs.filter((each) => each.known !== undefined);
	const isEnvelope = ({ word, kind, path }: Sign) =>
		isEnvelopeWord(word) &&
		(kind !== 'job' || /(^|\.)(request|response|query)_?status$/i.test(path));
	const ofTheJob = known.find((each) => !isEnvelope(each));
	if (ofTheJob !== undefined) return ofTheJob;
	// In a place that stands for a job a word that nobody knows is a state all the same.
	const unknown = signs.find(
		(each) => each.known === undefined && (known.length === 0 ? each.place.usual : inJob(each)),
	);
	return unknown ?? known[0];
}

function inJob({ place, path }: Sign): boolean {
	return place.path !== '' && place.jobLike && plain(path).endsWith('status');
}

/** How it really went, where a word says no more than that it is over. */
function ending(
	sign: Sign,
	places: JobPlace[],
	overrides: JobOverrides,
): Partial<ReadState> | undefined {
	const near = places.filter(({ path }) => isOnTheWay(path, sign.place.path));
	const [result] = near.flatMap((place) => resultsAt(place, overrides));
	if (result !== undefined && sign.known !== result.state) {
		return { state: result.state, rawState: `${sign.word} (${result.value})`, path: result.path };
	}
	if (sign.known !== 'finished') return undefined;
	const bad = badFlag(near);
	if (bad !== undefined) {
		return { state: 'failed', rawState: `${sign.word} (${bad.value})`, path: bad.path };
	}
	const [within] = near.flatMap(stateObjects).flatMap(({ holder }) => errorIn(holder) ?? []);
	if (within !== undefined) return { state: 'failed', reason: within };
	const error = errorNear(near);
	if (error === undefined) return undefined;
	// An error in the place of the result; beside one, or beside a success, it is only told.
	const failed = isNeutralEnd(sign.word) && near.some(({ holder }) => hasEmptyResult(holder));
	return failed ? { state: 'failed', reason: error } : { reason: error };
}

/** The place itself, and those that it stands in. */
function isOnTheWay(path: string, to: string): boolean {
	return path === '' || path === to || to.startsWith(`${path}.`);
}

function signsAt(place: JobPlace, overrides: JobOverrides): Sign[] {
	const reading = (kind: SignKind, keys: Evidence<Sign[]>['keys']): Evidence<Sign[]> => ({
		rule: RULES[kind],
		keys,
		read: (raw) => signs(raw, kind),
	});
	return lookUp(
		[place],
		[
			reading('plain', ['status', 'state']),
			reading('job', isJobStateKey),
			reading('general', isGeneralState),
			reading('phase', ['phase', 'stage', '.tag']),
		],
	)
		.flatMap(({ value, path }) => value.map((sign) => ({ ...sign, path: join(path, sign.path) })))
		.filter(counts);

	function signs(raw: unknown, kind: SignKind): Sign[] | undefined {
		const word = asWord(raw) ?? (kind === 'job' ? asHttpWord(raw) : undefined);
		// A flag under the name of a state is read as one.
		if (asFlag(raw) !== undefined) return undefined;
		if (word !== undefined) return [toSign(word, '', kind)];
		return isRecord(raw) ? innerSigns(raw, kind) : undefined;
	}

	/** `status: { state: ... }`. */
	function innerSigns(holder: IDataObject, kind: SignKind): Sign[] {
		const found = lookUp<string>(
			[{ path: '', holder }],
			[
				{ rule: '', keys: INNER_STATE_KEYS, read: asWord },
				{ rule: '', keys: isJobStateKey, read: asWord },
				{ rule: '', keys: isGeneralState, read: asWord },
			],
		).map(({ value, path }) => toSign(value, path, kind, true));
		return found.filter((each) => each.known !== undefined).slice(0, 1);
	}

	function toSign(word: string, path: string, kind: SignKind, inner = false): Sign {
		const http = /^[1-5]\d\d$/.test(word) ? httpMeaning(Number(word)) : undefined;
		const meaning = meaningOf(word, overrides);
		const known = meaning?.state ?? http;
		const listed = meaning?.listed ?? http !== undefined;
		return { kind, word, known, listed, place, path, inner };
	}
}

/** Known words only, except where services have always said it. */
function counts({ kind, place, path, known, listed, inner }: Sign): boolean {
	if (kind === 'phase') return listed && (place.jobLike || path === '.tag');
	if (kind === 'general') return place.jobLike && known !== undefined;
	if (kind === 'job') return known !== undefined;
	if (inner && !place.jobLike && isRich(place.holder)) return false;
	const inEnvelope = place.envelope && !place.path.includes('.') && listed;
	const speaksOfJob = place.usual || place.jobLike || inEnvelope;
	if (!speaksOfJob) return false;
	return known !== undefined || /(^|\.)(status|state)$/.test(path);
}

/** Much content beside a state object: it is the state of a thing, and the answer is about it. */
function isRich(holder: IDataObject): boolean {
	return (
		Object.values(holder).filter((each) => typeof each === 'object' && each !== null).length > 5
	);
}

/** A job's word before `status`; but not that of a result. */
const isJobStateKey = remembered((key: string): boolean => {
	const isResult = RESULT_KEYS.some((each) => plain(each) === plain(key));
	return !isResult && jobWordsBefore(key, ['status', 'state']) !== undefined;
});

/** Numbers of HTTP in the place of a state; other numbers mean something else everywhere. */
function asHttpWord(raw: unknown): string | undefined {
	if (typeof raw !== 'number') return undefined;
	return httpMeaning(raw) === undefined ? undefined : String(raw);
}

function httpMeaning(status: number): JobState | undefined {
	if (status >= 400 && status < 600) return 'failed';
	if (status === 202) return 'pending';
	return status >= 200 && status < 300 ? 'finished' : undefined;
}

interface Result extends Found<string> {
	state: JobState;
}

function resultsAt(place: JobPlace, overrides: JobOverrides): Result[] {
	const found = lookUp<string>(
		[...stateObjects(place), place],
		[{ rule: '', keys: RESULT_KEYS, read: asWord }],
	);
	return found.flatMap((each) => {
		const known = meaningOf(each.value, overrides)?.state;
		const isVerdict =
			/(^|\.)(result|outcome)$/i.test(each.path) && !NO_VERDICT.test(plain(each.value));
		return known === undefined || known === 'pending' || isVerdict
			? []
			: [{ ...each, state: known }];
	});
}

/** No word: what else an answer says of its job. */
function withoutWord(
	content: Content,
	response: ServiceResponse,
	places: JobPlace[],
	overrides: JobOverrides,
): ReadState {
	const value = valueOf(content);
	return (
		byFlags(places, overrides) ??
		byError(places) ??
		byProgress(places) ??
		byStatus(content, response) ??
		unreadable(places) ??
		byMessage(value) ?? {
			state: 'finished',
			rawState: null,
			basis: isEvidentResult(content) ? 'rows' : 'assumed',
		}
	);
}

/** An error beside a word. */
function errorNear(places: JobPlace[]): string | undefined {
	return places.map(({ holder }) => errorIn(holder)).find((each) => each !== undefined);
}

/** The objects in the place of a state: `status: { state, message }`. */
function stateObjects({ path, holder }: JobPlace): Place[] {
	return Object.entries(holder).flatMap(([key, value]) =>
		isStateKey(key) && isRecord(value) ? [{ path: join(path, key), holder: value }] : [],
	);
}

interface FlagSeen extends Found<string> {
	key: string;
	flag: Flag;
	on: boolean;
	place: JobPlace;
}

function byFlags(places: JobPlace[], overrides: JobOverrides): ReadState | undefined {
	const named = places.some(({ path, jobLike }) => jobLike && path !== '' && !path.includes('.'));
	const flags = places.flatMap((place) =>
		flagsAt(place.path === '' && named ? { ...place, marked: true } : place),
	);
	const pick = (flag: Flag, on: boolean) =>
		flags.find((each) => each.flag === flag && each.on === on);
	const as = (state: JobState, { value, path }: FlagSeen): ReadState => ({
		state,
		rawState: value,
		basis: 'flag',
		path,
		rule: 'a flag',
	});
	const bad = pick('failed', true);
	if (bad !== undefined) return as('failed', bad);
	const running = pick('running', true) ?? pick('done', false);
	if (running !== undefined) return as('pending', running);
	const refused = pick('good', false);
	if (refused !== undefined) return as('failed', refused);
	const done = pick('done', true) ?? pick('running', false);
	if (done === undefined) return undefined;
	const near = [done.place, ...places.slice(0, 1)];
	const [result] = near.flatMap((place) => resultsAt(place, overrides));
	if (result?.state === 'failed') {
		return {
			...as('failed', done),
			rawState: `${done.value} (${result.value})`,
			path: result.path,
		};
	}
	const error = errorNear(near);
	return error === undefined ? as('finished', done) : { ...as('failed', done), reason: error };
}

function flagsAt(place: JobPlace): FlagSeen[] {
	const { holder, path } = place;
	const own = Object.entries(holder).flatMap(([key, raw]) => {
		const on = asFlag(raw) ?? (IS_FLAG.test(key) ? asBit(raw) : undefined);
		return on === undefined ? [] : seen(key, on, join(path, key));
	});
	const certain = own.filter(({ flag, key }) => isCertain(key, flag, place));
	return [...certain, ...stateObjects(place).flatMap(flagsOfState)];

	/** `status: { running: true }`: numbers are counts there. */
	function flagsOfState(state: Place): FlagSeen[] {
		if (!place.jobLike && (!place.usual || isRich(holder))) return [];
		return Object.entries(state.holder).flatMap(([key, raw]) =>
			typeof raw === 'boolean' ? seen(key, raw, join(state.path, key)) : [],
		);
	}

	function seen(key: string, on: boolean, at: string): FlagSeen[] {
		const flag = flagOf(key);
		return flag === undefined ? [] : [{ value: `${key}: ${on}`, path: at, key, flag, on, place }];
	}
}

function isStateKey(key: string): boolean {
	return ['status', 'state'].includes(plain(key));
}

function flagOf(key: string): Flag | undefined {
	const name = flagName(key);
	return (Object.keys(FLAGS) as Flag[]).find((each) => FLAGS[each].has(name));
}

function flagName(key: string): string {
	const said = keyWords(key).filter(
		(word) => !['is', 'has', 'was'].includes(word) && !isJobName(word),
	);
	return said.length === 0 ? plain(key) : said.join('');
}

/** An envelope says so of the call, and a job of itself; other things have flags of these names too. */
function isCertain(key: string, flag: Flag, place: JobPlace): boolean {
	if (place.marked || isLight(place.holder)) return true;
	const name = flagName(key);
	const ofCall = flag === 'good' || (name === 'error' && place.path === '');
	return (place.usual || place.jobLike) && (ofCall || PLAIN_FLAGS.has(name));
}

/** `success: false`, `failed: true` beside a word that sounds good. */
function badFlag(places: JobPlace[]): FlagSeen | undefined {
	return places
		.flatMap(flagsAt)
		.find(({ flag, on }) => (flag === 'failed' && on) || (flag === 'good' && !on));
}

function asBit(raw: unknown): boolean | undefined {
	return raw === 0 || raw === 1 ? raw === 1 : undefined;
}

function asFlag(raw: unknown): boolean | undefined {
	if (typeof raw === 'boolean') return raw;
	if (typeof raw !== 'string' || !/^(true|false)$/i.test(raw.trim())) return undefined;
	return raw.trim().toLowerCase() === 'true';
}

/** Nothing but an error, as with GraphQL, in an answer that says 200. */
function byError([root]: JobPlace[]): ReadState | undefined {
	if (root === undefined) return undefined;
	const reason =
		errorIn(root.holder) ?? (hasErrorCode(root.holder) ? reasonIn(root.holder) : undefined);
	if (reason === undefined || hasContent(root.holder)) return undefined;
	const rule = 'nothing but an error';
	return { state: 'failed', rawState: null, basis: 'error', reason, path: '', rule };
}

/** A status of HTTP in the body of an answer that has another. */
function hasErrorCode(holder: IDataObject): boolean {
	return Object.entries(holder).some(
		([key, value]) =>
			/^(status|statuscode|code|httpstatus|httpcode|errorcode)$/.test(plain(key)) &&
			httpMeaning(Number(value)) === 'failed',
	);
}

function byProgress(places: JobPlace[]): ReadState | undefined {
	const near = places.flatMap((place) => {
		const { metadata } = place.holder;
		const inner = { ...place, path: join(place.path, 'metadata') };
		return isRecord(metadata) ? [place, { ...inner, holder: metadata }] : [place];
	});
	const root = places[0];
	if (root === undefined || isRich(root.holder)) return undefined;
	const found = lookUp<string>(
		near.filter(({ usual, jobLike }) => usual || jobLike),
		[
			{
				rule: 'progress below 100 %',
				keys: isProgress,
				read: (raw) => asProgress(raw),
			},
		],
	).concat(
		lookUp<string>(
			places.filter(({ jobLike, holder }) => jobLike && isLight(holder)),
			[
				{
					rule: 'a time of the end that is empty',
					keys: isEndedAt,
					read: (raw) => (raw === null || raw === '' ? 'null' : undefined),
				},
			],
		),
	);
	const [first] = found;
	if (first === undefined) return undefined;
	const { path, rule } = first;
	return { state: 'pending', rawState: null, basis: 'progress', path, rule };
}

/** 34, 0.34, "34 %"; 100 and 1 are no progress any more. */
function asProgress(raw: unknown): string | undefined {
	const text = typeof raw === 'number' ? String(raw) : (asWord(raw) ?? '');
	const number = /^(\d+(?:\.\d+)?)\s*%?$/.exec(text)?.[1];
	const value = Number(number ?? NaN);
	return value < 100 && value !== 1 ? text : undefined;
}

/** An answer with content and without a state is the result; an empty or 202 one is not yet. */
function byStatus(content: Content, response: ServiceResponse): ReadState | undefined {
	const early = response.status === 201 || response.status === 202;
	const asked = response.headers['retry-after'] !== undefined;
	if (early || asked || content.kind === 'empty' || saysNothing(valueOf(content))) {
		const rule = early || asked ? 'the HTTP status or Retry-After' : 'an empty answer';
		return { state: 'pending', rawState: null, basis: 'status', rule };
	}
	return undefined;
}

/** A state that is no word, and beside it nothing but ids and times. */
function unreadable([root]: JobPlace[]): ReadState | undefined {
	const { status, state, ...rest } = root?.holder ?? {};
	const raw = status ?? state;
	if (
		raw === undefined ||
		raw === null ||
		raw === true ||
		httpMeaning(Number(raw)) === 'finished'
	) {
		return undefined;
	}
	const couldBe =
		!isRecord(raw) ||
		Object.keys(raw).some(isStateKey) ||
		Object.values(raw).every((each) => typeof each === 'boolean');
	const isAlone = Object.entries(rest).every(
		([key, value]) => isIdKey(key) || value === null || TIME_KEY.test(key),
	);
	if (!couldBe || !isAlone) return undefined;
	const rawState =
		typeof raw === 'object' ? JSON.stringify(raw).slice(0, LONGEST_WORD) : String(raw);
	const path = status === undefined ? 'state' : 'status';
	return { state: 'pending', rawState, basis: 'word', unknown: true, path, rule: RULES.plain };
}

/** Only a text, and it says that there is no result yet. */
function byMessage(value: unknown): ReadState | undefined {
	if (!isRecord(value)) return undefined;
	const texts = Object.entries(value).filter(([, each]) => each !== null && !isFlagLike(each));
	const said = texts.filter(([key]) => MESSAGE_KEYS.test(plain(key)));
	const others = texts.filter(([key]) => !MESSAGE_KEYS.test(plain(key)) && !isIdKey(key));
	const [first] = said;
	if (first === undefined || others.length > 0 || typeof first[1] !== 'string') return undefined;
	if (!NOT_YET.test(first[1])) return undefined;
	return { state: 'pending', rawState: null, basis: 'progress', path: first[0], rule: 'a message' };
}

function isFlagLike(value: unknown): boolean {
	return typeof value === 'boolean' || typeof value === 'number';
}

/** JSON for "nothing", or no more than the id that was asked for. A list may well be empty. */
function saysNothing(value: unknown): boolean {
	if (value === null || value === '') return true;
	return (
		isRecord(value) && Object.entries(value).every(([key, each]) => each === null || isIdKey(key))
	);
}

/** A list, a table or a file is what was asked for, and not a word on the job. */
function isEvidentResult(content: Content): boolean {
	if (content.kind !== 'data') return true;
	const { value } = content;
	if (!isRecord(value)) return true;
	return ['data', 'results', 'items', 'rows', 'records'].some((key) => {
		const each = value[key];
		return Array.isArray(each) && each.length > 0;
	});
}

/** No more than ids, times, numbers and a word or two: nothing that anyone could want as a result. */
function isLight(holder: IDataObject): boolean {
	return Object.entries(holder).every(([key, value]) => {
		if (value === null || isFlagLike(value) || isIdKey(key)) return true;
		if (typeof value === 'string') {
			if (isStateKey(key) || (RESULT_KEYS.includes(plain(key)) && NO_VERDICT.test(plain(value))))
				return true;
			return value === '' || MESSAGE_KEYS.test(plain(key)) || TIME_KEY.test(key);
		}
		return Array.isArray(value) ? value.length === 0 : isRecord(value) && isLight(value);
	});
}

/** Whether there is something beside what is said of a job and its error. */
function hasContent(holder: IDataObject): boolean {
	return Object.entries(holder).some(([key, value]) => {
		if (BESIDE_ERROR.test(key) || isIdKey(key) || isFlagLike(value)) return false;
		return typeof value === 'string' ? RESULT.test(key) && value !== '' : isFilled(value);
	});
}

/** Whether there is a place for the result, and nothing in it. */
function hasEmptyResult(holder: IDataObject): boolean {
	const places = Object.entries(holder).filter(
		([key]) => RESULT.test(key) && !BESIDE_ERROR.test(key),
	);
	return places.length > 0 && !places.some(([, value]) => isFilled(value));
}

function isFilled(value: unknown): boolean {
	if (value === null || value === undefined || value === '') return false;
	if (Array.isArray(value)) return value.length > 0;
	return !isRecord(value) || Object.values(value).some((each) => each !== null && each !== '');
}

/** In the place that told of the failure first, then around it. */
export function reasonAt(places: JobPlace[], path = ''): Found<string> | undefined {
	const own = places
		.filter((each) => each.path !== '' && path.startsWith(`${each.path}.`))
		.reverse();
	for (const place of [...own, ...places]) {
		const reason = [place, ...stateObjects(place)]
			.map(findJobReason)
			.find((each) => each !== undefined);
		if (reason !== undefined) return reason;
	}
	const [root] = places;
	return root === undefined ? undefined : findErrorText(root.holder);
}

function valueOf(content: Content): unknown {
	if (content.kind === 'data') return content.value;
	return content.kind === 'text' ? content.text.trim() : undefined;
}

function asWord(raw: unknown): string | undefined {
	return typeof raw === 'string' && raw.trim() !== '' ? raw.trim() : undefined;
}
