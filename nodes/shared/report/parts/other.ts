import type { IDataObject } from 'n8n-workflow';

import { isListKey } from '../../recognition/breakdowns';
import { asAddress } from '../../recognition/scalars';
import { isOurs, isTraitKey, placesIn } from '../../recognition/traits';
import { isRecord, ownValue } from '../../values/records';
import { textOf } from '../../values/text';
import { fullNumber } from '../numbers';
import { cut, inWords, nameOf } from '../words';
import type { Group, Subject } from '../kind';
import type { Markup } from '../markup';
import type { Part, Sections } from '../part';
import { facts, figures, table, type Item } from '../render/blocks';

// Of data of any form: about two pages on paper for each table, in columns that can be read.
const MAX_ROWS = 50;
const MAX_COLUMNS = 8;
const MAX_TABLES = 6;
const MAX_CELL_LENGTH = 300;
/** Labels join the names on the path, and are too long beyond. */
const MAX_DEPTH = 4;

/** What is not recognised: a table of names and values, and one per list. */
export function otherPart([subject]: Group): Part {
	const { traits } = subject;
	const title = nameOf(traits) ?? 'Result';
	return { what: 'Result', title, link: traits.url, sections: fieldSections(subject) };
}

/** A job that is still running, has failed, or has no rows. */
export function jobPart(group: Group): Part {
	const { job } = group[0].json;
	const { type, id } = isRecord(job) ? job : {};
	const name = `Job ${textOf(id)}`;
	const title = nameOf(group[0].traits) ?? name;
	return { ...otherPart(group), what: inWords(textOf(type)), title, about: [name] };
}

function* fieldSections({ kind, json }: Subject): Sections {
	const fields = Object.entries(json).filter(([key]) => !isOurs(key));
	const leaves = fields.flatMap(([key, value]) => leavesOf(value, [key]));
	const lists = leaves.filter(({ value }) => isTable(value)).slice(0, MAX_TABLES);
	if (kind === 'job' && isRecord(json.job)) {
		const tone = json.job.state === 'failed' ? 'poor' : 'fair';
		yield figures([{ label: 'State', text: inWords(textOf(json.job.state)), tone }]);
	}
	yield facts('Fields', factsOf(leaves));
	for (const { path, value } of lists) yield recordTable(labelOf(path), value);
}

/** Fields of a recognised item that no other section speaks of. */
export function furtherFields({ json }: Subject): Markup | undefined {
	const places = placesIn(json).map(({ record }) => record);
	const leaves = places
		.flatMap((record) => Object.entries(record))
		.filter(([key, value]) => !isTold(key) && !places.some((record) => record === value))
		.flatMap(([key, value]) => leavesOf(value, [key]));
	// The same name may stand in several places, with other values.
	const each = new Map(factsOf(leaves).map((fact) => [`${fact.label}\n${fact.text}`, fact]));
	return facts('Further details', [...each.values()]);
}

/** Shown elsewhere, or of no interest to a reader. */
const isTold = (key: string) =>
	isOurs(key) || isTraitKey(key) || isListKey(key) || MACHINERY.test(key);

const MACHINERY =
	/^(id|uuid|status|state|success|error|code|.*_id|.*Id|image_url|avatar.*|thumbnail.*|.*[Hh]andle|submittedAt)$/;

interface Leaf {
	path: string[];
	value: unknown;
}

/** The values below a field that are shown as one. */
function leavesOf(value: unknown, path: string[]): Leaf[] {
	const isLeaf = !isRecord(value) || path.length >= MAX_DEPTH || rangeOf(value) !== undefined;
	if (isLeaf) return [{ path, value }];
	return Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...path, key]));
}

const isTable = (value: unknown) => Array.isArray(value) && value.some(isRecord);

const factsOf = (leaves: readonly Leaf[]): Item[] =>
	leaves
		.filter(({ value }) => !isTable(value))
		.map(({ path, value }) => ({
			label: labelOf(path),
			text: cellText(value),
			link: asAddress(value),
		}))
		.filter(({ text }) => text !== '');

const labelOf = (path: string[]): string => path.map(inWords).join(', ');

function cellText(value: unknown): string {
	if (typeof value === 'boolean') return value ? 'Yes' : 'No';
	// A Code node can make numbers that are none.
	if (typeof value === 'number') return Number.isNaN(value) ? '' : fullNumber(value);
	const list: unknown[] | undefined = Array.isArray(value) && !isTable(value) ? value : undefined;
	return cut(list?.map(cellText).join(', ') ?? rangeOf(value) ?? textOf(value), MAX_CELL_LENGTH);
}

/** `{ min: 1, max: 2 }` as one value. */
function rangeOf(value: unknown): string | undefined {
	if (!isRecord(value) || Object.keys(value).length !== 2) return undefined;
	const { min, max } = value;
	const isRange = typeof min === 'number' && typeof max === 'number';
	return isRange ? `${fullNumber(min)} to ${fullNumber(max)}` : undefined;
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
			return { text: cellText(value), link: asAddress(value) };
		},
	}));
	return table({ title, columns, rows, maxRows: MAX_ROWS, maxColumns: MAX_COLUMNS });
}
