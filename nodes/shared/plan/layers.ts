import type { Cost } from '../recognition/cost';
import type { JobId } from '../recognition/jobId';
import { valueAtPath } from '../recognition/jobLink';
import type { ReadState } from '../recognition/jobState';
import { isNullOn, noListAt } from '../recognition/rows';
import type { Found, RuleId } from '../recognition/rules';
import { isEnvelopeWord, type JobOverrides } from '../recognition/stateWords';
import type { Content } from '../http/types';
import { isRecord, valueAt } from '../values/records';
import {
	endpointLabel,
	planFor,
	type Contract,
	type PlaceName,
	type Plan,
	type StatePlan,
} from './plan';
import { planOfPlace, planOfState, propose, type StateOptions, type Subject } from './propose';
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
	return { what, now: now?.slice(0, MAX_SHOWN), isPinned, isError: isPinned && contract.strict };
}

export interface Outcome<T> {
	entry: T;
	difference?: Difference;
	/** The plan by which the entry was read, or could be; empty if none can. A function, as only Explain Recognition needs it. */
	plan: () => Plan;
}

/** Who can say where a value is. The first that is there counts. */
interface Layers<T> {
	/** 'ID Path', 'State Path' or 'Rows Path'. It is taken literally: where nothing is there, nothing is proposed. */
	option?: () => T;
	/** The contract of the credential, or the service's OpenAPI document. Where a response differs, the next layer is asked. */
	contract?: () => { entry: T; plan: Plan } | { difference: string };
	/** Where an earlier response of the same job or list had it. */
	earlier?: () => T | undefined;
	/** Recognition. */
	proposed: () => T;
	/** The plan that reads an entry of the other layers again. */
	planOf: (entry: T) => Plan;
	/** It may be missing. It is a difference only if it is somewhere else now. */
	isOptional?: boolean;
}

function firstOf<T extends { path?: string } | undefined>(
	reading: Reading,
	name: keyof Plan,
	{ option, contract, earlier, proposed, planOf, isOptional = false }: Layers<T>,
): Outcome<T> {
	const outcome = (entry: T): Outcome<T> => ({ entry, plan: () => planOf(entry) });
	if (option !== undefined) return outcome(option());
	const pinned = contract?.();
	if (pinned !== undefined && 'plan' in pinned) return { ...pinned, plan: () => pinned.plan };
	const entry = earlier?.() ?? proposed();
	if (pinned === undefined || (isOptional && entry === undefined)) return outcome(entry);
	const difference = differenceOf(reading, name, pinned.difference, entry?.path);
	return { ...outcome(entry), difference };
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

interface PlaceLayers<T> extends Pick<Layers<T | undefined>, 'proposed' | 'isOptional'> {
	option?: string;
	earlier?: string;
}

/** Reads a value that is at a path. */
function readAt<Name extends PlaceName, Proposed>(
	reading: Reading,
	name: Name,
	{ option, earlier, ...layers }: PlaceLayers<Found<PlaceValues[Name]> & Proposed>,
): Outcome<Entry<PlaceValues[Name], Proposed> | undefined> {
	const source = sourceIn(reading);
	const at = (rule: RuleId, paths: readonly string[]) => {
		const place = readPlace(source, name, paths);
		return place && ({ ...place, rule } as Entry<PlaceValues[Name], Proposed>);
	};
	const pinned = (paths: readonly string[]) => {
		const entry = at('contract', paths);
		// Null is where the value would be: it is absent, and has not moved.
		const isNull = name !== 'id' && paths.some((path) => valueAtPath(source, path) === null);
		if (entry !== undefined || isNull) return { entry, plan: { [name]: paths } };
		return { difference: `${NOUNS[name]} is not at '${paths.join("' or '")}'` };
	};
	const { [name]: paths } = planFor(reading.contract, reading.endpoint);
	return firstOf<Entry<PlaceValues[Name], Proposed> | undefined>(reading, name, {
		...layers,
		...(option !== undefined && { option: () => at('stated', [option]) }),
		...(paths !== undefined && { contract: () => pinned(paths) }),
		...(earlier !== undefined && { earlier: () => at('earlier', [earlier]) }),
		planOf: (entry) => planOfPlace(source, name, entry),
	});
}

export type IdEntry = Entry<JobId['value'], JobId>;

export function readId(reading: Reading): Outcome<IdEntry | undefined> {
	const option = reading.overrides.idPath;
	return readAt(reading, 'id', { option, proposed: () => propose.id(reading) });
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
	const proposed = () => propose.rows(reading);
	const isOptional = earlier !== undefined;
	const outcome = readAt(reading, 'rows', { option, earlier, proposed, isOptional });
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
	// After the last page, some services leave the list out.
	if (earlier !== undefined && valueAt(value, path) === undefined) return undefined;
	throw noListAt(value, path);
}

export function readValue<Name extends 'link' | 'rating' | 'count'>(
	reading: Reading,
	name: Name,
): Outcome<Entry<PlaceValues[Name]> | undefined> {
	const proposed = () => propose[name](reading) as Found<PlaceValues[Name]> | undefined;
	return readAt(reading, name, { proposed, isOptional: name === 'link' });
}

/** What a request cost, and what is left of the account's credits, which no plan describes. */
export function readCost(reading: Reading): Cost & Pick<Outcome<unknown>, 'plan'> {
	const { used: proposed, left } = propose.cost(reading);
	const { entry: used, plan } = readAt(reading, 'cost', {
		proposed: () => proposed,
		isOptional: true,
	});
	return { used, left, plan };
}

export const NO_STATE: ReadState = { state: 'pending', rawState: null, basis: 'assumed' };

/** The state, and of a job that has ended the reason, each by its own layers. */
export function readJobState(reading: Reading, options?: StateOptions): Outcome<ReadState> {
	const state = readStateAlone(reading, options);
	const { entry } = state;
	if (entry.state === 'pending') return state;
	const proposed = () => {
		if (entry.state !== 'failed') return undefined;
		return (entry.rule === 'contract' ? propose.state(reading, options) : entry).reasonReading;
	};
	const reason = readAt(reading, 'reason', { proposed, isOptional: true });
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
	const { state: statePlan, reason } = planFor(contract, endpoint);
	const pinned = (state: StatePlan) => {
		const read = readPlannedState(source, { state, reason }, overrides);
		if (read.kind === 'missing') {
			return { difference: `the state is not at '${state.path.join("' or '")}'` };
		}
		const plan = { state };
		if (read.kind === 'state') return { entry: { ...read, rule: 'contract' as const }, plan };
		const { word, path } = read;
		if (options?.submission && isEnvelopeWord(word)) return { entry: NO_STATE, plan };
		return { difference: `the state '${word.slice(0, MAX_SHOWN)}' at '${path}' is unknown` };
	};
	// Recognition also reads the word at 'State Path' and at the place of an earlier response: it knows what words mean.
	const proposed = () => propose.state(reading, options);
	return firstOf<ReadState>(reading, 'state', {
		option: overrides.statePath === undefined ? undefined : proposed,
		contract: statePlan && (() => pinned(statePlan)),
		proposed,
		planOf: (entry) => planOfState(source, entry, overrides),
	});
}
