import { once } from 'node:events';
import { createServer } from 'node:net';

import { errorCode } from './problem';

export const HOST = '127.0.0.1';

/** Any free port, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
	const port = await listen(0);
	if (port === undefined) throw new Error('The system has no free port');
	return port;
}

export async function isFree(port: number): Promise<boolean> {
	return (await listen(port)) !== undefined;
}

/** Listens for a moment, and returns the port; not at all if another listens there or nobody may. */
async function listen(port: number): Promise<number | undefined> {
	const server = createServer().listen(port, HOST);
	try {
		await once(server, 'listening');
	} catch (error) {
		if (['EADDRINUSE', 'EACCES'].includes(errorCode(error) ?? '')) return undefined;
		throw error;
	}
	const address = server.address();
	server.close();
	await once(server, 'close');
	return typeof address === 'object' ? address?.port : undefined;
}
