import type { AddressInfo } from 'node:net';

import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastify from 'fastify';

export interface LoopbackServer {
	url: string;
	app: FastifyInstance;
	requests: FastifyRequest[];
	close(): Promise<void>;
}

/** A server on loopback that keeps the requests it got; `define` adds its routes. */
export async function startServer(define: (app: FastifyInstance) => void): Promise<LoopbackServer> {
	// Without this, closing waits for clients that keep their connection open.
	const app = fastify({ forceCloseConnections: true });
	const requests: FastifyRequest[] = [];
	app.addHook('preHandler', async (request) => {
		requests.push(request);
	});
	define(app);
	await app.listen({ port: 0, host: '127.0.0.1' });
	const { port } = app.server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		app,
		requests,
		close: async () => await app.close(),
	};
}
