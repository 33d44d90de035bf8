import { run } from '../processes';
import { installWithApt } from './apt';

const TOOLS = ['python3', 'make', 'g++'];

/** The driver of n8n's database is compiled where there is no ready-made one. */
export async function ensureCompiler(): Promise<void> {
	const found = await Promise.all(TOOLS.map(async (tool) => await run(tool, ['--version'])));
	if (found.some(({ code }) => code !== 0)) await installWithApt(['python3', 'build-essential']);
}
