import { NodeOperationError } from 'n8n-workflow';

import type { RunNodeOptions } from './engine';
import {
	binaryItem,
	functionNode,
	readBinary,
	retryExecution,
	runNode,
	runWorkflow,
	startNode,
	transcript,
} from './engine';
import type { LoopbackServer } from './http';
import { startServer } from './http';
import { Probe, ProbeApi } from './probe-node';

const TOKEN = 'secret-token-1';
let server: LoopbackServer;
let failuresLeft = 0;
let asked: (() => void) | undefined;

beforeAll(async () => {
	server = await startServer((app) => {
		app.get('/creators/:handle', async (request) => request.params);
		app.get('/flaky', async (_request, reply) => {
			if (failuresLeft-- > 0) return await reply.code(500).send({ error: 'down' });
			return { fine: true };
		});
		app.get('/never', async () => {
			asked?.();
			return await new Promise(() => undefined);
		});
		app.get('/file', async (_request, reply) => await reply.send(Buffer.from('%PDF-1.7')));
		app.get('/missing', async (_request, reply) => await reply.code(404).send({ message: 'no' }));
	});
});

afterAll(async () => await server.close());

beforeEach(() => {
	server.requests.length = 0;
	failuresLeft = 0;
});

const probe = (options: Partial<RunNodeOptions> = {}): RunNodeOptions => ({
	node: new Probe(),
	parameters: { path: '/creators/ada' },
	credentials: { baseUrl: server.url, apiToken: TOKEN },
	credentialTypes: [new ProbeApi()],
	...options,
});

describe('runNode', () => {
	it("applies the credential type's authenticate block, defaults included", async () => {
		const result = await runNode(probe());

		expect(result.status).toBe('success');
		expect(result.json).toEqual([{ handle: 'ada' }]);
		expect(server.requests[0]?.headers).toMatchObject({ authorization: TOKEN, 'x-agent': 'probe' });
	});

	it('resolves expressions for each item and keeps items paired', async () => {
		const result = await runNode(
			probe({
				parameters: { path: "=/creators/{{ $json.handle }}-{{ $('Start').item.json.n }}" },
				items: [{ json: { handle: 'ada', n: 1 } }, { json: { handle: 'bob', n: 2 } }],
			}),
		);

		expect(result.json).toEqual([{ handle: 'ada-1' }, { handle: 'bob-2' }]);
		expect(result.items[0]?.map((item) => item.pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('ends with the error of the node', async () => {
		const result = await runNode(probe({ parameters: { path: '/missing' } }));

		expect(result.status).toBe('error');
		expect(result.error).toMatchObject({ name: 'NodeApiError', httpCode: '404' });
		expect(result.items).toEqual([]);
	});

	it.each([{ continueOnFail: true }, { onError: 'continueRegularOutput' as const }])(
		'continues on fail: %j',
		async (setting) => {
			const items = [{ json: { path: '/missing' } }, { json: { path: '/creators/ada' } }];
			const result = await runNode(
				probe({ ...setting, items, parameters: { path: '={{ $json.path }}' } }),
			);

			expect(result.status).toBe('success');
			expect(result.json).toEqual([{ failed: expect.any(String) }, { handle: 'ada' }]);
		},
	);

	it('retries on fail, and the node context survives the attempts', async () => {
		failuresLeft = 2;
		const result = await runNode(
			probe({
				parameters: { path: '/flaky' },
				retryOnFail: { maxTries: 3, waitBetweenTries: 1 },
				context: { before: 'kept' },
			}),
		);

		expect(result.json).toEqual([{ fine: true }]);
		expect(result.context).toEqual({ before: 'kept', tries: 3 });
	});

	it('stops by a signal, or at the time-out of the execution', async () => {
		const stop = new AbortController();
		asked = () => stop.abort();
		const { signal } = stop;
		const stopped = await runNode(probe({ parameters: { path: '/never' }, signal }));
		expect(stopped).toMatchObject({ status: 'canceled', stopped: true });

		asked = undefined;
		const timedOut = await runNode(probe({ parameters: { path: '/never' }, timeoutMs: 100 }));
		expect(timedOut.stopped).toBe(true);
	});

	it('reads binary output from where n8n stores it', async () => {
		const result = await runNode(probe({ parameters: { path: '/file', file: true } }));

		expect(result.items[0]?.[0]?.binary?.data).toMatchObject({
			fileName: 'a.pdf',
			mimeType: 'application/pdf',
			data: 'filesystem-v2',
		});
		expect((await readBinary(result.items[0]?.[0])).toString()).toBe('%PDF-1.7');
	});

	it('feeds binary items', async () => {
		const echo = functionNode('echo', async function (items) {
			const content = await this.helpers.getBinaryDataBuffer(0, 'data');
			return [[{ json: { content: content.toString(), of: items.length } }]];
		});
		const file = binaryItem('hello', { fileName: 'a.txt', mimeType: 'text/plain' });
		const result = await runNode({ node: echo, items: [file] });

		expect(result.json).toEqual([{ content: 'hello', of: 1 }]);
	});

	it('reports a missing credential and a missing parameter as n8n does', async () => {
		const noCredential = await runNode(probe({ credentials: null }));
		expect(noCredential.error?.message).toBe('Node does not have any credentials set');

		const noPath = await runNode(probe({ parameters: {} }));
		expect(noPath).toMatchObject({ status: 'error', error: { name: 'WorkflowHasIssuesError' } });
	});

	it('collects hints and logs', async () => {
		const result = await runNode(probe());

		expect([result.hints, result.summary]).toEqual([[], 'Probed']);
		expect(result.logs).toContainEqual({
			level: 'info',
			message: 'Probe runs',
			metadata: { tries: 1 },
		});
		expect(result.logs.some(({ message }) => message.includes('Running node "Probe"'))).toBe(true);
		expect(result.credentialReads).toBe(2);
	});
});

describe('transcript', () => {
	it('reveals a token wherever a node leaves one', async () => {
		expect(transcript(await runNode(probe()))).not.toContain(TOKEN);

		const leak = functionNode('leak', function () {
			throw new NodeOperationError(this.getNode(), 'Failed', { description: TOKEN });
		});
		expect(transcript(await runNode({ node: leak }))).toContain(TOKEN);
	});
});

describe('retryExecution', () => {
	it('retries a failed execution with its node context', async () => {
		failuresLeft = 1;
		const options = probe({ parameters: { path: '/flaky' } });
		const failed = await runNode(options);
		expect(failed).toMatchObject({ status: 'error', context: { tries: 1 } });

		const retried = await retryExecution(failed, options);
		expect(retried).toMatchObject({ status: 'success', json: [{ fine: true }] });
		expect(retried.context).toEqual({ tries: 2 });
		expect(retried.error).toBeUndefined();
	});
});

describe('runWorkflow', () => {
	it('runs a node many times in a loop', async () => {
		const again = functionNode(
			'again',
			function (items) {
				return this.evaluateExpression('{{ $runIndex }}', 0) === 2 ? [[], items] : [items, []];
			},
			{ outputs: 2 },
		);
		const result = await runWorkflow({
			nodes: [
				{ name: 'Start', type: startNode },
				{
					name: 'Probe',
					type: new Probe(),
					parameters: { path: '/creators/ada' },
					credentials: { baseUrl: server.url, apiToken: TOKEN },
				},
				{ name: 'Again', type: again },
				{ name: 'End', type: functionNode('end', (items) => [items]) },
			],
			links: [
				{ from: 'Start', to: 'Probe' },
				{ from: 'Probe', to: 'Again' },
				{ from: 'Again', to: 'Probe', output: 0 },
				{ from: 'Again', to: 'End', output: 1 },
			],
			credentialTypes: [new ProbeApi()],
			observe: 'Probe',
		});

		expect(result.runData.Probe).toHaveLength(3);
		expect(result.runData.End).toHaveLength(1);
		expect(result.context).toEqual({ tries: 3 });
		expect(server.requests).toHaveLength(3);
	});
});
