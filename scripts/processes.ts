import { type ChildProcess, spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a program ended, and what it said. */
export interface Outcome {
	code: number;
	stdout: string;
	stderr: string;
	/** Both, in the order in which they were printed. */
	output: string;
}

/** What a shell says of a program that cannot be started. */
const NOT_STARTED = 127;
const BY_SIGNAL = 128;

/** Runs a program to its end. A failure is an outcome, not an error. */
export async function run(
	program: string,
	args: string[],
	options: SpawnOptions = {},
): Promise<Outcome> {
	return await outcomeOf(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options }));
}

/**
 * Runs a script with the Node of this process; `env` is added to that of this process. Without
 * NODE_ENV: n8n's lint rules take every file for a trigger named "Test" when it is "test".
 */
export async function runScript(
	script: string,
	args: string[],
	{ env, ...options }: SpawnOptions = {},
): Promise<Outcome> {
	return await run(process.execPath, [script, ...args], {
		...options,
		env: { ...process.env, ...env, NODE_ENV: undefined },
	});
}

/** Waits for the end of a program, and collects what it says where that comes through a pipe. */
export async function outcomeOf(child: ChildProcess): Promise<Outcome> {
	const said = { stdout: '', stderr: '', output: '' };
	for (const name of ['stdout', 'stderr'] as const) {
		child[name]?.setEncoding('utf8').on('data', (text: string) => {
			said[name] += text;
			said.output += text;
		});
	}
	try {
		const [code, signal] = (await once(child, 'close')) as [number, null] | [null, NodeJS.Signals];
		return { code: code ?? BY_SIGNAL + constants.signals[signal], ...said };
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return { code: NOT_STARTED, ...said, stderr: message, output: message };
	}
}

const running = new Set<ChildProcess>();
const grouped = process.platform !== 'win32';

/**
 * Starts a program in a process group of its own: the terminal's Ctrl-C reaches this process only,
 * which then ends the program and everything that it has started.
 */
export function startChild(program: string, args: string[], options: SpawnOptions): ChildProcess {
	const child = spawn(program, args, { ...options, detached: grouped });
	running.add(child);
	const forget = (): void => void running.delete(child);
	return child.once('exit', forget).once('error', forget);
}

const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess): boolean =>
	exitCode !== null || signalCode !== null || pid === undefined;

/** Asks first; whatever is left after `patience` milliseconds is killed, its children too. */
export async function endChild(child: ChildProcess, patience = 15_000): Promise<void> {
	if (!hasEnded(child)) {
		const ended = once(child, 'exit');
		child.kill('SIGTERM');
		await Promise.race([ended, sleep(patience, undefined, { ref: false })]);
	}
	killGroup(child);
	if (!hasEnded(child)) await once(child, 'exit');
}

export async function endChildren(): Promise<void> {
	await Promise.all([...running].map(async (child) => await endChild(child)));
}

function killGroup({ pid }: ChildProcess): void {
	if (pid === undefined) return;
	if (!grouped) {
		spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
		return;
	}
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// The whole group is gone already.
	}
}

process.once('exit', () => {
	for (const child of running) killGroup(child);
});
