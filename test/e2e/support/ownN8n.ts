import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { N8nClient } from '../../../scripts/n8n/client';
import { installRuntime } from '../../../scripts/n8n/install';
import { launchN8n, type RunningN8n } from '../../../scripts/n8n/launch';
import { Progress } from '../../../scripts/n8n/progress';
import { Runtime } from '../../../scripts/n8n/runtime';
import { installTarball, makeTarball } from '../../../scripts/n8n/tarball';
import { chosenLine, enter } from './instance';

/** As a power cut does it. */
export async function kill({ pid, ended, stop }: RunningN8n): Promise<void> {
	process.kill(pid, 'SIGKILL');
	await ended;
	await stop();
}

/** An n8n of a test file's own, with the package, that can be killed and started again. */
export class OwnN8n {
	private running?: RunningN8n;

	private constructor(
		private readonly runtime: Runtime,
		readonly folder: string,
	) {}

	static async install(name: string): Promise<OwnN8n> {
		const runtime = new Runtime(chosenLine());
		await installRuntime(runtime, new Progress());
		const folder = await mkdtemp(join(tmpdir(), `creator-intelligence-${name}-`));
		await installTarball(await makeTarball(join(folder, 'package')), join(folder, 'user'));
		return new OwnN8n(runtime, folder);
	}

	async start(env?: Record<string, string>): Promise<N8nClient> {
		this.running = await launchN8n({
			runtime: this.runtime,
			userFolder: join(this.folder, 'user'),
			log: join(this.folder, 'n8n.log'),
			env,
		});
		return await enter(this.running);
	}

	get pid(): number {
		if (!this.running) throw new Error('n8n does not run');
		return this.running.pid;
	}

	async stop(): Promise<void> {
		await this.running?.stop();
	}

	async kill(): Promise<void> {
		if (this.running) await kill(this.running);
	}

	async ended(): Promise<void> {
		await this.running?.ended;
		await this.running?.stop();
	}

	async remove(): Promise<void> {
		await this.stop();
		await rm(this.folder, { recursive: true, force: true });
	}
}
