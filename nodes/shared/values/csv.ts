import type { IDataObject } from 'n8n-workflow';

/** One object per line, under the names of the first line. Values stay text. */
export function parseCsv(text: string): IDataObject[] {
	const rows: IDataObject[] = [];
	let names: Names | undefined;
	for (const line of linesOf(text.replace(/^[\r\n]+/, ''))) {
		if (line.length === 1 && line[0] === '') continue;
		if (names === undefined) names = new Names(line);
		else rows.push(names.object(line));
	}
	return rows;
}

/** A name for each column, so that no cell takes the place of another. */
class Names {
	private readonly names: string[] = [];
	private readonly taken: Set<string>;
	private readonly suffixes = new Map<string, number>();

	constructor(private readonly header: string[]) {
		this.taken = new Set(header);
		for (const name of header) this.add(name);
	}

	/** Lines may be shorter than the first one, or longer. */
	object(line: string[]): IDataObject {
		let width = Math.max(line.length, this.header.length);
		while (width > this.header.length && line[width - 1] === '') width--;
		while (this.names.length < width) this.add('');
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

/** One line after the other: only the rows are kept. */
function* linesOf(text: string): Generator<string[]> {
	const { separator, lineEnd } = dialectOf(text);
	const end = new RegExp(`[${separator}${lineEnd}]`, 'g');
	let line: string[] = [];
	for (let at = 0; at <= text.length; at = end.lastIndex) {
		const quoted = text[at] === '"' ? readQuoted(text, at) : { cell: '', end: at };
		end.lastIndex = quoted.end;
		const stop = end.exec(text)?.index ?? text.length;
		end.lastIndex = stop + 1;
		const rest = text.slice(quoted.end, stop);
		const isLast = text[stop] !== separator;
		line.push(quoted.cell + (isLast ? rest.replace(/\r$/, '') : rest));
		if (!isLast) continue;
		yield line;
		line = [];
	}
}

/** A cell between quotes, and where it ends; two quotes in it are one. */
function readQuoted(text: string, open: number): { cell: string; end: number } {
	let cell = '';
	for (let from = open + 1; ; ) {
		const quote = text.indexOf('"', from);
		if (quote === -1) return { cell: cell + text.slice(from), end: text.length };
		if (text[quote + 1] !== '"') return { cell: cell + text.slice(from, quote), end: quote + 1 };
		cell += text.slice(from, quote + 1);
		from = quote + 2;
	}
}

/** What stands most often between the cells of the first line, and what ends it. */
function dialectOf(text: string): { separator: string; lineEnd: string } {
	const counts: Record<string, number> = { ',': 0, ';': 0, '\t': 0 };
	let at = 0;
	for (; at < text.length && !/[\r\n]/.test(text.charAt(at)); at++) {
		const char = text.charAt(at);
		const opens = char === '"' && (at === 0 || text.charAt(at - 1) in counts);
		if (opens) at = readQuoted(text, at).end - 1;
		else if (char in counts) counts[char] = (counts[char] ?? 0) + 1;
	}
	const [separator] = Object.entries(counts).reduce((best, next) =>
		next[1] > best[1] ? next : best,
	);
	return { separator, lineEnd: text[at] === '\r' && text[at + 1] !== '\n' ? '\r' : '\n' };
}
