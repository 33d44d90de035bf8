import type { FastifyReply } from 'fastify';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runTool } from '../support/agent';
import { retryExecution, runNode, runWorkflow, type RunNodeOptions } from '../engine/engine';
import { startServer, type LoopbackServer } from '../support/http';
import { fc } from '../support/properties';
import { useVirtualClock } from '../support/virtualClock';
import { nodeOf } from './areas';
import { TOKEN } from './calls';
import { loop } from './loop';

useVirtualClock();

let server: LoopbackServer;
let post: (body: IDataObject, reply: FastifyReply, url: string) => unknown;
let get: () => unknown;

beforeAll(async () => {
	server = await startServer((app) => {
		app.get('/*', async () => await get());
		app.post('/*', async ({ body, url }, reply) => await post(body as IDataObject, reply, url));
	});
});
afterAll(async () => await server.close());
beforeEach(() => {
	server.requests.length = 0;
	post = () => ({ id: `j${posts()}` });
	get = () => ({ status: 'done', score: 5 });
});

const posts = () => server.requests.filter(({ method }) => method === 'POST').length;
const itemsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ json: { n } }));

type Which = [node: string, resource: string, operation: string];
const CONTACT: Which = ['creatorSearch', 'contact', 'get'];
const SEARCH: Which = ['creatorSearch', 'creator', 'search'];
const SCREEN: Which = ['socialBackgroundCheck', 'screening', 'submitAndWait'];

interface Extra extends Omit<Partial<RunNodeOptions>, 'node'> {
	options?: INodeParameters;
}

const optionsOf = (
	[node, resource, operation]: Which,
	{ options, parameters, ...rest }: Extra,
): RunNodeOptions => ({
	node: nodeOf(node),
	credentials: { baseUrl: server.url, apiToken: TOKEN },
	...rest,
	parameters: {
		...{ resource, operation, bodyMode: 'input', returnAll: true },
		...parameters,
		options: { maxRetries: 0, ...options },
	},
});

const CONTINUE = { onError: 'continueRegularOutput' } as const;
const RETRY = { retryOnFail: { maxTries: 3, waitBetweenTries: 1 } };
const limitOf = (maxPaidRequests: number, more: INodeParameters = {}) => ({
	options: { maxPaidRequests, ...more },
});
const errorsIn = (json: IDataObject[]) =>
	json.flatMap(({ error }) => (error === undefined ? [] : [error as IDataObject]));

describe('Max Paid Requests', () => {
	it.each([{}, { retryUnsafe: true, maxRetries: 5 }, { idempotencyHeader: 'Key', maxRetries: 5 }])(
		'of one applies to all attempts of a request that is lost (%p)',
		async (more) => {
			post = (_, reply) => reply.hijack().raw.destroy();
			const { error } = await runNode(
				optionsOf(CONTACT, { ...limitOf(1, more), ...RETRY, items: itemsOf(1) }),
			);
			expect(posts()).toBe(1);
			expect(error).toMatchObject({ context: { details: { outcomeUnknown: true } } });
		},
	);

	it('counts the pages of a list, and returns the rows that were paid for', async () => {
		post = () => ({ data: [{ n: posts() }], next_cursor: `c${posts()}` });
		const { json } = await runNode(
			optionsOf(SEARCH, { ...limitOf(3), ...CONTINUE, items: [{ json: { q: 'a' } }] }),
		);
		expect(posts()).toBe(3);
		expect(json.slice(0, 3)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
		expect(errorsIn(json)).toMatchObject([{ code: 'MAX_PAID_REQUESTS' }]);
	});

	it('does not count free requests', async () => {
		const read = await runNode(
			optionsOf(['creatorSearch', 'dictionary', 'getTopics'], {
				...limitOf(1),
				context: { creatorIntelligencePaid: 1 },
			}),
		);
		expect([read.error, read.summary]).toEqual([undefined, '']);
	});

	it.each([[0.5], [1, 'damaged'], [1, -3], [1, {}]])(
		'of %p sends nothing if the count is %p',
		async (max, kept = 0) => {
			const context = { creatorIntelligencePaid: kept };
			const { error } = await runNode(
				optionsOf(CONTACT, { ...limitOf(max), items: itemsOf(1), context }),
			);
			expect([posts(), error?.message]).toEqual([0, expect.stringContaining('was not sent')]);
		},
	);

	it('applies to all rounds of a loop', async () => {
		const { node, credentials, parameters } = optionsOf(CONTACT, {
			...limitOf(3),
			parameters: { bodyMode: 'json', bodyJson: '{"a":1}' },
		});
		const contact = { name: 'Contact', type: node, credentials, parameters };
		const { error } = await runWorkflow(loop(contact));
		expect([posts(), error?.message]).toEqual([3, expect.stringContaining('Max Paid Requests')]);
	});

	it.each(['engine', 'agent'] as const)(
		'applies to all calls of an agent, which the %s makes, and tells the model to stop',
		async (runBy) => {
			const { answer } = await runTool({
				...optionsOf(CONTACT, {
					...limitOf(2),
					parameters: { bodyMode: 'json', bodyJson: "={{ { a: $fromAI('a', 'it', 'string') } }}" },
				}),
				...RETRY,
				calls: Array.from({ length: 6 }, () => ({ a: 'same' })),
				runBy,
			});
			expect(posts()).toBe(2);
			const told = answer.filter(({ error }) => /Do not call it again/.test(String(error)));
			expect(told).toHaveLength(4);
		},
	);

	it.each(['engine', 'agent'] as const)(
		'tells the model of the %s to stop, however short the response has to be',
		async (runBy) => {
			post = () => ({ data: [{ n: posts(), text: 'x'.repeat(900) }], next_cursor: `c${posts()}` });
			const parameters = { maxAnswerSize: 1_000, simplify: false, returnAll: true };
			const { answer } = await runTool({
				...optionsOf(SEARCH, { ...limitOf(2), ...CONTINUE, parameters }),
				...{ items: undefined, args: { q: 'a' }, runBy },
			});
			expect(JSON.stringify(answer).length).toBeLessThanOrEqual(1_000);
			expect(answer[0].error).toContain('Do not call it again');
		},
	);

	it('explains the cost of a list as well', async () => {
		post = () => ({ data: [{ n: 1 }], usage: { credits_used: 3 } });
		const { json, summary } = await runNode(
			optionsOf(SEARCH, { options: { explain: true }, items: [{ json: { q: 'a' } }] }),
		);
		expect(json[0].recognised).toMatchObject({ cost: { path: 'usage.credits_used', value: 3 } });
		expect(summary).toMatch(/according to the service: 3\.$/);
	});
});

type Outcome = 'taken' | 'rejected' | 'limited' | 'lost' | 'failed' | 'rejection' | 'stop';
const answers: Record<Exclude<Outcome, 'stop'>, (reply: FastifyReply) => unknown> = {
	taken: () => ({ id: `j${posts()}`, data: [{ n: posts() }], next_cursor: `c${posts()}` }),
	rejected: (reply) => reply.code(422).send({}),
	limited: (reply) => reply.code(429).send({}),
	lost: (reply) => reply.hijack().raw.destroy(),
	failed: (reply) => reply.code(500).send({}),
	rejection: () => ({ success: false, error: 'No such profile' }),
};
const FREE = ['rejected', 'limited', 'rejection'];

it('never sends more than the limit, whatever happens', async () => {
	const scenario = fc.record({
		max: fc.integer({ min: 1, max: 4 }),
		items: fc.integer({ min: 1, max: 6 }),
		which: fc.constantFrom(CONTACT, SEARCH, SCREEN),
		outcomes: fc.array(
			fc.constantFrom<Outcome>('taken', 'taken', ...(Object.keys(answers) as Outcome[]), 'stop'),
			{ minLength: 1, maxLength: 12 },
		),
		options: fc.record({
			maxConcurrency: fc.integer({ min: 1, max: 6 }),
			maxRetries: fc.integer({ min: 0, max: 2 }),
			retryUnsafe: fc.boolean(),
			idempotencyHeader: fc.constantFrom('', 'Key'),
		}),
		continues: fc.boolean(),
		runBy: fc.constantFrom('node', 'node', 'engine', 'agent'),
	});
	let scenarios = 0;
	await fc.assert(
		fc.asyncProperty(scenario, async ({ max, items, which, outcomes, ...how }) => {
			let charged = 0;
			let at = 0;
			let stop = new AbortController();
			// What an earlier scenario was still sending when it was stopped is its own.
			const path = `/scenario-${++scenarios}/`;
			post = async (_, reply, url) => {
				if (!url.startsWith(path)) return await reply.code(422).send({});
				const outcome = outcomes[at++ % outcomes.length];
				if (!FREE.includes(outcome)) charged++;
				if (outcome !== 'stop') return await answers[outcome](reply);
				stop.abort();
				return await new Promise(() => undefined);
			};
			const options = { ...how.options, maxPaidRequests: max };
			const credentials = { baseUrl: `${server.url}${path}`, apiToken: TOKEN };
			const run = optionsOf(which, {
				...{ ...RETRY, credentials, options, items: itemsOf(items) },
				...(how.continues && CONTINUE),
			});
			if (how.runBy === 'engine' || how.runBy === 'agent') {
				const { runBy } = how;
				const calls = run.items?.map(({ json }) => json);
				await runTool({ ...run, items: undefined, signal: stop.signal, calls, runBy });
			} else {
				let result = await runNode({ ...run, signal: stop.signal });
				for (let retry = 0; retry < 2 && result.status !== 'success'; retry++) {
					stop = new AbortController();
					result = await retryExecution(result, { ...run, signal: stop.signal });
				}
			}
			expect(charged).toBeLessThanOrEqual(max);
		}),
		{ numRuns: Number(process.env.PROPERTY_RUNS ?? 30) },
	);
});
