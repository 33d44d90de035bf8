import { runTool } from './agent';
import type { LoopbackServer } from './http';
import { startServer } from './http';
import { Probe, ProbeApi, ProbeTrigger } from './probe-node';
import { asTool } from './tools';

let server: LoopbackServer;

beforeAll(async () => {
	server = await startServer((app) => {
		app.get('/creators/:handle', async (request) => request.params);
	});
});

afterAll(async () => await server.close());

const tool = () => ({
	node: new Probe(),
	parameters: { path: "={{ $fromAI('path', 'Path to get', 'string') }}" },
	credentials: { baseUrl: server.url, apiToken: 'secret' },
	credentialTypes: [new ProbeApi()],
});

it('runs a node as the tool of an agent', async () => {
	const result = await runTool({ ...tool(), args: { path: '/creators/ada' } });

	expect(result.error).toBeUndefined();
	expect(result.answer).toEqual([{ handle: 'ada' }]);
	expect(result.tool).toEqual({ name: 'Probe_Tool', description: 'Gets a path' });
	expect(server.requests[0]?.headers.authorization).toBe('secret');
});

it('tells the agent about an error', async () => {
	const result = await runTool({ ...tool(), args: { path: '/nothing' } });

	expect(result.answer).toEqual([{ error: expect.stringContaining('could not be found') }]);
	expect(result.error).toMatchObject({ name: 'NodeApiError' });
});

it('converts only nodes that are usable as tools', () => {
	expect(asTool(new Probe()).description).toMatchObject({
		name: 'probeTool',
		displayName: 'Probe Tool',
		inputs: [],
		outputs: ['ai_tool'],
	});
	expect(() => asTool(new ProbeTrigger())).toThrow('not usable as a tool');
});
