import type { IDataObject } from 'n8n-workflow';

/** One object per line, under the names of the first line. Values stay text. */
export function parseCsv(text: string): IDataObject[] {
	const [header = [], ...lines] = cells(text, delimiter(text));
	return lines
		.filter((line) => line.length > 1 || line[0] !== '')
		.map((line) => Object.fromEntries(header.map((name, column) => [name, line[column] ?? ''])));
}

function delimiter(text: string): string {
	const firstLine = text.slice(0, text.search(/\r?\n|$/));
	const counts = [',', ';', '\t'].map((each) => ({ each, count: firstLine.split(each).length }));
	return counts.reduce((best, next) => (next.count > best.count ? next : best)).each;
}

function cells(text: string, separator: string): string[][] {
	const lines: string[][] = [];
	let line: string[] = [];
	let cell = '';
	let quoted = false;
	const plain = new RegExp(`[^${separator}\\r\\n]*`, 'y');
	for (let at = 0; at < text.length; ) {
		const char = text[at];
		if (quoted) {
			const close = text.indexOf('"', at);
			const end = close === -1 ? text.length : close;
			cell += text.slice(at, end);
			quoted = text[end + 1] === '"';
			if (quoted) cell += '"';
			at = end + (quoted ? 2 : 1);
		} else if (char === '"' && cell === '') {
			quoted = true;
			at++;
		} else if (char === separator || char === '\n') {
			line.push(cell);
			cell = '';
			if (char === '\n') {
				lines.push(line);
				line = [];
			}
			at++;
		} else if (char === '\r') {
			at++;
		} else {
			plain.lastIndex = at;
			const [run = ''] = plain.exec(text) ?? [];
			cell += run;
			at += run.length;
		}
	}
	if (cell !== '' || line.length > 0) lines.push([...line, cell]);
	return lines;
}
