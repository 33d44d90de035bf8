import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../failure/Failure';
import { valueAt, asObject, isRecord } from '../values/records';
import { narrow } from './narrow';
import { arePaged, holdsMarksAlone, isPageMark, readMarks } from './pageMarks';
import { plainName } from './lookup';

/** The evidence, as `plainName` spells it. Where services put the rows of a list, in this order. */
const ROW_KEYS = ['data', 'results', 'result', 'items'];

/** Further names for rows; among several lists, the one with such a name or such an ending is meant. */
const OTHER_ROW_KEYS =
	/(results|rows|records|entries|elements|items|hits|objects|documents)$|^(contents?|values?|list|docs|nodes|edges|children|members?|collection|resources|entry|feed|matches|found)$/;
/** What rows are wrapped in. */
const WRAPPER_KEYS =
	/^(response|payload|body|output|hits|query|embedded|feed|page|list|collection|answer)$/;

/** Lists that stand beside rows. */
const BESIDE_ROWS =
	/^(breadcrumbs|facets?|filters?|aggregations?|aggs|buckets|suggest(ions)?|included?s?|expansions|columns|fields|schemas?|headers?|sorts?|tags|keywords|categories|links?|attributions|htmlattributions|notices|notes|hints|ads|debug|stats|highlights|shards|meta|metadata|queries|context|features|options|related\w*)$/;
const NEVER_ROWS = /^(errors?|warnings?|problems|violations|messages?errors)$/;

/** What envelopes hold beside their content. */
const ENVELOPE =
	/^(status|state|statuscode|statusmessage|stat|success|ok|code|message|msg|error|errors|warnings?|requestid|traceid|correlationid|queryid|searchid|took|time|timestamp|timedout|duration|elapsed|version|apiversion|object|kind|type|etag|context|id|jobid|taskid|progress|createdat|updatedat|startedat|finishedat|completedat|submittedat|generatedat|expiresat|date|shards|credits.*|cost|quota.*|ratelimit.*|billing|debug|lang|locale|currency|query|q|search|params|request|sort.*|order.*|maxscore|batchcomplete|schema|schemas|resourcetype)$/;
/** What a single thing is called by. */
const IDENTITY =
	/^(name|fullname|username|handle|title|email|slug|displayname|firstname|nickname|platformusername|profileurl|description|bio)$/;

/** Beside a list, so much may stand that is neither mark nor envelope. */
const LITTLE = 3;
const MAX_DEPTH = 4;
const MAX_FIELDS = 100;

export interface FoundRows {
	rows: unknown[];
	/** Where they were; '' for the response itself. */
	path: string;
	rule: string;
	/** Other lists that might have been meant. */
	candidates: string[];
}

interface Wanted {
	/** The decoded response. */
	value: unknown;
	/** The name of the rows is often in it. */
	endpointPath: string;
	/** The user's word, taken literally. */
	path?: string;
	/** Where the rows of an earlier page were. */
	earlier?: string;
}

/** The rows of a response, at the user's path or where they are recognised. */
export function findRows({ value, endpointPath, path, earlier }: Wanted): FoundRows | undefined {
	if (path !== undefined && path.trim() !== '') return rowsAt(value, path.trim());
	if (Array.isArray(value)) {
		return { rows: value, path: '', rule: 'the response is a list', candidates: [] };
	}
	if (!isRecord(value)) return undefined;
	const keys = [...ROW_KEYS, ...namesOf(endpointPath)].map(plainName);
	const fields = narrow(value);
	const place =
		again(value, earlier) ??
		search({ fields, path: '', depth: 1, keys }) ??
		emptyPlace(fields, keys);
	if (place === undefined) return undefined;
	return { ...place, rows: withoutEdges(place), candidates: otherLists(fields, place.path) };
}

/** Whether the user's path leads nowhere in a response, not even to null. */
export function isAbsent(value: unknown, path: string): boolean {
	return valueAt(value, path.trim()) === undefined && !isNullOn(value, path.trim());
}

function rowsAt(value: unknown, path: string): FoundRows {
	const found = { path, rule: 'Rows Path', candidates: [] };
	const rows = valueAt(value, path);
	if (Array.isArray(rows)) return { ...found, rows };
	if (isNullOn(value, path)) return { ...found, rows: [] };
	throw new Failure({
		kind: 'answer',
		message: `There is no list at '${path}' in the response`,
		description:
			`Correct 'Rows Path' in Options: it is the way to the list, with dots, e.g. data.items. ${
				isRecord(value)
					? `The response has the fields ${Object.keys(value).slice(0, 20).join(', ') || '(none)'}.`
					: ''
			}`.trim(),
		response: asObject(value),
	});
}

/** Null at the path, or on the way to it. */
function isNullOn(value: unknown, path: string): boolean {
	const names = path.split('.');
	return names.some((_, at) => valueAt(value, names.slice(0, at + 1).join('.')) === null);
}

interface Level {
	fields: IDataObject;
	path: string;
	depth: number;
	/** Names that rows have, in order. */
	keys: string[];
}

interface Place {
	rows: unknown[];
	path: string;
	rule: string;
}

/** Rows stay where they were, and an empty page has other lists all the same. */
function again(value: IDataObject, earlier?: string): Place | undefined {
	if (earlier === undefined) return undefined;
	const rule = 'the place of the rows before';
	if (Object.keys(value).length === 0) return { rows: [], path: earlier, rule };
	const rows = valueAt(value, earlier);
	return Array.isArray(rows) ? { rows, path: earlier, rule } : undefined;
}

/** The rows in one object of a response, or in those within it. */
function search(level: Level): Place | undefined {
	const named = byName(level);
	if (isFilled(named)) return named;
	const [within] = level.keys.flatMap((name) => inside(level, (key) => plainName(key) === name));
	if (isFilled(within)) return within;
	const list = onlyList(level);
	if (named !== undefined && (list === undefined || isExtra(list) || countsNone(level)))
		return named;
	const contained = onlyContainer(level);
	if (comesBefore(level, contained, list)) return contained;
	return isFilled(list) ? list : (contained ?? named ?? within ?? list);
}

function isFilled(place: Place | undefined): boolean {
	return place !== undefined && place.rows.length > 0;
}

/** Rows in an object come before a list beside it that has no marks of pages, or a name for extras. */
function comesBefore(level: Level, contained: Place | undefined, list: Place | undefined): boolean {
	if (contained === undefined || list === undefined) return false;
	return isExtra(list) || (isPaged(level, contained) && !isPaged(level, list));
}

function isExtra({ path }: Place): boolean {
	return BESIDE_ROWS.test(plainName(path.split('.').pop() ?? ''));
}

function countsNone({ fields }: Level): boolean {
	return readMarks({ value: fields }).total?.value === 0;
}

/** Whether marks of pages stand beside the rows. */
function isPaged({ fields, path }: Level, place: Place): boolean {
	const way = place.path.slice(path.length).replace(/^\./, '').split('.').slice(0, -1).join('.');
	const holder = valueAt(fields, way);
	return isRecord(holder) && arePaged(holder);
}

/** A list under a name for rows; one with rows before one without. */
function byName({ fields, path, keys }: Level): Place | undefined {
	const lists = keys
		.flatMap((name) => listsOf(fields).filter(([key]) => plainName(key) === name))
		.filter(([key]) => !NEVER_ROWS.test(plainName(key)) && !isPartOfThing(fields, key));
	const [key, rows] = lists.find(([, each]) => each.length > 0) ?? lists[0] ?? [];
	if (key === undefined || rows === undefined) return undefined;
	return { rows, path: join(path, key), rule: 'a name for rows' };
}

function inside(level: Level, isMeant: (key: string) => boolean): Place[] {
	const { path, depth, keys } = level;
	// Many objects are rows under names of their own, and not wrappers.
	if (depth >= MAX_DEPTH || Object.keys(level.fields).length > MAX_FIELDS) return [];
	return Object.entries(level.fields).flatMap(([key, fields]) => {
		if (!isRecord(fields) || !isMeant(key)) return [];
		return search({ fields, path: join(path, key), depth: depth + 1, keys }) ?? [];
	});
}

/** The only list among fields that are not those of a single thing. */
function onlyList({ fields, path }: Level): Place | undefined {
	const lists = listsOf(fields).filter(([key]) => !NEVER_ROWS.test(plainName(key)));
	const [key, rows] = theOne(lists, fields) ?? [];
	if (key === undefined || rows === undefined) return undefined;
	// Bare values are rows only where nothing else can be meant.
	const isBare = rows.length > 0 && !rows.every((row) => isRecord(row) || Array.isArray(row));
	if (isBare && weightBeside(fields, key) > 0) return undefined;
	if (isThing(fields, key)) return undefined;
	return { rows, path: join(path, key), rule: 'the only list' };
}

/** Of lists of equal right there must be one: with rows, and not of the kind that stands beside. */
function theOne(
	lists: Array<[string, unknown[]]>,
	fields: IDataObject,
): [string, unknown[]] | undefined {
	const isRows = ([, rows]: [string, unknown[]]) =>
		rows.length > 0 && rows.every((row) => isRecord(row) || Array.isArray(row));
	const withRows = lists.filter(isRows);
	const main = withRows.filter(([key]) => !BESIDE_ROWS.test(plainName(key)));
	const totals = Object.keys(fields).map(plainName);
	const counted = main.filter(([key]) => totals.includes(`total${plainName(key)}`));
	const named = main.filter(([key]) => OTHER_ROW_KEYS.test(plainName(key)));
	const empty = lists.filter(([, rows]) => rows.length === 0);
	const emptyMain = empty.filter(([key]) => !BESIDE_ROWS.test(plainName(key)));
	for (const group of [counted, named, main, emptyMain, withRows]) {
		if (group.length === 1) return group[0];
		if (group.length > 1) return bothOfEdges(group);
	}
	const bare = lists.filter(([, rows]) => rows.length > 0);
	if (bare.length === 1 && empty.length === 0) return bare[0];
	return bare.length === 0 ? empty[0] : undefined;
}

/** The same rows, with cursors and without. */
function bothOfEdges(lists: Array<[string, unknown[]]>): [string, unknown[]] | undefined {
	const isPair = lists.length === 2 && lists.every(([key]) => /^(edges|nodes)$/i.test(key));
	return isPair ? lists.find(([key]) => /^nodes$/i.test(key)) : undefined;
}

/** The only object with rows in it, where little stands beside it or its name is one for wrappers. */
function onlyContainer(level: Level): Place | undefined {
	const isOther = (key: string) => {
		const name = plainName(key);
		return !level.keys.includes(name) && !BESIDE_ROWS.test(name) && !NEVER_ROWS.test(name);
	};
	const keyOf = ({ path }: Place) =>
		path.slice(level.path.length).replace(/^\./, '').split('.')[0] ?? '';
	const isWrapper = (place: Place) => WRAPPER_KEYS.test(plainName(keyOf(place)));
	const all = inside(level, isOther);
	const filled = all.filter(isFilled);
	// An empty list is one of rows only where its place can be nothing else.
	const places = filled.length > 0 ? filled : all.filter(isWrapper);
	const wrapped = places.filter(isWrapper);
	const [only, second] = wrapped.length > 0 ? wrapped : places;
	if (only === undefined || second !== undefined) return undefined;
	if (wrapped.length === 0 && isThing(level.fields, keyOf(only))) return undefined;
	return { ...only, rule: 'the only list, in an object' };
}

/** Whether the fields are those of one thing that has a list, and not of a list. */
function isThing(fields: IDataObject, listKey: string): boolean {
	const beside = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== listKey));
	if (arePaged(beside)) return false;
	const hasIdentity = Object.entries(beside).some(
		([key, value]) => IDENTITY.test(plainName(key)) && typeof value === 'string',
	);
	const weight = weightBeside(fields, listKey);
	if (hasIdentity) return true;
	const names = Object.keys(beside).map(plainName);
	// A job has an id and a state, and is an envelope of its result.
	const isOne = names.some((name) => /^(id|uuid|guid|pk)$/.test(name));
	const isJob = names.some((name) => /^(status|state)$/.test(name));
	return weight > (isOne && !isJob ? 0 : LITTLE);
}

/** An order has an id, a title and more, and its items: even a name for rows is then one of its fields. */
function isPartOfThing(fields: IDataObject, listKey: string): boolean {
	if (!ROW_KEYS.includes(plainName(listKey))) return false;
	const names = Object.keys(fields).map(plainName);
	return names.includes('id') && isThing(fields, listKey) && weightBeside(fields, listKey) > 2;
}

/** How much stands beside a list that is neither mark nor envelope. */
function weightBeside(fields: IDataObject, listKey: string): number {
	return Object.entries(fields).reduce((weight, [key, value]) => {
		const name = plainName(key);
		if (key === listKey || ENVELOPE.test(name) || isPageMark(key)) return weight;
		if (typeof value === 'number' && /^total|count$/.test(name)) return weight;
		if (value === null || value === '' || BESIDE_ROWS.test(name)) return weight;
		if (Array.isArray(value)) return weight + (value.length > 0 ? 1 : 0);
		if (isRecord(value)) return weight + (Object.keys(value).length > 0 ? 2 : 0);
		return weight + 1;
	}, 0);
}

/** Null in the place of rows is an empty list, unless the response holds something else. */
function emptyPlace(value: IDataObject, keys: string[]): Place | undefined {
	const rule = 'nothing in the place of rows';
	for (const name of keys) {
		for (const [key, candidate] of Object.entries(value)) {
			if (plainName(key) !== name) continue;
			if (candidate === null && holdsNothing(value)) return { rows: [], path: key, rule };
			if (!isRecord(candidate)) continue;
			const isEmpty = Object.keys(candidate).length === 0;
			if (isEmpty && readMarks({ value }).total?.value === 0) return { rows: [], path: key, rule };
			const nested = Object.keys(candidate).find(
				(inner) => keys.includes(plainName(inner)) && candidate[inner] === null,
			);
			if (nested !== undefined && holdsNothing(candidate)) {
				return { rows: [], path: `${key}.${nested}`, rule };
			}
		}
	}
	// Some leave an empty list out.
	return holdsMarksAlone(value)
		? { rows: [], path: '', rule: 'nothing but marks of pages' }
		: undefined;
}

function holdsNothing(value: IDataObject): boolean {
	if (readMarks({ value }).total?.value === 0) return true;
	return Object.entries(value).every(
		([key, each]) =>
			each === null || ['number', 'boolean'].includes(typeof each) || isPageMark(key),
	);
}

/** `/dictionary/locations` names its rows `locations`, `/public-comments` names them `comments`. */
function namesOf(endpointPath: string): string[] {
	const last =
		endpointPath
			.split('/')
			.filter((part) => part !== '{id}')
			.pop() ?? '';
	const words = last.split('-').filter((word) => word !== '');
	return [...new Set([last, ...words.reverse()])];
}

/** `[{ cursor, node }]` holds the rows one level down. */
function withoutEdges({ rows, path }: Place): unknown[] {
	if (!/(^|\.)edges$/i.test(path)) return rows;
	const isEdge = (row: unknown): row is IDataObject =>
		isRecord(row) &&
		isRecord(row.node) &&
		Object.keys(row).every((key) => /^(node|cursor|__typename)$/.test(key));
	return rows.every(isEdge) ? rows.map((edge) => edge.node) : rows;
}

function otherLists(value: IDataObject, path: string): string[] {
	const paths = (fields: IDataObject, at: string, depth: number): string[] =>
		Object.entries(fields).flatMap(([key, each]) => {
			if (Array.isArray(each)) return [join(at, key)];
			return isRecord(each) && depth < 3 ? paths(each, join(at, key), depth + 1) : [];
		});
	return paths(value, '', 1)
		.filter((each) => each !== path)
		.slice(0, 10);
}

function listsOf(fields: IDataObject): Array<[string, unknown[]]> {
	return Object.entries(fields).filter((entry): entry is [string, unknown[]] =>
		Array.isArray(entry[1]),
	);
}

function join(path: string, key: string): string {
	return path === '' ? key : `${path}.${key}`;
}
