import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../failure/Failure';
import { asObject, isRecord, valueAt } from '../values/records';
import { lastKey, matchesKey, normalizeKey, words } from './keys';
import { coreOf, containerFields, outlineOf } from './outline';
import type { Container, Outline, ResponseField } from './outline';
import { arePaged, holdsPageInfoAlone, readPageInfo } from './pageInfo';
import { isPageField } from './pageKeys';
import { hasRole } from './roles';
import { bySureness, candidate, weighed, type Candidate, type Found } from './rules';
import { isEmpty, isScalarNumberOrFlag } from './scalars';

/** Where services put the rows of a list, in this order. */
const ROW_KEYS = words('data results result items');
/** Further names for rows; among several lists, the one with such a name or such an ending is meant. */
const OTHER_ROW_KEYS =
	/(results|rows|records|entries|elements|items|hits|objects|documents)$|^(contents?|values?|list|docs|nodes|edges|children|members?|collection|resources|entry|feed|matches|matched|found)$/;
/** What was asked for, and is not there. */
const isLeftOut = matchesKey(
	/^(no|failed|skipped|missing|invalid|rejected|excluded|(un|not ?)(found|matched|processed|known|resolved|available|supported|recogni[sz]ed|identified|reachable|successful))( |$)/,
);
/** What the nodes list. */
const OWN_ROWS =
	/^(profiles|creators|influencers|accounts|users|contents|posts|comments|mentions|flagged)$/;
const ROW_WRAPPERS = /^(hits|query|embedded|feed|page|list|collection)$/;

/** How much may stand next to a list that is neither page information nor an envelope's. */
const MAX_OTHERS = 3;
/** The same next to a list with a name for rows, in what has an ID. */
const MAX_OTHERS_NAMED = 2;
const MAX_DEPTH = 3;
const MAX_CANDIDATES = 10;

export interface FoundRows extends Found<unknown[]> {
	/** Other lists that might have been meant. */
	candidates: string[];
}

export function findRows(value: unknown, endpointPath: string): FoundRows | undefined {
	if (Array.isArray(value)) return { value, path: '', rule: 'rows.response', candidates: [] };
	if (!isRecord(value)) return undefined;
	const keys = [...new Set([...ROW_KEYS, ...namesOf(endpointPath)].map(normalizeKey))];
	const outline = outlineOf(value);
	const found = best(outline, keys) ?? nothing(value, keys);
	return found && { ...found, candidates: otherLists(outline, found.path) };
}

export function noListAt(value: unknown, path: string): Failure {
	const fields = Object.keys(isRecord(value) ? value : {}).slice(0, 20);
	const has = `The response contains the fields ${fields.join(', ') || '(none)'}.`;
	return new Failure({
		kind: 'response',
		message: `There is no list at '${path}' in the response`,
		description:
			`Correct 'Rows Path' in Options > Recognition: it must be the path of the list, with dots, e.g. data.items. ${isRecord(value) ? has : ''}`.trim(),
		response: asObject(value),
	});
}

/** Null at the path, or on the way to it. */
export function isNullOn(value: unknown, path: string): boolean {
	const names = path.split('.');
	return names.some((_, at) => valueAt(value, names.slice(0, at + 1).join('.')) === null);
}

type List = Candidate<unknown[]> & { container: Container; isOfRows: boolean };

/** The list for which most speaks. Of lists of equal right without a name for rows, none is meant. */
function best(outline: Outline, keys: string[]): Found<unknown[]> | undefined {
	const places = outline.filter((each) => each.depth <= MAX_DEPTH && mayHoldRows(each, keys));
	const [list, ...others] = bySureness(places.flatMap((each) => listsIn(each, keys)));
	if (list === undefined) return undefined;
	const { rule, tier, container, isOfRows } = list;
	const isEqual = (other: List) => other.tier === tier && other.container === container;
	if (rule === 'rows.list' && others.some(isEqual)) return undefined;
	/** An empty list is meant if the filled one holds what is missing, or if no total says that there are rows. */
	const isMeant = (other: List) => {
		if (!other.isOfRows || other.value.length > 0 || other.container !== container) return false;
		const total = readPageInfo({ value: outline[0]?.record }).total?.value;
		const isNone = total === 0 || isLeftOut(lastKey(list.path));
		return isNone || (other.rule === 'rows.name' && total === undefined);
	};
	const meant = (isOfRows ? undefined : others.find(isMeant)) ?? list;
	return { ...unwrapped(meant.value, meant.path), rule: meant.rule };
}

/** Whether nothing on the way from the root says that this is no place for rows. */
function mayHoldRows({ parent, key, name, isCore, entryOf }: Container, keys: string[]): boolean {
	if (parent === undefined) return true;
	if (entryOf !== undefined || hasRole(key, 'input') || !mayHoldRows(parent, keys)) return false;
	const isWrapper = isCore || keys.includes(name) || ROW_WRAPPERS.test(name);
	return isWrapper || !(hasRole(key, 'aside') || describesOneThing(parent, key));
}

/** Those with a name for rows first, in the order of the names. */
function listsIn(container: Container, keys: string[]): List[] {
	const isPaged = arePaged(container);
	const named = keys.flatMap((name) => container.named(name));
	return [...new Set([...named, ...container.fields])].flatMap((field) => {
		const { key, name, path, value } = field;
		if (!Array.isArray(value) || hasRole(key, 'input')) return [];
		const rows: unknown[] = value;
		const isNamed = named.includes(field);
		const hasRows = rows.length > 0 && rows.every((row) => Object(row) === row);
		const isBare = rows.length > 0 && !hasRows;
		if (isPart(field, container, { isNamed, isBare })) return [];
		const isOther = OTHER_ROW_KEYS.test(name) && !isLeftOut(key);
		const isOfRows = isNamed || isOther || OWN_ROWS.test(name);
		const found = candidate(isNamed ? 'rows.name' : 'rows.list', path, rows);
		const list = weighed(found, [
			[hasRows || (isBare && isNamed), 3],
			[isBare && !isNamed, 1],
			[rows.length === 0 && isNamed, -1],
			[!isNamed && isOther, 1],
			[!isNamed && hasRole(key, 'aside'), rows.length > 0 ? -4 : -2],
			[isPaged, 2],
			[container.named(`total${name}`).length > 0, 2],
			[name === 'edges' && container.named('nodes').length > 0, -1],
		]);
		return [{ ...list, container, isOfRows }];
	});
}

/** Whether the fields are those of one thing that has a list, and not of a list. */
function describesOneThing(container: Container, listKey: string): boolean {
	const { isPaged, isIdentified } = summaryOf(container);
	// In `page: { items: [...] }`, the field that looks like page information holds the rows.
	const isPage = isPageField(listKey) || hasRole(listKey, 'pageContainer');
	if (isPage ? arePaged(container, listKey) : isPaged) return false;
	const has = (...names: string[]) => names.some((name) => container.named(name).length > 0);
	// A job has an id and a state, and is an envelope of its result.
	const isOne = has('id', 'uuid', 'guid', 'pk') && !has('status', 'state');
	return isIdentified || weightOfOthers(container, listKey) > (isOne ? 0 : MAX_OTHERS);
}

const summaries = new WeakMap<Container, ReturnType<typeof summarize>>();

/** Each list and each object in it asks for the same, and there may be many. */
function summaryOf(container: Container) {
	const summary = summaries.get(container) ?? summarize(container);
	summaries.set(container, summary);
	return summary;
}

const summarize = (container: Container) => ({
	isPaged: arePaged(container),
	isIdentified: container.fields.some(
		({ key, value }) => hasRole(key, 'identity') && typeof value === 'string',
	),
	weight: container.fields.reduce((sum, { key, value }) => sum + weightOf(key, value), 0),
});

/** An order has an ID, a title and more, and its items: even a name for rows is then one of its fields. */
function isPart(
	{ key, name }: ResponseField,
	container: Container,
	{ isNamed, isBare }: { isNamed: boolean; isBare: boolean },
): boolean {
	const others = weightOfOthers(container, key);
	const isOfOne = ROW_KEYS.includes(name) && container.named('id').length > 0;
	if (isNamed && !(isOfOne && others > MAX_OTHERS_NAMED)) return false;
	return describesOneThing(container, key) || (isBare && others > 0);
}

/** How much stands next to a list that is neither page information nor an envelope's. */
const weightOfOthers = (container: Container, listKey: string): number =>
	summaryOf(container).weight - weightOf(listKey, container.record[listKey]);

const OF_JOB = /^(created|updated|started|finished|completed|submitted|generated|expires)at$/;

function weightOf(key: string, value: unknown): number {
	const name = normalizeKey(key);
	const isEnvelopes =
		hasRole(key, 'call', 'trace', 'echo', 'aside') || isPageField(key) || OF_JOB.test(name);
	const isCount = typeof value === 'number' && /^total|count$/.test(name);
	if (isEmpty(value) || isEnvelopes || isCount) return 0;
	return isRecord(value) ? 2 : 1;
}

/** Null in the place of rows is an empty list, unless the response holds something else. */
function nothing(value: IDataObject, keys: string[]): Found<unknown[]> | undefined {
	const isNone = readPageInfo({ value }).total?.value === 0;
	const core = coreOf(outlineOf(value)).filter(({ entryOf }) => entryOf === undefined);
	const [place] = core.flatMap((container) => {
		const isSilent = isNone || container.fields.every(saysNothing);
		const named = keys.flatMap((name) => container.named(name));
		return named.filter(({ value }) => (value === null ? isSilent : isNone && isEmpty(value)));
	});
	// Some leave an empty list out.
	const isLeftOut = core[0] !== undefined && holdsPageInfoAlone(core[0]);
	const path = place?.path ?? (isLeftOut ? '' : undefined);
	return path === undefined ? undefined : { value: [], path, rule: 'rows.nothing' };
}

const saysNothing = ({ key, value }: ResponseField): boolean =>
	value === null || isScalarNumberOrFlag(value) || isPageField(key);

/** `/dictionary/locations` names its rows `locations`, `/public-comments` names them `comments`. */
function namesOf(endpointPath: string): string[] {
	const last = lastKey(endpointPath.replace(/\/\{id\}$/, ''), '/');
	return [last, ...last.split('-').reverse()];
}

/** `[[...]]` holds its rows one level down. */
function unwrapped(rows: unknown[], path: string): { value: unknown[]; path: string } {
	const [only] = rows;
	const isNested = rows.length === 1 && Array.isArray(only) && only.some(isRecord);
	return isNested ? { value: only, path: `${path}.0` } : { value: nodesOf(rows, path), path };
}

function otherLists(outline: Outline, path: string): string[] {
	return containerFields(outline.filter(({ depth }) => depth < MAX_DEPTH))
		.filter(({ value, path: each }) => Array.isArray(value) && each !== path)
		.map(({ path: each }) => each)
		.slice(0, MAX_CANDIDATES);
}

/** The rows in a value: a list, or the nodes of its edges. Null in the place of rows is an empty list. */
export function asRows(raw: unknown, path = ''): unknown[] | undefined {
	if (Array.isArray(raw)) return nodesOf(raw, path);
	return raw === null ? [] : undefined;
}

/** `edges: [{ cursor, node }]` holds its rows one level down. */
function nodesOf(rows: unknown[], path: string): unknown[] {
	const isEdge = (row: unknown): row is IDataObject =>
		isRecord(row) &&
		isRecord(row.node) &&
		Object.keys(row).every((key) => /^(node|cursor|__typename)$/.test(key));
	const isEdges = normalizeKey(lastKey(path)) === 'edges' && rows.every(isEdge);
	return isEdges ? rows.map((edge) => edge.node) : rows;
}
