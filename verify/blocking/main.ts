// How long each step of the nodes keeps n8n's only thread, over large responses and over texts that
// are made to be slow. Fails above the limit, in milliseconds of this machine. --only takes a part of
// the name of a step or an input; --short leaves out the regular expressions one by one.
import type { Totals } from '../../scripts/results';
import { aligned } from '../../scripts/tables';
import type { Arguments } from '../experiment';
import { expressions } from './expressions';
import { longestBlock } from './longestBlock';
import { steps } from './steps';

const LIMIT_MS = 100;
/** The best of these counts: other programs take the processor away, and nothing gives it back. */
const RUNS = 3;

/** What a usual machine needs for the reference loop. */
const USUAL_MS = 400;

/** Work of a fixed amount: says how fast this machine is now. */
function referenceLoop(): number {
	let sum = 0;
	for (let at = 0; at < 300_000_000; at++) sum += at % 7;
	return sum;
}

export async function run({ isShort, only = '' }: Arguments): Promise<Totals> {
	const measured: Array<{ step: string; input: string; ms: number; note: string }> = [];
	const before = await longestBlock(referenceLoop);
	const totals: Totals = { passed: 0, failed: 0 };
	for (const { step, input, known, prepare } of [...steps, ...(isShort ? [] : expressions())]) {
		if (!`${step} ${input}`.includes(only)) continue;
		const act = prepare();
		let ms = Infinity;
		for (let at = 0; at < RUNS && ms > LIMIT_MS / 2; at++)
			ms = Math.min(ms, await longestBlock(act));
		const isLong = ms > LIMIT_MS;
		totals[isLong && known === undefined ? 'failed' : 'passed'] += 1;
		measured.push({ step, input, ms, note: isLong ? (known ?? 'SLOW') : '' });
	}
	const after = await longestBlock(referenceLoop);
	const pace = USUAL_MS / ((before + after) / 2);
	const rows = measured.map(({ step, input, ms, note }) => {
		return [step, input, inMs(ms), inMs(ms * pace), note];
	});
	console.log(aligned([['step', 'input', 'longest block', 'on a usual machine', ''], ...rows]));
	console.log(
		`This machine needed ${inMs(before)} at the start and ${inMs(after)} at the end for the reference loop, a usual one ${USUAL_MS} ms.`,
	);
	return totals;
}

const inMs = (ms: number): string => `${Math.round(ms)} ms`;
