// How long our nodes keep n8n's only thread while they read large responses and texts that are made to be slow, on n8n's
// engine. Fails above the limit, in milliseconds of this machine. --only takes a part of the name of a way or an input;
// --short leaves out the regular expressions one by one.
import type { Totals } from '../../scripts/results';
import type { Arguments } from '../experiment';
import { aligned } from '../report/tables';
import { expressions } from './expressions';
import { FORMS, HOSTILE_UNITS, type Step, textOf, VALUES, WAYS } from './inputs';
import { longestBlock } from './longestBlock';
import { openReader, type Reader } from './read';

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

function steps(reader: Reader): Step[] {
	const large = Object.entries(VALUES).flatMap(([input, make]) =>
		Object.entries(WAYS).map(([step, way]) => ({
			...{ step, input },
			prepare: () => {
				const body = JSON.stringify(make());
				return async () => await reader.read(way, { body });
			},
		})),
	);
	const hostile = Object.entries(FORMS).flatMap(([form, responseOf]) =>
		Object.entries(WAYS).map(([step, way]) => ({
			...{ step, input: `1 MB of each hostile text: ${form}` },
			prepare: () => {
				const responses = HOSTILE_UNITS.map((unit) => responseOf(textOf(unit)));
				return async () => {
					for (const response of responses) await reader.read(way, response);
				};
			},
		})),
	);
	const items = [1_000, 10_000].map((count) => ({
		...{ step: 'prepare items', input: `${count} items with an expression` },
		prepare: () => {
			const all = Array.from({ length: count }, (_, at) => ({ json: { id: `a${at}` } }));
			return async () => await reader.prepare(all);
		},
	}));
	return [...items, ...large, ...hostile];
}

export async function run({ isShort, only = '' }: Arguments): Promise<Totals> {
	const reader = await openReader();
	const measured: Array<{ step: string; input: string; ms: number }> = [];
	const before = await longestBlock(referenceLoop);
	const all = [...steps(reader), ...(isShort ? [] : expressions())];
	for (const { step, input, prepare: make } of all) {
		if (!`${step} ${input}`.includes(only)) continue;
		const act = make();
		let ms = Infinity;
		for (let at = 0; at < RUNS && ms > LIMIT_MS / 2; at++)
			ms = Math.min(ms, await longestBlock(act));
		measured.push({ step, input, ms });
	}
	reader.close();
	const after = await longestBlock(referenceLoop);
	const pace = USUAL_MS / ((before + after) / 2);
	const rows = measured.map(({ step, input, ms }) => {
		return [step, input, inMs(ms), inMs(ms * pace), ms > LIMIT_MS ? 'SLOW' : ''];
	});
	console.log(aligned([['step', 'input', 'longest block', 'on a usual machine', ''], ...rows]));
	console.log(
		`This machine needed ${inMs(before)} at the start and ${inMs(after)} at the end for the reference loop, a usual one ${USUAL_MS} ms.`,
	);
	const failed = measured.filter(({ ms }) => ms > LIMIT_MS).length;
	return { passed: measured.length - failed, failed };
}

const inMs = (ms: number): string => `${Math.round(ms)} ms`;
