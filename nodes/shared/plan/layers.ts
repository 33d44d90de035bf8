import type { Content } from '../http/types';
import type { Cost } from '../recognition/cost';
import type { JobId } from '../recognition/jobId';
import { valueAtPath } from '../recognition/jobLink';
import type { ReadState } from '../recognition/jobState';
import { isNullOn, noListAt } from '../recognition/rows';
import type { Found, RuleId } from '../recognition/rules';
import { isEmpty } from '../recognition/scalars';
import { isEnvelopeWord, type JobOverrides } from '../recognition/stateWords';
import { isRecord, valueAt } from '../values/records';
import { endpointLabel, planFor, type Contract, type PlaceName, type Plan } from './plan';
import { planOfPlace, planOfState } from './planOf';
import { propose, type StateOptions, type Subject } from './propose';
import { readPlace, readPlannedState, sourceOf, type PlaceValues } from './read';

/** What the user says about responses: the options of the node, and the contract of the credential. */
export interface Stated {
	overrides: JobOverrides;
	/** 'Rows Path'. */
	rowsPath?: string;
	contract?: Contract;
}

export type Reading = Subject & Stated;

/** An entry of the contract for which a response has no readable value. */
export interface Difference {
	/** E.g. "the ID is not at 'data.id'". */
	what: string;
	/** Where recognition finds it. */
	now?: string;
	/** The page of a list that differs. */
	content?: Content;
	/** The user pinned the entry. If not, the service's OpenAPI document describes it. */
	isPinned: boolean;
	/** The entry is pinned, and the contract is strict. */
	isError: boolean;
}

const MAX_SHOWN = 100;

export function differenceOf(
	{ contract, endpoint }: Pick<Reading, 'contract' | 'endpoint'>,
	name: keyof Plan,
	what: string,
	now?: string,
): Difference {
	const isPinned = contract?.plans.get(endpointLabel(endpoint))?.[name] !== undefined;
	// At the same place, it cannot be read.
	const elsewhere = what.includes(`'${now}'`) ? undefined : now;
	return {
		what,
		now: elsewhere?.slice(0, MAX_SHOWN),
		isPinned,
		isError: isPinned && contract.strict,
	};
}

export interface Outcome<T> {
	entry: T;
	difference?: Difference;
	/** The plan by which the entry was read, or could be; empty if none can. A function, as only Explain Recognition needs it. */
	plan: () => Plan;
}

/** A value of a response. Recognition adds what makes it uncertain. */
export type Entry<T, Proposed = object> = Found<T> & Partial<Omit<Proposed, keyof Found<T>>>;

const sourceIn = ({ content, response, endpoint }: Reading) =>
	sourceOf(content, response, endpoint.path);

const NOUNS = {
	id: 'the ID',
	reason: 'the reason',
	rows: 'the list',
	link: 'the link',
	rating: 'the rating',
	count: 'the number of flagged items',
	cost: 'the cost',
};

interface Layers<T> {
	/** 'ID Path' or 'Rows Path'. It is taken literally: where nothing is there, nothing is recognised. */
	option?: string;
	/** Where an earlier response of the same list had it. */
	earlier?: string;
	recognise: () => T | undefined;
	/** It may be missing. It is a difference only if it is somewhere else now. */
	isOptional?: boolean;
}

/**
 * Reads a value by the first who can say where it is: the option of the node, the contract of the credential or the
 * service's OpenAPI document, an earlier response, recognition. Where a response differs from the contract, the next is asked.
 */
function readAt<Name extends PlaceName, Recognised>(
	reading: Reading,
	name: Name,
	layers: Layers<Found<PlaceValues[Name]> & Recognised>,
): Outcome<Entry<PlaceValues[Name], Recognised> | undefined> {
	const { option, earlier, recognise, isOptional = false } = layers;
	type Value = Entry<PlaceValues[Name], Recognised> | undefined;
	const source = sourceIn(reading);
	const at = (rule: RuleId, paths: readonly string[]) => {
		const place = readPlace(source, name, paths);
		return place && ({ ...place, rule } as Value);
	};
	const outcome = (entry: Value) => ({ entry, plan: () => planOfPlace(source, name, entry) });
	if (option !== undefined) return outcome(at('stated', [option]));
	const { [name]: paths } = planFor(reading.contract, reading.endpoint);
	if (paths !== undefined) {
		const entry = at('contract', paths);
		// Null is where the value would be: it is absent, and has not moved.
		const isNull = name !== 'id' && paths.some((path) => valueAtPath(source, path) === null);
		if (entry !== undefined || isNull) return { entry, plan: () => ({ [name]: paths }) };
	}
	const entry = (earlier === undefined ? undefined : at('earlier', [earlier])) ?? recognise();
	if (paths === undefined || (isOptional && entry === undefined)) return outcome(entry);
	const what = `${NOUNS[name]} is not at '${paths.join("' or '")}'`;
	return { ...outcome(entry), difference: differenceOf(reading, name, what, entry?.path) };
}

export type IdEntry = Entry<JobId['value'], JobId>;

export function readId(reading: Reading): Outcome<IdEntry | undefined> {
	const option = reading.overrides.idPath;
	return readAt(reading, 'id', { option, recognise: () => propose.id(reading) });
}

export type RowsEntry = Entry<unknown[], { candidates: string[] }>;

/** `earlier`: where the rows of the page before were. After the last page, some services leave the list out. */
export function readRows(reading: Reading, earlier?: string): Outcome<RowsEntry | undefined> {
	const { content, rowsPath: option } = reading;
	const isEmptyObject =
		content.kind === 'data' && isRecord(content.value) && Object.keys(content.value).length === 0;
	// An empty response has no rows, wherever they would be.
	if (content.kind === 'empty' || (isEmptyObject && earlier !== undefined)) {
		return { entry: { value: [], path: earlier ?? '', rule: 'rows.nothing' }, plan: () => ({}) };
	}
	const recognise = () => propose.rows(reading);
	const isOptional = earlier !== undefined;
	const outcome = readAt(reading, 'rows', { option, earlier, recognise, isOptional });
	const { entry } = outcome;
	if (entry === undefined) {
		return option === undefined
			? outcome
			: { ...outcome, entry: withoutRows(content, option, earlier) };
	}
	const isNull = valueAtPath(sourceIn(reading), entry.path) === null;
	if (entry.rule !== 'contract' || !isNull || isOptional) return outcome;
	// Null in the place of the rows is an empty list, unless there are rows somewhere else.
	const now = readRows({ ...reading, contract: undefined });
	if (now.entry === undefined || now.entry.value.length === 0) return outcome;
	const what = `${NOUNS.rows} is not at '${entry.path}'`;
	return { ...now, difference: differenceOf(reading, 'rows', what, now.entry.path) };
}

/** Nothing is at the path of the user: an empty list, the end of a list, or a mistake. */
function withoutRows(
	content: Content,
	path: string,
	earlier: string | undefined,
): RowsEntry | undefined {
	if (content.kind !== 'data') return undefined;
	const { value } = content;
	if (isNullOn(value, path)) return { value: [], path, rule: 'stated' };
	if (earlier !== undefined && valueAt(value, path) === undefined) return undefined;
	throw noListAt(value, path);
}

export function readValue<Name extends 'link' | 'rating' | 'count'>(
	reading: Reading,
	name: Name,
): Outcome<Entry<PlaceValues[Name]> | undefined> {
	const recognise = () => propose[name](reading) as Found<PlaceValues[Name]> | undefined;
	return readAt(reading, name, { recognise, isOptional: name === 'link' });
}

/** What a request cost, and what is left of the account's credits, which no plan describes. */
export function readCost(reading: Reading): Cost & Pick<Outcome<unknown>, 'plan'> {
	const found = propose.cost(reading);
	const layers = { recognise: () => found.used, isOptional: true };
	const { entry: used, plan } = readAt(reading, 'cost', layers);
	return { used, left: found.left, plan };
}

export const NO_STATE: ReadState = { state: 'pending', rawState: null, basis: 'assumed' };

/** The state, and of a job that has ended the reason, each by its own layers. */
export function readJobState(reading: Reading, options?: StateOptions): Outcome<ReadState> {
	const state = readStateAlone(reading, options);
	const { entry } = state;
	if (entry.state === 'pending') return state;
	const recognise = () => {
		if (entry.state !== 'failed') return undefined;
		return entry.reasonReading ?? propose.state(reading, options).reasonReading;
	};
	const reason = readAt(reading, 'reason', { recognise, isOptional: true });
	const { entry: reasonReading } = reason;
	return {
		entry: { ...entry, reason: reasonReading?.value ?? entry.reason, reasonReading },
		difference: state.difference ?? reason.difference,
		plan: () => ({ ...state.plan(), ...reason.plan() }),
	};
}

function readStateAlone(reading: Reading, options?: StateOptions): Outcome<ReadState> {
	const { overrides, contract, endpoint } = reading;
	const source = sourceIn(reading);
	const recognised = (differs?: string): Outcome<ReadState> => {
		const entry = propose.state(reading, options);
		const difference =
			differs === undefined ? undefined : differenceOf(reading, 'state', differs, entry.path);
		return { entry, difference, plan: () => planOfState(source, entry, overrides) };
	};
	const { state, reason } = planFor(contract, endpoint);
	if (state === undefined) return recognised();
	if (overrides.statePath !== undefined) {
		// The contract also knows what words mean at another place.
		const { pending, finished, failed } = state;
		const moved = { pending, finished, failed, path: [overrides.statePath] };
		const read = readPlannedState(source, { state: moved, reason }, overrides);
		if (read.kind !== 'state') return recognised();
		return { entry: { ...read, rule: 'stated' }, plan: () => ({ state: moved }) };
	}
	const pinned = (entry: ReadState) => ({ entry, plan: () => ({ state }) });
	const read = readPlannedState(source, { state, reason }, overrides);
	if (read.kind === 'state') return pinned({ ...read, rule: 'contract' });
	if (read.kind === 'missing') {
		// Null, or a list without rows, has not moved.
		const values = state.path.map((path) => valueAtPath(source, path));
		const isThere = values.some((value) => value !== undefined && isEmpty(value));
		return recognised(isThere ? undefined : `the state is not at '${state.path.join("' or '")}'`);
	}
	const { word, path } = read;
	if (options?.submission && isEnvelopeWord(word)) return pinned(NO_STATE);
	return recognised(`the state '${word.slice(0, MAX_SHOWN)}' at '${path}' is unknown`);
}
