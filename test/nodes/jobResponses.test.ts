import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../engine/engine';
import { startServer, type LoopbackServer } from '../support/http';
import { nodeOf } from './areas';
import { TOKEN } from './calls';

interface Answered {
	status?: number;
	headers?: Record<string, string>;
	body: unknown;
}

let server: LoopbackServer;
let submitted: Answered;
let looked: Answered;

beforeAll(async () => {
	server = await startServer((app) => {
		app.all('/*', async (request, reply) => {
			const { status = 200, headers = {}, body } = request.method === 'POST' ? submitted : looked;
			await reply
				.code(status)
				.headers({ 'content-type': 'application/json', ...headers })
				.send(typeof body === 'string' ? body : JSON.stringify(body));
		});
	});
});
afterAll(async () => await server.close());
beforeEach(() => {
	server.requests.length = 0;
	submitted = { body: { id: 'job-1' } };
	looked = { body: { status: 'done', score: 1 } };
});

const run = async (operation: string, options: IDataObject = {}, more: INodeParameters = {}) =>
	await runNode({
		node: nodeOf('commentsRelevance'),
		credentials: { baseUrl: server.url, apiToken: TOKEN },
		parameters: {
			resource: 'analysis',
			operation,
			bodyMode: 'json',
			bodyJson: '{"a": 1}',
			options: {
				maxWait: 5,
				pollInterval: 0,
				includeComments: false,
				...options,
			} as INodeParameters,
			...more,
		},
	});
const texts = ({ hints }: Awaited<ReturnType<typeof run>>) => hints.map(({ message }) => message);
const polls = () => server.requests.filter(({ method }) => method === 'GET').length;
const posts = () => server.requests.filter(({ method }) => method === 'POST').length;

describe('the response to a submission', () => {
	it.each<[string, Answered, string]>([
		[
			'success is false',
			{ body: { success: false, message: 'No credits', request_id: 't' } },
			'No credits',
		],
		['an error', { body: { status: 'error', error: 'Unknown handle' } }, 'Unknown handle'],
	])('that rejects it with the status 200 is a failure: %s', async (_, answer, reason) => {
		submitted = answer;
		const { error, context } = await run('submitAndWait');
		expect(error?.message).toMatch(new RegExp(`rejected POST /comments-relevance: ${reason}`));
		expect(polls()).toBe(0);
		// It names no status, so it may have been charged: a person decides whether to send it again.
		expect(JSON.stringify(context)).toContain('"unclear"');
	});

	it('that says that the job has failed ends the wait', async () => {
		submitted = { body: { id: 'job-7', status: 'failed', reason: 'Private profile' } };
		for (const operation of ['submitAndWait', 'submit']) {
			const { json } = await run(operation);
			expect(json).toMatchObject([
				{ job: { id: 'job-7', state: 'failed', reason: 'Private profile' } },
			]);
		}
		expect(polls()).toBe(0);
	});

	it('with several ids adds a hint about the others', async () => {
		submitted = { body: { id: 5, guid: 'g-1' } };
		const result = await run('submit');
		expect(result.json).toMatchObject([{ job: { id: 5 } }]);
		expect(texts(result).join()).toMatch(/'id'; it could also be g-1 \(guid\).*'ID Path'/);
	});

	it.each<[string, Answered]>([
		['is cut off', { body: '{"id":"job-55","sta' }],
		['is a conflict', { status: 409, body: { error: 'exists', job_id: 'job-55' } }],
		['is a failure of the service', { status: 500, body: { message: 'oops', id: 'job-55' } }],
	])('that %s still names the job', async (_, answer) => {
		submitted = answer;
		const { error } = await run('submit');
		expect(error?.description).toMatch(/contains these IDs: job-55/);
		expect(posts()).toBe(1);
	});
});

describe('the response to a poll', () => {
	it('without a state is treated as the result, with a hint', async () => {
		looked = { body: { score: 1 } };
		const result = await run('submitAndWait');
		expect(result.json).toMatchObject([{ job: { state: 'finished' }, score: 1 }]);
		expect(texts(result).join()).toMatch(/treated the response as the result.*'State Path'/);
	});

	it('with an error for a finished job adds a hint', async () => {
		looked = { body: { status: 'done', error: 'one source was slow', score: 1 } };
		const result = await run('get', {}, { id: 'job-1' });
		expect(result.json).toMatchObject([{ job: { state: 'finished' } }]);
		expect(texts(result).join()).toMatch(/'one source was slow'.*'More Failed States'/);
	});
});
