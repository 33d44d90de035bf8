import type { IDataObject } from 'n8n-workflow';

import type { Parsed } from './json';
import type { Steps } from './steps';

/** As many as a spreadsheet has. More would take long to name. */
const MAX_COLUMNS = 16_384;

/**
 * One object per line, under the names of the first line. Values stay text. A quote that is not closed
 * would make one cell of all lines behind it.
 */
export function* parseCsv(text: string): Steps<Parsed<IDataObject[]>> {
	const rows: IDataObject[] = [];
	let names: Names | undefined;
	const { dialect, from } = readDialect(text);
	let line: string[] = [];
	for (let at = from; at <= text.length;) {
		yield;
		const cell = yield* readCell(text, at, dialect);
		if (cell === undefined) {
			const { length } = text.slice(0, at).split(/\r\n?|\n/);
			return { ok: false, problem: `The quote in line ${length} is not closed` };
		}
		if (line.length < MAX_COLUMNS) line.push(cell.text);
		at = cell.end + 1;
		if (!cell.isLast) continue;
		const isEmpty = line.length === 1 && line[0] === '';
		if (names !== undefined && !isEmpty) rows.push(names.object(line));
		else if (!isEmpty) names = new Names(line);
		line = [];
	}
	return { ok: true, value: rows };
}

/** A name for each column, so that no cell takes the place of another. */
class Names {
	private readonly names: string[] = [];
	private readonly suffixes = new Map<string, number>();
	private readonly taken: Set<string>;

	constructor(private readonly header: readonly string[]) {
		this.taken = new Set(header);
		for (const name of header) this.add(name);
	}

	/** Lines may be shorter than the first one, or longer. */
	object(line: readonly string[]): IDataObject {
		let width = Math.max(line.length, this.header.length);
		while (width > this.header.length && line[width - 1] === '') width--;
		while (this.names.length < width) this.add('');
		// Not by assignment: a column may be called `__proto__`.
		return Object.fromEntries(
			this.names.slice(0, width).map((name, column) => [name, line[column] ?? '']),
		);
	}

	/** `name`, then `name_2`; a column without a name is called by its number. */
	private add(own: string): void {
		const base = own === '' ? `column_${this.names.length + 1}` : own;
		const before = this.suffixes.get(base);
		let suffix = before ?? 1;
		let name = base;
		if (own === '' || before !== undefined) {
			while (this.taken.has(name)) name = `${base}_${++suffix}`;
		}
		this.suffixes.set(base, suffix);
		this.taken.add(name);
		this.names.push(name);
	}
}

interface Dialect {
	separator: string;
	/** The separator, or what ends a line. */
	end: RegExp;
}

/** A cell, where it ends, and whether it is the last of its line; nothing if its quote is not closed. */
function* readCell(text: string, at: number, { separator, end }: Dialect) {
	const quoted = text[at] === '"' ? yield* readQuoted(text, at) : { cell: '', end: at };
	if (quoted === undefined) return undefined;
	end.lastIndex = quoted.end;
	const stop = end.exec(text)?.index ?? text.length;
	const rest = text.slice(quoted.end, stop);
	const isLast = text[stop] !== separator;
	const cell = quoted.cell + (isLast ? rest.replace(/\r$/, '') : rest);
	return { text: cell, end: stop, isLast };
}

/** A cell between quotes, and where it ends; two quotes in it are one. */
function* readQuoted(text: string, open: number) {
	let cell = '';
	for (let from = open + 1; ;) {
		yield;
		const quote = text.indexOf('"', from);
		if (quote === -1) return undefined;
		if (text[quote + 1] !== '"') return { cell: cell + text.slice(from, quote), end: quote + 1 };
		cell += text.slice(from, quote + 1);
		from = quote + 2;
	}
}

/** What spreadsheets write into the first line, for other spreadsheets. */
const NAMED_SEPARATOR = /^\s*sep=([,;\t|])[\r\n]+/i;

/** Shows the separator; the first line of a table is rarely longer. */
const MAX_HEADER_LENGTH = 64 * 1024;
const QUOTED_CELL = /(^|[,;\t])"(?:[^"]|"")*(?:"|$)/g;

/** What stands most often between the cells of the first line, and what ends it. */
function readDialect(text: string): { dialect: Dialect; from: number } {
	const named = NAMED_SEPARATOR.exec(text);
	const from = (named ?? /^[\r\n]*/.exec(text))?.[0].length ?? 0;
	const unquoted = text.slice(from, from + MAX_HEADER_LENGTH).replace(QUOTED_CELL, '$1');
	const [header = '', lineBreak] = unquoted.split(/(\r\n?|\n)/, 2);
	const count = (separator: string) => header.split(separator).length;
	const most = [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
	const separator = named?.[1] ?? most;
	// Where a line ends with CR alone, others may end with LF. Elsewhere, CR alone is part of a cell.
	const lineEnd = lineBreak === '\r' ? '\r\n' : '\n';
	return { dialect: { separator, end: new RegExp(`[${separator}${lineEnd}]`, 'g') }, from };
}
