import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { functionNode, runNode } from '../engine/engine';
import { startServer, type LoopbackServer } from '../support/http';

/** What the package relies on in n8n's requests; the tests of the nodes hold how executions, tries and polls behave. */
const CREDENTIAL = 'creatorIntelligenceApi';

describe('an execution', () => {
	let server: LoopbackServer;

	beforeAll(async () => {
		server = await startServer((app) => {
			app.get('/moved', async (_, reply) => await reply.redirect('/elsewhere'));
			app.get('/refused', async ({ headers }, reply) =>
				reply.code(401).send({ token: headers.authorization }),
			);
		});
	});
	afterAll(async () => await server.close());

	const within = async <T>(use: (context: IExecuteFunctions) => T | Promise<T>): Promise<T> => {
		let result: T | undefined;
		const node = functionNode(
			'use',
			async function () {
				result = await use(this);
				return [[]];
			},
			{ description: { credentials: [{ name: CREDENTIAL, required: true }] } },
		);
		const { error } = await runNode({
			node,
			credentials: { baseUrl: server.url, apiToken: 'token' },
		});
		expect(error).toBeUndefined();
		return result as T;
	};

	it.each([
		['/moved', 302, ''],
		['/refused', 401, '{"token":"token"}'],
	])(
		'returns %s unchanged, as a stream, with the token in its header',
		async (path, status, text) => {
			const options: IHttpRequestOptions = {
				url: `${server.url}${path}`,
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
			};
			const [code, body] = await within(async (context) => {
				const { helpers } = context;
				const response = (await helpers.httpRequestWithAuthentication.call(
					context,
					CREDENTIAL,
					options,
				)) as { statusCode: number; body: AsyncIterable<Buffer> };
				const parts: Buffer[] = [];
				for await (const part of response.body) parts.push(part);
				return [response.statusCode, Buffer.concat(parts).toString()] as const;
			});
			expect([code, body]).toEqual([status, text]);
		},
	);

	it('aborts a request by a signal of its own', async () => {
		const stop = new AbortController();
		stop.abort();
		const options = {
			url: `${server.url}/refused`,
			get abortSignal() {
				return stop.signal;
			},
			set abortSignal(_) {},
		};
		const ended = await within(
			async ({ helpers }) => await helpers.httpRequest(options).catch((error: Error) => error.name),
		);
		expect(ended).toBe('CanceledError');
	});
});
