import type { FastifyReply } from 'fastify';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runTool } from '../support/agent';
import { retryExecution, runNode, type RunNodeOptions } from '../engine/engine';
import { startServer, type LoopbackServer } from '../support/http';
import { useProcessedStore } from '../support/processed';
import { useVirtualClock } from '../support/virtualClock';
import { nodeOf } from './areas';
import { TOKEN } from './calls';

useVirtualClock();
const store = useProcessedStore();

let server: LoopbackServer;
let post: (body: IDataObject, reply: FastifyReply) => unknown;
let get: () => unknown;

beforeAll(async () => {
	server = await startServer((app) => {
		app.get('/*', async () => await get());
		app.post('/*', async ({ body }, reply) => await post(body as IDataObject, reply));
	});
});
afterAll(async () => await server.close());
beforeEach(() => {
	server.requests.length = 0;
	post = ({ who }) => ({ id: who });
	get = () => ({ status: 'done' });
});

const sent = () =>
	server.requests.flatMap(({ method, body }) =>
		method === 'POST' ? [(body as IDataObject).who] : [],
	);
const itemsOf = (...whos: string[]) => whos.map((who) => ({ json: { who } }));

interface Extra extends Omit<Partial<RunNodeOptions>, 'node' | 'parameters'> {
	options?: INodeParameters;
	operation?: string;
	parameters?: INodeParameters;
}

const optionsOf = ({ options, operation, parameters, ...rest }: Extra): RunNodeOptions => ({
	node: nodeOf('socialBackgroundCheck'),
	credentials: { baseUrl: server.url, apiToken: TOKEN },
	mode: 'trigger',
	...rest,
	parameters: {
		...{ resource: 'screening', operation: operation ?? 'submit', bodyMode: 'input' },
		...parameters,
		options: { maxRetries: 0, skipProcessed: true, ...options },
	},
});
const run = async (extra: Extra) => await runNode(optionsOf(extra));
const CONTINUE = { onError: 'continueRegularOutput' } as const;
const idsIn = (json: IDataObject[]) => json.flatMap(({ id }) => id ?? []);

describe('Skip Already Processed', () => {
	it('refuses a key that is the same for all items', async () => {
		const { error } = await run({ items: itemsOf('a'), options: { processedKey: 'url' } });
		expect(error?.message).toMatch(/^'Processed Key' in Options is a fixed text/);
		expect(sent()).toEqual([]);
	});

	it.each([1, true, { a: 1 }])('accepts a key of any type: %j', async (key) => {
		const options = { processedKey: '={{ $json.key }}' };
		for (const more of [1, 2]) await run({ items: [{ json: { who: 'a', key, more } }], options });
		expect(sent()).toEqual(['a']);
	});

	it('does not care about the order of columns', async () => {
		await run({ items: [{ json: { who: 'a', x: 1 } }] });
		await run({ items: [{ json: { x: 1, who: 'a' } }] });
		expect(sent()).toEqual(['a']);
	});

	it.each<[string, (reply: FastifyReply) => unknown, boolean]>([
		['was rejected', (reply) => reply.code(422).send({}), true],
		['was rejected with the status of a success', () => ({ success: false, error: 'no' }), true],
		['was lost', (reply) => reply.hijack().raw.destroy(), false],
		['failed at the service', (reply) => reply.code(500).send({}), false],
		['names no job', () => ({ fine: true }), false],
	])('whether it sends again what %s: %#', async (_, answer, isAgain) => {
		for (const how of [CONTINUE, {}]) {
			store.rows = {};
			server.requests.length = 0;
			post = ({ who }, reply) => (who === 'bad' ? answer(reply) : { id: who });
			await run({ ...how, items: itemsOf('bad') });
			post = ({ who }) => ({ id: who });
			const { json } = await run({ items: itemsOf('bad', 'new') });
			expect(idsIn(json)).toEqual(isAgain ? ['bad', 'new'] : ['new']);
		}
	});

	it('sends what a failed run had not sent, and no more, with each kind of retry', async () => {
		let isRejecting = true;
		post = ({ who }, reply) =>
			who === 'bad' && isRejecting ? reply.code(422).send({}) : { id: who };
		const extra = { items: itemsOf('a', 'bad'), options: { maxConcurrency: 1 } };
		const retryOnFail = { maxTries: 2, waitBetweenTries: 1 };
		const failed = await run({ ...extra, retryOnFail });
		expect(sent()).toEqual(['a', 'bad', 'bad']);
		isRejecting = false;
		const retried = await retryExecution(failed, optionsOf(extra));
		expect(idsIn(retried.json)).toEqual(['a', 'bad']);
		await run(extra);
		expect(sent()).toEqual(['a', 'bad', 'bad', 'bad']);
	});

	it('keeps the keys of items that were paid for and that a retry did not reach', async () => {
		const others = Array.from({ length: 20 }, (_, n) => `b${n}`);
		let accepted = 0;
		let breakOff = (): void => undefined;
		const allAccepted = new Promise<void>((resolve) => {
			breakOff = resolve;
		});
		post = async ({ who }, reply) => {
			if (who !== 'lost') {
				accepted += 1;
				if (accepted === others.length) setTimeout(breakOff, 100);
				return { id: who };
			}
			await allAccepted;
			reply.raw.destroy();
			return await reply.hijack();
		};
		const options = { maxConcurrency: 30, maxRetries: 0 };
		const retryOnFail = { maxTries: 2, waitBetweenTries: 1 };
		await run({ items: itemsOf('lost', ...others), options, retryOnFail });
		await run({ items: itemsOf(...others) });
		expect(sent()).toHaveLength(1 + others.length);
	});

	it('removes the keys of items that the limit or Stop prevented', async () => {
		const items = itemsOf('a', 'b', 'c', 'd');
		await run({ items, options: { maxPaidRequests: 2 }, ...CONTINUE });
		expect(sent()).toEqual(['a', 'b']);
		const stop = new AbortController();
		post = async ({ who }) => {
			stop.abort();
			return await new Promise(() => who);
		};
		await run({ items, options: { maxConcurrency: 1 }, signal: stop.signal });
		post = ({ who }) => ({ id: who });
		await run({ items });
		expect(sent()).toEqual(['a', 'b', 'c', 'd']);
	});

	it('sends nothing where n8n cannot record keys', async () => {
		store.onAccess = () => {
			throw new Error('The database is locked');
		};
		const { error } = await run({ items: itemsOf('a') });
		expect(error?.message).toMatch(/could not record the keys of 'Skip Already Processed'/);
		expect(error?.description).toMatch(/The database is locked/);
		expect(sent()).toEqual([]);
	});

	it('adds a hint where n8n cannot remove keys', async () => {
		store.onAccess = (what) => {
			if (what === 'remove') throw new Error('The database is locked');
		};
		post = (_, reply) => reply.code(422).send({});
		const { hints, json } = await run({ items: itemsOf('a', 'b'), ...CONTINUE });
		expect(json).toHaveLength(2);
		expect(hints[0].message).toMatch(/could not remove the keys of 2 failed items/);
	});

	it('tells an agent that its request was sent before', async () => {
		const bodyJson = "={{ { who: $fromAI('who', 'whom', 'string') } }}";
		const { answer } = await runTool({
			...optionsOf({ parameters: { bodyMode: 'json', bodyJson } }),
			items: undefined,
			calls: [{ who: 'a' }, { who: 'a' }, { who: 'b' }],
		});
		expect(sent()).toEqual(['a', 'b']);
		expect(answer[1]).toEqual({ skipped: expect.stringMatching(/Do not call the tool again/) });
	});

	it('fails where n8n cannot remove the keys of a lookup', async () => {
		store.onAccess = (what) => {
			if (what === 'remove') throw new Error('database is locked');
		};
		const { error } = await run({ items: itemsOf('a'), options: { dryRun: true } });
		expect(error?.message).toMatch(/could not look up the keys of 'Skip Already/);
		expect(error?.description).toMatch(/database is locked\. .*Some keys may be recorded now/);
	});

	it('is not looked up for more items than n8n can remove at once', async () => {
		const many = Array.from({ length: 1_001 }, (_, at) => String(at));
		const dry = await run({ items: itemsOf(...many), options: { dryRun: true } });
		expect(dry.summary).toMatch(/charged: at least 0, at most 1001\.$/);
		expect(store.rows).toEqual({});
	});
});

describe('the next try', () => {
	const KEYED = { idempotencyHeader: 'Idempotency-Key', processedKey: '={{ $json.who }}' };
	const RETRIED = { retryOnFail: { maxTries: 2, waitBetweenTries: 1 } };

	it('returns what was sent again under its idempotency key, and paid for', async () => {
		post = (_, reply) => reply.hijack().raw.destroy();
		await run({ items: itemsOf('a'), options: KEYED, ...CONTINUE });
		let tries = 0;
		post = ({ who }, reply) =>
			who === 'b' && tries++ === 0 ? reply.code(422).send({}) : { id: who };
		const { json } = await run({ items: itemsOf('a', 'b'), options: KEYED, ...RETRIED });
		expect(idsIn(json)).toEqual(['a', 'b']);
		expect(sent()).toEqual(['a', 'a', 'b', 'b']);
	});

	it('records a key again that n8n removed, although its reply was lost', async () => {
		const removals = [new Error('connection lost')];
		store.onAccess = (what) => {
			const error = what === 'removed' ? removals.pop() : undefined;
			if (error) throw error;
		};
		let tries = 0;
		post = ({ who }, reply) => (tries++ === 0 ? reply.code(422).send({}) : { id: who });
		await run({ items: itemsOf('a'), ...RETRIED });
		await run({ items: itemsOf('a') });
		expect(sent()).toEqual(['a', 'a']);
	});
});

it('a dry run counts a request that is equal to a skipped one', async () => {
	const options = { processedKey: '={{ $json.who }}' };
	const equal = { parameters: { bodyMode: 'json', bodyJson: '{"who":"same"}' }, options };
	await run({ items: itemsOf('a'), ...equal });
	const dry = await run({
		items: itemsOf('a', 'b'),
		...{ ...equal, options: { ...options, dryRun: true } },
	});
	expect(dry.json.map(({ paidRequests }) => paidRequests)).toEqual([
		{ atLeast: 0, atMost: 0 },
		{ atLeast: 1, atMost: 1 },
	]);
});

describe('a kill', () => {
	const whos = ['a', 'b', 'bad', 'c'];

	/** All that is left is what n8n had saved, and what the service had got. */
	async function killedAt(moment: number): Promise<{ saved: string; got: unknown[] } | undefined> {
		store.rows = {};
		server.requests.length = 0;
		const moments: Array<{ saved: string; got: unknown[] }> = [];
		const note = () => moments.push({ saved: JSON.stringify(store.rows), got: sent() });
		store.onAccess = note;
		post = ({ who }, reply) => {
			note();
			return who === 'bad' ? reply.code(422).send({}) : { id: who };
		};
		await run({ items: itemsOf(...whos), ...CONTINUE });
		note();
		return moments[moment];
	}

	it.each(Array.from({ length: 9 }, (_, moment) => moment))(
		'at moment %d never leads to a second payment',
		async (moment) => {
			const killed = await killedAt(moment);
			if (killed === undefined) throw new Error('There is no such moment');
			store.onAccess = () => undefined;
			store.rows = JSON.parse(killed.saved) as typeof store.rows;
			server.requests.length = 0;
			post = ({ who }) => ({ id: who });
			await run({ items: itemsOf(...whos) });
			const again = sent().filter((who) => who !== 'bad' && killed.got.includes(who));
			expect(again).toEqual([]);
			// Before anything was recorded, nothing is lost either.
			if (killed.saved === '{}') expect(sent()).toEqual(whos);
		},
	);
});
