import type { LoopbackServer } from './http';
import { startServer } from './http';
import type { PollerOptions } from './poll';
import { Poller, runPoll } from './poll';
import { ProbeApi, ProbeTrigger } from './probe-node';

let server: LoopbackServer;
let count = 1;

beforeAll(async () => {
	server = await startServer((app) => {
		app.get('/count', async () => ({ count }));
	});
});

afterAll(async () => await server.close());

beforeEach(() => {
	count = 1;
});

const trigger = (): PollerOptions => ({
	node: new ProbeTrigger(),
	parameters: { path: '/count' },
	credentials: { baseUrl: server.url, apiToken: 'secret' },
	credentialTypes: [new ProbeApi()],
});

it('keeps state in memory, and saves it only with something emitted', async () => {
	const poller = new Poller(trigger());

	const first = await poller.poll();
	expect(first.json).toMatchObject([{ count: 1, mode: 'trigger' }]);
	expect(first.saved).toEqual({ polls: 1, seen: 1 });

	const second = await poller.poll();
	expect(second).toMatchObject({ items: null, staticData: { polls: 2 }, saved: { polls: 1 } });

	poller.restart();
	count = 2;
	const third = await poller.poll();
	expect(third).toMatchObject({ json: [{ count: 2 }], saved: { polls: 2, seen: 2 } });
});

it('saves nothing in a manual test', async () => {
	const result = await runPoll({ ...trigger(), manual: true, staticData: { polls: 7 } });

	expect(result).toMatchObject({
		json: [{ count: 1, mode: 'manual' }],
		staticData: { polls: 8 },
		saved: { polls: 7 },
	});
});

it('passes the activation mode and the poll budget', async () => {
	expect((await runPoll({ ...trigger(), activation: 'init' })).items).toBeNull();
	expect((await runPoll({ ...trigger(), pollBudgetMs: 36_000 })).json).toMatchObject([
		{ budget: 36_000 },
	]);
	expect((await runPoll({ ...trigger(), pollBudgetMs: null })).json).toMatchObject([
		{ budget: undefined },
	]);
});
