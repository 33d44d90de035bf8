import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { N8nClient } from '../../scripts/n8n/client';
import { installRuntime } from '../../scripts/n8n/install';
import { launchN8n, type LaunchOptions, type RunningN8n } from '../../scripts/n8n/launch';
import { freePort } from '../../scripts/n8n/ports';
import { Progress } from '../../scripts/n8n/progress';
import { Runtime } from '../../scripts/n8n/runtime';
import { installTarball, makeTarball, type Tarball } from '../../scripts/n8n/tarball';
import { chosenLine, enter } from './login';
import { chosenSettings } from './settings';

/** An n8n, the package as it would be published, and a folder for what they leave behind. */
export interface Installation {
	runtime: Runtime;
	tarball: Tarball;
	folder: string;
}

export async function install(name: string): Promise<Installation> {
	const runtime = new Runtime(chosenLine());
	const progress = new Progress();
	await installRuntime(runtime, progress);
	const folder = await mkdtemp(join(tmpdir(), `creator-intelligence-${name}-`));
	const pack = async () => await makeTarball(join(folder, 'package'));
	const tarball =
		packedBefore() ?? (await progress.step('Building and packing the package', {}, pack));
	process.env[PACKED_VARIABLE] = JSON.stringify(tarball);
	return { runtime, tarball, folder };
}

/** Tests that start an n8n of their own run in processes that inherit this: the package is packed once. */
const PACKED_VARIABLE = 'CREATOR_INTELLIGENCE_PACKED';

function packedBefore(): Tarball | undefined {
	const packed = process.env[PACKED_VARIABLE];
	if (packed === undefined) return undefined;
	const tarball = JSON.parse(packed) as Tarball;
	return existsSync(tarball.file) ? tarball : undefined;
}

type Kind = Pick<LaunchOptions, 'worker' | 'hasEditor'>;

/** A process of the real n8n, with the packed package, that can be killed and comes back at the same address. */
export class N8n {
	private running?: RunningN8n;

	constructor(
		readonly installation: Installation,
		/** Holds all that it leaves behind. */
		readonly userFolder: string,
		private readonly port: number,
		private readonly kind: Kind = {},
	) {}

	static async install(name: string): Promise<N8n> {
		return await N8n.of(await install(name), 'user');
	}

	/** One of several processes of the same installation. */
	static async of(installation: Installation, name: string, kind?: Kind): Promise<N8n> {
		const userFolder = join(installation.folder, name);
		await installTarball(installation.tarball, userFolder);
		return new N8n(installation, userFolder, await freePort(), kind);
	}

	get folder(): string {
		return this.installation.folder;
	}

	get logFile(): string {
		return `${this.userFolder}.log`;
	}

	get pid(): number {
		if (!this.running) throw new Error('n8n does not run');
		return this.running.pid;
	}

	/** Whether it was started, and has neither been killed nor ended by itself. */
	get isRunning(): boolean {
		return this.running?.hasEnded() === false;
	}

	/** Anew, if it runs. */
	async launch(env?: Record<string, string>): Promise<RunningN8n> {
		await this.stop();
		const { installation, userFolder, port, kind } = this;
		this.running = await launchN8n({
			...{ ...kind, runtime: installation.runtime, userFolder, port, log: this.logFile },
			env: { ...chosenSettings().env, ...env },
		});
		return this.running;
	}

	/** The same, with a client that has logged in. */
	async start(env?: Record<string, string>): Promise<N8nClient> {
		return await enter(await this.launch(env));
	}

	async stop(): Promise<void> {
		await this.running?.stop();
	}

	/** As a power cut does it. */
	async kill(): Promise<void> {
		const { running } = this;
		if (running?.hasEnded() === false) process.kill(running.pid, 'SIGKILL');
		this.running = undefined;
		await running?.ended;
		await running?.stop();
	}

	/** Settles when it has ended by itself. */
	async ended(): Promise<void> {
		await this.running?.ended;
	}

	async remove(): Promise<void> {
		await this.stop();
		await rm(this.folder, { recursive: true, force: true });
	}

	async log(): Promise<string> {
		return await readFile(this.logFile, 'utf8');
	}

	/** Answers a function that reads what n8n has written to its log since. */
	async followLog(): Promise<() => Promise<string>> {
		const { size } = await stat(this.logFile);
		return async () => (await readFile(this.logFile)).subarray(size).toString();
	}
}
