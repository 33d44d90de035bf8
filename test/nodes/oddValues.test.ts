import { gzipSync } from 'node:zlib';

import type { IDataObject, NodeError } from 'n8n-workflow';

import { CreatorIntelligenceTrigger } from '../../nodes/CreatorIntelligenceTrigger/CreatorIntelligenceTrigger.node';
import { runNode } from '../engine/engine';
import { startServer, type LoopbackServer } from '../support/http';
import { Poller, runPoll } from '../support/poll';
import { useVirtualClock } from '../support/virtualClock';
import { nodeOf } from './areas';
import { getContact, getProfile, searchCreators, TOKEN } from './calls';

useVirtualClock();

let server: LoopbackServer;
let body: string | Buffer | ((attempt: number) => string);
let headers: Record<string, string>;

beforeAll(async () => {
	server = await startServer((app) => {
		app.all('/*', async (_, reply) => {
			const text = typeof body === 'function' ? body(server.requests.length) : body;
			return await reply.headers(headers).send(Buffer.from(text));
		});
	});
});
afterAll(async () => await server.close());
beforeEach(() => {
	server.requests.length = 0;
	headers = { 'content-type': 'application/json' };
});

const messages = ({ hints }: { hints: Array<{ message: string }> }) =>
	hints.map(({ message }) => message);

async function screened(): Promise<unknown> {
	const { json } = await runNode({
		node: nodeOf('socialBackgroundCheck'),
		credentials: { baseUrl: server.url, apiToken: TOKEN },
		items: [{ json: { profile_url: 'https://vidora.example/ann' } }],
		parameters: { resource: 'screening', operation: 'submitAndWait', bodyMode: 'input' },
	});
	return (json[0] as { job: IDataObject }).job.state;
}

describe('numbers', () => {
	it.each<[string, string, unknown]>([
		['a percentage', '82,5 %', 82.5],
		['thousands', '1.234.567', 1_234_567],
		['ambiguous', '12.345', '12.345'],
		['too long', '7301234567890123456', '7301234567890123456'],
	])('in a text are read or shown as received: %s', async (_, text, read) => {
		body = JSON.stringify({ username: 'ann', followers: text, engagement_rate: text });
		const { json } = await getProfile(server.url, { parameters: { simplify: true } });
		expect(json).toEqual([
			expect.objectContaining({ handle: 'ann', followers: read, engagementRate: read }),
		]);
	});

	it('that JavaScript cannot hold keep their digits', async () => {
		body = '{"a":1e400,"b":[-1e400],"id":7301234567890123456.0,"c":1e21,"d":0.12345678901234567}';
		const { json } = await getProfile(server.url);
		expect(json).toEqual([
			{
				...{ a: '1e400', b: ['-1e400'], id: '7301234567890123456.0', c: 1e21 },
				d: Number('0.12345678901234567'),
			},
		]);
	});

	it('as a percentage say that a job is running', async () => {
		body = (attempt) =>
			attempt === 1 ? '{"id":"j1"}' : `{"id":"j1","progress":"${attempt < 4 ? '82,5' : '100'} %"}`;
		expect([await screened(), server.requests.length]).toEqual(['finished', 4]);
	});

	it.each([
		[['"1,5"', '"1,5"'], '3'],
		[['0.1', '0.2'], '0.3'],
	])('of credits add up: %j', async (used, sum) => {
		body = (attempt) => `{"email":"a@b.example","credits_used":${used[attempt - 1]}}`;
		const { summary } = await getContact(server.url, {
			items: [{ json: { who: 'a' } }, { json: { who: 'b' } }],
			parameters: { identifier: '={{ $json.who }}', options: { maxConcurrency: 1 } },
		});
		expect(summary).toContain(`units used, according to the service: ${sum}.`);
	});

	it.each<[IDataObject, string, string]>([
		[{ limit: '12.345' }, "'Limit' is not a whole number", 'can mean 12345 or 12.345'],
		[{ options: { requests: { values: { timeout: '1.500' } } } }, "'Timeout'", '1500 or 1.500'],
	])('that may be two are declined before anything is sent: %j', async (entered, what, why) => {
		const parameters = { moreFields: {}, returnAll: false, ...entered };
		const { error } = await searchCreators(server.url, { parameters: parameters as never });
		expect([error?.message, error?.description]).toEqual([
			expect.stringContaining(what),
			expect.stringContaining(why),
		]);
		expect(server.requests).toEqual([]);
	});
});

describe('a compressed response that ends early', () => {
	const rows = Array.from({ length: 2_000 }, (_, at) => `${at},person ${at * 7919}`);
	const csv = ['id,name', ...rows].join('\n');
	const half = (text: string) => {
		const bytes = gzipSync(text);
		return bytes.subarray(0, bytes.length / 2);
	};

	it.each(['text/csv', 'text/plain'])('is not passed off as whole: %s', async (type) => {
		body = half(csv);
		headers = { 'content-type': type, 'content-encoding': 'gzip' };
		expect(messages(await getProfile(server.url))).toEqual([
			expect.stringMatching(/n8n cannot check that it is complete/),
		]);
	});

	it('before its first byte of data is not passed off as empty', async () => {
		body = gzipSync('{"a":1}').subarray(0, 10);
		headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
		expect(messages(await getProfile(server.url))).toEqual([
			expect.stringMatching(/n8n cannot check that it is complete/),
		]);
	});

	it('is not asked for', async () => {
		body = csv;
		headers = { 'content-type': 'text/csv' };
		const result = await getProfile(server.url);
		expect(server.requests[0]?.headers['accept-encoding']).toBe('identity');
		expect([messages(result), result.json[0]?.data]).toEqual([[], expect.any(Array)]);
	});
});

it('JSON that is nested too deeply behind a long text is an error, not a crash', async () => {
	body = `["${'x'.repeat(64 * 1_024)}",${'['.repeat(3_000)}${']'.repeat(3_000)}]`;
	const { error } = await getProfile(server.url);
	expect(error?.message).toContain('is incomplete or not valid JSON');
});

it('a text with many brackets is a text', async () => {
	body = `Note: ${'['.repeat(2_000)}`;
	headers = { 'content-type': 'text/plain' };
	expect((await getProfile(server.url)).json).toEqual([{ data: body }]);
});

it('a body whose only value is a date is sent', async () => {
	body = '{"a":1}';
	const { error } = await getContact(server.url, {
		items: [{ json: { since: new Date(0) } as never }],
		parameters: { bodyMode: 'input' },
	});
	expect([error, server.requests[0]?.body]).toEqual([
		undefined,
		{ since: '1970-01-01T00:00:00.000Z' },
	]);
});

describe('Output Fields', () => {
	const picked = async (outputFields: string) =>
		await getProfile(server.url, { parameters: { options: { outputFields } } });

	it.each([
		['error', { serviceError: { code: 7 } }],
		['error.code', { serviceError: { code: 7 } }],
		['serviceError', { serviceError: { code: 7 } }],
		['a, error, error.code', { a: 1, serviceError: { code: 7 } }],
	])('finds %s', async (names, fields) => {
		body = '{"a":1,"error":{"code":7},"data":{"b":2}}';
		const result = await picked(names);
		expect([result.json, messages(result)]).toEqual([[fields], []]);
	});

	it.each(['__proto__', 'a.constructor', 'a..b'])(
		'with %s is declined before anything is sent',
		async (names) => {
			const { error } = await picked(names);
			expect(error?.message).toContain(`The name '${names}' in 'Output Fields'`);
			expect(server.requests).toEqual([]);
		},
	);
});

describe('the token', () => {
	const LONG = 'Zq9/Xw+7_kV-3='.repeat(30);
	const contract = (label: string, piece: object = {}) =>
		JSON.stringify({ version: 1, endpoints: { [label]: piece } });

	it.each<[string, string, IDataObject]>([
		['a base URL', TOKEN, { baseUrl: `ftp://api.example/${TOKEN}/v1` }],
		['the name of an endpoint', TOKEN, { responseContract: contract(`GET ${TOKEN}`) }],
		['a long name', LONG, { responseContract: contract(`GET ${LONG}`) }],
		['a path', TOKEN, { responseContract: contract('GET /profiles', { id: `a..${TOKEN}` }) }],
	])('in %s is not quoted by errors', async (_, token, credential) => {
		const credentials = { baseUrl: server.url, apiToken: token, ...credential };
		const parameters = { resource: 'profile', operation: 'get', identifier: 'ann' };
		const node = nodeOf('creatorSearch');
		const trigger = new CreatorIntelligenceTrigger();
		const { error } = await runNode({ node, credentials, parameters });
		const polled = await runPoll({ node: trigger, credentials, parameters: { ids: 'a' } });
		for (const thrown of [error, polled.error]) {
			const text = `${thrown?.message} ${(thrown as NodeError | undefined)?.description}`;
			expect(text).toMatch(
				/Base URL|'Response Contract' in the credential cannot be used: endpoints/,
			);
			expect(text).not.toContain(token.slice(0, 12));
		}
	});
});

it('an ID that cannot be exact does not keep a trigger from the others', async () => {
	body = '{"status":"done"}';
	const options = {
		node: new CreatorIntelligenceTrigger(),
		credentials: { baseUrl: server.url, apiToken: TOKEN },
		parameters: { jobType: 'screening', ids: '={{ ["a", 1e21, null] }}' },
	};
	expect((await runPoll(options)).error?.message).toBe("'IDs' is too large to be exact");
	const poller = new Poller(options);
	const first = await poller.poll({ activation: 'init' });
	expect(first.json).toEqual([
		expect.objectContaining({ job: expect.objectContaining({ id: 'a' }) }),
	]);
	const later = [await poller.poll(), await poller.poll(), await poller.poll()];
	expect(later.flatMap(({ error }) => error?.message ?? [])).toEqual([
		"'IDs' is too large to be exact",
	]);
});
