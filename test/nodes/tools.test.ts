import type { FastifyReply } from 'fastify';
import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { runTool } from '../support/agent';
import { startServer, type LoopbackServer } from '../support/http';
import { asTool } from '../support/tools';
import { areas, nodeOf } from './areas';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ creators: 200 });
});
afterAll(async () => await sandbox.close());

const search = async (bodyJson: string, args: IDataObject, options: IDataObject = {}) =>
	await runTool({
		node: nodeOf('creatorSearch'),
		credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
		parameters: {
			resource: 'creator',
			operation: 'search',
			bodyMode: 'json',
			bodyJson,
			limit: 3,
			options: { ...options } as never,
		},
		args,
	});

describe('as a tool of an AI agent', () => {
	it.each(areas.map(({ node }) => [node.description.name, node] as const))(
		'%s can be used',
		(name, node) => {
			expect(asTool(node).description.name).toBe(`${name}Tool`);
		},
	);

	it('accepts the body as an object, as agents send it', async () => {
		const filters = {
			follower_count: { min: 1_000 },
			sort_by: { field: 'FOLLOWER_COUNT', order: 'DESCENDING' },
		};
		sandbox.log.clear();
		const { answer, error } = await search("={{ $fromAI('filters', 'search filters', 'json') }}", {
			filters,
		});
		expect(error).toBeUndefined();
		expect(sandbox.log.all()[0].body).toEqual(filters);
		expect(answer).toHaveLength(3);
	});

	it.each([
		['creatorSearch', 'creator', 'search', 'Search creators in Creator Search'],
		[
			'socialBackgroundCheck',
			'screening',
			'submitAndWait',
			'Check a profile for risks in Social Background Check',
		],
		['creatorSearch', 'audienceOverlap', 'submitAndWait', 'Compare audiences in Creator Search'],
	])('%s %s: %s says what it does', async (node, resource, operation, words) => {
		const { tool } = await runTool({
			node: nodeOf(node),
			credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
			parameters: { resource, operation, identifiers: 'a, b', options: { maxWait: 0 } },
		});
		expect(tool.description).toBe(words);
	});

	it('accepts named parameters', async () => {
		sandbox.log.clear();
		const { answer, error } = await runTool({
			node: nodeOf('creatorSearch'),
			credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
			parameters: {
				resource: 'creator',
				operation: 'search',
				keyword: "={{ $fromAI('keyword', 'a word', 'string') }}",
				moreFields: {
					creatorLocations: "={{ $fromAI('countries', 'names of countries', 'string') }}",
				},
				followerCountMin: "={{ $fromAI('followers', 'the least', 'number') }}",
				limit: 3,
			},
			args: { keyword: '', countries: 'Germany, France', followers: 1_000 },
		});
		expect(error).toBeUndefined();
		expect(sandbox.log.all()[0].body).toEqual({
			creator_locations: ['Germany', 'France'],
			follower_count: { min: 1_000 },
		});
		// Flat rows, as a model reads them best.
		for (const creator of answer) {
			expect(creator).toMatchObject({ handle: expect.any(String), followers: expect.any(Number) });
			expect(creator).not.toHaveProperty('contact_details');
		}
	});

	it.each([
		[20_000, 'by default', {}],
		[1_500, 'if the user says so', { maxAnswerSize: 1_500 }],
	])('returns no more than %d characters %s', async (most, _, more) => {
		const { answer } = await runTool({
			node: nodeOf('creatorSearch'),
			credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
			parameters: {
				resource: 'creator',
				operation: 'search',
				followerCountMin: 1,
				returnAll: true,
				simplify: false,
				...more,
			},
		});
		expect(JSON.stringify(answer).length).toBeLessThanOrEqual(most);
		expect(answer.at(-1)?.incomplete).toMatch(/of 200 results were left out/);
	});

	it('returns everything where there is no limit', async () => {
		const { answer } = await search('{}', {}, {});
		expect(answer).toHaveLength(3);
		const all = await runTool({
			node: nodeOf('creatorSearch'),
			credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
			parameters: {
				...{ resource: 'creator', operation: 'search', followerCountMin: 1 },
				...{ returnAll: true, maxAnswerSize: 0 },
			},
		});
		expect(all.answer).toHaveLength(200);
	});

	it('says that there are no results', async () => {
		const { answer } = await search('{"follower_count":{"min":99999999999}}', {});
		expect(answer).toEqual([{ noResults: expect.stringContaining('no results') }]);
	});
});

describe.each(['engine', 'agent'] as const)('attempts of a tool that is run by the %s', (runBy) => {
	let server: LoopbackServer;
	let post: (reply: FastifyReply) => unknown;
	let polls: (reply: FastifyReply) => unknown;

	beforeAll(async () => {
		server = await startServer((app) => {
			app.post('/*', async (_, reply) => await post(reply));
			app.get('/*', async (_, reply) => await polls(reply));
		});
	});
	afterAll(async () => await server.close());
	beforeEach(() => {
		server.requests.length = 0;
		post = () => ({ id: `j${posts()}` });
		polls = () => ({ status: 'done', score: 5 });
	});

	const posts = () => server.requests.filter(({ method }) => method === 'POST').length;
	const call = async (calls: IDataObject[], operation = 'submitAndWait', retries = true) =>
		await runTool({
			node: nodeOf('socialBackgroundCheck'),
			credentials: { baseUrl: server.url, apiToken: 'test-token-1234567890' },
			parameters: {
				resource: 'screening',
				operation,
				bodyMode: 'json',
				bodyJson: "={{ { profile_url: $fromAI('url', 'whom', 'string') } }}",
				options: { pollInterval: 0.01, maxRetries: 0 },
			},
			calls,
			runBy,
			...(retries && { retryOnFail: { maxTries: 3, waitBetweenTries: 1 } }),
		});
	const one = { url: 'a' };

	it('continue with the job of the first', async () => {
		let count = 0;
		polls = (reply) => {
			count += 1;
			return count === 1 ? reply.code(403).send({}) : { status: 'done', score: 5 };
		};
		const { answer } = await call([one]);
		expect(answer).toMatchObject([{ score: 5, jobId: 'j1', jobState: 'finished' }]);
		expect(posts()).toBe(1);
	});

	it.each(['submitAndWait', 'submit', 'enableMonitoring'])(
		'do not send %s again after a lost response',
		async (operation) => {
			post = (reply) => reply.hijack().raw.destroy();
			const { answer } = await call([one], operation);
			expect(answer[0].error).toMatch(/again, because an earlier attempt may have succeeded/);
			expect(posts()).toBe(1);
		},
	);

	it('tell the model that a lost request may have been processed', async () => {
		post = (reply) => reply.hijack().raw.destroy();
		const { answer } = await call([one], 'submitAndWait', false);
		expect(answer[0].error).toMatch(/may have been processed/);
		expect(String(answer[0].error).match(/may have been processed/g)).toHaveLength(1);
	});

	it.each([true, false])(
		'two calls with equal arguments are two requests (%s)',
		async (retries) => {
			const { answer, error } = await call([one, { ...one }], 'submitAndWait', retries);
			expect(error).toBeUndefined();
			expect(new Set(answer.map(({ jobId }) => jobId))).toEqual(new Set(['j1', 'j2']));
			expect(posts()).toBe(2);
		},
	);

	it('two equal calls that both have to be retried are two requests as well', async () => {
		let count = 0;
		polls = (reply) => {
			count += 1;
			return count <= 2 ? reply.code(403).send({}) : { status: 'done', score: 5 };
		};
		const { answer } = await call([one, { ...one }]);
		expect(answer.map(({ score }) => score)).toEqual([5, 5]);
		expect(posts()).toBe(2);
	});

	it('record nothing once all is well', async () => {
		const { execution } = await call([one, one]);
		expect(
			execution.executionData?.contextData['node:Social Background Check Tool'],
		).not.toHaveProperty('creatorIntelligence');
	});
});
