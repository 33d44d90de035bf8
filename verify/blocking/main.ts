// How long each step of the nodes keeps n8n's only thread, over large responses and over texts that
// are made to be slow. Fails above the limit. --only takes a part of the name of a step or an input;
// --short leaves out the regular expressions one by one.
import type { Totals } from '../../scripts/results';
import { aligned } from '../../scripts/tables';
import type { Arguments } from '../experiment';
import { expressions } from './expressions';
import { longestBlock } from './longestBlock';
import { steps } from './steps';

const LIMIT_MS = 100;
/** The best of these counts: other programs take the processor away, and nothing gives it back. */
const RUNS = 3;

export async function run({ isShort, only = '' }: Arguments): Promise<Totals> {
	const rows: string[][] = [];
	const totals: Totals = { passed: 0, failed: 0 };
	for (const { step, input, known, prepare } of [...steps, ...(isShort ? [] : expressions())]) {
		if (!`${step} ${input}`.includes(only)) continue;
		const act = prepare();
		let ms = Infinity;
		for (let at = 0; at < RUNS && ms > LIMIT_MS / 2; at++)
			ms = Math.min(ms, await longestBlock(act));
		const isLong = ms > LIMIT_MS;
		totals[isLong && known === undefined ? 'failed' : 'passed'] += 1;
		rows.push([step, input, `${Math.round(ms)} ms`, isLong ? (known ?? 'SLOW') : '']);
	}
	console.log(aligned([['step', 'input', 'longest block', ''], ...rows]));
	return totals;
}
