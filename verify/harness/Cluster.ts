import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { launchN8n, type RunningN8n } from '../../scripts/n8n/launch';
import { installTarball } from '../../scripts/n8n/tarball';
import { install, type Installation } from './install';
import { kill } from './N8n';
import { chosenSettings } from './settings';
import { type Server, startPostgres, startRedis } from './servers';

export const MAIN = 'main';
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

	/** Every process that there ever was. */
	private readonly names = new Set<string>();

	private readonly key = randomBytes(24).toString('hex');

	private constructor(
		private readonly installation: Installation,
		private redis: Server,
		private readonly postgres: Server,
		private readonly options: ClusterOptions,
	) {}

	static async open(options: ClusterOptions = {}): Promise<Cluster> {
		const installation = await install('queue');
		const { folder } = installation;
		const redis = await startRedis(join(folder, 'redis.log'), { folder });
		const postgres = await startPostgres(join(folder, 'postgres.log'));
		return new Cluster(installation, redis, postgres, options);
	}

	private get folder(): string {
		return this.installation.folder;
	}

	/** Starts the main process or a worker, anew if it was there before. */
	async launch(name: string): Promise<RunningN8n> {
		const userFolder = join(this.folder, name);
		if (!this.names.has(name)) await installTarball(this.installation.tarball, userFolder);
		this.names.add(name);
		const launched = await launchN8n({
			runtime: this.installation.runtime,
			userFolder,
			log: this.logFile(name),
			worker: name !== MAIN,
			concurrency: this.options.concurrency,
			patienceMs: PATIENCE_MS,
			env: {
				EXECUTIONS_MODE: 'queue',
				N8N_ENCRYPTION_KEY: this.key,
				...this.redis.env,
				...this.postgres.env,
				...chosenSettings().env,
				...this.options.env,
			},
		});
		this.running.set(name, launched);
		return launched;
	}

	/** As a power cut does it. */
	async kill(name: string): Promise<void> {
		const victim = this.running.get(name);
		this.running.delete(name);
		if (victim) await kill(victim);
	}

	/** Stops Redis, and starts it again after some time; what it holds is on its disk. */
	async restartRedis(down: () => Promise<void>): Promise<void> {
		const { QUEUE_BULL_REDIS_PORT: port } = this.redis.env;
		await this.redis.stop();
		await down();
		this.redis = await startRedis(join(this.folder, 'redis.log'), { folder: this.folder, port });
	}

	/** Whether the process has not ended by itself. */
	isRunning(name: string): boolean {
		return this.running.get(name)?.hasEnded() === false;
	}

	async log(name: string): Promise<string> {
		return await readFile(this.logFile(name), 'utf8');
	}

	/** What all processes have written, also those that were killed. */
	async logs(): Promise<string> {
		const all = await Promise.all([...this.names].map(async (name) => await this.log(name)));
		return all.join('\n');
	}

	async close(): Promise<void> {
		await Promise.all([...this.running.values()].map(async (each) => await each.stop()));
		await this.redis.stop();
		await this.postgres.stop();
		await rm(this.folder, { recursive: true, force: true });
	}

	logFile(name: string): string {
		return join(this.folder, `${name}.log`);
	}
}
