import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startSandbox } from '../../sandbox';
import { explain, readOptions } from '../../sandbox/command';
import { sandboxForTest } from './client';

const root = join(__dirname, '../..');
const args = ['--import', 'tsx', 'sandbox/main.ts'];
const run = promisify(execFile);

test('prints a URL, a token and three commands that work, and ends on Ctrl-C', async () => {
	const flags = ['--port', '0', '--dialect', 'bare', '--base-path', 'v2', '--token', 'mine'];
	const child = spawn(process.execPath, [...args, ...flags], { cwd: root });
	let text = '';
	child.stdout.on('data', (chunk) => (text += String(chunk)));
	while (!text.includes('Ctrl-C')) await once(child.stdout, 'data');
	expect(text).toMatch(/^Base URL +http:\/\/127\.0\.0\.1:\d+\/v2$/m);
	expect(text).toMatch(/^Token +mine$/m);
	const commands = text.split('\n').filter((line) => line.startsWith('curl '));
	expect(commands).toHaveLength(3);
	for (const command of commands) {
		const { stdout } = await run('sh', ['-c', command.replace('curl ', 'curl --fail ')]);
		expect(JSON.parse(stdout)).toBeTruthy();
	}
	child.kill('SIGINT');
	expect(await once(child, 'exit')).toEqual([0, null]);
});

const complaint = (...flags: string[]): string => {
	try {
		readOptions(flags);
	} catch (error) {
		return explain(error);
	}
	throw new Error('Nothing was wrong');
};

test.each([
	[['--port', 'abc'], /^--port takes a whole number from 0 to 65535, not "abc"\n\nUsage:/],
	[
		['--dialect', 'latin'],
		/^--dialect knows flat, enveloped, streaming, bare, nested, linked, not "latin"/,
	],
	[['--nonsense'], /Unknown option '--nonsense'[^]*Usage:/],
])('%j is explained', (flags, message) => {
	expect(complaint(...flags)).toMatch(message);
});

test('a busy port is explained', async () => {
	const port = Number(new URL((await sandboxForTest()).url).port);
	const error = await startSandbox({ port }).catch((reason: unknown) => reason);
	expect(explain(error)).toMatch(`Port ${port} is in use`);
});
