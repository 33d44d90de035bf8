/** For the terminal: columns of the same width. */
export function aligned(rows: string[][]): string {
	const widths: number[] = [];
	for (const row of rows) {
		row.forEach((text, at) => (widths[at] = Math.max(widths[at] ?? 0, text.length)));
	}
	return rows
		.map((row) =>
			row
				.map((text, at) => text.padEnd(widths[at]))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

/** For a page. */
export function markdown(heads: string[], rows: Array<Array<string | number>>): string {
	const line = (cells: Array<string | number>) =>
		`| ${cells.map((cell) => String(cell).replace(/\|/g, '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
	return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
