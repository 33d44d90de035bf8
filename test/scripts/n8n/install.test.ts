import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { installRuntime } from '../../../scripts/n8n/install';
import * as npmCommand from '../../../scripts/n8n/npm';
import { Progress } from '../../../scripts/n8n/progress';
import { Runtime } from '../../../scripts/n8n/runtime';

/** Of n8n; then the driver of its database is compiled. */
const INSTALLATION = ['ci', 'rebuild'];

describe('the installation of n8n', () => {
	const { XDG_CACHE_HOME } = process.env;
	let cache: string;
	let runtime: Runtime;
	const notes: string[] = [];
	const progress = new Progress();
	let npm: jest.SpyInstance<Promise<string>, Parameters<typeof npmCommand.npm>>;
	const commands = () => npm.mock.calls.map(([args]) => args[0]);

	beforeEach(async () => {
		cache = await mkdtemp(join(tmpdir(), 'creator-intelligence-install-'));
		process.env.XDG_CACHE_HOME = cache;
		runtime = new Runtime('2.41');
		jest.spyOn(runtime, 'node', 'get').mockReturnValue(process.execPath);
		notes.length = 0;
		jest.spyOn(progress, 'note').mockImplementation((text) => void notes.push(text));
		jest.spyOn(progress, 'step').mockImplementation(async (_, __, task) => await task());
		npm = jest.spyOn(npmCommand, 'npm').mockImplementation(async () => {
			await mkdir(dirname(runtime.n8n), { recursive: true });
			await writeFile(runtime.n8n, '');
			return '';
		});
	});
	afterEach(async () => {
		jest.restoreAllMocks();
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

	it('that was interrupted is detected and repeated', async () => {
		npm.mockRejectedValueOnce(new Error('killed'));
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
