import { once } from 'node:events';

import execa, { type ExecaChildProcess, type Options } from 'execa';

const running = new Set<ExecaChildProcess>();
const grouped = process.platform !== 'win32';

/**
 * Starts a program in a process group of its own: the terminal's Ctrl-C reaches this process only,
 * which then ends the program and everything that it has started.
 */
export function startChild(program: string, args: string[], options: Options): ExecaChildProcess {
	const child = execa(program, args, { ...options, detached: grouped, cleanup: false });
	running.add(child);
	const forget = (): void => void running.delete(child);
	void child.once('exit', forget).once('error', forget);
	return child;
}

export function signalGroup({ pid }: ExecaChildProcess, signal: NodeJS.Signals): void {
	if (pid === undefined) return;
	if (!grouped) {
		execa.sync('taskkill', ['/pid', String(pid), '/T', '/F'], { reject: false });
		return;
	}
	try {
		process.kill(-pid, signal);
	} catch {
		// The whole group is gone already.
	}
}

/** Asks first; whatever is left after `patience` milliseconds is killed, its children too. */
export async function endChild(child: ExecaChildProcess, patience = 15_000): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) {
		const ended = once(child, 'exit');
		child.kill('SIGTERM', { forceKillAfterTimeout: patience });
		await ended;
	}
	signalGroup(child, 'SIGKILL');
}

export async function endChildren(): Promise<void> {
	await Promise.all([...running].map((child) => endChild(child)));
}

process.once('exit', () => {
	for (const child of running) signalGroup(child, 'SIGKILL');
});
