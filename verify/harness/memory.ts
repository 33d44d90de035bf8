import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { until } from './time';

const MEBIBYTE = 1024 * 1024;
const SAMPLE_EVERY_MS = 50;

/** Samples how much memory the process holds, until it is stopped. */
export function followMemory(pid: number): {
	stop(): Promise<{ firstMiB: number; peakMiB: number }>;
} {
	const samples: number[] = [];
	const sample = async () => void samples.push(await heldMiB(pid));
	const first = sample();
	const timer = setInterval(() => void sample(), SAMPLE_EVERY_MS).unref();
	return {
		stop: async () => {
			clearInterval(timer);
			await first;
			await sample();
			return { firstMiB: samples[0] ?? 0, peakMiB: samples.reduce((a, b) => Math.max(a, b), 0) };
		},
	};
}

/** Linux tells; elsewhere it is not measured. */
async function heldMiB(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0');
	return (Number(text.split(' ')[1]) * 4096) / MEBIBYTE;
}

const fileIn = (folder: string): string => join(folder, 'memory');

/** For the environment of n8n: its heap is measured on a signal. */
export const heapMeasured = (folder: string): Record<string, string> => ({
	NODE_OPTIONS: `--require ${join(__dirname, 'measure-memory.cjs')}`,
	MEMORY_FILE: fileIn(folder),
});

/** The heap of n8n in MiB as measure-memory.cjs has written it, without a line that is not whole yet. */
async function heapSamples(folder: string): Promise<number[]> {
	const text = await readFile(fileIn(folder), 'utf8').catch(() => '');
	return text.split('\n').slice(0, -1).map(Number);
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
	return Math.min(...(await heapSamples(folder)).slice(-COLLECTIONS));
}
