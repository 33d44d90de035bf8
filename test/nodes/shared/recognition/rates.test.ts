import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Bench, KINDS, type AnswerCase, type Kind, type Reading } from './answers';

const FOLDER = join(__dirname, '../../../fixtures/answers');
/** A further file of answers, and how much of what was read wrong is shown. */
const { ANSWERS, SHOW } = process.env;

const LEAST_RIGHT = 0.9;
const MOST_SILENT = 0.02;

const files =
	ANSWERS === undefined
		? readdirSync(FOLDER)
				// Lists are measured where they are read: see lists/rates.test.ts.
				.filter((name) => name.endsWith('.json') && name !== 'lists.json')
				.map((name) => join(FOLDER, name))
		: [ANSWERS];

interface Measured {
	given: AnswerCase;
	reading: Reading;
}

describe.each(files)('the answers in %s', (file) => {
	const all = JSON.parse(readFileSync(file, 'utf8')) as AnswerCase[];
	const cases = all.filter(({ kind }) => kind !== 'list');
	const measured: Measured[] = [];
	let bench: Bench;

	beforeAll(async () => {
		bench = await Bench.start();
		for (const given of cases) measured.push({ given, reading: await bench.read(given) });
		process.stdout.write(`\n${file}\n${table(measured)}\n${details(measured)}\n`);
	}, 300_000);
	afterAll(async () => await bench.close());

	const share = (outcome: Reading['outcome']) =>
		measured.filter(({ reading }) => reading.outcome === outcome).length / measured.length;

	it(`are read right in ${LEAST_RIGHT * 100} % and more`, () => {
		expect(share('right')).toBeGreaterThanOrEqual(LEAST_RIGHT);
	});

	it(`are wrong without a word in ${MOST_SILENT * 100} % at most`, () => {
		expect(share('silent')).toBeLessThanOrEqual(MOST_SILENT);
	});
});

function table(measured: Measured[]): string {
	const line = (name: string, of: Measured[]) => {
		const count = (outcome: Reading['outcome']) =>
			of.filter(({ reading }) => reading.outcome === outcome).length;
		const [right, told, silent] = [count('right'), count('told'), count('silent')];
		const percent = of.length === 0 ? 0 : Math.round((100 * right) / of.length);
		return [name.padEnd(9), ...[of.length, right, told, silent, percent].map(cell)].join(' ');
	};
	const kinds = KINDS.map(
		(kind: Kind) => [kind, measured.filter((each) => each.given.kind === kind)] as const,
	);
	return [
		['kind     ', ...['all', 'right', 'told', 'silent', '%'].map(cell)].join(' '),
		...kinds.filter(([, of]) => of.length > 0).map(([kind, of]) => line(kind, of)),
		line('all', measured),
	].join('\n');
}

function cell(value: string | number): string {
	return String(value).padStart(7);
}

function details(measured: Measured[]): string {
	if (SHOW === undefined) return '';
	return measured
		.filter(({ reading }) => reading.outcome !== 'right')
		.map(
			({ given: { n, kind, expect }, reading }) =>
				`${n} ${kind} ${reading.outcome}: ${reading.got?.slice(0, 300)} instead of ${JSON.stringify(expect)}`,
		)
		.join('\n');
}
