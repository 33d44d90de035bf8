import { freePort, isFree } from '../n8n/ports';
import { Problem } from '../n8n/problem';
import type { Progress } from '../n8n/progress';

const HIGHEST_PORT = 65_535;
/** How many ports after the usual one are tried before any other. */
const NEIGHBOURS = 50;

/** A port that was asked for is taken or refused; a usual one gives way to the next free one. */
export async function choosePort(
	what: string,
	asked: number | undefined,
	usual: number,
	progress: Progress,
): Promise<number> {
	if (asked !== undefined) {
		if (await isFree(asked)) return asked;
		throw new Problem(
			`Port ${asked} is in use.`,
			'End what uses it, or give another with --port; without --port a free one is found.',
		);
	}
	if (await isFree(usual)) return usual;
	const port = await nextFreePort(usual);
	progress.note(`Port ${usual} is in use: ${what} takes ${port}`);
	return port;
}

async function nextFreePort(usual: number): Promise<number> {
	for (let port = usual + 1; port <= Math.min(usual + NEIGHBOURS, HIGHEST_PORT); port++) {
		if (await isFree(port)) return port;
	}
	return await freePort();
}
