import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** The same service under another origin: where some dialects keep their files. */
export async function listenElsewhere(app: FastifyInstance): Promise<Server> {
	const server = createServer((request, response) => app.routing(request, response));
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(0, '127.0.0.1', resolve);
	});
	return server;
}

export function originOf(server: Server): string {
	const address = server.address();
	if (address === null || typeof address === 'string')
		throw new Error('The server does not listen');
	return `http://127.0.0.1:${address.port}`;
}
