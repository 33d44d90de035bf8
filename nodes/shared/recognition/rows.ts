import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../failure/Failure';
import { asObject, isRecord, valueAt } from '../values/records';
import { lastKey, normalizeKey, words } from './keys';
import {
	type Container,
	coreOf,
	containerFields,
	outlineOf,
	type ResponseField,
	type Outline,
} from './outline';
import { arePaged, holdsPageInfoAlone, readPageInfo } from './pageInfo';
import { isPageField } from './pageKeys';
import { hasRole } from './roles';
import { bySureness, candidate, weighed, type Candidate, type RuleId, type Weight } from './rules';
import { isEmpty, isScalarNumberOrFlag } from './scalars';

/** Where services put the rows of a list, in this order. */
const ROW_KEYS = words('data results result items');
/** Further names for rows; among several lists, the one with such a name or such an ending is meant. */
const OTHER_ROW_KEYS =
	/(results|rows|records|entries|elements|items|hits|objects|documents)$|^(contents?|values?|list|docs|nodes|edges|children|members?|collection|resources|entry|feed|matches|found)$/;
const ROW_WRAPPERS = /^(hits|query|embedded|feed|page|list|collection)$/;

/** How much may stand next to a list that is neither page information nor an envelope's. */
const MAX_BESIDE = 3;
const MAX_DEPTH = 3;
const MAX_CANDIDATES = 10;

export interface FoundRows {
	rows: unknown[];
	path: string;
	rule: RuleId;
	/** Other lists that might have been meant. */
	candidates: string[];
}

interface Wanted {
	value: unknown;
	endpointPath: string;
}

export function findRows({ value, endpointPath }: Wanted): FoundRows | undefined {
	if (Array.isArray(value)) return { rows: value, path: '', rule: 'rows.response', candidates: [] };
	if (!isRecord(value)) return undefined;
	const outline = outlineOf(value);
	const keys = [...new Set([...ROW_KEYS, ...namesOf(endpointPath)].map(normalizeKey))];
	const found = best(outline, keys) ?? nothing(outline, keys);
	if (found === undefined) return undefined;
	return { ...found, candidates: otherLists(outline, found.path) };
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

type Place = Omit<FoundRows, 'candidates'>;

type List = Candidate<unknown[]> & { container: Container };

/** The list for which most speaks. Of lists of equal right without a name for rows, none is meant. */
function best({ containers }: Outline, keys: string[]): Place | undefined {
	const inner = containers.filter(
		(each) =>
			each.depth <= MAX_DEPTH &&
			each.entryOf === undefined &&
			!each.isWithin((key) => hasRole(key, 'input')),
	);
	const [list, ...others] = bySureness(inner.flatMap((each) => listsIn(each, keys)));
	if (list === undefined) return undefined;
	const { value: rows, path, rule, tier, container } = list;
	const isEqual = (other: List) => other.tier === tier && other.container === container;
	if (rule === 'rows.list' && others.some(isEqual)) return undefined;
	return { ...unwrapped({ rows, path }), rule };
}

/** Those with a name for rows first, in the order of the names. */
function listsIn(container: Container, keys: string[]): List[] {
	const { fields } = container;
	const isPaged = arePaged(container);
	const isPagedAround = isPaged || isWithinPage(container);
	const way = wayTo(container, keys);
	const named = keys.flatMap((name) => container.named(name));
	return [...new Set([...named, ...fields])].flatMap((field) => {
		const { key, name, path, value } = field;
		if (!Array.isArray(value) || hasRole(key, 'input')) return [];
		const rows: unknown[] = value;
		const isNamed = named.includes(field);
		const hasRows = rows.length > 0 && rows.every((row) => Object(row) === row);
		const isBare = rows.length > 0 && !hasRows;
		const isPart = (isNamed ? isNamedPart : isUnnamedPart)(field, container, isBare);
		const isAside = !isNamed && hasRole(key, 'aside');
		const weights: Weight[] = [
			[hasRows || (isBare && isNamed), 3],
			[isBare && !isNamed, 1],
			[rows.length === 0 && isNamed, -1],
			[!isNamed && OTHER_ROW_KEYS.test(name), 1],
			[isAside, rows.length > 0 ? -4 : -2],
			[isPaged, 2],
			[container.named(`total${name}`).length > 0, 2],
			[name === 'edges' && container.named('nodes').length > 0, -1],
			[isPart, isPagedAround && hasRows ? -2 : -20],
			[true, way],
		];
		const found = candidate(isNamed ? 'rows.name' : 'rows.list', path, rows);
		return [{ ...weighed(found, weights), container }];
	});
}

function isWithinPage({ parent, isCore }: Container): boolean {
	return isCore && parent !== undefined && (arePaged(parent) || isWithinPage(parent));
}

/** What the way from the root says against the lists in a container. */
function wayTo({ parent, key, name, isCore }: Container, keys: string[]): number {
	if (parent === undefined) return 0;
	const isWrapper = isCore || keys.includes(name) || ROW_WRAPPERS.test(name);
	if (!isWrapper && (hasRole(key, 'aside') || isThing(parent, key))) return -20;
	return wayTo(parent, keys) - (isWrapper ? 0 : 1);
}

/** Whether the fields are those of one thing that has a list, and not of a list. */
function isThing(container: Container, listKey: string): boolean {
	if (arePaged(container, listKey)) return false;
	const others = container.fields.filter(({ key }) => key !== listKey);
	if (others.some(({ key, value }) => hasRole(key, 'identity') && typeof value === 'string')) {
		return true;
	}
	// A job has an id and a state, and is an envelope of its result.
	const isOne = others.some(({ name }) => /^(id|uuid|guid|pk)$/.test(name));
	const isJob = others.some(({ name }) => /^(status|state)$/.test(name));
	return weightBeside(container, listKey) > (isOne && !isJob ? 0 : MAX_BESIDE);
}

/** An order has an id, a title and more, and its items: even a name for rows is then one of its fields. */
function isNamedPart({ key, name }: ResponseField, container: Container): boolean {
	const isOfOne = ROW_KEYS.includes(name) && container.named('id').length > 0;
	return isOfOne && weightBeside(container, key) > 2 && isThing(container, key);
}

function isUnnamedPart({ key }: ResponseField, container: Container, isBare: boolean): boolean {
	return isThing(container, key) || (isBare && weightBeside(container, key) > 0);
}

/** How much stands next to a list that is neither page information nor an envelope's. */
function weightBeside({ fields }: Container, listKey: string): number {
	return fields.reduce((sum, each) => sum + (each.key === listKey ? 0 : weightOf(each)), 0);
}

const OF_JOB = /^(created|updated|started|finished|completed|submitted|generated|expires)at$/;

function weightOf({ key, name, value }: ResponseField): number {
	const isEnvelopes =
		hasRole(key, 'call', 'trace', 'echo', 'aside') || isPageField(key) || OF_JOB.test(name);
	const isCount = typeof value === 'number' && /^total|count$/.test(name);
	if (value === null || value === '' || isEnvelopes || isCount) return 0;
	if (Array.isArray(value)) return value.length > 0 ? 1 : 0;
	return isRecord(value) ? (Object.keys(value).length > 0 ? 2 : 0) : 1;
}

/** Null in the place of rows is an empty list, unless the response holds something else. */
function nothing(outline: Outline, keys: string[]): Place | undefined {
	const isNone = readPageInfo({ value: outline.value }).total?.value === 0;
	const core = coreOf(outline).filter(({ entryOf }) => entryOf === undefined);
	const [place] = core.flatMap((container) => {
		const isSilent = isNone || container.fields.every(saysNothing);
		const named = keys.flatMap((name) => container.named(name));
		return named.filter(({ value }) => (value === null ? isSilent : isNone && isEmpty(value)));
	});
	// Some leave an empty list out.
	const isLeftOut = core[0] !== undefined && holdsPageInfoAlone(core[0]);
	const path = place?.path ?? (isLeftOut ? '' : undefined);
	return path === undefined ? undefined : { rows: [], path, rule: 'rows.nothing' };
}

function saysNothing({ key, value }: ResponseField): boolean {
	return value === null || isScalarNumberOrFlag(value) || isPageField(key);
}

/** `/dictionary/locations` names its rows `locations`, `/public-comments` names them `comments`. */
function namesOf(endpointPath: string): string[] {
	const last = lastKey(endpointPath.replace(/\/\{id\}$/, ''), '/');
	return [last, ...last.split('-').reverse()];
}

/** `[[...]]` holds its rows one level down. */
function unwrapped({ rows, path }: { rows: unknown[]; path: string }) {
	const [only] = rows;
	if (rows.length === 1 && Array.isArray(only) && only.some(isRecord)) {
		return { rows: only as unknown[], path: `${path}.0` };
	}
	return { rows: asRows(rows, path) ?? rows, path };
}

function otherLists({ containers }: Outline, path: string): string[] {
	return containerFields(containers.filter(({ depth }) => depth < MAX_DEPTH))
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
