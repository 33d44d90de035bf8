import getPort from 'get-port';

import { Problem } from '../n8n/problem';
import type { Progress } from '../n8n/progress';

const HOST = '127.0.0.1';

/** A port that was asked for is taken or refused; a usual one gives way to the next free one. */
export async function choosePort(
	what: string,
	asked: number | undefined,
	usual: number,
	progress: Progress,
): Promise<number> {
	const wanted = asked ?? usual;
	const port = await getPort({
		host: HOST,
		port: asked ? [asked] : getPort.makeRange(usual, Math.min(usual + 50, 65_535)),
	});
	if (port === wanted) return port;
	if (asked) {
		throw new Problem(
			`Port ${asked} is in use.`,
			'End what uses it, or give another with --port; without --port a free one is found.',
		);
	}
	progress.note(`Port ${usual} is in use: ${what} takes ${port}`);
	return port;
}
