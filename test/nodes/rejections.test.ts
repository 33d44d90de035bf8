import type { FastifyReply, FastifyRequest } from 'fastify';
import type { INodeParameters } from 'n8n-workflow';

import { CreatorSearch } from '../../nodes/CreatorSearch/CreatorSearch.node';
import { searchList } from '../support/editor';
import { retryExecution, runNode, type RunNodeOptions } from '../engine/engine';
import { startServer, type LoopbackServer } from '../support/http';
import { nodeOf } from './areas';
import { TOKEN } from './calls';

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;

let server: LoopbackServer;
let answer: Answer;

beforeAll(async () => {
	server = await startServer((app) => {
		app.all('/*', async (request, reply) => await answer(request, reply));
	});
});
afterAll(async () => await server.close());
beforeEach(() => {
	server.requests.length = 0;
});

const REFUSAL = { stat: 'fail', code: 112, message: 'Unknown key' };
const posts = () => server.requests.filter(({ method }) => method === 'POST').length;
const credentials = () => ({ baseUrl: server.url, apiToken: TOKEN });
const optionsOf = (
	[node, resource, operation]: string[],
	parameters: INodeParameters = {},
): RunNodeOptions => ({
	node: nodeOf(node),
	credentials: credentials(),
	parameters: {
		resource,
		operation,
		bodyMode: 'json',
		bodyJson: '{"a": 1}',
		maxWait: 5,
		options: { pollInterval: 0, maxRetries: 0 },
		...parameters,
	},
});

const CALL = ['creatorSearch', 'profile', 'get'];
const PAID_CALL = ['creatorSearch', 'contact', 'get'];
const LIST = ['creatorSearch', 'dictionary', 'getBrands'];
const SUBMIT = ['socialBackgroundCheck', 'screening', 'submit'];
const GET = ['socialBackgroundCheck', 'screening', 'get'];
const WAIT = ['socialBackgroundCheck', 'screening', 'submitAndWait'];

describe('a rejection with the status of a success', () => {
	it.each([
		[CALL, { identifier: 'a' }],
		[CALL, { identifier: 'a', options: { responseFormat: 'text' } }],
		[PAID_CALL, {}],
		[LIST, {}],
		[SUBMIT, {}],
		[GET, { id: 'j1' }],
	])('is the failure of %s %j', async (what, parameters) => {
		answer = () => REFUSAL;
		const { error, json } = await runNode(optionsOf(what, parameters));
		expect(error?.message).toMatch(/^The service rejected (GET|POST) .*: Unknown key \[item 0\]$/);
		expect(error?.description).toMatch(/^The HTTP status is 200, but the response is an error\./);
		expect(error).toMatchObject({
			context: { details: { status: 400, code: '112', reason: 'Unknown key', response: REFUSAL } },
		});
		expect(error).not.toMatchObject({ context: { details: { outcomeUnknown: true } } });
		expect(json).toEqual([]);
	});

	it('of a poll names the job, which is not submitted again', async () => {
		answer = ({ method }) => (method === 'POST' ? { id: 'j1' } : REFUSAL);
		const failed = await runNode(optionsOf(WAIT));
		expect(failed.error?.message).toMatch(/^The service rejected GET .*: Unknown key/);
		expect(failed.error).toMatchObject({ context: { job: { id: 'j1' } } });
		await retryExecution(failed, optionsOf(WAIT));
		expect(posts()).toBe(1);
	});

	it('of a dictionary is reported in the editor', async () => {
		answer = () => REFUSAL;
		const search = { node: new CreatorSearch(), method: 'searchLocations' };
		await expect(searchList({ ...search, credentials: credentials() })).rejects.toThrow(
			/rejected GET .*: Unknown key\. To enter a value/,
		);
	});
});
