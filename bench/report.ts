import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../scripts/n8n/paths';
import { chart } from './chart';
import { goalOf, meetsGoal, shown, type Figure, type Results } from './figures';

const FOLDER = join(repositoryRoot, 'docs/bench');
const JSON_FILE = join(FOLDER, 'results.json');

export function print(figures: Figure[]): void {
	const rows = figures.map((figure) => [
		figure.label + (figure.against ? ` (against ${figure.against})` : ''),
		shown(figure),
		goalOf(figure),
		verdict(figure),
	]);
	const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => row[at].length)));
	let group = '';
	figures.forEach((figure, n) => {
		if (figure.group !== group) console.log(`\n${(group = figure.group)}`);
		const [label, value, goal, met] = rows[n];
		console.log(
			`  ${label.padEnd(widths[0])}  ${value.padStart(widths[1])}  ${goal.padEnd(widths[2])}  ${met}`,
		);
	});
	console.log();
}

function verdict(figure: Figure): string {
	const met = meetsGoal(figure);
	if (met === undefined) return '';
	return met ? 'met' : 'MISSED';
}

export function save(results: Results): void {
	mkdirSync(FOLDER, { recursive: true });
	writeFileSync(JSON_FILE, `${JSON.stringify(rounded(results), null, '\t')}\n`);
	writeFileSync(join(FOLDER, 'results.svg'), chart(results));
}

export function earlier(): Results | undefined {
	if (!existsSync(JSON_FILE)) return undefined;
	return JSON.parse(readFileSync(JSON_FILE, 'utf8')) as Results;
}

function rounded(results: Results): Results {
	const figures = results.figures.map((figure) => ({
		...figure,
		value: Number(figure.value.toPrecision(4)),
	}));
	return { ...results, figures };
}
