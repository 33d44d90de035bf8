import { closeSync, existsSync, openSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { freePort, HOST } from '../../scripts/n8n/ports';
import { Problem } from '../../scripts/n8n/problem';
import { endChild, run, startChild } from '../../scripts/processes';
import { installWithApt } from '../../scripts/system/apt';
import { MINUTE, until } from './time';

/** Debian keeps the programs of PostgreSQL off the PATH. */
const POSTGRESQL = '/usr/lib/postgresql';
const USER = 'postgres';
const PATIENCE = 3 * MINUTE;

export interface Server {
	/** What n8n has to know. */
	env: Record<string, string>;
	stop(): Promise<void>;
}

function find(program: string): string | undefined {
	const versions = existsSync(POSTGRESQL) ? readdirSync(POSTGRESQL) : [];
	return [
		...(process.env.PATH ?? '').split(delimiter),
		...versions.map((version) => join(POSTGRESQL, version, 'bin')),
	]
		.map((folder) => join(folder, program))
		.find((path) => existsSync(path));
}

function program(name: string): string {
	const found = find(name);
	if (found) return found;
	throw new Problem(
		`The tests in queue mode need PostgreSQL and Redis, and there is no ${name}.`,
		'They run on Linux. On Debian: apt-get install postgresql redis-server',
	);
}

/** The servers, installed if that can be done without asking anybody. */
export async function ensureServers(): Promise<void> {
	const needed = ['initdb', 'postgres', 'pg_isready', 'redis-server', 'redis-cli', 'setpriv'];
	if (!needed.every(find)) await installWithApt(['postgresql', 'redis-server']);
	needed.forEach(program);
}

/** PostgreSQL refuses to run as root. */
function asServer(): string[] {
	const user = [`--reuid=${USER}`, `--regid=${USER}`, '--clear-groups'];
	return isRoot() ? user : [];
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** A server that ends with this process, however that comes about. */
function startServer(command: string[], log: string): () => Promise<void> {
	const output = openSync(log, 'a', 0o600);
	const child = startChild(program('setpriv'), ['--pdeathsig=TERM', ...command], {
		cwd: tmpdir(),
		stdio: ['ignore', output, output],
	});
	closeSync(output);
	return async () => await endChild(child);
}

async function done(command: string, args: string[]): Promise<void> {
	const { code, output } = await run(command, args, { cwd: tmpdir() });
	if (code !== 0) throw new Problem(`${command} failed.`, output);
}

async function ready(command: string, args: string[]): Promise<void> {
	await until(async () => {
		const { code } = await run(program(command), args);
		return code === 0;
	}, PATIENCE);
}

interface RedisOptions {
	/** Where it keeps what it holds, so that a restart loses nothing. */
	folder: string;
	/** Any free one unless given. */
	port?: string;
}

export async function startRedis(log: string, options: RedisOptions): Promise<Server> {
	const port = options.port ?? String(await freePort());
	const redis = program('redis-server');
	const kept = ['--dir', options.folder, '--save', '', '--appendonly', 'yes'];
	const stop = startServer([redis, '--bind', HOST, '--port', port, ...kept], log);
	await ready('redis-cli', ['-h', HOST, '-p', port, 'ping']);
	return { env: { QUEUE_BULL_REDIS_HOST: HOST, QUEUE_BULL_REDIS_PORT: port }, stop };
}

export async function startPostgres(log: string): Promise<Server> {
	const port = String(await freePort());
	const folder = await mkdtemp(join(tmpdir(), 'creator-intelligence-postgres-'));
	if (isRoot()) await done('chown', [USER, folder]);
	const initdb = [program('initdb'), '-D', folder, '-U', USER, '-A', 'trust', '-E', 'UTF8'];
	const quick = ['--locale=C', '--no-sync'];
	await done(program('setpriv'), [...asServer(), ...initdb, ...quick]);
	const end = startServer(
		[
			...asServer(),
			...[program('postgres'), '-D', folder, '-h', HOST, '-p', port],
			// Neither a socket in a folder of the system's, nor a disk that is waited for.
			...['-c', 'unix_socket_directories=', '-c', 'fsync=off'],
		],
		log,
	);
	await ready('pg_isready', ['-h', HOST, '-p', port]);
	return {
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: HOST,
			DB_POSTGRESDB_PORT: port,
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_DATABASE: 'postgres',
		},
		stop: async () => {
			await end();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
