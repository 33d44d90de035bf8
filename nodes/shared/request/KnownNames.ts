import type { IDataObject } from 'n8n-workflow';

import { normalizeKey, splitKey } from '../recognition/keys';
import { valueAt, isRecord } from '../values/records';

interface Misspelling {
	name: string;
	meant: string;
}

type Level = Map<string, Level>;

/** The names of the common fields of an operation, to tell slips of the pen from fields of another name. */
export class KnownNames {
	private readonly root: Level = new Map();

	/** Items of one run mostly have the same names. */
	private readonly found = new Map<string, string | undefined>();

	/** A dot nests. */
	constructor(private readonly names: readonly string[]) {
		for (const name of names) {
			let level = this.root;
			for (const part of name.split('.')) {
				const inner = level.get(part) ?? (new Map() as Level);
				level.set(part, inner);
				level = inner;
			}
		}
	}

	misspelt(fields: IDataObject): Misspelling[] {
		return this.misspeltIn(fields, this.root, '');
	}

	private misspeltIn(fields: IDataObject, level: Level, path: string): Misspelling[] {
		return Object.entries(fields).flatMap(([name, value]) => {
			const inner = level.get(name);
			if (inner !== undefined) {
				return isRecord(value) ? this.misspeltIn(value, inner, `${path}${name}.`) : [];
			}
			const meant = this.closest(name, level, path);
			// If both are sent, both are intended.
			if (meant === undefined || valueAt(fields, meant) !== undefined) return [];
			return [{ name: `${path}${name}`, meant: `${path}${meant}` }];
		});
	}

	private closest(name: string, level: Level, path: string): string | undefined {
		const key = `${path}${name}`;
		if (!this.found.has(key)) {
			// At the root, a nested name may have been written as one: `follower_count_min`.
			const candidates = [...level.keys(), ...(path === '' ? this.names : [])];
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
	const meaning = meaningOf(name);
	// The shortest are words of their own.
	return meaning.length >= 4 && meaning === meaningOf(known);
}

function meaningOf(name: string): string {
	const singular = splitKey(name).map((word) => word.replace(/s$/, ''));
	return [...new Set(singular.filter((word) => !IDLE.has(word)))].sort().join(' ');
}

/** Long names take two slips, short ones one; the shortest are words of their own. */
function isClose(name: string, known: string): boolean {
	const most = known.length >= 8 ? 2 : Number(known.length >= 4);
	return Math.abs(name.length - known.length) <= most && slips(name, known) <= most;
}

/** Letters that are wrong, missing, too many, or in the wrong order. */
function slips(a: string, b: string): number {
	let beforeLast: number[] = [];
	let last = Array.from({ length: b.length + 1 }, (_, at) => at);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const isSame = a[i - 1] === b[j - 1];
			const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			row[j] = Math.min(
				at(last, j) + 1,
				at(row, j - 1) + 1,
				at(last, j - 1) + Number(!isSame),
				isSwapped ? at(beforeLast, j - 2) + 1 : Infinity,
			);
		}
		[beforeLast, last] = [last, row];
	}
	return at(last, b.length);
}

function at(row: number[], index: number): number {
	return row[index] ?? Infinity;
}
