import type { Content, ServiceResponse } from '../http/types';
import { isRecord, valueAt } from '../values/records';
import { errorIn, findJobReason, type Reason } from './error';
import { isIdKey } from './jobId';
import { keyTests, memoize, normalizeKey, splitKey, words } from './keys';
import {
	type Container,
	coreOf,
	containerFields,
	outlineOf,
	type ResponseField,
	contentValue,
} from './outline';
import { hasRole, isSureJobWord, jobWordsBefore } from './roles';
import { candidate, pickBest, tierOf, weighed } from './rules';
import type { Candidate, Reading, RuleId, Weight } from './rules';
import { asFlag, asNumber, asText, isEmpty, isScalarNumberOrFlag } from './scalars';
import { isAmbiguous, isEnvelopeWord, isNeutralEnd, meaningOf, NO_OVERRIDES } from './stateWords';
import type { JobOverrides, JobState } from './stateWords';

/**
 * What a state rests on: a word of the service, a flag, a number or time that tells of progress,
 * an error in the place of a response, the HTTP status, rows, or nothing at all.
 */
export type StateEvidence = 'word' | 'flag' | 'progress' | 'error' | 'status' | 'rows' | 'assumed';

export interface ReadState {
	state: JobState;
	/** The word of the service; null if it used none. */
	rawState: string | null;
	basis: StateEvidence;
	unknown?: boolean;
	/** Why it failed, in the words of the service; of a finished job, what it tells next to. */
	reason?: string;
	path?: string;
	rule?: RuleId;
	/** Another state, of which as much can be said. */
	contradiction?: string;
	reading?: Reading<Said>;
	reasonReading?: Reason;
}

type Said = Pick<ReadState, 'state' | 'basis' | 'unknown' | 'reason'> & { word: string | null };

/** Where services say how a job went that has ended. */
const RESULT_KEYS = new Set(
	words(
		'resultstate resultstatus conclusion outcome completionstate completionresult finalstatus finalstate',
		'exitstatus result',
	),
);
/** A verdict of a check may be called the same. */
const NO_VERDICT = /^(failed|failure|error|errored|aborted|cancell?ed|timedout|success|succeeded)$/;
/** Within `status: { state: ... }`. */
const INNER_STATE_KEYS = words('state status value name code phase text label id message');

const isStateKey = (key: string) => /^(status|state)$/.test(normalizeKey(key));
const STATE_NAMES = ['status', 'state'];
/** A job's word before `status`; but not that of a result. */
const isJobStateKey = memoize(
	(key: string): boolean =>
		!RESULT_KEYS.has(normalizeKey(key)) && jobWordsBefore(key, STATE_NAMES) !== undefined,
);
const is = keyTests({
	/** Words before `status` that say something only where a job is spoken of. */
	generalState: /^(life ?cycle|current|overall|provisioning|review) (status|state)$/,
	progress:
		/^(progress|(.* )?(progress|percent|percentage|completion) (percent|percentage|complete|completion|completed|done|value)|progress ratio)$/,
	endedAt:
		/^(.* )?(finished|completed|ended|done|completion) (at|on|time|date)$|^(.* )?end (date )?time$/,
	/** Objects that tell of the job, and hold something else too. */
	nearby: /^(.* )?(stats|statistics|meta|metadata|info|details?|summary|progress)$/,
	message:
		/^(.* )?(message|msg)$|^((status|state) )?(details?|description|info|note)$|^(status|state) text$/,
});
/** Also what a service calls a state of its own: `dispatchState`. */
const isPhase = (key: string) =>
	key === '.tag' || /^(phase|stage|event)$|.(status|state)$/.test(normalizeKey(key));

/** The first that holds names a key. */
const STATE_KEYS: ReadonlyArray<[RuleId, (key: string) => boolean]> = [
	['state.key', isStateKey],
	['state.job', isJobStateKey],
	['state.general', is.generalState],
	['state.phase', isPhase],
];

/** Without `is`, `has` and a job's word before them. */
const FLAGS = {
	done: words('done finished completed complete ready ended processed'),
	running: words('running building inprogress processing pending queued working'),
	failed: words('failed errored error failure cancelled canceled aborted'),
	good: words('success successful succeeded ok okay status'),
};
type Flag = keyof typeof FLAGS;

const NOT_YET =
	/\b(in (progress|queue|the queue|process)|still (being |running|working)|not (yet )?(been )?(ready|available|completed?|finished|done|processed)|being (\w+ed|built)|please wait|try again (later|in)|check back|queued|processing|pending|almost (done|ready|there)|(done|ready|available) soon)\b/i;

const BESIDE_ERROR = /error|message|detail|warning|extension|location|path|meta|trace|status|code/i;
const RESULT =
	/result|output|data|response|items|rows|records|content|report|download|file|url|link|href/i;

const MAX_WORD_LENGTH = 40;

interface Subject {
	content: Content;
	response: ServiceResponse;
	overrides: JobOverrides;
	containers: Container[];
	submission: boolean;
}

/** `submission`: the response to a submission, in which a list of one job is that job. */
export function readState(
	content: Content,
	response: ServiceResponse,
	overrides: JobOverrides,
	{ submission = false }: { submission?: boolean } = {},
): ReadState {
	const value = contentValue(content);
	const containers = coreOf(outlineOf(value), { submission });
	const subject = { content, response, overrides, containers, submission };
	const reading = pickBest(candidatesIn(subject), (one, other) => one.state === other.state);
	if (reading === undefined) return { state: 'finished', rawState: null, basis: 'assumed' };
	const { word: rawState, ...said } = reading.value;
	const read: ReadState = { ...said, rawState, rule: reading.rule, reading };
	if (!['status', 'assumed', 'rows'].includes(said.basis)) read.path = reading.path;
	const [rival] = reading.rivals;
	if (reading.margin === 0 && rival?.value.word && rival.value.basis === 'word') {
		read.contradiction = `${rawState} (${reading.path}), ${rival.value.word} (${rival.path})`;
	}
	return said.state === 'failed' ? { ...read, ...reasonOf(read, value, subject) } : read;
}

function reasonOf(
	{ reason, path }: ReadState,
	value: unknown,
	{ containers }: Subject,
): Pick<ReadState, 'reason' | 'reasonReading'> {
	// Of a job in steps, those that failed.
	const failedParts = outlineOf(value).containers.filter(
		({ entryOf, record: { status, state } }) =>
			entryOf === 'part' &&
			meaningOf(asText(status ?? state) ?? '', NO_OVERRIDES)?.state === 'failed',
	);
	const found = findJobReason(containers, path, failedParts);
	if (reason === undefined) return { reason: found?.value, reasonReading: found };
	return { reason, reasonReading: { rule: 'reason.error', path: '', ...found, value: reason } };
}

function candidatesIn(subject: Subject): Array<Candidate<Said>> {
	const { content, overrides } = subject;
	const { statePath } = overrides;
	if (statePath !== undefined) {
		// Where the user says that the state is, it may be a flag or a number too.
		const raw = valueAt(contentValue(content), statePath);
		const word = isScalarNumberOrFlag(raw) ? String(raw) : asText(raw);
		if (word === undefined) return [...byHttp(subject), nothing(subject)];
		return [candidate('stated', statePath, saidBy(word, overrides))];
	}
	return [bare, byWords, byFlags, byError, byProgress, byHttp, byTexts, nearby, nothing].flatMap(
		(each) => each(subject),
	);
}

function byWords(subject: Subject): Array<Candidate<Said>> {
	const found = subject.containers.flatMap((each) => wordsIn(each, subject));
	return found.map((each) => settled(each, subject));
}

/** A bare text is a state if it could be a word; a longer one is the result itself. */
function bare({ content, overrides }: Subject): Array<Candidate<Said>> {
	const word = asText(contentValue(content));
	const couldBe = word !== undefined && word.length <= MAX_WORD_LENGTH && !/\n|:\/\//.test(word);
	return couldBe ? [candidate('state.response', '', saidBy(word, overrides))] : [];
}

function saidBy(word: string, overrides: JobOverrides): Said {
	const state = meaningOf(word, overrides)?.state ?? httpWord(word);
	if (state === undefined) return { state: 'pending', word, basis: 'word', unknown: true };
	return { state, word, basis: 'word' };
}

type Word = Candidate<Said> & { value: { word: string }; container: Container };

function wordsIn(container: Container, subject: Subject): Word[] {
	return container.fields.flatMap((field) => {
		const [rule] = STATE_KEYS.find(([, isKey]) => isKey(field.key)) ?? [];
		// A flag under the name of a state is read as one.
		if (rule === undefined || asFlag(field.value) !== undefined) return [];
		const said = wordAt(field, rule, container, subject);
		if (said === undefined) return [];
		const found = { ...candidate(rule, said.path, said.value), container };
		return [weighed(found, doubtsOf(found, field.key, subject))];
	});
}

function wordAt(
	{ path: at, value: raw }: ResponseField,
	rule: RuleId,
	container: Container,
	{ overrides, submission }: Subject,
): Pick<Word, 'path' | 'value'> | undefined {
	const own = asText(raw);
	const inner = own === undefined ? innerState(container, at, overrides) : undefined;
	const shown = typeof raw === 'string' ? raw : JSON.stringify(raw);
	const word = own ?? asText(inner?.value) ?? shown.slice(0, MAX_WORD_LENGTH);
	const value = { ...saidBy(word, overrides), word };
	// Numbers of HTTP are states of jobs alone. Others, and what is no word, are shown where nothing else is.
	const isAlone =
		rule === 'state.key' && !submission && container.depth === 0 && isLight(container);
	const isHttp = rule === 'state.job' && typeof raw === 'number';
	const isText = own !== undefined || inner !== undefined;
	const counts = isText || (raw !== null && (value.unknown ? isAlone : isHttp));
	return counts ? { value, path: inner?.path ?? at } : undefined;
}

function doubtsOf(
	{ value: { word, unknown }, rule, container }: Word,
	key: string,
	{ overrides, submission }: Subject,
): Weight[] {
	const isJob = rule === 'state.job';
	const isListed = meaningOf(word, overrides)?.listed ?? httpWord(word) !== undefined;
	const isOfJob = container.isJobLike || namesJob(word) || key === '.tag';
	const isInJob = isJob || (container.isJobLike && container.depth > 0);
	const isOfCall = !isJob || /^(request|query)status$/.test(normalizeKey(key));
	const isSure = !isJob || jobWordsBefore(key, STATE_NAMES)?.some(isSureJobWord);
	const strange = isThing(container) || !isSure ? -6 : isInJob ? -3 : -5;
	return [
		[rule === 'state.phase' && !(isListed && isOfJob), -4, 'no job'],
		[rule === 'state.general' && !isOfJob, isThing(container) ? -5 : -2, 'no job'],
		[unknown, strange, 'an unknown word'],
		[isOfCall && isEnvelopeWord(word), -4, 'about the request'],
		[submission && isEnvelopeWord(word), -4, 'about the request'],
	];
}

/** `request.received`, `JOB_STATE_SUCCEEDED`: the word itself says of what it is the state. */
function namesJob(word: string): boolean {
	const said = splitKey(word);
	return said.length > 1 && said.some((each) => hasRole(each, 'job'));
}

/** In the place of a state: `status: { state, message }`. */
function innerState(container: Container, path: string, overrides: JobOverrides) {
	const inner = container.children.find((each) => each.path === path);
	return [
		...INNER_STATE_KEYS.flatMap((name) => inner?.named(name) ?? []),
		...(inner?.fields ?? []).filter(({ key }) => isJobStateKey(key) || is.generalState(key)),
	].find(({ value }) => {
		const text = asText(value);
		return text !== undefined && !saidBy(text, overrides).unknown;
	});
}

/** How it really went, where a word says no more than that it is over. */
function settled(found: Word, { containers, overrides }: Subject): Candidate<Said> {
	const { value, path } = found;
	const { state, word, unknown } = value;
	if (unknown || state === 'pending') return found;
	const as = (more: Partial<Said>, at = path) => {
		return { ...found, value: { ...value, ...more }, path: at };
	};
	const other = isAmbiguous(word) ? secondSign(state, containers) : undefined;
	const [result] = containers.flatMap((each) => resultsAt(each, overrides));
	const bad: Sign | undefined =
		state === 'finished' ? containers.flatMap(flagsAt).find(isBad) : undefined;
	const sign = other ?? (result?.state === state ? undefined : result) ?? bad;
	if (sign !== undefined) {
		return as({ state: sign.state ?? 'failed', word: `${word} (${sign.word})` }, sign.path);
	}
	if (state !== 'finished') return found;
	const within = firstError(containers.flatMap(stateObjects));
	const reason = within ?? firstError(containers);
	if (reason === undefined) return found;
	// An error in the place of the result; next to one, or next to a success, it is only mentioned.
	const isInstead = isNeutralEnd(word) && containers.some(isAwaited);
	return as(within !== undefined || isInstead ? { state: 'failed', reason } : { reason });
}

const isBad = ({ flag, on }: FlagSeen) => (flag === 'failed' && on) || (flag === 'good' && !on);

function firstError(containers: Container[]): string | undefined {
	return containers.flatMap((each) => errorIn(each) ?? [])[0];
}

interface Sign {
	state?: JobState;
	word: string;
	path: string;
}

/** `ready` next to an empty end time has not begun; `stopped` next to a result is over. */
function secondSign(state: JobState, containers: Container[]): Sign | undefined {
	const fields = containerFields(containers);
	const open = fields.find(
		({ key, value }) =>
			(is.endedAt(key) && isEmpty(value)) || (is.progress(key) && isUnderWay(value)),
	);
	if (open !== undefined) {
		return { state: 'pending', word: `${open.key}: ${String(open.value)}`, path: open.path };
	}
	const result = fields.find(
		({ key, value, path }) =>
			isResultKey(key) &&
			typeof value === 'object' &&
			!isEmpty(value) &&
			containers.every((each) => each.path !== path),
	);
	if (state !== 'failed' || result === undefined) return undefined;
	return { state: 'finished', word: `${result.key}: filled`, path: result.path };
}

function resultsAt(container: Container, overrides: JobOverrides): Sign[] {
	return containerFields([...stateObjects(container), container]).flatMap(
		({ name, path, value }) => {
			const word = RESULT_KEYS.has(name) ? (asText(value) ?? '') : '';
			const state = meaningOf(word, overrides)?.state;
			const isVerdict = /^(result|outcome)$/.test(name) && !NO_VERDICT.test(normalizeKey(word));
			return state === undefined || state === 'pending' || isVerdict ? [] : [{ path, word, state }];
		},
	);
}

const FLAG_STATES: Array<[Flag, boolean, JobState]> = [
	['failed', true, 'failed'],
	['running', true, 'pending'],
	['done', false, 'pending'],
	['good', false, 'failed'],
	['done', true, 'finished'],
	['running', false, 'finished'],
];

function byFlags({ containers, overrides }: Subject): Array<Candidate<Said>> {
	const flags = containers.flatMap(flagsAt);
	const [found] = FLAG_STATES.flatMap(([flag, on, state]) => {
		const [seen] = flags.filter((each) => each.flag === flag && each.on === on);
		return seen === undefined ? [] : [{ ...seen, state }];
	});
	if (found === undefined) return [];
	const { state, word, path } = found;
	const as = (said: Partial<Said>, at = path) => [
		candidate<Said>('state.flag', at, { state, word, basis: 'flag', ...said }),
	];
	if (state !== 'finished') return as({});
	const [result] = containers.flatMap((each) => resultsAt(each, overrides));
	if (result?.state === 'failed') {
		return as({ state: 'failed', word: `${word} (${result.word})` }, result.path);
	}
	const reason = firstError(containers);
	return as(reason === undefined ? {} : { state: 'failed', reason });
}

interface FlagSeen {
	flag: Flag;
	on: boolean;
	word: string;
	path: string;
}

function flagsAt(container: Container): FlagSeen[] {
	const isSure = container.isMarked || isLight(container);
	const own = container.fields.flatMap((field) => {
		const { key, value, name } = field;
		// Next to a total, `done: 1` is a count.
		const bits = /^(done$|is|has)/i.test(key) && container.named('total').length === 0;
		const seen = flagOf(field, asFlag(value, { bits }));
		// An envelope says so of the call, and a job of itself; other things have such flags too.
		const isOfCall = seen?.flag === 'good' || (name === 'error' && container.depth === 0);
		return seen && (isSure || isOfCall || flagName(key) === 'done') ? [seen] : [];
	});
	// `status: { running: true }`: numbers are counts there.
	const inner = isThing(container) ? [] : containerFields(stateObjects(container));
	const within = inner.flatMap((field) =>
		typeof field.value === 'boolean' ? (flagOf(field, field.value) ?? []) : [],
	);
	return [...own, ...within];
}

function flagOf({ key, path }: ResponseField, on: boolean | undefined): FlagSeen | undefined {
	const flag = (Object.keys(FLAGS) as Flag[]).find((each) => FLAGS[each].includes(flagName(key)));
	if (flag === undefined || on === undefined) return undefined;
	return { flag, on, word: `${key}: ${on}`, path };
}

const flagName = memoize((key: string): string => {
	const said = splitKey(key).filter((word) => !['is', 'has', 'was'].includes(word));
	const own = said.filter((word) => !hasRole(word, 'job'));
	return (own.length === 0 ? said : own).join('');
});

/** Nothing but an error, as with GraphQL, in a response that says 200. */
function byError({ containers }: Subject): Array<Candidate<Said>> {
	const reason = containers.some(hasContent) ? undefined : firstError(containers);
	if (reason === undefined) return [];
	return [candidate('state.error', '', { state: 'failed', word: null, basis: 'error', reason })];
}

/** Whether there is something next to what is said of a job and its error. */
function hasContent({ fields, children }: Container): boolean {
	return fields.some(({ key, value, path }) => {
		if (BESIDE_ERROR.test(key) || isIdKey(key) || isScalarNumberOrFlag(value)) return false;
		if (children.some((each) => each.path === path && each.isCore)) return false;
		return typeof value === 'string' ? RESULT.test(key) && value !== '' : !isEmpty(value);
	});
}

const RUNNING: Said = { state: 'pending', word: null, basis: 'progress' };

function byProgress({ containers }: Subject): Array<Candidate<Said>> {
	const metadata = (each: Container) => each.children.filter(({ name }) => name === 'metadata');
	const near = containers.flatMap((each) => [each, ...metadata(each)]);
	const under = containerFields(near.filter((each) => !isThing(each))).filter(
		({ key, value }) => is.progress(key) && isUnderWay(value),
	);
	const open = containerFields(containers.filter((each) => each.isJobLike && isLight(each))).filter(
		({ key, value }) => is.endedAt(key) && (value === null || value === ''),
	);
	return [...under, ...open].map(({ path }) => candidate('state.progress', path, RUNNING));
}

/** A response with content and without a state is the result; an empty or 202 one is not yet. */
function byHttp({ content, response, containers: [root] }: Subject): Array<Candidate<Said>> {
	const isEarly = response.status === 202 || response.headers['retry-after'] !== undefined;
	const isVoid = root !== undefined && holdsNothing(root) && errorIn(root) === undefined;
	const isNothing = content.kind === 'empty' || saysNothing(contentValue(content));
	if (!isEarly && !isNothing && !isVoid && response.status !== 201) return [];
	const found = candidate<Said>('state.http', '', { ...RUNNING, basis: 'status' });
	// `ok` of an envelope does not outweigh a status that says "accepted".
	return [{ ...found, tier: isEarly || isVoid ? tierOf('state.flag') : found.tier }];
}

/** A text that there is no result yet, or a word for a running job under any key, and no result. */
function byTexts({ containers, overrides }: Subject): Array<Candidate<Said>> {
	return containers.flatMap((container) => {
		const isBare = isLight(container, { anyWord: true });
		const isOpen = isBare && !isThing(container);
		return (isBare || isAwaited(container) ? container.fields : []).flatMap((field) => {
			const word = asText(field.value) ?? '';
			const isSaid = is.message(field.key) && NOT_YET.test(word);
			if (isSaid) return [candidate('state.message', field.path, RUNNING)];
			if (!isOpen || !saysPending(field.key, word, overrides)) return [];
			return [candidate<Said>('state.anywhere', field.path, { ...RUNNING, word, basis: 'word' })];
		});
	});
}

function saysPending(key: string, word: string, overrides: JobOverrides): boolean {
	const isOther =
		hasRole(key, 'identity', 'input', 'trace', 'time') || isIdKey(key) || isStateKey(key);
	if (isOther || word.length > MAX_WORD_LENGTH) return false;
	const known = meaningOf(word, overrides);
	return known?.state === 'pending' && (known.listed || splitKey(word).length === 1);
}

/** A state in an object next to: `stats: { state }`, `info: { status }`. */
function nearby({ containers, overrides }: Subject): Array<Candidate<Said>> {
	const around = containers
		.flatMap(({ children }) => children)
		.filter((each) => !each.isCore && is.nearby(each.key) && !isThing(each));
	return containerFields(around).flatMap(({ key, path, value }) => {
		const word = isStateKey(key) ? (asText(value) ?? '') : '';
		const known = meaningOf(word, overrides);
		if (!known?.listed || isEnvelopeWord(word)) return [];
		return [candidate('state.near', path, { state: known.state, word, basis: 'word' as const })];
	});
}

function nothing({ content }: Subject): Candidate<Said> {
	const said: Said = { state: 'finished', word: null, basis: 'assumed' };
	return isEvidentResult(content)
		? candidate<Said>('state.rows', '', { ...said, basis: 'rows' })
		: candidate('state.none', '', said);
}

/** The objects in the place of a state: `status: { state, message }`. */
function stateObjects({ children }: Container): Container[] {
	return children.filter(({ key, entryOf }) => isStateKey(key) && entryOf === undefined);
}

function httpWord(word: string): JobState | undefined {
	if (/^[45]\d\d$/.test(word)) return 'failed';
	if (word === '202') return 'pending';
	return /^2\d\d$/.test(word) ? 'finished' : undefined;
}

/** 34, 0.34, "34 %"; 100 and 1 are no progress any more. */
function isUnderWay(raw: unknown): boolean {
	const value = asNumber(raw);
	return value !== undefined && value >= 0 && value < 100 && value !== 1;
}

/** Something with a name of its own: its state is none of a job. */
function isThing({ fields, isJobLike }: Container): boolean {
	return (
		!isJobLike &&
		fields.some(({ key, value }) => hasRole(key, 'identity') && asText(value) !== undefined)
	);
}

/** JSON for "nothing", or no more than the id that was asked for. A list may well be empty. */
function saysNothing(value: unknown): boolean {
	if (value === null || value === '') return true;
	const [root] = outlineOf(value).containers;
	if (root === undefined || Array.isArray(value)) return false;
	return root.fields.every(({ key, value: each }) => each === null || isIdKey(key));
}

/** `{ status: "success", data: null }`: a place for a result, and not even an empty list in it. */
function holdsNothing({ fields }: Container): boolean {
	const matter = fields.filter(({ key }) => !hasRole(key, 'call', 'trace', 'page'));
	const isVoid = ({ value }: ResponseField) =>
		value === null || (isRecord(value) && isEmpty(value));
	return matter.length > 0 && matter.every(isVoid);
}

/** A list, a table or a file is what was asked for, and not a word on the job. */
function isEvidentResult(content: Content): boolean {
	if (content.kind !== 'data' || !isRecord(content.value)) return true;
	return containerFields(coreOf(outlineOf(content.value))).some(
		({ name, value }) =>
			/^(data|results|items|rows|records)$/.test(name) && Array.isArray(value) && value.length > 0,
	);
}

/** No more than ids, times, numbers and a word or two: nothing that anyone could want as a result. */
function isLight(container: Container, { anyWord = false } = {}): boolean {
	return container.fields.every((field) => {
		const { key, value, path } = field;
		if (value === null || isScalarNumberOrFlag(value) || isIdKey(key)) return true;
		if (typeof value === 'string') {
			if (isOfState(field, value) || is.message(key)) return true;
			const isWord = value.length <= MAX_WORD_LENGTH || !/\s/.test(value);
			return anyWord && isWord && !/[/@]/.test(value);
		}
		if (Array.isArray(value) && value.length === 0) return true;
		const at = Array.isArray(value) ? `${path}.0` : path;
		return container.children.some((each) => each.path === at && isLight(each, { anyWord }));
	});
}

function isOfState({ key, name }: ResponseField, text: string): boolean {
	const isResult = RESULT_KEYS.has(name) && NO_VERDICT.test(normalizeKey(text));
	return isStateKey(key) || isResult || text === '' || hasRole(key, 'time');
}

/** Whether there is a place for the result, and nothing in it. Links may be there from the beginning. */
function isAwaited({ fields }: Container): boolean {
	const results = fields.filter(({ key, value }) => isResultKey(key) && typeof value === 'object');
	return results.length > 0 && results.every(({ value }) => isEmpty(value));
}

const isResultKey = (key: string): boolean => RESULT.test(key) && !BESIDE_ERROR.test(key);
