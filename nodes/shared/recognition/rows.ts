import { Failure } from '../failure/Failure';
import { asObject, isRecord, valueAt } from '../values/records';
import { normalizeKey, words } from './keys';
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
import { asRows } from './rowsAt';
import { candidate, pickBest, weighed } from './rules';
import type { Candidate, RuleId, Weight } from './rules';
import { isScalarNumberOrFlag } from './scalars';

/** Where services put the rows of a list, in this order. */
const ROW_KEYS = words('data results result items');
/** Further names for rows; among several lists, the one with such a name or such an ending is meant. */
const OTHER_ROW_KEYS =
	/(results|rows|records|entries|elements|items|hits|objects|documents)$|^(contents?|values?|list|docs|nodes|edges|children|members?|collection|resources|entry|feed|matches|found)$/;
const ROW_WRAPPERS = /^(hits|query|embedded|feed|page|list|collection)$/;

/** How much may stand next to a list that is neither page information nor an envelope's. */
const MAX_BESIDE = 3;
const MAX_DEPTH = 3;
/** Many objects are rows under names of their own, and not wrappers. */
const MAX_FIELDS = 100;
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
	const keys = [...ROW_KEYS, ...namesOf(endpointPath)].map(normalizeKey);
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

type List = Candidate<unknown[]> & { container: Container; key: string };

/** The list for which most speaks. Of lists of equal right without a name for rows, none is meant. */
function best({ containers }: Outline, keys: string[]): Place | undefined {
	const inner = containers.filter(
		(each) => each.depth <= MAX_DEPTH && each.entryOf === undefined && !isHidden(each),
	);
	const order = ({ key }: List) =>
		(keys.indexOf(normalizeKey(key)) + keys.length + 1) % (keys.length + 1);
	const lists = inner.flatMap((each) =>
		listsIn(each, keys).sort((one, other) => order(one) - order(other)),
	);
	const reading = pickBest(lists);
	if (reading === undefined) return undefined;
	const { value: rows, path, rule } = reading;
	const chosen = lists.find((each) => each.path === path);
	const equals = lists.filter(
		(each) => each.tier === chosen?.tier && each.container === chosen.container,
	);
	if (rule === 'rows.list' && equals.length > 1) return undefined;
	return { ...unwrapped({ rows, path }), rule };
}

/** Whether a container holds what went in, or is too large to be a wrapper. */
function isHidden({ key, parent }: Container): boolean {
	if (parent === undefined) return false;
	return hasRole(key, 'input') || parent.fields.length > MAX_FIELDS || isHidden(parent);
}

function listsIn(container: Container, keys: string[]): List[] {
	const isPaged = arePaged(container);
	const isPagedAround = isPaged || isWithinPage(container);
	const way = wayTo(container, keys);
	// Among many fields, a list without a name for rows is one of them.
	const isCrowded = container.fields.length > MAX_FIELDS;
	const isList = ({ key, name, value }: ResponseField) =>
		Array.isArray(value) && (!isCrowded || keys.includes(name)) && !hasRole(key, 'input');
	return container.fields.filter(isList).map((field) => {
		const { key, name, path, value } = field;
		const isNamed = keys.includes(name);
		const rows = value as unknown[];
		const hasRows = rows.length > 0 && rows.every(isObject);
		const isBare = rows.length > 0 && !hasRows;
		const isPart = (isNamed ? isNamedPart : isUnnamedPart)(field, container, isBare);
		const found = candidate(isNamed ? 'rows.name' : 'rows.list', path, rows);
		const list = weighed(found, [
			...(isNamed ? NAMED : UNNAMED)(field, { isBare, hasRows }),
			[isPaged, 2],
			[container.named(`total${name}`).length > 0, 2],
			[name === 'edges' && container.named('nodes').length > 0, -1],
			[isPart, isPagedAround && hasRows ? -2 : -20],
			[way < 0, way],
		]);
		return { ...list, container, key };
	});
}

const isObject = (row: unknown) => typeof row === 'object' && row !== null;

type WeighList = (field: ResponseField, rows: { isBare: boolean; hasRows: boolean }) => Weight[];

const NAMED: WeighList = (_, { isBare, hasRows }) => [
	[hasRows || isBare, 3],
	[!hasRows && !isBare, -1],
];

const UNNAMED: WeighList = ({ key, name }, { isBare, hasRows }) => [
	[hasRows, 3],
	[isBare, 1],
	[OTHER_ROW_KEYS.test(name), 1],
	[hasRole(key, 'aside'), hasRows || isBare ? -4 : -2],
];

function isWithinPage({ parent, isCore }: Container): boolean {
	return isCore && parent !== undefined && (arePaged(parent) || isWithinPage(parent));
}

/** What the way from the root says against the lists in a container. */
function wayTo(container: Container, keys: string[]): number {
	const { parent, key, name, isCore } = container;
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
		return keys
			.flatMap((name) => container.named(name))
			.filter(({ value }) => (value === null ? isSilent : isNone && isVoid(value)));
	});
	// Some leave an empty list out.
	const isLeftOut = core[0] !== undefined && holdsPageInfoAlone(core[0]);
	const path = place?.path ?? (isLeftOut ? '' : undefined);
	return path === undefined ? undefined : { rows: [], path, rule: 'rows.nothing' };
}

const isVoid = (value: unknown): boolean => isRecord(value) && Object.keys(value).length === 0;

function saysNothing({ key, value }: ResponseField): boolean {
	return value === null || isScalarNumberOrFlag(value) || isPageField(key);
}

/** `/dictionary/locations` names its rows `locations`, `/public-comments` names them `comments`. */
function namesOf(endpointPath: string): string[] {
	const last =
		endpointPath
			.replace(/\/\{id\}$/, '')
			.split('/')
			.pop() ?? '';
	const parts = last.split('-').filter((word) => word !== '');
	return [...new Set([last, ...parts.reverse()])];
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
