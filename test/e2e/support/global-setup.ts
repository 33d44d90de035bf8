import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8nClient } from '../../../scripts/n8n/client';
import { installRuntime } from '../../../scripts/n8n/install';
import { launchN8n } from '../../../scripts/n8n/launch';
import { explain } from '../../../scripts/n8n/problem';
import { Progress } from '../../../scripts/n8n/progress';
import { Runtime } from '../../../scripts/n8n/runtime';
import { installTarball, makeTarball } from '../../../scripts/n8n/tarball';
import { chosenLine, INSTANCE_VARIABLE, owner, publishInstance } from './instance';

/** The real n8n with the packed package, in a user folder of its own. */
export default async function globalSetup(): Promise<void> {
	if (process.env[INSTANCE_VARIABLE]) return;
	try {
		await start();
	} catch (error) {
		// Jest would show the stack of a message that is meant for people.
		throw new Error(explain(error));
	}
}

async function start(): Promise<void> {
	const line = chosenLine();
	const runtime = new Runtime(line);
	const progress = new Progress();
	await installRuntime(runtime, progress);

	const folder = await mkdtemp(join(tmpdir(), 'creator-intelligence-e2e-'));
	const userFolder = join(folder, 'user');
	await progress.step('Building and packing the package', { estimate: 10 }, async () => {
		await installTarball(await makeTarball(join(folder, 'package')), userFolder);
	});
	const n8n = await progress.step(
		`Starting n8n ${runtime.version}`,
		{ estimate: 25 },
		async () => await launchN8n({ runtime, userFolder, log: join(folder, 'n8n.log') }),
	);
	globalThis.e2eRunning = { n8n, folder };
	await new N8nClient(n8n.url).createOwner(owner);
	publishInstance({ line, version: runtime.version, url: n8n.url, login: owner });
}
