import { readdir, readFile, readlink } from 'node:fs/promises';

import { run } from '../processes';

const LISTENING = '0A';

/** The program that listens on a port, where the system says so. */
export async function portHolder(port: number): Promise<string | undefined> {
	const pid = process.platform === 'linux' ? await pidByProc(port) : await pidByLsof(port);
	if (pid === undefined) return undefined;
	const command = process.platform === 'linux' ? await commandByProc(pid) : await commandByPs(pid);
	return command ? `${command} (process ${pid})` : `process ${pid}`;
}

async function pidByProc(port: number): Promise<string | undefined> {
	const tables = await Promise.all(
		['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')),
	);
	const sockets = new Set(tables.flatMap((table) => listenersIn(table, port)));
	if (sockets.size === 0) return undefined;
	for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
		// Of the processes of other users nothing can be read.
		const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
		for (const file of files) {
			const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '');
			if (sockets.has(target)) return pid;
		}
	}
	return undefined;
}

/** Lines of the system's table: number, own address, other address, state, ..., inode. */
function listenersIn(table: string, port: number): string[] {
	const address = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
	return table
		.split('\n')
		.map((line) => line.trim().split(/\s+/))
		.filter(([, own, , state]) => state === LISTENING && own?.endsWith(address))
		.map((columns) => `socket:[${columns[9]}]`);
}

/** The program and what it runs; further arguments may hold secrets. */
async function commandByProc(pid: string): Promise<string> {
	const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
	return line.split('\0').slice(0, 2).join(' ').trim();
}

async function pidByLsof(port: number): Promise<string | undefined> {
	const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-t']);
	return /^\d+/.exec(stdout)?.[0];
}

async function commandByPs(pid: string): Promise<string> {
	return (await run('ps', ['-p', pid, '-o', 'comm='])).stdout.trim();
}
