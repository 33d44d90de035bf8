import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { runNode, type RunResult } from '../engine/engine';
import { startServer, type LoopbackServer } from '../support/http';
import { entries, nodeOf } from './areas';
import { getBrands, getContact, searchCreators } from './calls';
import { exampleOf } from './examples';
import { queryOf, rows } from './parameters';

let server: LoopbackServer;
let answer: IDataObject;

beforeAll(async () => {
	server = await startServer((app) => {
		app.get('/*', async () => answer);
		app.post('/*', async () => answer);
	});
});
afterAll(async () => await server.close());
beforeEach(() => {
	answer = { id: 'x', status: 'done', data: [] };
	server.requests.length = 0;
});

const messages = ({ hints }: RunResult) => hints.map(({ message }) => message);
const search = async (parameters: INodeParameters, item: IDataObject = {}) =>
	await searchCreators(server.url, {
		parameters: { followerCountMin: 0, keyword: 'a', ...parameters },
		items: [{ json: item }],
	});

describe('a name that is close to a known one', () => {
	const HINT = "'folower_count' is not a known field; did you mean 'follower_count'?";

	it.each<[string, INodeParameters, IDataObject]>([
		['Other Fields', { bodyFields: rows({ 'folower_count.min': 5 }) }, {}],
		['JSON', { bodyMode: 'json', bodyJson: '{"folower_count": {"min": 5}}' }, {}],
		['the input item', { bodyMode: 'input' }, { folower_count: { min: 5 } }],
	])('in %s is sent, with a hint', async (_, parameters, item) => {
		const result = await search(parameters, item);
		expect(result.error).toBeUndefined();
		expect(messages(result)).toEqual([HINT]);
		expect(server.requests[0].body).toMatchObject({ folower_count: { min: 5 } });
	});

	it('in the query of a read is reported as well', async () => {
		const result = await getBrands(server.url, { parameters: queryOf({ search_sting: 'a' }) });
		expect(messages(result)).toEqual([
			"'search_sting' is not a known field; did you mean 'search_string'?",
		]);
	});

	it('is reported once for all items', async () => {
		const items = Array.from({ length: 20 }, (_, n) => ({ json: { Identifier: n } }));
		const result = await getContact(server.url, { items, parameters: { bodyMode: 'input' } });
		expect(messages(result)).toEqual([
			"'Identifier' is not a known field; did you mean 'identifier'?",
		]);
	});
});

describe('what the service ignored', () => {
	const creators = (...counts: number[]) => counts.map((count) => ({ follower_count: count }));

	it('a limit that was entered', async () => {
		answer = { data: creators(1, 2, 3), total: 3 };
		const result = await search({ bodyFields: rows({ limit: 2 }) });
		expect(messages(result)).toEqual([expect.stringMatching(/seems to ignore 'limit'/)]);
		expect(result.json).toHaveLength(3);
	});

	it('a filter', async () => {
		answer = { data: creators(5, 50_000), total: 2 };
		const result = await search({ followerCountMin: 10_000 });
		expect(messages(result)).toEqual([expect.stringMatching(/seems to ignore 'follower_count'/)]);
	});

	it('a limit and a filter of an export', async () => {
		answer = { id: 'x', status: 'done', data: creators(5, 50_000, 60_000), total: 3 };
		const result = await runNode({
			node: nodeOf('creatorSearch'),
			credentials: { baseUrl: server.url, apiToken: 'test-token-1234567890' },
			parameters: {
				resource: 'creatorExport',
				operation: 'submitAndWait',
				moreFields: { followerCountMin: 10_000, maxResults: 2 },
				options: { pollInterval: 0.01 },
			},
		});
		expect(messages(result)).toEqual([
			expect.stringMatching(/seems to ignore 'max_results'/),
			expect.stringMatching(/seems to ignore 'follower_count'/),
		]);
	});

	it('nothing that it respected', async () => {
		answer = { data: creators(10_000, 20_000), total: 2 };
		const moreFields = { followerCountMin: 10_000 };
		expect(messages(await search({ moreFields, bodyFields: rows({ limit: 2 }) }))).toEqual([]);
	});
});

describe('a name in Output Fields', () => {
	const hintsFor = async (outputFields: string, data: IDataObject[]) => {
		answer = { data, total: data.length };
		return messages(await search({ options: { outputFields } }));
	};

	it('that no item has is reported', async () => {
		expect(await hintsFor('a, b.c, d', [{ a: 1 }, { b: { c: 2 } }])).toEqual([
			"No item has the field 'd' from 'Output Fields'. Check its spelling; use a dot for a field in an object.",
		]);
	});

	it('is not reported where there are no items', async () => {
		expect(await hintsFor('a', [])).toEqual([]);
	});
});

describe('a name that the OpenAPI document of the service does not have', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ creators: 100 });
	});
	afterAll(async () => await sandbox.close());

	const hintsOf = async (fields: IDataObject, mode: 'manual' | 'trigger') => {
		const { url: baseUrl, token: apiToken } = sandbox;
		const result = await runNode({
			node: nodeOf('creatorSearch'),
			credentials: { baseUrl, apiToken, openApiUrl: '/openapi.json' },
			parameters: {
				...{ resource: 'contact', operation: 'get' },
				identifier: sandbox.world.creators[0].username,
				moreFields: { bodyFields: rows(fields) },
			},
			mode,
		});
		return messages(result);
	};

	it('is reported in a manual run, and sent', async () => {
		expect(await hintsOf({ colour: 'red', work_platform_idd: 'p' }, 'manual')).toEqual([
			"'work_platform_idd' is not a known field; did you mean 'work_platform_id'?",
			expect.stringContaining("document has no field 'colour' for this request"),
		]);
		expect(sandbox.log.last({ method: 'POST' })?.body).toMatchObject({ colour: 'red' });
	});

	it.each<[IDataObject, 'manual' | 'trigger']>([
		[{ colour: 'red' }, 'trigger'],
		[{ work_platform_id: 'p' }, 'manual'],
	])('is not reported otherwise: %j, %s', async (fields, mode) => {
		expect(await hintsOf(fields, mode)).toEqual([]);
	});
});

describe('no results', () => {
	const EMPTY = /returned no results/;

	it('are said of a list and of a job that were paid for', async () => {
		expect((await search({})).summary).toMatch(/no results for item 0,/);
		const found = await runNode({
			node: nodeOf('creatorSearch'),
			credentials: { baseUrl: server.url, apiToken: 'test-token-1234567890' },
			parameters: { resource: 'creatorExport', operation: 'submitAndWait', keyword: 'a' },
		});
		expect(found.summary).toMatch(/no results for job x,/);
	});

	it.each<IDataObject>([{}, { data: [] }, { result: null }])('are said of %j', async (nothing) => {
		answer = nothing;
		const parameters = { bodyMode: 'json', bodyJson: '{"identifier":"a"}' };
		const { summary } = await getContact(server.url, { parameters });
		expect(summary).toMatch(/no results for item 0,/);
	});

	it.each([
		[
			'tiktok',
			[expect.stringMatching(/^'Platform' takes the service's ID.*'tiktok' looks like a name/)],
		],
		['6f9d0c2e-77a1-4f6b-9f43-0f0e4d2f8a11', []],
	])('name the platform %s if it looks like a name', async (workPlatformId, expected) => {
		const { hints } = await search({ moreFields: { workPlatformId } });
		expect(hints.map(({ message }) => message)).toEqual(expected);
	});

	it('are not said of rows, nor of a free list', async () => {
		expect((await getBrands(server.url)).summary).not.toMatch(EMPTY);
		answer = { data: [{ n: 1 }], total: 1 };
		expect((await search({})).summary).not.toMatch(EMPTY);
	});
});

describe('a request that the service expects', () => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ creators: 200 });
	});
	afterAll(async () => await sandbox.close());

	it('is not reported as a typo, in any operation', async () => {
		for (const { node, resource, operation } of entries) {
			const { method, path } = operation.endpoint;
			const example = exampleOf(sandbox, method, path);
			const result = await runNode({
				node,
				credentials: { baseUrl: server.url, apiToken: 'test-token-1234567890' },
				parameters: {
					resource,
					operation: operation.value,
					id: 'x',
					...(method === 'GET' ? queryOf(example) : { bodyFields: rows(example) }),
					options: { pollInterval: 0.01, dryRun: true },
				},
			});
			const doubts = messages(result).filter((message) => message.includes('did you mean'));
			expect([path, doubts]).toEqual([path, []]);
		}
	});
});
