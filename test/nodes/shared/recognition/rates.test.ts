import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Bench, KINDS, type AnswerCase, type Kind, type Reading } from './answers';

const FOLDER = join(__dirname, '../../../fixtures/answers');
/** A further file of answers, and how much of what was read wrong is shown. */
const { ANSWERS, SHOW } = process.env;

const MIN_RIGHT = 0.9;
const MAX_SILENT = 0.02;

// Lists are read where they are read on: see lists/rates.test.ts.
const OWN = readdirSync(FOLDER).filter((name) => name.endsWith('.json') && name !== 'lists.json');

describe.each(OWN)('a response of %s', (name) => {
	let bench: Bench;
	beforeAll(async () => {
		bench = await Bench.start();
	});
	afterAll(async () => await bench.close());

	it.each(answersIn(join(FOLDER, name)))('is read correctly: $n, $about', async (given) => {
		expect(await bench.read(given)).toEqual({ outcome: 'right' });
	});
});

function answersIn(file: string): AnswerCase[] {
	const answers = JSON.parse(readFileSync(file, 'utf8')) as AnswerCase[];
	return answers.filter(({ kind }) => kind !== 'list');
}

interface Measured {
	given: AnswerCase;
	reading: Reading;
}

if (ANSWERS !== undefined) {
	it(`the answers of ${ANSWERS} are read right, or the user is told`, async () => {
		const bench = await Bench.start();
		const measured: Measured[] = [];
		for (const given of answersIn(ANSWERS)) {
			measured.push({ given, reading: await bench.read(given) });
		}
		await bench.close();
		process.stdout.write(`\n${table(measured)}\n${details(measured)}\n`);
		const share = (outcome: Reading['outcome']) =>
			measured.filter(({ reading }) => reading.outcome === outcome).length / measured.length;
		expect(share('right')).toBeGreaterThanOrEqual(MIN_RIGHT);
		expect(share('silent')).toBeLessThanOrEqual(MAX_SILENT);
	});
}

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
