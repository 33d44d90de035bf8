import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface Outcome {
	code: number;
	stdout: string;
	stderr: string;
}

interface Failed {
	code?: number | string;
	stdout?: string;
	stderr?: string;
}

// n8n's lint rules take every file for a trigger named "Test" when NODE_ENV is "test".
const environment = { ...process.env };
delete environment.NODE_ENV;

/** Runs a program and hands back what it said, whether it failed or not. */
export async function runProgram(program: string, args: string[], cwd: string): Promise<Outcome> {
	const options = { cwd, env: environment, maxBuffer: 64 * 1024 * 1024 };
	try {
		return { code: 0, ...(await execute(program, args, options)) };
	} catch (error) {
		const { code, stdout = '', stderr = '' } = error as Failed;
		if (typeof code !== 'number') throw error;
		return { code, stdout, stderr };
	}
}

export async function runScript(script: string, args: string[], cwd: string): Promise<Outcome> {
	return await runProgram(process.execPath, [script, ...args], cwd);
}

export async function npm(args: string[], cwd: string): Promise<Outcome> {
	const cli = process.env.npm_execpath;
	return cli?.endsWith('.js')
		? await runScript(cli, args, cwd)
		: await runProgram('npm', args, cwd);
}
