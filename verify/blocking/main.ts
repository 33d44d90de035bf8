// How long our nodes keep n8n's only thread while they read large responses and texts that are made to be slow, on n8n's
// engine. Fails above the limit, in milliseconds of this machine. --only takes a part of the name of a way or an input.
import type { Totals } from '../../scripts/results';
import type { Arguments } from '../experiment';
import { FORMS, HOSTILE_UNITS, LARGE, PREPARE, type Response, textOf, WAYS } from './inputs';
import { openReader } from './read';

const LIMIT_MS = 100;
/** The best of these counts: other programs take the processor away, and nothing gives it back. */
const RUNS = 3;
/** Made when they are read, as together they take much memory. */
const INPUTS: Record<string, () => Response[]> = {
	...Object.fromEntries(
		Object.entries(LARGE).map(([name, make]) => [name, () => [{ body: JSON.stringify(make()) }]]),
	),
	...Object.fromEntries(
		Object.entries(FORMS).map(([form, responseOf]) => [
			`256 KB of each hostile text: ${form}`,
			() => HOSTILE_UNITS.map((unit) => responseOf(textOf(unit))),
		]),
	),
};

export async function run({ only = '' }: Arguments): Promise<Totals> {
	const reader = await openReader();
	const totals: Totals = { passed: 0, failed: 0 };
	const measure = async (step: string, input: string, acts: Array<() => unknown>) => {
		let ms = 0;
		for (const act of acts) ms = Math.max(ms, await leastBlock(act));
		totals[ms > LIMIT_MS ? 'failed' : 'passed'] += 1;
		console.log(`${step}, ${input}: ${Math.round(ms)} ms${ms > LIMIT_MS ? ' SLOW' : ''}`);
	};
	for (const [input, make] of Object.entries(INPUTS)) {
		for (const [step, way] of Object.entries(WAYS)) {
			if (!`${step} ${input}`.includes(only)) continue;
			const responses = make();
			const acts = responses.map((each) => async () => await reader.read(way, each));
			await measure(step, input, acts);
		}
	}
	const input = '10,000 items with an expression';
	const items = Array.from({ length: 10_000 }, (_, at) => ({ json: { id: `a${at}` } }));
	if (input.includes(only))
		await measure('prepare', input, [() => reader.read(PREPARE, { body: '{}' }, items)]);
	reader.close();
	return totals;
}

async function leastBlock(act: () => unknown): Promise<number> {
	let ms = Infinity;
	for (let at = 0; at < RUNS && ms > LIMIT_MS / 2; at++) ms = Math.min(ms, await longestBlock(act));
	return ms;
}

/**
 * The longest time in milliseconds for which the event loop stood still while something ran. No more
 * than the processor worked for it: on a busy machine, other programs make everything wait.
 */
async function longestBlock(act: () => unknown): Promise<number> {
	let longest = 0;
	let last = now();
	let isOver = false;
	const look = (): void => {
		const { wall, worked } = now();
		longest = Math.max(longest, Math.min(wall - last.wall, worked - last.worked));
		last = now();
		if (!isOver) setImmediate(look);
	};
	await new Promise(setImmediate);
	last = now();
	setImmediate(look);
	try {
		await act();
	} catch {
		// What is not readable has to be refused quickly, too.
	}
	isOver = true;
	look();
	return longest;
}

function now(): { wall: number; worked: number } {
	const { user, system } = process.cpuUsage();
	return { wall: performance.now(), worked: (user + system) / 1_000 };
}
