import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { until } from './time';

const MEBIBYTE = 1024 * 1024;

interface Held {
	/** When it began. */
	firstMiB: number;
	peakMiB: number;
}

/** Samples how much memory the process holds, until it is stopped. */
export function followMemory(pid: number): { stop(): Promise<Held> } {
	let first: number | undefined;
	let peak = 0;
	const sample = async () => {
		const held = await heldMiB(pid);
		first ??= held;
		peak = Math.max(peak, held);
	};
	void sample();
	const timer = setInterval(() => void sample(), 50).unref();
	return {
		stop: async () => {
			clearInterval(timer);
			await sample();
			return { firstMiB: first ?? peak, peakMiB: peak };
		},
	};
}

/** Linux tells; elsewhere it is not measured. */
async function heldMiB(pid: number): Promise<number> {
	try {
		const pages = Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]);
		return (pages * 4096) / MEBIBYTE;
	} catch {
		return 0;
	}
}

/** Fields of /proc/<pid>/stat behind the name of the program. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const TICKS_PER_SECOND = 100;

/** What the process has used of the processor so far; Linux tells. */
export async function cpuSecondsOf(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/stat`, 'utf8');
	const parts = text.slice(text.lastIndexOf(')') + 2).split(' ');
	return (Number(parts[USER_TICKS]) + Number(parts[SYSTEM_TICKS])) / TICKS_PER_SECOND;
}

/** The memory of n8n at one time, right after a collection. */
export interface Sample {
	atMs: number;
	heapMiB: number;
	rssMiB: number;
}

const fileIn = (folder: string): string => join(folder, 'memory');

/** For the environment of n8n: its heap is measured every few seconds, or on a signal. */
export const heapMeasured = (folder: string, onSignal = false): Record<string, string> => ({
	NODE_OPTIONS: `--require ${join(__dirname, 'measure-memory.cjs')}`,
	MEMORY_FILE: fileIn(folder),
	...(onSignal && { MEMORY_ON_SIGNAL: 'true' }),
});

export async function heapSamples(folder: string): Promise<Sample[]> {
	return readSamples(await readFile(fileIn(folder), 'utf8').catch(() => ''));
}

/** What measure-memory.cjs has written, without a line that is not whole yet. */
export function readSamples(text: string): Sample[] {
	return text
		.split('\n')
		.slice(0, -1)
		.map((line) => JSON.parse(line) as Sample);
}

/** n8n lets go of an execution some moments after its end. */
const SETTLING_MS = 3_000;
/** What one collection has set free may hold more. */
const COLLECTIONS = 3;

/** The heap of n8n when all garbage is collected. */
export async function heapNow({ pid, folder }: { pid: number; folder: string }): Promise<number> {
	await sleep(SETTLING_MS);
	const seen = (await heapSamples(folder)).length;
	for (let n = 1; n <= COLLECTIONS; n++) {
		process.kill(pid, 'SIGUSR2');
		await until(async () => (await heapSamples(folder)).length >= seen + n);
	}
	const samples = (await heapSamples(folder)).slice(-COLLECTIONS);
	return Math.min(...samples.map(({ heapMiB }) => heapMiB));
}
