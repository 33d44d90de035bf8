// The whole of `npm run bench:blocking`: how long each step of the nodes keeps n8n's only thread, over
// large responses and over texts that are made to be slow. Fails above the limit. --only takes a part
// of the name of a step or an input.
import { parseArgs } from 'node:util';

import { expressions } from './blocking/expressions';
import { longestBlock } from './blocking/longestBlock';
import { steps } from './blocking/steps';

const LIMIT_MS = 100;
/** The best of these counts: other programs take the processor away, and nothing gives it back. */
const RUNS = 3;

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
	const rows: Array<Record<string, string | number>> = [];
	let isSlow = false;
	for (const { step, input, known, prepare } of [...steps, ...expressions()]) {
		if (!`${step} ${input}`.includes(values.only)) continue;
		const run = prepare();
		let ms = Infinity;
		for (let at = 0; at < RUNS && ms > LIMIT_MS / 2; at++)
			ms = Math.min(ms, await longestBlock(run));
		const isLong = ms > LIMIT_MS;
		isSlow ||= isLong && known === undefined;
		rows.push({
			step,
			input,
			'longest block (ms)': Math.round(ms),
			note: isLong ? (known ?? 'SLOW') : '',
		});
		if (process.stdout.isTTY) console.log(`${step}, ${input}: ${Math.round(ms)} ms`);
	}
	console.table(rows);
	if (isSlow) process.exitCode = 1;
}

void main();
