import type { Content } from '../http/types';
import type { JobId } from '../recognition/jobId';
import type { ReadState } from '../recognition/jobState';
import { isNullOn, noListAt } from '../recognition/rows';
import type { Found } from '../recognition/rules';
import { isEnvelopeWord } from '../recognition/stateWords';
import { isRecord, valueAt } from '../values/records';
import { endpointLabel, planFor, type Contract, type Plan } from './plan';
import { planOfPlace, planOfState, propose, type Subject } from './propose';
import { readPlace, readState, sourceOf, valueAtPath, type PlaceValues } from './read';

/** A response, the options of the node, and the contract of the credential. */
export interface Reading extends Subject {
	/** 'Rows Path'. */
	rowsPath?: string;
	contract?: Contract;
}

/** An entry of the contract for which a response has no readable value. */
export interface Difference {
	/** E.g. "the ID is not at 'data.id'". */
	what: string;
	/** Where recognition finds it. */
	now?: string;
	id?: string | number;
	/** The page of a list that differs. */
	content?: Content;
	/** The user pinned the entry. If not, the service's OpenAPI document describes it. */
	isPinned: boolean;
	/** The entry is pinned, and the contract is strict. */
	isError: boolean;
}

export function differenceOf(
	{ contract, endpoint }: Pick<Reading, 'contract' | 'endpoint'>,
	name: keyof Plan,
	what: string,
	now?: string,
): Difference {
	const isPinned = contract?.plans.get(endpointLabel(endpoint))?.[name] !== undefined;
	return { what, now, isPinned, isError: isPinned && contract.strict };
}

export interface Outcome<T> {
	entry?: T;
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
	rows: 'the list',
	link: 'the link',
	rating: 'the rating',
	count: 'the number of flagged items',
};

interface Layers<T, Proposed> {
	/** The user's path. It is taken literally: where nothing is there, nothing is proposed. */
	option?: string;
	/** Where an earlier response of the same job or list had it. */
	earlier?: string;
	/** It may be missing. It is a difference only if it is somewhere else now. */
	isOptional?: boolean;
	propose: () => (Found<T> & Proposed) | undefined;
}

/** The options, the contract, earlier responses, recognition: the first that has an entry. */
function readLayers<Name extends keyof typeof NOUNS, Proposed>(
	reading: Reading,
	name: Name,
	{ option, earlier, isOptional = false, propose }: Layers<PlaceValues[Name], Proposed>,
): Outcome<Entry<PlaceValues[Name], Proposed>> {
	const source = sourceIn(reading);
	const at = (rule: Found<unknown>['rule'], paths: readonly string[]) => {
		const place = readPlace(source, name, paths);
		return place && ({ ...place, rule } as Entry<PlaceValues[Name], Proposed>);
	};
	const outcome = (entry?: Entry<PlaceValues[Name], Proposed>) => {
		return { entry, plan: () => planOfPlace(source, name, entry) };
	};
	if (option !== undefined) return outcome(at('stated', [option]));
	const { [name]: paths } = planFor(reading.contract, reading.endpoint);
	if (paths === undefined) {
		return outcome((earlier === undefined ? undefined : at('earlier', [earlier])) ?? propose());
	}
	const pinned = at('contract', paths);
	// Null is where the value would be: it is absent, and has not moved.
	const isNull = name !== 'id' && paths.some((path) => valueAtPath(source, path) === null);
	if (pinned !== undefined || isNull) return { entry: pinned, plan: () => ({ [name]: paths }) };
	const entry = propose();
	if (entry === undefined && isOptional) return { plan: () => ({}) };
	const what = `${NOUNS[name]} is not at '${paths.join("' or '")}'`;
	const id = name === 'id' ? (entry?.value as JobId['value'] | undefined) : undefined;
	return {
		...outcome(entry),
		difference: { ...differenceOf(reading, name, what, entry?.path), id },
	};
}

export type IdEntry = Entry<JobId['value'], JobId>;

export function readId(reading: Reading): Outcome<IdEntry> {
	const option = reading.overrides.idPath;
	return readLayers(reading, 'id', { option, propose: () => propose.id(reading) });
}

export type RowsEntry = Entry<unknown[], { candidates: string[] }>;

/** `earlier`: where the rows of the page before were. After the last page, some services leave the list out. */
export function readRows(reading: Reading, earlier?: string): Outcome<RowsEntry> {
	const { content, rowsPath } = reading;
	const isEmptyObject =
		content.kind === 'data' && isRecord(content.value) && Object.keys(content.value).length === 0;
	// An empty response has no rows, wherever they would be.
	if (content.kind === 'empty' || (isEmptyObject && earlier !== undefined)) {
		return { entry: { value: [], path: earlier ?? '', rule: 'rows.nothing' }, plan: () => ({}) };
	}
	const outcome = readLayers(reading, 'rows', {
		option: rowsPath,
		earlier,
		isOptional: earlier !== undefined,
		propose: () => propose.rows(reading),
	});
	if (rowsPath !== undefined)
		return outcome.entry ? outcome : withoutRows(reading, rowsPath, earlier);
	const { path = '', rule } = outcome.entry ?? {};
	// Null in the place of the rows is an empty list, unless there are rows somewhere else.
	const isNull = rule === 'contract' && valueAtPath(sourceIn(reading), path) === null;
	if (!isNull || earlier !== undefined) return outcome;
	const now = readRows({ ...reading, contract: undefined });
	if (now.entry === undefined || now.entry.value.length === 0) return outcome;
	const what = `the list is not at '${path}'`;
	return { ...now, difference: differenceOf(reading, 'rows', what, now.entry.path) };
}

/** Nothing is at the path of the user: an empty list, the end of a list, or a mistake. */
function withoutRows(
	{ content }: Reading,
	path: string,
	earlier: string | undefined,
): Outcome<RowsEntry> {
	const plan = () => ({});
	if (content.kind !== 'data') return { plan };
	const { value } = content;
	if (isNullOn(value, path)) return { entry: { value: [], path, rule: 'stated' }, plan };
	// After the last page, some services leave the list out.
	if (earlier !== undefined && valueAt(value, path) === undefined) return { plan };
	throw noListAt(value, path);
}

export function readValue<Name extends 'link' | 'rating' | 'count'>(
	reading: Reading,
	name: Name,
): Outcome<Entry<PlaceValues[Name]>> {
	return readLayers(reading, name, {
		isOptional: name === 'link',
		propose: () => propose[name](reading) as Found<PlaceValues[Name]> | undefined,
	});
}

/** What a request cost by the contract, or by recognition, and what is left of the account's credits. */
export function readCost(reading: Reading): {
	used?: Found<number>;
	left?: Found<number>;
	plan: () => Plan;
} {
	const source = sourceIn(reading);
	const { cost: paths } = planFor(reading.contract, reading.endpoint);
	if (paths === undefined) {
		const { used, left } = propose.cost(reading);
		return { used, left, plan: () => planOfPlace(source, 'cost', used) };
	}
	const pinned = readPlace(source, 'cost', paths);
	return { used: pinned && { ...pinned, rule: 'contract' }, plan: () => ({ cost: paths }) };
}

interface StateOptions {
	/** The response to a submission: `success` is about the request there, not about the job. */
	submission?: boolean;
	/** Where an earlier response of the same job had its state. */
	earlierPath?: string;
}

export const NO_STATE: ReadState = { state: 'pending', rawState: null, basis: 'assumed' };

export function readJobState(
	reading: Reading,
	options: StateOptions = {},
): Outcome<ReadState> & { entry: ReadState } {
	const { overrides } = reading;
	const source = sourceIn(reading);
	const { state: statePlan, reason } = planFor(reading.contract, reading.endpoint);
	const proposed = () => {
		const entry = propose.state(reading, options);
		const plan = () => ({
			...planOfState(source, entry, overrides),
			...planOfPlace(source, 'reason', entry.reasonReading),
		});
		return { entry, plan };
	};
	if (overrides.statePath !== undefined || statePlan === undefined) return proposed();
	const read = readState(source, { state: statePlan, reason }, overrides);
	if (read.kind === 'state') {
		const { state, rawState, path, reason: reasonRead } = read;
		const pinned = { basis: 'word', rule: 'contract' } as const;
		const entry: ReadState = { state, rawState, path, reason: reasonRead, ...pinned };
		// The contract need not say where the reason is.
		if (read.state === 'failed' && reason === undefined) {
			entry.reason = propose.state(reading, options).reason;
		}
		return { entry, plan: () => ({ state: statePlan, ...(reason && { reason }) }) };
	}
	if (options.submission && read.kind === 'unknownWord' && isEnvelopeWord(read.word)) {
		return { entry: NO_STATE, plan: () => ({ state: statePlan }) };
	}
	const now = proposed();
	const what =
		read.kind === 'missing'
			? `the state is not at '${statePlan.path.join("' or '")}'`
			: `the state '${read.word.slice(0, MAX_SHOWN)}' at '${read.path}' is unknown`;
	return { ...now, difference: differenceOf(reading, 'state', what, now.entry.path) };
}

const MAX_SHOWN = 100;
