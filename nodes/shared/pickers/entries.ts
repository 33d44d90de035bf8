import type { INodeListSearchItems } from 'n8n-workflow';

import { normalizeKey } from '../recognition/keys';
import { isRecord } from '../values/records';
import { textOf } from '../values/text';
import type { Dictionary } from './dictionaries';

/** Rows of a dictionary as the editor lists them, e.g. "Germany - country". */
export function toEntries(
	rows: readonly unknown[],
	dictionary: Dictionary,
): INodeListSearchItems[] {
	const entries = rows.flatMap((row) => toEntry(row, dictionary) ?? []);
	// The editor tells entries apart by their values.
	return [...new Map(entries.map((entry) => [entry.value, entry])).values()];
}

/**
 * What fits comes first: a service that does not know the name of the search answers with
 * everything, and one that does may find more than names. Without its help, only what fits is left.
 */
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
	const { valueKeys, nameKeys, kindKeys } = dictionary;
	const value = plainValue(row, valueKeys);
	if (value === undefined) return undefined;
	const name = plainText(row, nameKeys) ?? String(value);
	const kind = plainText(row, kindKeys);
	const isAdded = kind !== undefined && kind.toLowerCase() !== name.toLowerCase();
	return { name: isAdded ? `${name} - ${asWord(kind)}` : name, value };
}

/** The first of the fields that holds a text or a number. */
function plainValue(row: object, keys: readonly string[]): string | number | undefined {
	const fields = Object.entries(row);
	for (const key of keys) {
		for (const [name, value] of fields) {
			if (normalizeKey(name) !== key) continue;
			if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) {
				return typeof value === 'string' ? value.trim() : value;
			}
		}
	}
	return undefined;
}

function plainText(row: object, keys: readonly string[]): string | undefined {
	const value = plainValue(row, keys);
	return value === undefined ? undefined : String(value);
}

/** `COUNTRY` and `SUB_REGION` are read as words. */
function asWord(kind: string): string {
	return /^[A-Z][A-Z_]+$/.test(kind) ? kind.toLowerCase().replaceAll('_', ' ') : kind;
}
