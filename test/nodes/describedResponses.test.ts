import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { propose } from '../../nodes/shared/plan/propose';
import { runNode, type RunResult } from '../engine/engine';
import { startServer, type LoopbackServer } from '../support/http';
import { nodeOf } from './areas';
import { TOKEN } from './calls';

/** What the service answers, by method and path. */
let answers: Record<string, unknown[]> = {};
let requests: string[] = [];
let server: LoopbackServer;

beforeAll(async () => {
	server = await startServer((app) => {
		app.all('/*', async (request, reply) => {
			const name = `${request.method} ${request.url}`;
			requests.push(name);
			const [answer, ...later] = answers[name] ?? answers[name.replace(/\?.*/, '')] ?? [];
			if (later.length > 0) answers[name.replace(/\?.*/, '')] = later;
			if (answer === undefined) return await reply.code(404).send({ message: 'Not here' });
			return await reply.send(answer);
		});
	});
});
afterAll(async () => await server.close());

const text = (description = '', more: IDataObject = {}) => ({
	type: 'string',
	description,
	...more,
});
const number = (description = '') => ({ type: 'integer', description });
const object = (properties: IDataObject) => ({ type: 'object', properties });
const list = { type: 'array', items: object({ handle: text() }) };
const json = (schema: IDataObject) => ({ content: { 'application/json': { schema } } });

interface Operation {
	forms: IDataObject[];
	query?: IDataObject[];
}

function documentOf(operations: Record<string, Operation>) {
	const paths: Record<string, IDataObject> = {};
	for (const [name, { forms, query = [] }] of Object.entries(operations)) {
		const [method = '', path = ''] = name.split(' ');
		paths[`/v1${path}`] = {
			...paths[`/v1${path}`],
			[method.toLowerCase()]: {
				parameters: query.map((each) => ({ in: 'query', ...each })),
				responses: { 200: json(forms.length > 1 ? { oneOf: forms } : (forms[0] ?? {})) },
			},
		};
	}
	return { openapi: '3.0.0', paths };
}

async function run(
	[node, resource, operation]: [string, string, string],
	parameters: INodeParameters,
	said: Record<string, unknown[]>,
	openApiUrl = '/openapi.json',
	credential: IDataObject = {},
): Promise<RunResult & { proposals: number }> {
	requests = [];
	// A document is kept for minutes: each test has its own address.
	answers = { ...said, [`GET ${openApiUrl}`]: said['GET /openapi.json'] ?? [] };
	// No document says where the rest of the credits is.
	const described = (Object.keys(propose) as Array<keyof typeof propose>).filter(
		(name) => name !== 'cost',
	);
	const spies = described.map((name) => jest.spyOn(propose, name));
	const result = await runNode({
		node: nodeOf(node),
		credentials: { baseUrl: server.url, apiToken: TOKEN, openApiUrl, ...credential },
		parameters: { resource, operation, ...parameters },
	});
	const proposals = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
	jest.restoreAllMocks();
	return { ...result, proposals };
}

/** The fields of recorded answers under names that say nothing. */
const SUBMITTED = object({
	ql: object({
		nr: text('Identifier of the job that was started'),
		preis: number('Credits used by this request'),
	}),
});
const STATE = object({
	ql: object({
		lage: text('Where it stands', { enum: ['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED'] }),
		hint: text('The reason for which it failed'),
		stand: number('Progress in percent'),
	}),
});
const RESULT = object({ treffer: list, summe: number('Total number of rows') });

const JOB = documentOf({
	'POST /discovery-export': { forms: [SUBMITTED] },
	'GET /discovery-export/{id}': {
		forms: [STATE, RESULT],
		query: [{ name: 'ab', description: 'Offset of the first row' }],
	},
});

describe('responses that the OpenAPI document of the service describes', () => {
	const submitAndWait = ['creatorSearch', 'creatorExport', 'submitAndWait'] as const;
	const body = { bodyMode: 'json', bodyJson: '{"a":1}', maxWait: 60 };
	const instant = { options: { waiting: { values: { pollInterval: 0 } } } };

	it('are read by it, and recognition is not asked', async () => {
		const { json: items, proposals } = await run(
			[...submitAndWait],
			{ ...body, ...instant },
			{
				'GET /openapi.json': [JOB],
				'POST /discovery-export': [{ ql: { nr: 'j-7', id: 'no' } }],
				'GET /discovery-export/j-7': [
					{ ql: { lage: 'RUNNING', stand: 40 }, status: 'done' },
					{ treffer: [{ handle: 'ann' }, { handle: 'ben' }], summe: 2 },
				],
			},
		);
		expect(items).toMatchObject([
			{ handle: 'ann', job: { id: 'j-7', state: 'finished' } },
			{ handle: 'ben', job: { id: 'j-7', state: 'finished' } },
		]);
		expect(proposals).toBe(0);
	});

	it('that tell of a failure give its reason', async () => {
		const { json: items, proposals } = await run(
			[...submitAndWait],
			{ ...body, ...instant },
			{
				'GET /openapi.json': [JOB],
				'POST /discovery-export': [{ ql: { nr: 'j-8' } }],
				'GET /discovery-export/j-8': [{ ql: { lage: 'FAILED', hint: 'Out of luck' } }],
			},
			'/openapi.json?failed',
		);
		expect(items).toMatchObject([{ job: { id: 'j-8', state: 'failed', reason: 'Out of luck' } }]);
		expect(proposals).toBe(0);
	});

	it.each<[string, IDataObject, IDataObject[], IDataObject, IDataObject, string]>([
		[
			'a cursor',
			{ zeiger: text('Cursor for the next page') },
			[{ name: 'ab', description: 'The cursor of a page' }],
			{ zeiger: 'c2' },
			{ zeiger: null },
			'?ab=c2',
		],
		[
			'a page number',
			{ summe: number('Total number of rows') },
			[{ name: 'blatt', description: 'Number of the page' }],
			{ summe: 3 },
			{ summe: 3 },
			'?blatt=2',
		],
		[
			'a page number from 0',
			{ ende: { type: 'boolean', description: 'No more pages' }, lob: number('Total likes') },
			[{ name: 'blatt', description: 'The page', schema: { default: 0 } }],
			{ ende: false, lob: 1 },
			{ ende: true, lob: 1 },
			'?blatt=1',
		],
		[
			'a link',
			{ weiter: text('Link to the next page', { format: 'uri' }) },
			[],
			{ weiter: '/dictionary/brands?x=2' },
			{ weiter: null },
			'?x=2',
		],
	])('lead to the next page by %s', async (_, fields, query, first, second, asked) => {
		const operation = { forms: [object({ zeilen: list, kopf: object(fields) })], query };
		const { json: items, proposals } = await run(
			['creatorSearch', 'dictionary', 'getBrands'],
			{ returnAll: true },
			{
				'GET /openapi.json': [documentOf({ 'GET /dictionary/brands': operation })],
				'GET /dictionary/brands': [
					{ zeilen: [{ handle: 'a' }, { handle: 'b' }], kopf: first },
					{ zeilen: [{ handle: 'c' }], kopf: second },
				],
			},
			`/openapi.json?${asked}`,
		);
		expect(items).toEqual([{ handle: 'a' }, { handle: 'b' }, { handle: 'c' }]);
		expect(requests.at(-1)).toContain(asked);
		expect(proposals).toBe(0);
	});

	it('tell of rows that are missing, also where a cursor leads through them', async () => {
		const fields = {
			zeiger: text('Cursor for the next page'),
			summe: number('Total number of rows'),
		};
		const query = [{ name: 'ab', description: 'The cursor of a page' }];
		const operation = { forms: [object({ zeilen: list, ...fields })], query };
		const { hints } = await run(
			['creatorSearch', 'dictionary', 'getBrands'],
			{ returnAll: true },
			{
				'GET /openapi.json': [documentOf({ 'GET /dictionary/brands': operation })],
				'GET /dictionary/brands': [
					{ zeilen: [{ handle: 'a' }], zeiger: 'c2', summe: 9 },
					{ zeilen: [{ handle: 'b' }], zeiger: null },
				],
			},
			'/openapi.json?total',
		);
		expect(hints.map(({ message }) => message).join()).toContain('reports more rows');
	});

	it('are recognised where the document cannot be read, and a hint says so', async () => {
		const { json: items, hints } = await run(
			['creatorSearch', 'dictionary', 'getBrands'],
			{},
			{ 'GET /dictionary/brands': [{ data: [{ handle: 'a' }] }] },
			'/missing.json',
		);
		expect(items).toEqual([{ handle: 'a' }]);
		expect(hints.map(({ message }) => message).join()).toContain("'OpenAPI Document'");
	});

	it('are recognised where the document says nothing of them, or what it says does not hold', async () => {
		const { json: items, hints } = await run(
			['creatorSearch', 'dictionary', 'getBrands'],
			{},
			{
				'GET /openapi.json': [
					documentOf({ 'GET /dictionary/brands': { forms: [object({ zeilen: list })] } }),
				],
				'GET /dictionary/brands': [{ data: [{ handle: 'a' }] }],
			},
			'/openapi.json?moved',
		);
		expect(items).toEqual([{ handle: 'a' }]);
		expect(hints.map(({ message }) => message).join()).toContain('zeilen');
	});

	it('that differ are no error, although the contract for other values is strict', async () => {
		const brands = { forms: [object({ zeilen: list })] };
		const endpoints = { 'GET /dictionary/brands': { next: { scheme: 'none' } } };
		const { json: items, hints } = await run(
			['creatorSearch', 'dictionary', 'getBrands'],
			{},
			{
				'GET /openapi.json': [documentOf({ 'GET /dictionary/brands': brands })],
				'GET /dictionary/brands': [{ data: [{ handle: 'a' }] }],
			},
			'/openapi.json?strict',
			{ strictContract: true, responseContract: JSON.stringify({ version: 1, endpoints }) },
		);
		expect(items).toEqual([{ handle: 'a' }]);
		expect(hints.map(({ message }) => message).join()).toMatch(/OpenAPI document: .*zeilen/);
	});

	it('say what a request cost, also where the document does not', async () => {
		const { json: items } = await run(
			['creatorSearch', 'creator', 'search'],
			{ ...body, options: { explain: true } },
			{
				'GET /openapi.json': [
					documentOf({ 'POST /discovery': { forms: [object({ zeilen: list })] } }),
				],
				'POST /discovery': [{ zeilen: [{ handle: 'a' }], credits_used: 3 }],
			},
			'/openapi.json?cost',
		);
		expect(items).toMatchObject([{ recognised: { cost: { path: 'credits_used', value: 3 } } }]);
	});

	it('are not asked for in a dry run', async () => {
		await run(
			['creatorSearch', 'dictionary', 'getBrands'],
			{ options: { dryRun: true } },
			{},
			'/openapi.json?dry',
		);
		expect(requests).toEqual([]);
	});
});
