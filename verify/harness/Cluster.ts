import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { N8nClient } from '../../scripts/n8n/client';
import { launchN8n, type RunningN8n } from '../../scripts/n8n/launch';
import { freePort } from '../../scripts/n8n/ports';
import { installTarball } from '../../scripts/n8n/tarball';
import { install, type Installation } from './install';
import { enter } from './login';
import { kill } from './N8n';
import { chosenSettings } from './settings';
import { type Server, startPostgres, startRedis } from './servers';

export const MAIN = 'main';
export const WORKERS = ['worker-1', 'worker-2'] as const;
/** The first start makes all tables, which takes minutes on a busy machine. */
const PATIENCE_MS = 10 * 60_000;

interface ClusterOptions {
	/** Settings of n8n, for all of its processes. */
	env?: Record<string, string>;
	/** Executions that one worker runs at once. */
	concurrency?: number;
}

/** n8n in queue mode, with the package, a Redis and a PostgreSQL of its own. */
export class Cluster {
	private readonly running = new Map<string, RunningN8n>();

	/** Of every process that there ever was: it comes back at the same address. */
	private readonly ports = new Map<string, number>();

	private readonly key = randomBytes(24).toString('hex');

	private constructor(
		private readonly installation: Installation,
		/** Which n8n needs, and which may be killed like its own processes. */
		readonly servers: Readonly<Record<'redis' | 'postgres', Server>>,
		private readonly options: ClusterOptions,
	) {}

	static async open(options: ClusterOptions = {}): Promise<Cluster> {
		const installation = await install('queue');
		const { folder } = installation;
		const redis = await startRedis(join(folder, 'redis.log'), folder);
		const postgres = await startPostgres(join(folder, 'postgres.log'));
		return new Cluster(installation, { redis, postgres }, options);
	}

	private get folder(): string {
		return this.installation.folder;
	}

	/** Starts the main process or a worker, anew if it was there before. */
	async launch(name: string): Promise<RunningN8n> {
		const userFolder = join(this.folder, name);
		const port = this.ports.get(name) ?? (await freePort());
		if (!this.ports.has(name)) await installTarball(this.installation.tarball, userFolder);
		this.ports.set(name, port);
		const launched = await launchN8n({
			runtime: this.installation.runtime,
			userFolder,
			port,
			log: this.logFile(name),
			worker: name !== MAIN,
			concurrency: this.options.concurrency,
			patienceMs: PATIENCE_MS,
			env: {
				EXECUTIONS_MODE: 'queue',
				N8N_ENCRYPTION_KEY: this.key,
				...this.servers.redis.env,
				...this.servers.postgres.env,
				...chosenSettings().env,
				...this.options.env,
			},
		});
		this.running.set(name, launched);
		return launched;
	}

	/** The main process, which makes all tables at its first start, then the workers. */
	async launchAll(): Promise<N8nClient> {
		const n8n = await enter(await this.launch(MAIN));
		await Promise.all(WORKERS.map(async (name) => await this.launch(name)));
		return n8n;
	}

	/** As a power cut does it. */
	async kill(name: string): Promise<void> {
		const victim = this.running.get(name);
		this.running.delete(name);
		if (victim) await kill(victim);
	}

	/** Whether it was started, and has neither been killed nor ended by itself. */
	isRunning(name: string): boolean {
		return this.running.get(name)?.hasEnded() === false;
	}

	async log(name: string): Promise<string> {
		return await readFile(this.logFile(name), 'utf8');
	}

	async close(): Promise<void> {
		await Promise.all([...this.running.values()].map(async (each) => await each.stop()));
		await this.servers.redis.stop();
		await this.servers.postgres.stop();
		await rm(this.folder, { recursive: true, force: true });
	}

	logFile(name: string): string {
		return join(this.folder, `${name}.log`);
	}
}
