import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';

import { normalizeKey } from '../recognition/keys';
import { narrow } from '../values/narrow';
import { isRecord } from '../values/records';
import { mapInSteps, type Steps } from '../values/steps';
import { textOf } from '../values/text';
import { NAMES, type Dictionary } from './dictionaries';

/** Rows of a dictionary as the editor lists them, e.g. "Germany - country". */
export function* toEntries(
	rows: readonly unknown[],
	dictionary: Dictionary,
): Steps<INodeListSearchItems[]> {
	const entries = yield* mapInSteps(rows, (row) => toEntry(row, dictionary) ?? []);
	// The editor tells entries apart by their values.
	return [...new Map(entries.flat().map((each) => [each.value, each])).values()];
}

/** What fits comes first: a service may ignore the search, or find more than names. */
export function fitting(
	entries: readonly INodeListSearchItems[],
	{ filter, dictionary }: { filter: string; dictionary: Dictionary },
): INodeListSearchItems[] {
	const wanted = filter.trim().replace(/^[@#]/, '').toLowerCase();
	const fits = ({ name }: INodeListSearchItems) => name.toLowerCase().includes(wanted);
	const others = dictionary.searchName === undefined ? [] : entries.filter((each) => !fits(each));
	return [...entries.filter(fits), ...others];
}

function toEntry(row: unknown, dictionary: Dictionary): INodeListSearchItems | undefined {
	if (!isRecord(row)) {
		const text = textOf(row).trim();
		return text === '' || Array.isArray(row) ? undefined : { name: text, value: text };
	}
	const fields = plainFields(narrow(row));
	const { valueKeys, kindKeys } = dictionary;
	const value = firstOf(fields, valueKeys);
	if (value === undefined) return undefined;
	const name = String(firstOf(fields, NAMES) ?? value);
	const kind = firstOf(fields, kindKeys)?.toString();
	const isAdded = kind !== undefined && kind.toLowerCase() !== name.toLowerCase();
	return { name: isAdded ? `${name} - ${asWord(kind)}` : name, value };
}

/** Texts and numbers by their names; where two have one name, the first. */
function plainFields(row: IDataObject): Map<string, string | number> {
	const fields = new Map<string, string | number>();
	for (const [name, raw] of Object.entries(row)) {
		const value = typeof raw === 'string' ? raw.trim() : raw;
		const isPlain = typeof value === 'number' || (typeof value === 'string' && value !== '');
		if (isPlain && !fields.has(normalizeKey(name))) fields.set(normalizeKey(name), value);
	}
	return fields;
}

function firstOf<T>(fields: ReadonlyMap<string, T>, keys: readonly string[]): T | undefined {
	return keys.map((key) => fields.get(key)).find((value) => value !== undefined);
}

/** `COUNTRY` and `SUB_REGION` are read as words. */
function asWord(kind: string): string {
	return /^[A-Z][A-Z_]+$/.test(kind) ? kind.toLowerCase().replaceAll('_', ' ') : kind;
}
