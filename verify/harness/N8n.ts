import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { N8nClient } from '../../scripts/n8n/client';
import { launchN8n, type RunningN8n } from '../../scripts/n8n/launch';
import { installTarball } from '../../scripts/n8n/tarball';
import { install, type Installation } from './install';
import { enter } from './login';
import { chosenSettings } from './settings';

/** As a power cut does it. */
export async function kill({ pid, ended, stop }: RunningN8n): Promise<void> {
	process.kill(pid, 'SIGKILL');
	await ended;
	await stop();
}

/** The real n8n, with the packed package, that can be killed and started again. */
export class N8n {
	private running?: RunningN8n;

	private constructor(readonly installation: Installation) {}

	static async install(name: string): Promise<N8n> {
		const own = new N8n(await install(name));
		await installTarball(own.installation.tarball, own.userFolder);
		return own;
	}

	get folder(): string {
		return this.installation.folder;
	}

	get userFolder(): string {
		return join(this.folder, 'user');
	}

	get pid(): number {
		if (!this.running) throw new Error('n8n does not run');
		return this.running.pid;
	}

	async start(env?: Record<string, string>): Promise<N8nClient> {
		await this.stop();
		this.running = await launchN8n({
			runtime: this.installation.runtime,
			userFolder: this.userFolder,
			log: this.logFile,
			env: { ...chosenSettings().env, ...env },
		});
		return await enter(this.running);
	}

	async stop(): Promise<void> {
		await this.running?.stop();
	}

	async kill(): Promise<void> {
		if (this.running) await kill(this.running);
	}

	async remove(): Promise<void> {
		await this.stop();
		await rm(this.folder, { recursive: true, force: true });
	}

	/** Answers a function that reads what n8n has written to its log since. */
	async followLog(): Promise<() => Promise<string>> {
		const { size } = await stat(this.logFile);
		return async () => (await readFile(this.logFile)).subarray(size).toString();
	}

	private get logFile(): string {
		return join(this.folder, 'n8n.log');
	}
}
