import type { IDataObject } from 'n8n-workflow';

import { isListKey } from '../../recognition/breakdowns';
import { asAddress, asDate } from '../../recognition/scalars';
import { isOurs, isTraitKey } from '../../recognition/traits';
import { day } from '../../values/dates';
import { isRecord, ownValue } from '../../values/records';
import { textOf } from '../../values/text';
import { countOf } from '../numbers';
import { cut, inWords } from '../words';
import type { Subject } from '../../recognition/itemKind';
import type { Markup } from '../markup';
import { note, table } from '../render/blocks';

// Of data of any form: about two pages on paper for each table, in columns that can be read.
const MAX_ROWS = 60;
const MAX_COLUMNS = 7;
const MAX_TABLES = 6;
const MAX_CELL_LENGTH = 300;
/** Labels join the names on the path, and are too long beyond. */
const MAX_DEPTH = 4;

const MACHINERY =
	/^(id|uuid|status|state|success|error|code|.*_id|.*Id|image_url|avatar.*|thumbnail.*|.*[Hh]andle|submittedAt|job(State|Reason))$/;

/** What is not recognised: a table of names and values, and one per list. */
export function fieldBlocks({ json }: Subject): Array<Markup | undefined> {
	const leaves = leavesOf(json).filter(({ path }) => !isOurs(path[0] ?? '') && path[0] !== 'error');
	const lists = leaves.filter(({ value }) => isTable(value));
	const more = lists.length - MAX_TABLES;
	return [
		facts('Fields', leaves),
		...lists.slice(0, MAX_TABLES).map(({ path, value }) => recordTable(labelOf(path), value)),
		more > 0 ? note(`+ ${countOf(more, 'more list')}, not in this report`) : undefined,
	];
}

/** Fields of a recognised item that no other section speaks of. */
export function furtherFields({ json }: Subject): Markup | undefined {
	const isTold = (key: string) =>
		MACHINERY.test(key) || [isOurs, isTraitKey, isListKey].some((is) => is(key));
	const leaves = leavesOf(json).filter(({ path }) => !path.some(isTold));
	return facts('Further details', leaves);
}

interface Leaf {
	path: string[];
	value: unknown;
}

function leavesOf(value: unknown, path: string[] = []): Leaf[] {
	if (!isRecord(value) || path.length >= MAX_DEPTH) return [{ path, value }];
	return Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...path, key]));
}

const isTable = (value: unknown) => Array.isArray(value) && value.some(isRecord);

const labelOf = (path: string[]): string => path.map(inWords).join(', ');

function facts(title: string, leaves: readonly Leaf[]): Markup | undefined {
	const rows = leaves
		.filter(({ value }) => !isTable(value) && cellText(value) !== '')
		.map(({ path, value }) => ({
			Field: labelOf(path),
			Value: typeof value === 'number' ? cellText(value, path.at(-1)) : value,
		}));
	return recordTable(title, rows);
}

function cellText(value: unknown, name = ''): string {
	if (typeof value === 'boolean') return value ? 'Yes' : 'No';
	// A number may be an ID: it is shown as received. A Code node can make numbers that are none.
	const date = typeof value === 'number' && /time|date|at$/i.test(name) && asDate(value);
	if (typeof value === 'number' && Number.isNaN(value)) return '';
	const list: unknown[] | undefined = Array.isArray(value) && !isTable(value) ? value : undefined;
	const text = list?.map((each) => cellText(each)).join(', ') ?? textOf(value);
	return date ? day(date) : cut(text, MAX_CELL_LENGTH);
}

/** The records of a list, with a column for each field. */
export function recordTable(title: string, list: unknown): Markup | undefined {
	const rows = (Array.isArray(list) ? list : []).filter(isRecord);
	const first = rows.slice(0, MAX_ROWS);
	const isNumeric = (name: string) =>
		first.every((row) => ['undefined', 'number'].includes(typeof ownValue(row, name)));
	const columns = [...new Set(first.flatMap(Object.keys))].map((name, at) => ({
		label: inWords(name),
		numeric: at > 0 && isNumeric(name),
		cell: (row: IDataObject) => {
			const value = ownValue(row, name);
			return { text: cellText(value, name), link: asAddress(value) };
		},
	}));
	const more = rows.length - first.length;
	return table({ title, columns, rows: first, more, maxColumns: MAX_COLUMNS });
}
