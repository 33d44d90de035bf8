import type { Content, ServiceResponse } from '../http/types';
import { textOf } from '../values/text';
import { firstError } from './error';
import {
	flagSigns,
	INNER_STATE_KEYS,
	is,
	isAwaited,
	isJobStateKey,
	isLight,
	isOpen,
	isPhase,
	isStateKey,
	isThing,
	isOfMonitoring,
	MAX_WORD_LENGTH,
	resultOf,
	saysNotReady,
	STATE_NAMES,
	stateObjects,
	type Sign,
} from './jobSigns';
import { normalizeKey } from './keys';
import { containerFields, type Container } from './outline';
import { hasRole, isSureJobWord, jobWordsBefore } from './roles';
import { bySureness, candidate, weighed, type Candidate, type RuleId, type Weight } from './rules';
import { asFlag, asText } from './scalars';
import { isAmbiguous, isEnvelopeWord, isNeutralEnd, LISTED, meaningOf } from './stateWords';
import type { JobOverrides, JobState } from './stateWords';

/**
 * What a state rests on: a word of the service, a flag, a number or time that tells of progress,
 * an error in the place of a response, the HTTP status, rows, or nothing at all.
 */
export type StateEvidence = 'word' | 'flag' | 'progress' | 'error' | 'status' | 'rows' | 'assumed';

export interface Said {
	state: JobState;
	/** The word of the service; null if it used none. */
	rawState: string | null;
	basis: StateEvidence;
	unknown?: boolean;
	/** Why it failed, in the words of the service; of a finished job, what it tells next to. */
	reason?: string;
}

export interface Subject {
	content: Content;
	response: ServiceResponse;
	overrides: JobOverrides;
	containers: Container[];
	submission: boolean;
}

/** The first that holds names a key. */
const STATE_KEYS: ReadonlyArray<[RuleId, (key: string) => boolean]> = [
	['state.key', isStateKey],
	['state.job', isJobStateKey],
	['state.general', is.generalState],
	['state.phase', isPhase],
];

/** Words for a state, at keys for one. */
export function byWords(subject: Subject): Array<Candidate<Said>> {
	const found = subject.containers.flatMap((each) => wordsIn(each, subject));
	const own = bySureness(found).filter(({ path }) => !isOfMonitoring(path));
	const isSaid = ({ value }: Expressed) => value.state !== 'failed' && !value.unknown;
	return (own.length > 0 ? own : found.filter(isSaid)).map((each) => settled(each, subject));
}

/** `{ last_run: { status: "running" } }`, `{ meta: { status: "running" }, data }`: these count where nothing else has a state. */
export function byAside({ containers, overrides }: Subject): Array<Candidate<Said>> {
	const own = containers.filter((each) => !isThing(each));
	const near = own.flatMap((each) => [each, ...each.children]);
	return containerFields(near).flatMap(({ key, path, value }) => {
		const isLast = path.split('.').some((each) => hasRole(each, 'lastJob'));
		const isAside = isLast || /^(meta|metadata|info)\./.test(path);
		const said =
			isAside && isPhase(`a_${key}`) ? saidBy(asText(value) ?? '', overrides) : undefined;
		if (said?.state !== 'pending' || said.unknown) return [];
		return [weighed(candidate('state.job', path, said), [[true, -4]])];
	});
}

/** Flags next to what is said of a job. */
export function byFlags(subject: Subject): Array<Candidate<Said>> {
	const [flag] = flagSigns(subject.containers);
	if (flag === undefined) return [];
	if (flag.state === 'failed' && saysNotReady(subject.containers)) {
		const said: Said = { state: 'pending', rawState: null, basis: 'progress' };
		return [candidate('state.message', flag.path, said)];
	}
	const { state, word: rawState, path } = flag;
	const found = candidate('state.flag', path, { state, rawState, basis: 'flag' as const });
	return [state === 'finished' ? settled(found, subject) : found];
}

export function saidBy(rawState: string, overrides: JobOverrides): Said {
	const state = meaningOf(rawState, overrides)?.state ?? httpWord(rawState);
	if (state === undefined) return { state: 'pending', rawState, basis: 'word', unknown: true };
	return { state, rawState, basis: 'word' };
}

/** What the service said in so many words. */
type Expressed = Candidate<Said & { rawState: string }>;

function wordsIn(container: Container, subject: Subject): Expressed[] {
	const { overrides, submission } = subject;
	return container.fields.flatMap(({ key, value: raw, path }) => {
		const [rule] = STATE_KEYS.find(([, isKey]) => isKey(key) && !hasRole(key, 'other')) ?? [];
		// A flag under the name of a state is read as one.
		if (rule === undefined || raw === null || asFlag(raw) !== undefined) return [];
		const inner = innerState(container, path, overrides);
		const text = asText(inner?.value ?? raw);
		const word = text ?? textOf(raw).slice(0, MAX_WORD_LENGTH);
		const said = { ...saidBy(word, overrides), rawState: word };
		// Numbers of HTTP are states of jobs alone. Others, and what is no word, are shown where nothing else is.
		const isAlone =
			rule === 'state.key' && !submission && container.depth === 0 && isLight(container);
		const isHttp = rule === 'state.job' && typeof raw === 'number';
		if (text === undefined && !(said.unknown ? isAlone : isHttp)) return [];
		const found = candidate(rule, inner?.path ?? path, said);
		return [weighed(found, doubtsOf(found, { key, container }, subject))];
	});
}

function doubtsOf(
	{ value: { rawState: word, unknown }, rule }: Expressed,
	{ key, container }: { key: string; container: Container },
	{ overrides, submission }: Subject,
): Weight[] {
	const isJob = rule === 'state.job';
	const isListed = meaningOf(word, overrides)?.listed ?? httpWord(word) !== undefined;
	const isOfJob = container.isJobLike || key === '.tag';
	const isInJob = isJob || (container.isJobLike && container.depth > 0);
	const isOfCall = !isJob || /^(request|query)status$/.test(normalizeKey(key));
	const isSure = !isJob || jobWordsBefore(key, STATE_NAMES)?.some(isSureJobWord);
	const strange = isThing(container) || !isSure ? -6 : isInJob ? -3 : -5;
	return [
		[rule === 'state.phase' && !(isListed && isOfJob), -4],
		[rule === 'state.general' && !isOfJob, isThing(container) ? -5 : -2],
		[unknown, strange],
		[isOfCall && isEnvelopeWord(word), -4],
		[submission && isEnvelopeWord(word), -4],
	];
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
function settled(found: Expressed, subject: Subject): Candidate<Said> {
	const { value, path } = found;
	const { state, rawState, basis, unknown } = value;
	if (unknown || state === 'pending') return found;
	const as = (more: Partial<Said>, at = path) => {
		return { ...found, value: { ...value, ...more }, path: at };
	};
	const sign = contrarySign(found, subject);
	if (sign !== undefined) {
		return as({ state: sign.state, rawState: `${rawState} (${sign.word})` }, sign.path);
	}
	if (state !== 'finished') return found;
	const { containers } = subject;
	const within = firstError(containers.flatMap(stateObjects));
	const reason = within ?? firstError(containers);
	if (reason === undefined) return found;
	// An error in the place of the result; next to one, or next to a success, it is only mentioned.
	const isInstead = basis === 'flag' || (isNeutralEnd(rawState) && containers.some(isAwaited));
	return as(within !== undefined || isInstead ? { state: 'failed', reason } : { reason });
}

/**
 * What says otherwise next to the word for an end: `failed` with `will_retry: true`, `crawl_completed` with
 * the stage `analysis_running`, `ready` with an empty end time, `completed` with the conclusion `failure` or with `success: false`.
 */
function contrarySign(
	{ value: { state, rawState: word, basis }, path }: Expressed,
	{ containers, overrides }: Subject,
): Sign | undefined {
	const isNamed = state === 'finished' && basis === 'word' && !LISTED.has(normalizeKey(word));
	const running = containerFields(containers).find((field) => {
		const { key, value } = field;
		if (field.path === path) return false;
		return (
			(state === 'failed' && is.retried(key) && asFlag(value) === true) ||
			(isNamed && isPhase(key) && meaningOf(asText(value) ?? '', overrides)?.state === 'pending') ||
			(isAmbiguous(word) && isOpen(field))
		);
	});
	if (running !== undefined) {
		const { key, value } = running;
		return { state: 'pending', word: `${key}: ${String(value)}`, path: running.path };
	}
	const result = resultOf(containers, overrides);
	if (result !== undefined && result.state !== state) return result;
	const isBad = (flag: Sign) => flag.state === 'failed';
	return state === 'finished' ? flagSigns(containers).find(isBad) : undefined;
}

function httpWord(word: string): JobState | undefined {
	if (/^[45]\d\d$/.test(word)) return 'failed';
	if (word === '202') return 'pending';
	return /^2\d\d$/.test(word) ? 'finished' : undefined;
}
