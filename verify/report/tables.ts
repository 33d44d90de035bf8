export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const sumOf = (values: number[]): number => values.reduce((sum, each) => sum + each, 0);

export function markdown(heads: string[], rows: Array<Array<string | number>>): string {
	const line = (cells: Array<string | number>) =>
		`| ${cells.map((cell) => String(cell).replace(/\|/g, '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
	return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
