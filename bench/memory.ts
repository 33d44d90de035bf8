import { readFile } from 'node:fs/promises';

const MEBIBYTE = 1024 * 1024;

interface Held {
	/** When it began. */
	firstMiB: number;
	peakMiB: number;
}

/** Samples how much memory the process holds, until it is told to stop. */
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
