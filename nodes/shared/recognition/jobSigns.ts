import type { Content } from '../http/types';
import { isRecord } from '../values/records';
import { isIdKey } from './jobId';
import { keyTests, memoize, normalizeKey, splitKey, words } from './keys';
import { type Container, containerFields, coreOf, outlineOf, type ResponseField } from './outline';
import { hasRole, jobWordsBefore } from './roles';
import { asFlag, asNumber, asText, isEmpty, isScalarNumberOrFlag, isUnderWay } from './scalars';
import { meaningOf, type JobOverrides, type JobState } from './stateWords';

/** Where services say how a job went that has ended. */
const RESULT_KEY =
	/^(resultstate|resultstatus|conclusion|outcome|completionstate|completionresult|finalstatus|finalstate|exitstatus|result|resultcode)$/;
/** A verdict of a check may be called the same. */
const NO_VERDICT = /^(failed|failure|error|errored|aborted|cancell?ed|timedout|success|succeeded)$/;
/** Within `status: { state: ... }`. */
export const INNER_STATE_KEYS = words('state status value name code phase text label id message');

export const isStateKey = (key: string) => /^(status|state)$/.test(normalizeKey(key));
export const STATE_NAMES = ['status', 'state'];
/** A job's word before `status`; but not that of a result. */
export const isJobStateKey = memoize(
	(key: string): boolean =>
		!RESULT_KEY.test(normalizeKey(key)) && jobWordsBefore(key, STATE_NAMES) !== undefined,
);
export const is = keyTests({
	/** Words before `status` that say something only where a job is spoken of. */
	generalState: /^(life ?cycle|current|overall|provisioning|review) (status|state)$/,
	progress:
		/^(progress|(.* )?(progress|percent|percentage|completion) (percent|percentage|complete|completion|completed|done|value)|progress ratio)$/,
	endedAt:
		/^(.* )?(finished|completed|ended|done|completion) (at|on|time|date)$|^(.* )?end (date )?time$/,
	retried: /^((will|is|being) (be )?)?(retry|retried|retrying)$/,
	message:
		/^(.* )?(message|msg)$|^((status|state) )?(details?|description|info|note)$|^(status|state) text$/,
});
/** Also what a service calls a state of its own: `dispatchState`. */
export const isPhase = (key: string) =>
	key === '.tag' || /^(phase|stage|event)$|.(status|state)$/.test(normalizeKey(key));

/** The monitoring of a screening may be off, or go on after it: it says something only where nothing else does. */
export const isOfMonitoring = (path: string) => /(^|\.)monitor/i.test(path);

const BESIDE_ERROR = /error|message|detail|warning|extension|location|path|meta|trace|status|code/i;
const RESULT =
	/result|output|data|response|items|rows|records|content|report|download|file|url|link|href/i;

/** A longer text is no word for a state. */
export const MAX_WORD_LENGTH = 40;

/** Some services call it an error: `{ success: false, reason: "Request not ready yet" }`. */
export const saysNotReady = (containers: Container[]): boolean =>
	containerFields(containers).some(({ value }) =>
		NOT_READY.test(asText(value)?.slice(0, 200) ?? ''),
	);
const NOT_READY = /\b(not (yet )?ready|in (progress|process|processing)|being processed)\b/i;

/** What tells of the state of a job next to a word for it. */
export interface Sign {
	state: JobState;
	word: string;
	path: string;
}

export const isUnfinished = ({ key, value }: ResponseField): boolean =>
	is.progress(key) && isUnderWay(value);

export const isOpen = (field: ResponseField): boolean =>
	isUnfinished(field) || (is.endedAt(field.key) && isEmpty(field.value));

/** Where services say how a job went that has ended. */
export function resultOf(containers: Container[], overrides: JobOverrides): Sign | undefined {
	const places = containers.flatMap((each) => [...stateObjects(each), each]);
	const signs = containerFields(places).flatMap(({ name, path, value }) => {
		const word = RESULT_KEY.test(name) ? (asText(value) ?? '') : '';
		const state = meaningOf(word, overrides)?.state;
		const isVerdict =
			/^(result(code)?|outcome)$/.test(name) && !NO_VERDICT.test(normalizeKey(word));
		// A good code is that of the call, whatever became of the job.
		if (isVerdict || (name === 'resultcode' && state !== 'failed')) return [];
		return state === undefined || state === 'pending' ? [] : [{ path, word, state }];
	});
	return signs[0];
}

const DONE = words('done finished completed complete ready ended processed');
const RUNNING = words('running building inprogress processing pending queued working incomplete');
const FAILED = words('failed errored error failure cancelled canceled aborted');
const GOOD = words('success successful succeeded ok okay status');
/** What flags mean, without `is`, `has` and a job's word before them. The first decides. */
const FLAGS: Array<[names: string[], on: boolean, JobState]> = [
	[FAILED, true, 'failed'],
	[RUNNING, true, 'pending'],
	[DONE, false, 'pending'],
	[GOOD, false, 'failed'],
	[DONE, true, 'finished'],
	[RUNNING, false, 'finished'],
];

/** What flags say, those first that decide. */
export function flagSigns(containers: Container[]): Sign[] {
	const flags = containers.flatMap(flagsIn);
	return FLAGS.flatMap(([names, on, state]) =>
		flags
			.filter((flag) => flag.on === on && names.includes(flag.said))
			.map(({ key, path }) => ({ state, word: `${key}: ${on}`, path })),
	);
}

function flagsIn(container: Container) {
	const isSure = container.isMarked || isLight(container);
	// `status: { running: true }`: numbers are counts there.
	const inner = isThing(container) ? [] : containerFields(stateObjects(container));
	return [...container.fields, ...inner].flatMap((field) => {
		const { key, value, name, path } = field;
		const isInner = inner.includes(field);
		const isBit =
			name === 'success' ? !container.fields.some(isCount) : /^(done$|is|has)/i.test(key);
		const on = asFlag(value, { bits: !isInner && isBit });
		const said = flagName(key);
		// An envelope says so of the call, and a job of itself; other things have such flags too.
		const isOfCall = GOOD.includes(said) || (name === 'error' && container.depth === 0);
		const isUnfinished =
			(DONE.includes(said) && on === false) || (RUNNING.includes(said) && on === true);
		// Next to the rows that there are so far.
		const isPartial = isUnfinished && container.depth === 0 && container.fields.some(isList);
		const counts = isSure || isOfCall || isInner || isPartial || said === 'done';
		return counts && on !== undefined ? [{ key, said, on, path }] : [];
	});
}

const isList = ({ value }: ResponseField) => Array.isArray(value);

/** `{ success: 0, rejected: 3 }` */
const isCount = ({ key, name, value }: ResponseField) =>
	name !== 'success' &&
	asNumber(value) !== undefined &&
	(/fail|error|total|count/.test(name) ||
		!(isAnyId(key) || is.progress(key) || hasRole(key, 'call', 'echo', 'time', 'trace')));

const flagName = memoize((key: string): string => {
	const said = splitKey(key).filter((word) => !['is', 'has', 'was'].includes(word));
	const own = said.filter((word) => word === 'progress' || !hasRole(word, 'job'));
	return (own.length === 0 ? said : own).join('');
});

/** Whether there is something next to what is said of a job and its error. */
export function hasContent({ fields, children }: Container): boolean {
	return fields.some(({ key, value, path }) => {
		if (BESIDE_ERROR.test(key) || isIdKey(key) || isScalarNumberOrFlag(value)) return false;
		if (children.some((each) => each.path === path && each.isCore)) return false;
		return typeof value === 'string' ? RESULT.test(key) && value !== '' : !isEmpty(value);
	});
}

/** The objects in the place of a state: `status: { state, message }`. */
export const stateObjects = ({ children }: Container): Container[] =>
	children.filter(({ key, entryOf }) => isStateKey(key) && entryOf === undefined);

/** Something with a name of its own: its state is none of a job. */
export function isThing({ fields, isJobLike }: Container): boolean {
	return (
		!isJobLike &&
		fields.some(({ key, value }) => hasRole(key, 'identity') && asText(value) !== undefined)
	);
}

/** JSON for "nothing", or no more than the ID that was asked for. A list may well be empty. */
export function saysNothing(value: unknown): boolean {
	const root = outlineOf(value)[0];
	if (root === undefined || Array.isArray(value)) return value === null || value === '';
	return root.fields.every((field) => field.value === null || isAnyId(field.key));
}

const isAnyId = (key: string) => isIdKey(key) || /^(id|uuid)$/.test(splitKey(key).at(-1) ?? '');

/** `{ status: "success", data: null }`: a place for a result, and not even an empty list in it. */
export function holdsNothing({ fields }: Container): boolean {
	const matter = fields.filter(({ key }) => !hasRole(key, 'call', 'trace', 'page'));
	const isVoid = ({ value }: ResponseField) =>
		value === null || (isRecord(value) && isEmpty(value));
	return matter.length > 0 && matter.every(isVoid);
}

/** A list, a table or a file is what was asked for, and not a word on the job. */
export function isEvidentResult(content: Content): boolean {
	if (content.kind !== 'data' || !isRecord(content.value)) return true;
	return containerFields(coreOf(outlineOf(content.value))).some(
		({ name, value }) =>
			/^(data|results|items|rows|records)$/.test(name) && Array.isArray(value) && value.length > 0,
	);
}

/** No more than ids, times, numbers and a word or two: nothing that anyone could want as a result. */
export function isLight(container: Container, { anyWord = false } = {}): boolean {
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
	const isResult = RESULT_KEY.test(name) && NO_VERDICT.test(normalizeKey(text));
	return isStateKey(key) || isResult || text === '' || hasRole(key, 'time');
}

/** Whether there is a place for the result, and nothing in it. Links may be there from the beginning. */
export function isAwaited({ fields }: Container): boolean {
	const results = fields.filter(
		({ key, value }) => RESULT.test(key) && !BESIDE_ERROR.test(key) && typeof value === 'object',
	);
	return results.length > 0 && results.every(({ value }) => isEmpty(value));
}
