import { join } from 'node:path';

import { N8nClient } from '../../../scripts/n8n/client';
import { launchN8n } from '../../../scripts/n8n/launch';
import { explain } from '../../../scripts/n8n/problem';
import { Progress } from '../../../scripts/n8n/progress';
import { installTarball } from '../../../scripts/n8n/tarball';
import { install } from '../../../verify/harness/install';
import { owner } from '../../../verify/harness/login';
import { INSTANCE_VARIABLE, publishInstance } from './instance';

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
	const { runtime, tarball, folder } = await install('e2e');
	const userFolder = join(folder, 'user');
	await installTarball(tarball, userFolder);
	const n8n = await new Progress().step(
		`Starting n8n ${runtime.version}`,
		{},
		async () => await launchN8n({ runtime, userFolder, log: join(folder, 'n8n.log') }),
	);
	globalThis.e2eRunning = { n8n, folder };
	await new N8nClient(n8n.url).createOwner(owner);
	publishInstance({ line: runtime.line, version: runtime.version, url: n8n.url, login: owner });
}
