import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { followMemory } from '../bench/memory';
import { startServices, type Services } from '../bench/services';
import { over } from '../bench/Workbench';
import { TestBed } from '../faults/TestBed';
import type { Execution, WorkflowDocument } from '../scripts/n8n/client';
import { repositoryRoot } from '../scripts/n8n/paths';
import { readSamples } from '../soak/memory';
import { until } from '../test/e2e/support/trigger';
import { START } from '../test/e2e/support/workflow';
import type { Seen } from './figures';

/** n8n lets go of an execution some moments after its end. */
const SETTLING_MS = 3_000;
/** Looking keeps n8n busy, too. */
export const LOOK_EVERY_MS = 500;
const MOST_JOBS = 100_000;

type Measured = Pick<Seen, 'seconds' | 'cpuSeconds' | 'beforeMiB' | 'peakMiB'>;

/** The real n8n, whose memory is measured, and the services that it talks to. */
export class LoadBed {
	private constructor(
		readonly bed: TestBed,
		/** A service that has a hundred thousand rows. */
		readonly services: Services,
		private readonly folder: string,
		private readonly env: Record<string, string>,
	) {}

	static async open(accounts: number): Promise<LoadBed> {
		const folder = await mkdtemp(join(tmpdir(), 'creator-intelligence-load-'));
		const env = {
			NODE_OPTIONS: `--require ${join(repositoryRoot, 'soak/measure-memory.cjs')}`,
			MEMORY_FILE: join(folder, 'memory'),
			MEMORY_ON_SIGNAL: 'true',
		};
		const bed = await TestBed.open(accounts, env, { jobCapacity: MOST_JOBS });
		return new LoadBed(bed, await startServices(), folder, env);
	}

	/** Memory that n8n took for other work is not given back. */
	async restart(): Promise<void> {
		await this.bed.own.stop();
		await this.bed.restart(this.env);
	}

	async measured(act: () => Promise<void>): Promise<Measured> {
		const { pid } = this.bed.own;
		const memory = followMemory(pid);
		const [began, cpuBefore] = [performance.now(), await cpuSecondsOf(pid)];
		await act();
		const seconds = (performance.now() - began) / 1_000;
		const cpuSeconds = (await cpuSecondsOf(pid)) - cpuBefore;
		const { firstMiB: beforeMiB, peakMiB } = await memory.stop();
		return { seconds, cpuSeconds, beforeMiB, peakMiB };
	}

	async execute(document: WorkflowDocument): Promise<Measured & { execution: Execution }> {
		const { n8n } = this.bed;
		const workflow = await n8n.createWorkflow(document);
		let id = '';
		const measured = await this.measured(async () => {
			id = await n8n.run(workflow, START);
			await over(n8n, workflow.id, id, LOOK_EVERY_MS);
		});
		return { ...measured, execution: await n8n.execution(id) };
	}

	/** The heap of n8n when all garbage is collected. */
	async heapMiB(): Promise<number> {
		await sleep(SETTLING_MS);
		await this.sample();
		// What the first collection has set free may hold more.
		return await this.sample();
	}

	private async sample(): Promise<number> {
		const samples = async () =>
			readSamples(await readFile(this.env.MEMORY_FILE, 'utf8').catch(() => ''));
		const before = (await samples()).length;
		process.kill(this.bed.own.pid, 'SIGUSR2');
		await until(async () => (await samples()).length > before);
		return (await samples()).at(-1)?.heapMiB ?? NaN;
	}

	async close(): Promise<void> {
		await this.bed.close();
		await this.services.close();
		await rm(this.folder, { recursive: true, force: true });
	}
}

/** Fields of /proc/<pid>/stat behind the name of the program. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const TICKS_PER_SECOND = 100;

/** What the process has used of the processor so far; Linux tells. */
async function cpuSecondsOf(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/stat`, 'utf8');
	const parts = text.slice(text.lastIndexOf(')') + 2).split(' ');
	return (Number(parts[USER_TICKS]) + Number(parts[SYSTEM_TICKS])) / TICKS_PER_SECOND;
}
