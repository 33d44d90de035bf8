import type { IDataObject } from 'n8n-workflow';

import type { Content, ServiceResponse } from '../http/types';
import { isRecord, valueAt } from '../values/records';
import { errorIn, findJobReason, reasonIn, type Reason } from './error';
import { isIdKey } from './jobId';
import { matchesKey, memoize, normalizeKey, splitKey, words } from './keys';
import { type Container, coreOf, outlineOf, partsOf, type Field } from './outline';
import { hasRole, isSureJobWord, jobWordsBefore } from './roles';
import { pickBest, tierOf, type Candidate, type Reading, type RuleId } from './rules';
import { asFlag, asNumber, asText, isEmpty, isScalarNumberOrFlag } from './scalars';
import {
	isAmbiguous,
	isEnvelopeWord,
	isNeutralEnd,
	meaningOf,
	NO_OVERRIDES,
	type JobOverrides,
	type JobState,
} from './stateWords';

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
	/** The word is in no list, and counts as pending. */
	unknown?: boolean;
	/** Why it failed, in the words of the service; of a finished job, what it tells beside. */
	reason?: string;
	/** Where the state stood. */
	path?: string;
	rule?: RuleId;
	/** Another state, of which as much can be said. */
	contradiction?: string;
	/** Why it is this state, and what else could be. */
	reading?: Reading<Said>;
	/** Where the reason stood. */
	reasonReading?: Reason;
}

/** What is said of the state somewhere. */
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
/** A job's word before `status`; but not that of a result. */
const isJobStateKey = memoize(
	(key: string): boolean =>
		!RESULT_KEYS.has(normalizeKey(key)) && jobWordsBefore(key, ['status', 'state']) !== undefined,
);
/** Words before `status` that say something only where a job is spoken of. */
const isGeneralState = matchesKey(
	/^(life ?cycle|current|overall|provisioning|review) (status|state)$/,
);
/** Also what a service calls a state of its own: `dispatchState`. */
const isPhase = (key: string) =>
	key === '.tag' || /^(phase|stage|event)$|.(status|state)$/.test(normalizeKey(key));

/** The first that holds names a key. */
const STATE_KEYS: ReadonlyArray<[RuleId, (key: string) => boolean]> = [
	['state.key', isStateKey],
	['state.job', isJobStateKey],
	['state.general', isGeneralState],
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

const isProgress = matchesKey(
	/^(progress|percent done|(.* )?(progress|percent|percentage|completion) (percent|percentage|complete|completion|completed|done|value)|(.* )?percent (complete|completed|completion|done)|progress ratio)$/,
);
const isEndedAt = matchesKey(
	/^(.* )?(finished|completed|ended|done|completion) (at|on|time|date)$|^(.* )?end (date )?time$/,
);
/** Objects that tell of the job, and hold something else too. */
const isBeside = matchesKey(
	/^(.* )?(stats|statistics|meta|metadata|info|details?|summary|progress)$/,
);
/** Texts that stand in the place of a result. */
const isMessage = matchesKey(
	/^(.* )?(message|msg)$|^((status|state) )?(details?|description|info|note)$|^(status|state) text$/,
);
const NOT_YET =
	/\b(in (progress|queue|the queue|process)|still (being |processing|running|working)|not (yet )?(been )?(ready|available|completed?|finished|done|processed)|being (\w+ed|built)|please wait|try again (later|in)|check back|queued|processing|pending|almost (done|ready|there)|(done|ready|available) soon)\b/i;

/** What stands beside an error and is no content. */
const BESIDE_ERROR = /error|message|detail|warning|extension|location|path|meta|trace|status|code/i;
const RESULT =
	/result|output|data|response|items|rows|records|content|report|download|file|url|link|href/i;

const LONGEST_WORD = 40;

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
	const value = valueOf(content);
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
	{ containers, overrides: { reasonPath } }: Subject,
): Pick<ReadState, 'reason' | 'reasonReading'> {
	if (reasonPath) {
		const text = reasonIn({ message: valueAt(value, reasonPath) as IDataObject[string] });
		const stated: Reason = { value: text ?? '', path: reasonPath, rule: 'stated' };
		return { reason: text, reasonReading: text === undefined ? undefined : stated };
	}
	// Of a job in steps, those that failed.
	const failedParts = partsOf(outlineOf(value)).filter(
		({ record: { status, state } }) =>
			meaningOf(asText(status ?? state) ?? '', NO_OVERRIDES)?.state === 'failed',
	);
	const found = findJobReason(containers, path, failedParts);
	if (reason === undefined) return { reason: found?.value, reasonReading: found };
	return { reason, reasonReading: { rule: 'reason.error', path: '', ...found, value: reason } };
}

/** All that is said of the state of a job. */
function candidatesIn(subject: Subject): Array<Candidate<Said>> {
	const { content, overrides, containers } = subject;
	const { statePath } = overrides;
	if (statePath !== undefined) {
		// Where the user says that the state is, it may be a flag or a number too.
		const raw = valueAt(valueOf(content), statePath);
		const word = isScalarNumberOrFlag(raw) ? String(raw) : asText(raw);
		if (word === undefined) return [...byHttp(subject), nothing(subject)];
		return [candidate('stated', statePath, saidBy(word, overrides))];
	}
	return [
		...bare(subject),
		...containers.flatMap((each) => wordsIn(each, subject)).map((each) => settled(each, subject)),
		...byFlags(containers, overrides),
		...byError(containers),
		...byProgress(containers),
		...byHttp(subject),
		...byTexts(containers, overrides),
		...beside(containers, overrides),
		nothing(subject),
	];
}

/** A bare text is a state if it could be a word; a longer one is the result itself. */
function bare({ content, overrides }: Subject): Array<Candidate<Said>> {
	const word = asText(valueOf(content));
	const couldBe = word !== undefined && word.length <= LONGEST_WORD && !/\n|:\/\//.test(word);
	return couldBe ? [candidate('state.response', '', saidBy(word, overrides))] : [];
}

function saidBy(word: string, overrides: JobOverrides): Said {
	const state = meaningOf(word, overrides)?.state ?? httpWord(word);
	if (state === undefined) return { state: 'pending', word, basis: 'word', unknown: true };
	return { state, word, basis: 'word' };
}

type Word = Candidate<Said> & { value: { word: string }; container: Container };

/** The words of a container for a state, and what speaks against each. */
function wordsIn(container: Container, { overrides, submission }: Subject): Word[] {
	return container.fields.flatMap(({ key, path: at, value: raw }) => {
		const [rule] = STATE_KEYS.find(([, isKey]) => isKey(key)) ?? [];
		// A flag under the name of a state is read as one.
		if (rule === undefined || asFlag(raw) !== undefined) return [];
		const own = asText(raw);
		const inner = own === undefined ? innerState(container, at, overrides) : undefined;
		const isText = own !== undefined || inner !== undefined;
		const shown = typeof raw === 'string' ? raw : JSON.stringify(raw);
		const word = own ?? asText(inner?.value) ?? shown.slice(0, LONGEST_WORD);
		const value = { ...saidBy(word, overrides), word };
		// Numbers of HTTP are states of jobs alone. Others, and what is no word, are shown where nothing else is.
		const isAlone =
			rule === 'state.key' && !submission && container.depth === 0 && isLight(container);
		const isHttp = rule === 'state.job' && typeof raw === 'number';
		if (!isText && (raw === null || !(value.unknown ? isAlone : isHttp))) return [];
		const isListed = meaningOf(word, overrides)?.listed ?? httpWord(word) !== undefined;
		const isInJob = container.isJobLike && container.depth > 0;
		const isOfJob = container.isJobLike || namesJob(word) || key === '.tag';
		const isOfCall =
			isEnvelopeWord(word) &&
			(rule !== 'state.job' || /^(request|response|query)status$/.test(normalizeKey(key)));
		const isSure = rule !== 'state.job' || jobWordsBefore(key, STATE_NAMES)?.some(isSureJobWord);
		const doubts: Array<[boolean | undefined, number, string]> = [
			[rule === 'state.phase' && !(isListed && isOfJob), 4, 'no job'],
			[rule === 'state.general' && !isOfJob, isThing(container) ? 5 : 2, 'no job'],
			[
				value.unknown,
				isThing(container) || !isSure ? 6 : isInJob || rule === 'state.job' ? 3 : 5,
				'an unknown word',
			],
			[isOfCall, 4, 'said of the call'],
			[isEnvelopeWord(word) && submission, 4, 'said of the call'],
		];
		const against = doubts.filter(([holds]) => holds);
		return [
			{
				...{ value, path: inner?.path ?? at, rule, container },
				tier: against.reduce((tier, [, by]) => tier - by, tierOf(rule)),
				...(against.length > 0 && { against: against.map(([, , why]) => why).join(', ') }),
			},
		];
	});
}

const STATE_NAMES = ['status', 'state'];

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
		...(inner?.fields ?? []).filter(({ key }) => isJobStateKey(key) || isGeneralState(key)),
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
	const as = (more: Partial<Said>, at = path) => ({
		...found,
		value: { ...value, ...more },
		path: at,
	});
	const second = isAmbiguous(word) ? secondSign(state, containers) : undefined;
	if (second !== undefined) {
		const said = `${word} (${second.key}: ${String(second.value)})`;
		return as({ state: second.state, word: said }, second.path);
	}
	const result = containers.flatMap((each) => resultsAt(each, overrides))[0];
	if (result !== undefined && result.state !== state) {
		return as({ state: result.state, word: `${word} (${result.word})` }, result.path);
	}
	if (state !== 'finished') return found;
	const bad = containers
		.flatMap(flagsAt)
		.find(({ flag, on }) => (flag === 'failed' && on) || (flag === 'good' && !on));
	if (bad !== undefined) return as({ state: 'failed', word: `${word} (${bad.word})` }, bad.path);
	const within = containers.flatMap(stateObjects).flatMap((each) => errorIn(each) ?? [])[0];
	if (within !== undefined) return as({ state: 'failed', reason: within });
	const error = containers.flatMap((each) => errorIn(each) ?? [])[0];
	if (error === undefined) return found;
	// An error in the place of the result; beside one, or beside a success, it is only told.
	const failed = isNeutralEnd(word) && containers.some((each) => isAwaited(each));
	return as(failed ? { state: 'failed', reason: error } : { reason: error });
}

/** `ready` beside an empty time of the end has not begun; `stopped` beside a result is over. */
function secondSign(state: JobState, containers: Container[]) {
	const fields = containers.flatMap((each) => each.fields);
	const open = fields.find(
		({ key, value }) =>
			(isEndedAt(key) && isEmpty(value)) || (isProgress(key) && isUnderWay(value)),
	);
	if (open !== undefined) return { ...open, state: 'pending' as const };
	const result = fields.find(
		({ key, value, path }) =>
			isResultKey(key) &&
			typeof value === 'object' &&
			!isEmpty(value) &&
			containers.every((each) => each.path !== path),
	);
	if (state !== 'failed' || result === undefined) return undefined;
	return { ...result, value: 'filled', state: 'finished' as const };
}

function resultsAt(container: Container, overrides: JobOverrides) {
	return [...stateObjects(container), container]
		.flatMap(({ fields }) => fields)
		.flatMap(({ name, path, value }) => {
			const word = RESULT_KEYS.has(name) ? (asText(value) ?? '') : '';
			const state = meaningOf(word, overrides)?.state;
			const isVerdict = /^(result|outcome)$/.test(name) && !NO_VERDICT.test(normalizeKey(word));
			return state === undefined || state === 'pending' || isVerdict ? [] : [{ path, word, state }];
		});
}

function byFlags(containers: Container[], overrides: JobOverrides): Array<Candidate<Said>> {
	const flags = containers.flatMap(flagsAt);
	const pick = (flag: Flag, on: boolean) =>
		flags.find((each) => each.flag === flag && each.on === on);
	const as = (state: JobState, { word, path }: FlagSeen, reason?: string) => [
		candidate('state.flag', path, { state, word, basis: 'flag', ...(reason && { reason }) }),
	];
	const bad = pick('failed', true);
	if (bad !== undefined) return as('failed', bad);
	const running = pick('running', true) ?? pick('done', false);
	if (running !== undefined) return as('pending', running);
	const refused = pick('good', false);
	if (refused !== undefined) return as('failed', refused);
	const done = pick('done', true) ?? pick('running', false);
	if (done === undefined) return [];
	const [result] = containers.flatMap((each) => resultsAt(each, overrides));
	if (result?.state === 'failed') {
		return as('failed', { ...done, path: result.path, word: `${done.word} (${result.word})` });
	}
	const error = containers.flatMap((each) => errorIn(each) ?? [])[0];
	return as(error === undefined ? 'finished' : 'failed', done, error);
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
		// Beside a total, `done: 1` is a count.
		const bits = /^(done$|is|has)/i.test(key) && container.named('total').length === 0;
		const seen = flagOf(field, asFlag(value, { bits }));
		// An envelope says so of the call, and a job of itself; other things have such flags too.
		const isOfCall = seen?.flag === 'good' || (name === 'error' && container.depth === 0);
		return seen && (isSure || isOfCall || flagName(key) === 'done') ? [seen] : [];
	});
	// `status: { running: true }`: numbers are counts there.
	const inner = isThing(container) ? [] : stateObjects(container);
	const within = inner
		.flatMap(({ fields }) => fields)
		.flatMap((field) =>
			typeof field.value === 'boolean' ? (flagOf(field, field.value) ?? []) : [],
		);
	return [...own, ...within];
}

function flagOf({ key, path }: Field, on: boolean | undefined): FlagSeen | undefined {
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
function byError(containers: Container[]): Array<Candidate<Said>> {
	if (containers.some(hasContent)) return [];
	return containers
		.flatMap((each) => errorIn(each) ?? [])
		.slice(0, 1)
		.map((reason) =>
			candidate('state.error', '', { state: 'failed', word: null, basis: 'error', reason }),
		);
}

/** Whether there is something beside what is said of a job and its error. */
function hasContent({ fields, children }: Container): boolean {
	return fields.some(({ key, value, path }) => {
		if (BESIDE_ERROR.test(key) || isIdKey(key) || isScalarNumberOrFlag(value)) return false;
		if (children.some((each) => each.path === path && each.isCore)) return false;
		return typeof value === 'string' ? RESULT.test(key) && value !== '' : !isEmpty(value);
	});
}

const RUNNING: Said = { state: 'pending', word: null, basis: 'progress' };

function byProgress(containers: Container[]): Array<Candidate<Said>> {
	const near = containers.flatMap((each) => [
		each,
		...each.children.filter(({ name }) => name === 'metadata'),
	]);
	const under = near
		.filter((each) => !isThing(each))
		.flatMap(({ fields }) => fields)
		.filter(({ key, value }) => isProgress(key) && isUnderWay(value));
	const open = containers
		.filter((each) => each.isJobLike && isLight(each))
		.flatMap(({ fields }) => fields)
		.filter(({ key, value }) => isEndedAt(key) && (value === null || value === ''));
	return [...under, ...open].map(({ path }) => candidate('state.progress', path, RUNNING));
}

/** A response with content and without a state is the result; an empty or 202 one is not yet. */
function byHttp({ content, response, containers: [root] }: Subject): Array<Candidate<Said>> {
	const isEarly = response.status === 202 || response.headers['retry-after'] !== undefined;
	const isVoid = root !== undefined && holdsNothing(root) && errorIn(root) === undefined;
	const isNothing = content.kind === 'empty' || saysNothing(valueOf(content));
	if (!isEarly && !isNothing && !isVoid && response.status !== 201) return [];
	const found = candidate('state.http', '', { state: 'pending', word: null, basis: 'status' });
	// `ok` of an envelope does not outweigh a status that says "accepted".
	return [{ ...found, tier: isEarly || isVoid ? tierOf('state.flag') : found.tier }];
}

/** A text that there is no result yet, or a word for a running job under any key, and no result. */
function byTexts(containers: Container[], overrides: JobOverrides): Array<Candidate<Said>> {
	return containers.flatMap((container) => {
		const isBare = isLight(container, { anyWord: true });
		if (!isBare && !isAwaited(container)) return [];
		return container.fields.flatMap(({ key, path, value }) => {
			const text = asText(value) ?? '';
			if (isMessage(key) && NOT_YET.test(text)) return [candidate('state.message', path, RUNNING)];
			const isOther =
				hasRole(key, 'identity', 'input', 'trace', 'time') || isIdKey(key) || isStateKey(key);
			if (!isBare || isOther || isThing(container) || text.length > LONGEST_WORD) return [];
			const known = meaningOf(text, overrides);
			if (known?.state !== 'pending' || !(known.listed || splitKey(text).length === 1)) return [];
			return [candidate('state.anywhere', path, { ...RUNNING, word: text, basis: 'word' })];
		});
	});
}

/** A state in an object beside: `stats: { state }`, `info: { status }`. */
function beside(containers: Container[], overrides: JobOverrides): Array<Candidate<Said>> {
	return containers
		.flatMap(({ children }) => children)
		.filter((each) => !each.isCore && isBeside(each.key) && !isThing(each))
		.flatMap(({ fields }) => fields)
		.flatMap(({ key, path, value }) => {
			const word = isStateKey(key) ? (asText(value) ?? '') : '';
			const known = meaningOf(word, overrides);
			if (!known?.listed || isEnvelopeWord(word)) return [];
			return [candidate('state.near', path, { state: known.state, word, basis: 'word' })];
		});
}

function nothing({ content }: Subject): Candidate<Said> {
	const [rule, basis] = isEvidentResult(content)
		? (['state.rows', 'rows'] as const)
		: (['state.none', 'assumed'] as const);
	return candidate(rule, '', { state: 'finished', word: null, basis });
}

function candidate(rule: RuleId, path: string, value: Said): Candidate<Said> {
	return { value, path, rule, tier: tierOf(rule) };
}

/** The objects in the place of a state: `status: { state, message }`. */
function stateObjects({ children }: Container): Container[] {
	return children.filter(({ key, entryOf }) => isStateKey(key) && entryOf === undefined);
}

/** Numbers of HTTP in the place of a state. */
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
	const isVoid = ({ value }: Field) => value === null || (isRecord(value) && isEmpty(value));
	return matter.length > 0 && matter.every(isVoid);
}

/** A list, a table or a file is what was asked for, and not a word on the job. */
function isEvidentResult(content: Content): boolean {
	if (content.kind !== 'data' || !isRecord(content.value)) return true;
	return coreOf(outlineOf(content.value))
		.flatMap(({ fields }) => fields)
		.some(
			({ name, value }) =>
				/^(data|results|items|rows|records)$/.test(name) &&
				Array.isArray(value) &&
				value.length > 0,
		);
}

/** No more than ids, times, numbers and a word or two: nothing that anyone could want as a result. */
function isLight(container: Container, { anyWord = false } = {}): boolean {
	return container.fields.every(({ key, name, value, path }) => {
		if (value === null || isScalarNumberOrFlag(value) || isIdKey(key)) return true;
		if (typeof value === 'string') {
			const isResult = RESULT_KEYS.has(name) && NO_VERDICT.test(normalizeKey(value));
			if (isStateKey(key) || isResult || value === '' || hasRole(key, 'time')) return true;
			const isWord = (value.length <= LONGEST_WORD || !/\s/.test(value)) && !/[/@]/.test(value);
			return isMessage(key) || (anyWord && isWord);
		}
		if (Array.isArray(value) && value.length === 0) return true;
		const at = Array.isArray(value) ? `${path}.0` : path;
		return container.children.some((each) => each.path === at && isLight(each, { anyWord }));
	});
}

/** Whether there is a place for the result, and nothing in it. Links may be there from the beginning. */
function isAwaited({ fields }: Container): boolean {
	const results = fields.filter(({ key, value }) => isResultKey(key) && typeof value === 'object');
	return results.length > 0 && results.every(({ value }) => isEmpty(value));
}

function isResultKey(key: string): boolean {
	return RESULT.test(key) && !BESIDE_ERROR.test(key);
}

function valueOf(content: Content): unknown {
	if (content.kind === 'data') return content.value;
	return content.kind === 'text' ? content.text.trim() : undefined;
}
