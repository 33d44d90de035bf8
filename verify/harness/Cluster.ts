import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { N8nClient } from '../../scripts/n8n/client';
import type { RunningN8n } from '../../scripts/n8n/launch';
import { enter } from './login';
import { install, N8n } from './N8n';
import { type Server, startPostgres, startRedis } from './servers';

export const MAIN = 'main';
export const WORKERS = ['worker-1', 'worker-2'] as const;

/** n8n in queue mode, with the package, a Redis and a PostgreSQL of its own. */
export class Cluster {
	private constructor(
		private readonly folder: string,
		private readonly processes: ReadonlyMap<string, N8n>,
		/** Which n8n needs, and which may be killed like its own processes. */
		readonly servers: Readonly<Record<'redis' | 'postgres', Server>>,
		private readonly env: Record<string, string>,
	) {}

	/** `env` is for all processes of n8n. */
	static async open(env: Record<string, string> = {}): Promise<Cluster> {
		const installation = await install('queue');
		const { folder } = installation;
		const redis = await startRedis(join(folder, 'redis.log'), folder);
		const postgres = await startPostgres(join(folder, 'postgres.log'));
		const processes = new Map<string, N8n>();
		for (const name of [MAIN, ...WORKERS]) {
			processes.set(name, await N8n.of(installation, name, { worker: name !== MAIN }));
		}
		return new Cluster(
			folder,
			processes,
			{ redis, postgres },
			{
				EXECUTIONS_MODE: 'queue',
				N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
				...redis.env,
				...postgres.env,
				...env,
			},
		);
	}

	/** The main process or a worker. */
	process(name: string): N8n {
		const found = this.processes.get(name);
		if (!found) throw new Error(`There is no process ${name}`);
		return found;
	}

	/** Starts a process, anew if it was there before. */
	async launch(name: string): Promise<RunningN8n> {
		return await this.process(name).launch(this.env);
	}

	/** The main process, which makes all tables at its first start, then the workers. */
	async launchAll(): Promise<N8nClient> {
		const n8n = await enter(await this.launch(MAIN));
		await Promise.all(WORKERS.map(async (name) => await this.launch(name)));
		return n8n;
	}

	async close(): Promise<void> {
		await Promise.all([...this.processes.values()].map(async (each) => await each.stop()));
		await this.servers.redis.stop();
		await this.servers.postgres.stop();
		await rm(this.folder, { recursive: true, force: true });
	}
}
