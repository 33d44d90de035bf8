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
	for (let at = 0; at < text.length; at++) {
		const char = text.charAt(at);
		if (quoted) {
			if (char !== '"') cell += char;
			else if (text[at + 1] === '"') cell += text.charAt(++at);
			else quoted = false;
		} else if (char === '"' && cell === '') {
			quoted = true;
		} else if (char === separator) {
			line.push(cell);
			cell = '';
		} else if (char === '\n') {
			lines.push([...line, cell]);
			line = [];
			cell = '';
		} else if (char !== '\r') {
			cell += char;
		}
	}
	if (cell !== '' || line.length > 0) lines.push([...line, cell]);
	return lines;
}
