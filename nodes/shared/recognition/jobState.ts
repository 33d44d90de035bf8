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
	isActivity,
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
export interface Said {
	state: JobState;
	/** The word of the service, or what stands for one. */
	word: string | null;
	basis: StateEvidence;
	unknown?: boolean;
	reason?: string;
}

interface ReadOptions {
	/** The response to a submission: a list of one job is that job. */
	submission?: boolean;
}

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

/** Words before `status` that say something only where a job is spoken of. */
const isGeneralState = matchesKey(
	/^(life ?cycle|current|overall|provisioning|review) (status|state)$/,
);
/** Also what a service calls a state of its own: `dispatchState`. */
const isPhase = (key: string) =>
	key === '.tag' ||
	(/^(phase|stage)$|.(status|state)$/.test(normalizeKey(key)) && !isJobStateKey(key));

type Flag = 'done' | 'running' | 'failed' | 'good';

/** Without `is`, `has` and a job's word before them. */
const FLAGS: Record<Flag, Set<string>> = {
	done: new Set(words('done finished completed complete ready ended processed')),
	running: new Set(words('running building inprogress processing pending queued working')),
	failed: new Set(words('failed errored error failure cancelled canceled aborted')),
	good: new Set(words('success successful succeeded ok okay status')),
};
/** Numbers stand for a flag only under these. */
const IS_FLAG = /^(done$|is|has)/i;

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
/** More objects and lists than that: the response is about them. */
const MAX_LIGHT = 5;

export function readState(
	content: Content,
	response: ServiceResponse,
	overrides: JobOverrides,
	{ submission = false }: ReadOptions = {},
): ReadState {
	const value = valueOf(content);
	const containers = coreOf(outlineOf(value), { submission });
	const all = new StateReader({ content, response, overrides, containers, submission });
	const reading = pickBest(
		overrides.statePath === undefined ? all.candidates() : all.stated(overrides.statePath),
		(one, other) => one.state === other.state,
	);
	if (reading === undefined) return { state: 'finished', rawState: null, basis: 'assumed' };
	const { state, word: rawState, basis, unknown, reason } = reading.value;
	const path = reading.rule === 'state.http' || basis === 'assumed' ? undefined : reading.path;
	const read: ReadState = { state, rawState, basis, rule: reading.rule, reading };
	if (path !== undefined && basis !== 'rows') read.path = path;
	if (unknown) read.unknown = true;
	if (reason !== undefined) read.reason = reason;
	const [rival] = reading.rivals;
	if (reading.margin === 0 && rival?.value.word && rival.value.basis === 'word') {
		read.contradiction = `${rawState} (${reading.path}), ${rival.value.word} (${rival.path})`;
	}
	return state === 'failed' ? { ...read, ...reasonOf(read, value, containers, overrides) } : read;
}

function reasonOf(
	read: ReadState,
	value: unknown,
	containers: Container[],
	{ reasonPath }: JobOverrides,
): Pick<ReadState, 'reason' | 'reasonReading'> {
	if (reasonPath) {
		const text = reasonIn({ message: valueAt(value, reasonPath) as IDataObject[string] });
		const reasonReading = text === undefined ? undefined : statedReason(text, reasonPath);
		return { reason: text, reasonReading };
	}
	const found = findJobReason(containers, read.path, failedParts(value));
	if (read.reason === undefined) return { reason: found?.value, reasonReading: found };
	return {
		reason: read.reason,
		reasonReading: { rule: 'reason.error', path: '', ...found, value: read.reason },
	};
}

/** Of a job in steps, those that failed. */
function failedParts(value: unknown): Container[] {
	return partsOf(outlineOf(value)).filter(({ record: { status, state } }) => {
		const word = asText(status ?? state);
		return word !== undefined && meaningOf(word, NO_OVERRIDES)?.state === 'failed';
	});
}

function statedReason(value: string, path: string): Reason {
	return { value, path, rule: 'stated' };
}

interface Subject {
	content: Content;
	response: ServiceResponse;
	overrides: JobOverrides;
	containers: Container[];
	submission: boolean;
}

type Sign = Candidate<Said> & { container: Container; key: string };

/** Collects all that is said of the state of a job. */
class StateReader {
	private readonly root?: Container;
	private readonly signs: Sign[];

	constructor(private readonly subject: Subject) {
		this.root = subject.containers[0];
		this.signs = subject.containers.flatMap((each) => this.signsAt(each));
	}

	candidates(): Array<Candidate<Said>> {
		return [
			...this.bare(),
			...this.signs.map((sign) => this.settled(sign)),
			...this.flags(),
			...this.onlyError(),
			...this.progress(),
			...this.http(),
			...this.messages(),
			...this.near(),
			...this.anywhere(),
			...this.unreadable(),
			this.nothing(),
		];
	}

	/** Where the user says that the state is, it may be a flag or a number too. */
	stated(path: string): Array<Candidate<Said>> {
		const raw = valueAt(valueOf(this.subject.content), path);
		const word = isScalarNumberOrFlag(raw) ? String(raw) : asText(raw);
		if (word === undefined) return [...this.http(), this.nothing()];
		return [{ value: this.said(word), path, rule: 'stated', tier: tierOf('stated') }];
	}

	/** A bare text is a state if it could be a word; a longer one is the result itself. */
	private bare(): Array<Candidate<Said>> {
		const word = asText(valueOf(this.subject.content));
		const couldBe = word !== undefined && word.length <= LONGEST_WORD && !/\n|:\/\//.test(word);
		return couldBe ? [candidate('state.response', '', this.said(word))] : [];
	}

	private said(word: string): Said {
		const state = meaningOf(word, this.subject.overrides)?.state ?? httpWord(word);
		return state === undefined
			? { state: 'pending', word, basis: 'word', unknown: true }
			: { state, word, basis: 'word' };
	}

	private signsAt(container: Container): Sign[] {
		const rules: Array<[RuleId, (key: string) => boolean]> = [
			['state.key', isStateKey],
			['state.job', isJobStateKey],
			['state.general', isGeneralState],
			['state.phase', isPhase],
		];
		return rules.flatMap(([rule, isKey]) =>
			container.fields
				.filter(({ key }) => isKey(key))
				.flatMap((field) => this.signIn(rule, field, container) ?? []),
		);
	}

	private signIn(
		rule: RuleId,
		{ key, path, value }: Field,
		container: Container,
	): Sign | undefined {
		// A flag under the name of a state is read as one.
		if (asFlag(value) !== undefined) return undefined;
		const number =
			rule === 'state.job' && typeof value === 'number' ? httpMeaning(value) : undefined;
		const word = number === undefined ? asText(value) : String(value);
		if (word !== undefined) return this.weighed({ key, path, word, rule, container, inner: false });
		const inner = container.children.find((each) => each.path === path);
		if (inner === undefined) return undefined;
		const keys = [
			...INNER_STATE_KEYS.flatMap((name) => inner.named(name)),
			...inner.fields.filter((each) => isJobStateKey(each.key) || isGeneralState(each.key)),
		];
		for (const field of keys) {
			const text = asText(field.value);
			if (text === undefined || this.said(text).unknown) continue;
			return this.weighed({ key, path: field.path, word: text, rule, container, inner: true });
		}
		return undefined;
	}

	/** What speaks against a word: nobody knows it, an envelope says it of the call, no job is near. */
	private weighed(sign: {
		key: string;
		path: string;
		word: string;
		rule: RuleId;
		container: Container;
		inner: boolean;
	}): Sign {
		const { key, path, word, rule, container, inner } = sign;
		const value = this.said(word);
		const listed = meaningOf(word, this.subject.overrides)?.listed ?? httpWord(word) !== undefined;
		const { isJobLike } = container;
		const doubts: Array<[boolean | undefined, number, string]> = [
			[rule === 'state.phase' && !(listed && (isJobLike || key === '.tag')), 4, 'no job'],
			[rule === 'state.general' && !isJobLike, isThing(container) ? 5 : 2, 'no job'],
			[rule === 'state.general' && value.unknown, 5, 'an unknown word'],
			[inner && !isJobLike && isRich(container), 6, 'much content'],
			[value.unknown, this.doubtOf(rule, key, container), 'an unknown word'],
			[isEnvelopeWord(word) && !isJobsOwn(rule, key), 4, 'said of the call'],
			[isEnvelopeWord(word) && this.subject.submission, 4, 'said of the call'],
		];
		const against = doubts.filter(([holds]) => holds);
		return {
			...{ value, path, rule, container, key },
			tier: against.reduce((tier, [, by]) => tier - by, tierOf(rule)),
			...(against.length > 0 && { against: against.map(([, , why]) => why).join(', ') }),
		};
	}

	/** An unknown word counts under a key that only jobs have, and where the response is the job. */
	private doubtOf(rule: RuleId, key: string, container: Container): number {
		if (isThing(container)) return 6;
		if (rule === 'state.job') {
			return jobWordsBefore(key, ['status', 'state'])?.some(isSureJobWord) ? 3 : 6;
		}
		return container.isJobLike && container.depth > 0 && /status$/i.test(key) ? 3 : 5;
	}

	/** How it really went, where a word says no more than that it is over. */
	private settled(sign: Sign): Candidate<Said> {
		const { value, container } = sign;
		const { state, word } = value;
		if (value.unknown || state === 'pending' || word === null) return sign;
		const near = this.subject.containers.filter((each) => isOnTheWay(each.path, container.path));
		const as = (more: Partial<Said>, path = sign.path): Candidate<Said> => ({
			...sign,
			value: { ...value, ...more },
			path,
		});
		const second = isAmbiguous(word) ? this.secondSign(state, near) : undefined;
		if (second !== undefined) {
			const said = `${word} (${second.key}: ${String(second.value)})`;
			return as({ state: second.state, word: said }, second.path);
		}
		const result = near.flatMap((each) => this.resultsAt(each))[0];
		if (result !== undefined && result.state !== state) {
			return as({ state: result.state, word: `${word} (${result.word})` }, result.path);
		}
		if (state !== 'finished') return sign;
		const bad = near
			.flatMap((each) => this.flagsAt(each))
			.find(({ flag, on }) => (flag === 'failed' && on) || (flag === 'good' && !on));
		if (bad !== undefined) return as({ state: 'failed', word: `${word} (${bad.word})` }, bad.path);
		const within = near.flatMap(stateObjects).flatMap((each) => errorIn(each) ?? [])[0];
		if (within !== undefined) return as({ state: 'failed', reason: within });
		const error = near.flatMap((each) => errorIn(each) ?? [])[0];
		if (error === undefined) return sign;
		// An error in the place of the result; beside one, or beside a success, it is only told.
		const failed = isNeutralEnd(word) && near.some(hasEmptyResult);
		return as(failed ? { state: 'failed', reason: error } : { reason: error });
	}

	/** `ready` beside an empty time of the end has not begun; `stopped` beside a result is over. */
	private secondSign(state: JobState, near: Container[]) {
		const fields = near.flatMap((each) => each.fields);
		const open = fields.find(
			({ key, value }) =>
				(isEndedAt(key) && isEmpty(value)) || (isProgress(key) && isUnderWay(value)),
		);
		if (open !== undefined) return { ...open, state: 'pending' as const };
		const result = fields.find(
			({ key, value, path }) =>
				isResultKey(key) && isFilledObject(value) && near.every((each) => each.path !== path),
		);
		if (state !== 'failed' || result === undefined) return undefined;
		return { ...result, value: 'filled', state: 'finished' as const };
	}

	private resultsAt(container: Container) {
		return [...stateObjects(container), container].flatMap((each) =>
			each.fields.flatMap(({ name, path, value }) => {
				const word = RESULT_KEYS.has(name) ? asText(value) : undefined;
				const state =
					word === undefined ? undefined : meaningOf(word, this.subject.overrides)?.state;
				const isVerdict =
					/^(result|outcome)$/.test(name) && !NO_VERDICT.test(normalizeKey(word ?? ''));
				if (state === undefined || state === 'pending' || isVerdict) return [];
				return [{ path, word, state }];
			}),
		);
	}

	private flags(): Array<Candidate<Said>> {
		const { containers } = this.subject;
		const hasJob = containers.some(({ depth, isJobLike }) => isJobLike && depth === 1);
		const flags = containers.flatMap((each) =>
			this.flagsAt(each, each.depth === 0 && hasJob ? { isMarked: true } : {}),
		);
		const pick = (flag: Flag, on: boolean) =>
			flags.find((each) => each.flag === flag && each.on === on);
		const as = (state: JobState, { word, path }: FlagSeen, more: Partial<Said> = {}) => [
			candidate('state.flag', path, { state, word, basis: 'flag' as const, ...more }),
		];
		const bad = pick('failed', true);
		if (bad !== undefined) return as('failed', bad);
		const running = pick('running', true) ?? pick('done', false);
		if (running !== undefined) return as('pending', running);
		const refused = pick('good', false);
		if (refused !== undefined) return as('failed', refused);
		const done = pick('done', true) ?? pick('running', false);
		if (done === undefined) return [];
		const near = [done.container, ...containers.slice(0, 1)];
		const [result] = near.flatMap((each) => this.resultsAt(each));
		if (result?.state === 'failed') {
			return as(
				'failed',
				{ ...done, path: result.path },
				{ word: `${done.word} (${result.word})` },
			);
		}
		const error = near.flatMap((each) => errorIn(each) ?? [])[0];
		return error === undefined ? as('finished', done) : as('failed', done, { reason: error });
	}

	private flagsAt(container: Container, { isMarked = container.isMarked } = {}): FlagSeen[] {
		const own = container.fields.flatMap((field) => {
			// Beside a total, `done: 1` is a count.
			const bits = IS_FLAG.test(field.key) && container.named('total').length === 0;
			const on = asFlag(field.value, { bits });
			return on === undefined ? [] : seen(field, on, container);
		});
		const isSure = isMarked || isLight(container);
		const sure = own.filter(({ flag, name }) => {
			// An envelope says so of the call, and a job of itself; other things have such flags too.
			const ofCall = flag === 'good' || (name === 'error' && container.depth === 0);
			return isSure || ofCall || name === 'done';
		});
		const isOfJob = container.isJobLike || (!isRich(container) && !isThing(container));
		const inner = isOfJob ? stateObjects(container) : [];
		// `status: { running: true }`: numbers are counts there.
		return [
			...sure,
			...inner.flatMap((each) =>
				each.fields.flatMap((field) =>
					typeof field.value === 'boolean' ? seen(field, field.value, container) : [],
				),
			),
		];
	}

	/** Nothing but an error, as with GraphQL, in a response that says 200. */
	private onlyError(): Array<Candidate<Said>> {
		const { containers } = this.subject;
		if (containers.some(hasContent)) return [];
		const reason = containers
			.filter(({ depth }) => depth < 3)
			.map((each) => errorIn(each) ?? (hasErrorCode(each) ? reasonIn(each.record) : undefined))
			.find((each) => each !== undefined);
		if (reason === undefined) return [];
		return [candidate('state.error', '', { state: 'failed', word: null, basis: 'error', reason })];
	}

	private progress(): Array<Candidate<Said>> {
		if (this.root === undefined || isRich(this.root)) return [];
		const { containers } = this.subject;
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
		return [...under, ...open]
			.slice(0, 1)
			.map(({ path }) =>
				candidate('state.progress', path, { state: 'pending', word: null, basis: 'progress' }),
			);
	}

	/** A response with content and without a state is the result; an empty or 202 one is not yet. */
	private http(): Array<Candidate<Said>> {
		const { content, response } = this.subject;
		const isEarly = response.status === 202 || response.headers['retry-after'] !== undefined;
		const isVoid =
			this.root !== undefined && holdsNothing(this.root) && errorIn(this.root) === undefined;
		const isNothing = content.kind === 'empty' || saysNothing(valueOf(content));
		if (!isEarly && !isNothing && !isVoid && response.status !== 201) return [];
		const found = candidate('state.http', '', { state: 'pending', word: null, basis: 'status' });
		// `ok` of an envelope does not outweigh a status that says "accepted".
		return [{ ...found, tier: isEarly || isVoid ? tierOf('state.flag') : found.tier }];
	}

	/** Only a text, and it says that there is no result yet. */
	private messages(): Array<Candidate<Said>> {
		return this.subject.containers
			.filter((each) => isLight(each, { anyWord: true }) || isAwaited(each))
			.flatMap(({ fields }) => fields)
			.filter(({ key, value }) => isMessage(key) && NOT_YET.test(asText(value) ?? ''))
			.slice(0, 1)
			.map(({ path }) =>
				candidate('state.message', path, { state: 'pending', word: null, basis: 'progress' }),
			);
	}

	/** A state in an object beside: `stats: { state }`, `info: { status }`. */
	private near(): Array<Candidate<Said>> {
		return this.subject.containers
			.flatMap(({ children }) => children)
			.filter((each) => !each.isCore && isBeside(each.key) && !isThing(each))
			.flatMap(({ fields }) => fields)
			.flatMap(({ key, path, value }) => {
				const word = isStateKey(key) ? asText(value) : undefined;
				const known = word === undefined ? undefined : meaningOf(word, this.subject.overrides);
				if (word === undefined || !known?.listed || isEnvelopeWord(word)) return [];
				return [candidate('state.near', path, { state: known.state, word, basis: 'word' })];
			});
	}

	/** A word for a running job under any key, where there is nothing that could be a result. */
	private anywhere(): Array<Candidate<Said>> {
		const { containers, overrides } = this.subject;
		const isOpen = (key: string, word: string) => {
			if (hasRole(key, 'identity', 'input', 'trace', 'time') || isIdKey(key)) return false;
			const known = meaningOf(word, overrides);
			const [only = '', second] = splitKey(word);
			return (
				(known?.listed && known.state === 'pending') || (second === undefined && isActivity(only))
			);
		};
		return containers
			.filter((each) => !isThing(each) && isLight(each, { anyWord: true }))
			.flatMap(({ fields }) => fields)
			.filter(({ path }) => this.signs.every((sign) => sign.tier <= 0 || sign.path !== path))
			.flatMap(({ key, path, value }) => {
				const word = asText(value);
				if (word === undefined || word.length > LONGEST_WORD || !isOpen(key, word)) return [];
				return [candidate('state.anywhere', path, { state: 'pending', word, basis: 'word' })];
			});
	}

	/** A state that is no word, and beside it nothing but ids and times. */
	private unreadable(): Array<Candidate<Said>> {
		const { status, state } = this.root?.record ?? {};
		const raw = status ?? state;
		if (raw === undefined || raw === null || raw === true) return [];
		if (httpMeaning(Number(raw)) === 'finished') return [];
		const couldBe =
			!isRecord(raw) ||
			Object.keys(raw).some(isStateKey) ||
			Object.values(raw).every((each) => typeof each === 'boolean');
		const isAlone = this.root?.fields.every(
			({ key, value }) => value === raw || isIdKey(key) || value === null || hasRole(key, 'time'),
		);
		if (!couldBe || !isAlone) return [];
		const word = typeof raw === 'object' ? JSON.stringify(raw).slice(0, LONGEST_WORD) : String(raw);
		const path = status === undefined ? 'state' : 'status';
		const said: Said = { state: 'pending', word, basis: 'word', unknown: true };
		return [{ ...candidate('state.key', path, said), tier: 1, against: 'no word' }];
	}

	private nothing(): Candidate<Said> {
		const isRows = isEvidentResult(this.subject.content);
		const basis = isRows ? 'rows' : 'assumed';
		return candidate(isRows ? 'state.rows' : 'state.none', '', {
			state: 'finished',
			word: null,
			basis,
		});
	}
}

interface FlagSeen {
	flag: Flag;
	on: boolean;
	name: string;
	word: string;
	path: string;
	container: Container;
}

function candidate(rule: RuleId, path: string, value: Said): Candidate<Said> {
	return { value, path, rule, tier: tierOf(rule) };
}

function seen({ key, path }: Field, on: boolean, container: Container): FlagSeen[] {
	const name = flagName(key);
	const flag = (Object.keys(FLAGS) as Flag[]).find((each) => FLAGS[each].has(name));
	return flag === undefined ? [] : [{ flag, on, name, word: `${key}: ${on}`, path, container }];
}

const flagName = memoize((key: string): string => {
	const said = splitKey(key).filter((word) => !['is', 'has', 'was'].includes(word));
	const own = said.filter((word) => !hasRole(word, 'job'));
	return (own.length === 0 ? said : own).join('');
});

/** The objects in the place of a state: `status: { state, message }`. */
export function stateObjects({ children }: Container): Container[] {
	return children.filter(({ key, entryOf }) => isStateKey(key) && entryOf === undefined);
}

function isStateKey(key: string): boolean {
	return /^(status|state)$/.test(normalizeKey(key));
}

/** A job's word before `status`; but not that of a result. */
const isJobStateKey = memoize(
	(key: string): boolean =>
		!RESULT_KEYS.has(normalizeKey(key)) && jobWordsBefore(key, ['status', 'state']) !== undefined,
);

function isJobsOwn(rule: RuleId, key: string): boolean {
	return rule === 'state.job' && !/^(request|response|query)status$/.test(normalizeKey(key));
}

/** The container itself, and those that it stands in. */
function isOnTheWay(path: string, to: string): boolean {
	return path === '' || path === to || to.startsWith(`${path}.`);
}

function httpWord(word: string): JobState | undefined {
	return /^[1-5]\d\d$/.test(word) ? httpMeaning(Number(word)) : undefined;
}

/** Numbers of HTTP in the place of a state; other numbers mean something else everywhere. */
function httpMeaning(status: number): JobState | undefined {
	if (status >= 400 && status < 600) return 'failed';
	if (status === 202) return 'pending';
	return status >= 200 && status < 300 ? 'finished' : undefined;
}

/** A status of HTTP in the body of a response that has another. */
function hasErrorCode({ fields }: Container): boolean {
	return fields.some(
		({ name, value }) =>
			/^(status|statuscode|code|httpstatus|httpcode|errorcode)$/.test(name) &&
			httpMeaning(Number(value)) === 'failed',
	);
}

/** 34, 0.34, "34 %"; 100 and 1 are no progress any more. */
function isUnderWay(raw: unknown): boolean {
	const value = asNumber(raw);
	return value !== undefined && value >= 0 && value < 100 && value !== 1;
}

/** Much content beside a state object: it is the state of a thing, and the response is about it. */
function isRich({ fields }: Container): boolean {
	return (
		fields.filter(({ value }) => typeof value === 'object' && value !== null).length > MAX_LIGHT
	);
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
	return coreOf(outlineOf(content.value)).some(({ fields }) =>
		fields.some(
			({ name, value }) =>
				/^(data|results|items|rows|records)$/.test(name) &&
				Array.isArray(value) &&
				value.length > 0,
		),
	);
}

/** No more than ids, times, numbers and a word or two: nothing that anyone could want as a result. */
function isLight(container: Container, { anyWord = false } = {}): boolean {
	return container.fields.every(({ key, name, value, path }) => {
		if (value === null || isScalarNumberOrFlag(value) || isIdKey(key)) return true;
		if (typeof value === 'string') {
			const isResult = RESULT_KEYS.has(name) && NO_VERDICT.test(normalizeKey(value));
			if (isStateKey(key) || isResult || value === '' || hasRole(key, 'time')) return true;
			return isMessage(key) || (anyWord && isWordOrId(value));
		}
		if (Array.isArray(value))
			return (
				value.length === 0 ||
				container.children.some((each) => each.path === `${path}.0` && isLight(each, { anyWord }))
			);
		const inner = container.children.find((each) => each.path === path);
		return inner !== undefined && isLight(inner, { anyWord });
	});
}

function isWordOrId(text: string): boolean {
	return (text.length <= LONGEST_WORD || !/\s/.test(text)) && !/[/@]/.test(text);
}

/** Whether there is something beside what is said of a job and its error. */
function hasContent({ fields, children }: Container): boolean {
	return fields.some(({ key, value, path }) => {
		if (BESIDE_ERROR.test(key) || isIdKey(key) || isScalarNumberOrFlag(value)) return false;
		if (children.some((each) => each.path === path && each.isCore)) return false;
		return typeof value === 'string' ? RESULT.test(key) && value !== '' : !isEmpty(value);
	});
}

/** Whether there is a place for the result, and nothing in it. */
function hasEmptyResult({ fields }: Container): boolean {
	const results = fields.filter(({ key }) => isResultKey(key));
	return results.length > 0 && results.every(({ value }) => isEmpty(value));
}

/** The same, but for links: they may be there from the beginning. */
function isAwaited({ fields }: Container): boolean {
	const results = fields.filter(({ key, value }) => isResultKey(key) && typeof value === 'object');
	return results.length > 0 && results.every(({ value }) => isEmpty(value));
}

function isResultKey(key: string): boolean {
	return RESULT.test(key) && !BESIDE_ERROR.test(key);
}

function isFilledObject(value: unknown): boolean {
	return typeof value === 'object' && !isEmpty(value);
}

function valueOf(content: Content): unknown {
	if (content.kind === 'data') return content.value;
	return content.kind === 'text' ? content.text.trim() : undefined;
}
