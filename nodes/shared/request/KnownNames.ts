import type { IDataObject } from 'n8n-workflow';

import { normalizeKey, splitKey } from '../recognition/keys';
import { valueAt, isRecord } from '../values/records';

/** The names of the common fields of an operation, to tell slips of the pen from fields of another name. */
export class KnownNames {
	/** By the path that they are nested under. */
	private readonly levels = new Map<string, Set<string>>();

	/** Items of one run mostly have the same names. */
	private readonly found = new Map<string, string | undefined>();

	/** A dot nests. */
	constructor(private readonly names: readonly string[]) {
		for (const name of names) {
			let path = '';
			for (const part of name.split('.')) {
				this.levels.set(path, this.at(path).add(part));
				path += `${part}.`;
			}
		}
	}

	unknown(fields: IDataObject): string[] {
		return Object.keys(fields).filter((name) => !this.at('').has(name));
	}

	misspelt(fields: IDataObject, path = ''): Array<{ name: string; meant: string }> {
		return Object.entries(fields).flatMap(([name, value]) => {
			if (this.at(path).has(name)) {
				return isRecord(value) ? this.misspelt(value, `${path}${name}.`) : [];
			}
			const meant = this.closest(name, path);
			// If both are sent, both are intended.
			if (meant === undefined || valueAt(fields, meant) !== undefined) return [];
			return [{ name: `${path}${name}`, meant: `${path}${meant}` }];
		});
	}

	private at(path: string): Set<string> {
		return this.levels.get(path) ?? new Set();
	}

	private closest(name: string, path: string): string | undefined {
		const key = `${path}${name}`;
		if (!this.found.has(key)) {
			// At the root, a nested name may have been written as one: `follower_count_min`.
			const candidates = [...this.at(path), ...(path === '' ? this.names : [])];
			this.found.set(
				key,
				candidates.find((known) => saysTheSame(name, known)) ??
					candidates.find((known) => isClose(normalizeKey(name), normalizeKey(known))),
			);
		}
		return this.found.get(key);
	}
}

/** Words that a name can do without. */
const IDLE = new Set(['count', 'creator', 'is', 'number', 'of']);

/** The same words in another order, or with and without those that add nothing. */
function saysTheSame(name: string, known: string): boolean {
	const meaning = wordsThatMatter(name);
	// The shortest are words of their own.
	return meaning.length >= 4 && meaning === wordsThatMatter(known);
}

function wordsThatMatter(name: string): string {
	const singular = splitKey(name).map((word) => word.replace(/s$/, ''));
	return [...new Set(singular.filter((word) => !IDLE.has(word)))].sort().join(' ');
}

/**
 * In long names, two letters side by side may be wrong, missing or too many, in short ones only one, or two that changed
 * places; the shortest are words of their own.
 */
function isClose(name: string, known: string): boolean {
	const most = known.length >= 8 ? 2 : Number(known.length >= 4);
	const shorter = Math.min(name.length, known.length);
	let start = 0;
	while (start < shorter && name[start] === known[start]) start++;
	let end = 0;
	while (end < shorter - start && name.at(-1 - end) === known.at(-1 - end)) end++;
	const [wrong = '', right = ''] = [name, known].map((each) =>
		each.slice(start, each.length - end),
	);
	const isSwapped = wrong.length === 2 && right === `${wrong[1]}${wrong[0]}`;
	return Math.max(wrong.length, right.length) <= (isSwapped ? 2 * most : most);
}
