import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sandboxForTest } from './client';

const root = join(__dirname, '../..');
const args = ['--import', 'tsx', 'sandbox/main.ts'];
const run = promisify(execFile);

async function complaint(...flags: string[]): Promise<string> {
	const { code, stderr } = await run(process.execPath, [...args, ...flags], { cwd: root }).then(
		() => ({ code: 0, stderr: '' }),
		(error: { code: number; stderr: string }) => error,
	);
	expect(code).toBe(1);
	return stderr;
}

test('prints a URL, a token and three commands that work, and ends on Ctrl-C', async () => {
	const child = spawn(
		process.execPath,
		[...args, '--port', '0', '--dialect', 'bare', '--base-path', 'v2'],
		{
			cwd: root,
		},
	);
	const lines: string[] = [];
	for await (const chunk of child.stdout) {
		lines.push(...String(chunk).split('\n'));
		if (lines.some((line) => line.startsWith('Ctrl-C'))) break;
	}
	const text = lines.join('\n');
	expect(text).toMatch(/^Base URL +http:\/\/127\.0\.0\.1:\d+\/v2$/m);
	expect(text).toMatch(/^Token +sandbox-token$/m);
	const commands = lines.filter((line) => line.startsWith('curl '));
	expect(commands).toHaveLength(3);
	for (const command of commands) {
		const { stdout } = await run('sh', ['-c', command.replace('curl ', 'curl --fail ')]);
		expect(JSON.parse(stdout)).toBeTruthy();
	}
	child.kill('SIGINT');
	expect(await once(child, 'exit')).toEqual([0, null]);
});

test('says what is wrong with a flag or a port', async () => {
	const busy = await sandboxForTest();
	const messages = await Promise.all([
		complaint('--port', 'abc'),
		complaint('--dialect', 'latin'),
		complaint('--nonsense'),
		complaint('--port', new URL(busy.url).port),
	]);
	expect(messages[0]).toMatch(/^--port takes a whole number from 0 to 65535, not "abc"/);
	expect(messages[1]).toMatch(/^--dialect knows flat, enveloped, streaming, bare, not "latin"/);
	expect(messages[2]).toMatch(/Unknown option '--nonsense'[^]*Usage:/);
	expect(messages[3]).toMatch(/^The port is in use/);
});
