import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { INodeExecutionData, INodeType } from 'n8n-workflow';

import { runNode, type RunResult } from '../../test/engine/engine';
import { loadNodeSources } from '../../test/engine/package';
import type { Response, Way } from './inputs';

const TOKEN = 'creator-token-0123456789';

export interface Reader {
	/** Runs a node on n8n's engine, against a service that responds with this to all requests. */
	read(way: Way, response: Response, items?: INodeExecutionData[]): Promise<RunResult>;
	close(): void;
}

export async function openReader(): Promise<Reader> {
	const nodes = await loadNodeSources();
	const nodeOf = (name: string): INodeType => {
		const found = nodes.find(({ className }) => className === name);
		if (!found) throw new Error(`There is no node ${name}`);
		return found.type;
	};
	let current: Response = { body: '{}' };
	const server = createServer((request, reply) => {
		const { body, type = 'application/json', status = 200, headers } = current;
		request.resume();
		reply.writeHead(status, { 'content-type': type, ...headers }).end(body);
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		read: async ({ node, parameters, apiToken = TOKEN }, response, items) => {
			current = response;
			const credentials = { baseUrl, apiToken };
			const run = { node: nodeOf(node), parameters, credentials, continueOnFail: true };
			return await runNode({ ...run, items });
		},
		close: () => server.close(),
	};
}
