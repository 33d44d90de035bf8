import execa from 'execa';

import { installWithApt } from './apt';

const TOOLS = ['python3', 'make', 'g++'];

/** The driver of n8n's database is compiled where there is no ready-made one. */
export async function ensureCompiler(): Promise<void> {
	const found = await Promise.all(
		TOOLS.map(async (tool) => await execa(tool, ['--version'], { reject: false })),
	);
	if (found.some(({ failed }) => failed)) await installWithApt(['python3', 'build-essential']);
}
