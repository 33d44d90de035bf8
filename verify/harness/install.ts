import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installRuntime } from '../../scripts/n8n/install';
import { Progress } from '../../scripts/n8n/progress';
import { Runtime } from '../../scripts/n8n/runtime';
import { makeTarball, type Tarball } from '../../scripts/n8n/tarball';
import { chosenLine } from './login';

/** An n8n, the package as it would be published, and a folder for what they leave behind. */
export interface Installation {
	runtime: Runtime;
	tarball: Tarball;
	folder: string;
}

export async function install(name: string): Promise<Installation> {
	const runtime = new Runtime(chosenLine());
	const progress = new Progress();
	await installRuntime(runtime, progress);
	const folder = await mkdtemp(join(tmpdir(), `creator-intelligence-${name}-`));
	const pack = async () => await makeTarball(join(folder, 'package'));
	const tarball =
		packedBefore() ?? (await progress.step('Building and packing the package', {}, pack));
	process.env[PACKED_VARIABLE] = JSON.stringify(tarball);
	return { runtime, tarball, folder };
}

/** Tests that start an n8n of their own run in processes that inherit this: the package is packed once. */
const PACKED_VARIABLE = 'CREATOR_INTELLIGENCE_PACKED';

function packedBefore(): Tarball | undefined {
	const packed = process.env[PACKED_VARIABLE];
	if (packed === undefined) return undefined;
	const tarball = JSON.parse(packed) as Tarball;
	return existsSync(tarball.file) ? tarball : undefined;
}
