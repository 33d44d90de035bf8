import { type ChildProcess, execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort, HOST } from '../../scripts/n8n/ports';
import { Problem } from '../../scripts/n8n/problem';
import { endChild, run, startChild } from '../../scripts/processes';
import { installWithApt } from '../../scripts/system/apt';
import { MINUTE, SECOND, until } from './time';

/** Debian keeps the programs of PostgreSQL off the PATH. */
const POSTGRESQL = '/usr/lib/postgresql';
const USER = 'postgres';
const PATIENCE = 3 * MINUTE;

export interface Server {
	/** What n8n has to know. */
	env: Record<string, string>;
	stop(): Promise<void>;
	/** With -9; what it holds stays on its disk. */
	kill(): Promise<void>;
	/** After a kill: at the same port, with what it held. */
	restart(): Promise<void>;
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
function startServer(command: string[], log: string): ChildProcess {
	const output = openSync(log, 'a', 0o600);
	const child = startChild(program('setpriv'), ['--pdeathsig=TERM', ...command], {
		cwd: tmpdir(),
		stdio: ['ignore', output, output],
	});
	closeSync(output);
	return child;
}

/** A server that can be killed and started again. `isReady` asks it. */
async function serverOf(
	env: Server['env'],
	start: () => ChildProcess,
	isReady: () => Promise<boolean>,
): Promise<Server> {
	let child = start();
	const ready = async (): Promise<void> =>
		await until(async () => {
			// After a kill, PostgreSQL refuses to start until the last of its old processes has gone.
			if (child.exitCode !== null) {
				await sleep(SECOND / 2);
				child = start();
			}
			return await isReady();
		}, PATIENCE);
	await ready();
	return {
		env,
		stop: async () => await endChild(child),
		kill: async () => {
			child.kill('SIGKILL');
			await endChild(child);
		},
		restart: async () => {
			child = start();
			await ready();
		},
	};
}

const answers = (command: string, args: string[]) => async (): Promise<boolean> =>
	(await run(program(command), args)).code === 0;

/** `folder` is where it keeps what it holds, so that a restart loses nothing. */
export async function startRedis(log: string, folder: string): Promise<Server> {
	const port = String(await freePort());
	const redis = program('redis-server');
	const kept = ['--dir', folder, '--save', '', '--appendonly', 'yes'];
	return await serverOf(
		{ QUEUE_BULL_REDIS_HOST: HOST, QUEUE_BULL_REDIS_PORT: port },
		() => startServer([redis, '--bind', HOST, '--port', port, ...kept], log),
		answers('redis-cli', ['-h', HOST, '-p', port, 'ping']),
	);
}

export async function startPostgres(log: string): Promise<Server> {
	const port = String(await freePort());
	const folder = await mkdtemp(join(tmpdir(), 'creator-intelligence-postgres-'));
	if (isRoot()) execFileSync('chown', [USER, folder]);
	const initdb = [program('initdb'), '-D', folder, '-U', USER, '-A', 'trust', '-E', 'UTF8'];
	const quick = ['--locale=C', '--no-sync'];
	execFileSync(program('setpriv'), [...asServer(), ...initdb, ...quick], { cwd: tmpdir() });
	const command = [
		...asServer(),
		...[program('postgres'), '-D', folder, '-h', HOST, '-p', port],
		// Neither a socket in a folder of the system's, nor a disk that is waited for.
		...['-c', 'unix_socket_directories=', '-c', 'fsync=off'],
	];
	const server = await serverOf(
		{
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: HOST,
			DB_POSTGRESDB_PORT: port,
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_DATABASE: 'postgres',
		},
		() => startServer(command, log),
		answers('pg_isready', ['-h', HOST, '-p', port]),
	);
	return {
		...server,
		stop: async () => {
			await server.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
