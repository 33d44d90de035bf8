import { once } from 'node:events';

import { endChild, outcomeOf, run, startChild } from '../../scripts/processes';

const node = async (script: string) => await run(process.execPath, ['-e', script]);

describe('a program that has ended', () => {
	it('returns its exit code and its output', async () => {
		const outcome = await node(`
			process.stdout.write('one ');
			process.stderr.write('two ');
			process.stdout.write('three ');
			process.exitCode = 3;
		`);
		expect(outcome).toMatchObject({ code: 3, stdout: 'one three ', stderr: 'two ' });
		// One comes before the other as the pipes are read.
		expect(['one three two ', 'one two three ', 'two one three ']).toContain(outcome.output);
	});

	it('by a signal has failed', async () => {
		expect(await node("process.kill(process.pid, 'SIGKILL')")).toMatchObject({ code: 137 });
	});

	it('before it began has failed as well, and says why', async () => {
		const { code, output } = await run('no-such-program', []);
		expect(code).toBe(127);
		expect(output).toContain('no-such-program');
	});
});

describe('a child program', () => {
	const start = (script: string) =>
		startChild(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });

	it('is killed if it does not, with all processes that it has started', async () => {
		const child = start(`
			const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
			require('node:child_process').spawn(process.execPath, ['-e', script], { stdio: 'inherit' });
			process.on('SIGTERM', () => undefined);
			setInterval(() => undefined, 1_000);
			console.log('ready');
		`);
		const ended = outcomeOf(child);
		if (child.stdout) await once(child.stdout, 'data');
		await endChild(child, 100);
		// The output ends with the last who could write to it.
		expect(await ended).toMatchObject({ code: 137 });
	});

	it('can be ended twice', async () => {
		const child = start('');
		await outcomeOf(child);
		await expect(endChild(child)).resolves.toBeUndefined();
	});
});
