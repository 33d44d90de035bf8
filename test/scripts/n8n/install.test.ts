import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { installRuntime } from '../../../scripts/n8n/install';
import { npm } from '../../../scripts/n8n/npm';
import { Progress } from '../../../scripts/n8n/progress';
import { Runtime } from '../../../scripts/n8n/runtime';

jest.mock('../../../scripts/n8n/npm', () => ({ npm: jest.fn() }));

/** Of n8n and of the driver of its database, side by side; then the driver is compiled. */
const INSTALLATION = ['ci', 'ci', 'rebuild'];

describe('the installation of n8n', () => {
	const { XDG_CACHE_HOME } = process.env;
	let cache: string;
	let runtime: Runtime;
	const notes: string[] = [];
	const progress = new Progress();
	const commands = () => jest.mocked(npm).mock.calls.map(([args]) => args[0]);

	beforeEach(async () => {
		cache = await mkdtemp(join(tmpdir(), 'creator-intelligence-install-'));
		process.env.XDG_CACHE_HOME = cache;
		runtime = new Runtime('2.41');
		jest.spyOn(runtime, 'nodeIn').mockReturnValue(process.execPath);
		notes.length = 0;
		jest.spyOn(progress, 'note').mockImplementation((text) => void notes.push(text));
		jest.spyOn(progress, 'step').mockImplementation(async (_, __, task) => await task());
		jest.mocked(npm).mockReset();
		jest.mocked(npm).mockImplementation(async ([command], { cwd }) => {
			if (command === 'rebuild') {
				const build = join(cwd, 'node_modules/sqlite3/build');
				await mkdir(build, { recursive: true });
				await writeFile(join(build, 'driver.node'), 'compiled');
				return '';
			}
			await mkdir(dirname(runtime.n8n), { recursive: true });
			await writeFile(runtime.n8n, '');
			return '';
		});
	});
	afterEach(async () => {
		await rm(cache, { recursive: true, force: true });
		if (XDG_CACHE_HOME === undefined) delete process.env.XDG_CACHE_HOME;
		else process.env.XDG_CACHE_HOME = XDG_CACHE_HOME;
	});

	it('is done once', async () => {
		await installRuntime(runtime, progress);
		expect(commands()).toEqual(INSTALLATION);
		await installRuntime(runtime, progress);
		expect(commands()).toHaveLength(INSTALLATION.length);
		expect(notes).toEqual([]);
	});

	it('shows the downloaded packages, and the installed ones', async () => {
		let shown = '';
		jest.spyOn(progress, 'step').mockImplementation(async (_, { known }, task) => {
			const done = await task();
			const line =
				'npm http fetch GET 200 https://registry.example/a/-/a-1.0.0.tgz 91ms (cache miss)\n';
			await writeFile(join(runtime.folder, 'install.log'), line.repeat(2));
			await writeFile(join(runtime.n8n, '../../package.json'), '{}');
			shown = (await known?.()) ?? '';
			return done;
		});
		await installRuntime(runtime, progress);
		expect(shown).toMatch(/^2 packages downloaded, 1 of \d{4} unpacked$/);
	});

	it('puts the driver of the database into n8n, and leaves nothing else behind', async () => {
		await installRuntime(runtime, progress);
		const driver = join(runtime.folder, 'node_modules/sqlite3/build/driver.node');
		expect(readFileSync(driver, 'utf8')).toBe('compiled');
		expect(existsSync(join(runtime.folder, 'database'))).toBe(false);
	});

	it('that was interrupted is detected and repeated', async () => {
		jest.mocked(npm).mockRejectedValueOnce(new Error('killed'));
		await expect(installRuntime(runtime, progress)).rejects.toThrow('killed');
		expect(existsSync(runtime.marker)).toBe(false);
		await mkdir(join(runtime.folder, 'node_modules/half'), { recursive: true });

		await installRuntime(runtime, progress);
		expect(notes).toEqual([expect.stringMatching(/was not finished: starting it again/)]);
		expect(commands().slice(-INSTALLATION.length)).toEqual(INSTALLATION);
		expect(runtime.isComplete).toBe(true);
	});

	it('is done by one process at a time', async () => {
		await Promise.all([installRuntime(runtime, progress), installRuntime(runtime, progress)]);
		expect(commands()).toEqual(INSTALLATION);
		expect(notes).toEqual(['Another process is installing n8n: waiting for it']);
	});
});
