import type { IDataObject } from 'n8n-workflow';

import { asAddress } from '../../recognition/scalars';
import { isOurs, isTraitKey, placesIn } from '../../recognition/traits';
import { isListKey } from '../../recognition/breakdowns';
import { isRecord, ownValue } from '../../values/records';
import { textOf } from '../../values/text';
import type { Cell, Fact, PartDraft, Section } from '../document';
import type { Subject } from '../kind';
import { cut, fullNumber, inWords } from '../format';
import { missing, nameOf, tableOf } from './common';

// Of data of any form: about two pages on paper for each table or list, in columns that can be read.
const MAX_FACTS = 60;
const MAX_ROWS = 50;
const MAX_COLUMNS = 8;
const MAX_TABLES = 6;
const MAX_CELL_LENGTH = 300;
/** Labels join the names on the path, and are too long beyond. */
const MAX_DEPTH = 4;

/** What is not recognised: a table of names and values, and one per list. */
export function otherPart(subject: Subject): PartDraft {
	const { traits } = subject;
	const answer = answerOf(subject);
	return {
		what: 'Result',
		title: nameOf(traits) ?? 'Result',
		link: traits.url,
		about: [],
		sections: [
			() => missing([subject]),
			() => factSection('Fields', factsOf(answer)),
			() => tables(answer),
		],
	};
}

/** A job that goes on, has failed, or has no rows. */
export function jobPart(subject: Subject): PartDraft {
	const { json, traits } = subject;
	const job = isRecord(json.job) ? json.job : {};
	const state = textOf(job.state);
	const value = inWords(state || 'unknown');
	const tone = state === 'failed' ? 'poor' : 'fair';
	return {
		what: inWords(textOf(job.type)),
		title: nameOf(traits) ?? `Job ${textOf(job.id)}`,
		link: traits.url,
		about: [`Job ${textOf(job.id)}`],
		sections: [
			() => missing([subject]),
			() => [{ kind: 'figures', figures: [{ label: 'State', value, tone }] }],
			() => factSection('Fields', factsOf(answerOf(subject))),
		],
	};
}

function answerOf({ json }: Subject): IDataObject {
	return Object.fromEntries(Object.entries(json).filter(([key]) => !isOurs(key)));
}

/** Fields of a recognised item that no other section speaks of. */
export function furtherFields({ json }: Subject): Section[] {
	const places = placesIn(json).map(({ record }) => record);
	const facts = places
		.flatMap((record) => Object.entries(record))
		.filter(([key, value]) => !isTold(key) && !places.some((record) => record === value))
		.flatMap(([key, value]) => factsOf(value, [key]));
	// The same name may stand in several places, with other values.
	const each = new Map(
		facts.map((fact) => [`${fact.group}\n${fact.label}\n${fact.cell.text}`, fact]),
	);
	return factSection('Further details', [...each.values()]);
}

/** Told elsewhere, or of no interest to a reader. */
function isTold(key: string): boolean {
	return isOurs(key) || isTraitKey(key) || isListKey(key) || MACHINERY.test(key);
}

const MACHINERY =
	/^(id|uuid|status|state|success|error|code|.*_id|.*Id|image_url|avatar.*|thumbnail.*|.*[Hh]andle|submittedAt)$/;

/** Plain values under the words that lead to them, the first of which groups them; lists of plain values on one line. */
export function factsOf(value: unknown, path: string[] = [], currency = ''): Fact[] {
	if (isRecord(value)) return factsIn(value, path, currency);
	if (Array.isArray(value)) {
		const entries: unknown[] = value;
		const listed = entries.filter((each) => !Number.isNaN(each));
		if (entries.length === 0 || entries.some(isRecord)) return [];
		return [factOf(path, { text: cut(listed.map(textOf).join(', '), MAX_CELL_LENGTH) })];
	}
	const isNothing = value === null || value === undefined || value === '';
	if (isNothing || Number.isNaN(value)) return [];
	const cell = cellOf(value);
	const isPrice = typeof value === 'number' && PRICE.test(path.at(-1) ?? '');
	return [factOf(path, isPrice ? { text: `${currency} ${cell.text}`.trim() } : cell)];
}

function factsIn(record: IDataObject, path: string[], currency: string): Fact[] {
	const range = rangeOf(record);
	if (range !== undefined) return [factOf(path, { text: `${currency} ${range}`.trim() })];
	if (path.length >= MAX_DEPTH) return [factOf(path, cellOf(record))];
	const own = typeof record.currency === 'string' ? record.currency : currency;
	const all = Object.entries(record).map(([key, each]) => ({
		key,
		facts: factsOf(each, [...path, key], own),
	}));
	const isUsed = all.some(({ facts }) => facts.some(({ cell }) => cell.text.startsWith(`${own} `)));
	return all.flatMap(({ key, facts }) => (key === 'currency' && isUsed ? [] : facts));
}

const PRICE = /price|cost|fee|amount|cpm|budget/i;
const RANGES = [
	['min', 'max'],
	['from', 'to'],
	['low', 'high'],
];

/** `{ min: 1, max: 2 }` as one value. */
function rangeOf(value: IDataObject): string | undefined {
	const names = RANGES.find(([from = '']) => ownValue(value, from) !== undefined) ?? [];
	const ends = names.map((name) => ownValue(value, name)).filter((end) => typeof end === 'number');
	const isRange = ends.length === 2 && Object.keys(value).length === 2;
	return isRange ? ends.map(fullNumber).join(' to ') : undefined;
}

function factOf(path: string[], cell: Cell): Fact {
	const [group, ...rest] = path;
	return rest.length === 0
		? { label: labelOf(path), cell }
		: { group: labelOf([group ?? '']), label: labelOf(rest), cell };
}

/** `post_type`, `image` is an image post. */
function labelOf(path: string[]): string {
	const words = path.map((each, at) => {
		const kind = /^(.+)[_ ]?type$/i.exec(path[at - 1] ?? '')?.[1];
		return kind === undefined ? inWords(each) : `${inWords(each)} ${inWords(kind).toLowerCase()}`;
	});
	const isKind = (at: number) => /[_ ]?type$/i.test(path[at] ?? '') && at < path.length - 1;
	return words.filter((_, at) => !isKind(at)).join(', ') || 'Value';
}

export function cellOf(value: unknown): Cell {
	// A Code node can make such numbers.
	if (Number.isNaN(value)) return { text: '' };
	if (typeof value === 'number') return { text: fullNumber(value) };
	if (typeof value === 'boolean') return { text: value ? 'Yes' : 'No' };
	return { text: cut(textOf(value), MAX_CELL_LENGTH), link: asAddress(value) };
}

function factSection(title: string, facts: Fact[]): Section[] {
	if (facts.length === 0) return [];
	// Below the heading of a group stands nothing else.
	const sorted = [
		...facts.filter(({ group }) => group === undefined),
		...facts.filter(({ group }) => group !== undefined),
	];
	const more = Math.max(0, facts.length - MAX_FACTS);
	return [{ kind: 'facts', title, facts: sorted.slice(0, MAX_FACTS), more }];
}

function tables(answer: IDataObject): Section[] {
	return listsIn(answer, [])
		.slice(0, MAX_TABLES)
		.map(({ path, rows }) => recordTable(labelOf(path), rows));
}

function listsIn(value: unknown, path: string[]): Array<{ path: string[]; rows: IDataObject[] }> {
	if (path.length > MAX_DEPTH) return [];
	if (Array.isArray(value)) {
		const rows = value.filter(isRecord);
		return rows.length === 0 ? [] : [{ path, rows }];
	}
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([key, each]) => listsIn(each, [...path, key]));
}

export function recordTable(title: string, rows: readonly IDataObject[]): Section {
	const shown = rows.slice(0, MAX_ROWS);
	const columns = [...new Set(shown.flatMap(Object.keys))].map((name, at) => ({
		label: inWords(name),
		numeric:
			at > 0 && shown.every((row) => ['undefined', 'number'].includes(typeof ownValue(row, name))),
		cell: (row: IDataObject) => cellOf(ownValue(row, name)),
	}));
	return tableOf(title, columns, rows, { mostRows: MAX_ROWS, mostColumns: MAX_COLUMNS });
}
