import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { withInputFields } from '../../nodes/shared/node/inputFields';
import { runNode } from '../engine/engine';
import { startServer, type LoopbackServer } from '../support/http';
import { nodeOf } from './areas';
import { TOKEN } from './calls';

let server: LoopbackServer;

beforeAll(async () => {
	server = await startServer((app) => {
		app.post('/contact-info', async ({ body }, reply) =>
			(body as IDataObject).identifier === 'bad'
				? await reply.code(404).send({ message: 'Nobody' })
				: { url: 'https://a.example', phone: 1 },
		);
		app.post('/discovery', async () => ({ data: [{ name: 'x' }, { name: 'y', url: 'z' }] }));
		app.all('/*', async () => ({ id: 'j1', status: 'done', data: [{ name: 'x' }] }));
	});
});
afterAll(async () => await server.close());

const run = async (
	rows: IDataObject[],
	includeInputFields: unknown,
	more: INodeParameters = {},
	onError?: 'continueRegularOutput' | 'continueErrorOutput',
) =>
	await runNode({
		node: nodeOf('creatorSearch'),
		credentials: { baseUrl: server.url, apiToken: TOKEN },
		items: rows.map((json) => ({ json })),
		parameters: {
			resource: 'contact',
			operation: 'get',
			identifier: '={{ $json.Link }}',
			includeInputFields: includeInputFields as string,
			...more,
		},
		onError,
	});
const anna = { Name: 'Anna', Link: '@anna', url: 'mine', row_number: 2 };

describe('Include Input Fields', () => {
	it.each<[string, unknown, string[]]>([
		['nothing', '', []],
		['the named columns', 'Name, row_number', ['Name', 'row_number']],
		['one per line', 'Name\nrow_number', ['Name', 'row_number']],
		['a list of an expression', "={{ ['Name'] }}", ['Name']],
		['all columns', '*', ['Name', 'Link', 'input_url', 'row_number']],
	])('adds %s in front of the response', async (_, entered, names) => {
		const { json } = await run([anna], entered);
		expect(Object.keys(json[0])).toEqual([...names, 'url', 'phone']);
		expect(json[0].url).toBe('https://a.example');
	});

	it('keeps both values where the response has a field of the same name', async () => {
		const { json } = await run([anna], 'url');
		expect(json).toEqual([{ url: 'https://a.example', phone: 1, input_url: 'mine' }]);
	});

	it('adds to each row of a list the columns of its own input', async () => {
		const more = { resource: 'creator', operation: 'search', keyword: 'a' };
		const { json } = await run([{ Name: 'A' }, { Name: 'B' }], 'Name', more);
		expect(json).toEqual([
			{ name: 'x', Name: 'A' },
			{ name: 'y', url: 'z', Name: 'A' },
			{ name: 'x', Name: 'B' },
			{ name: 'y', url: 'z', Name: 'B' },
		]);
	});

	it.each(['submit', 'submitAndWait', 'get'])('is applied to a job (%s)', async (operation) => {
		const more = { resource: 'audienceOverlap', operation, id: 'j1', identifiers: 'a, b' };
		const { json, error } = await run([{ ...anna, job: { id: 7 } }], 'Name, job', more);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ Name: 'Anna', input_job: { id: 7 }, job: { id: 'j1' } });
	});

	it('is applied to items that failed', async () => {
		const rows = [anna, { ...anna, Name: 'Bo', Link: 'bad' }, { Name: 'No link', Link: '' }];
		const more = { bodyMode: 'json', bodyJson: '={{ $json.Link ? $json.toJsonString() : 5 }}' };
		const { json } = await run(rows, 'Name', more, 'continueRegularOutput');
		expect(json.map(({ Name }) => Name)).toEqual(['Anna', 'Bo', 'No link']);
		expect(json[2].error).toMatchObject({ itemIndex: 2 });
	});

	it('leaves items for the error output as they are: n8n adds the input there', async () => {
		const rows = [anna, { ...anna, Link: 'bad' }];
		const more = { bodyMode: 'json', bodyJson: '={{ { "identifier": $json.Link } }}' };
		const { items } = await run(rows, 'Name', more, 'continueErrorOutput');
		expect(items[0].map(({ json }) => json.Name)).toEqual(['Anna']);
		expect(items[1]).toHaveLength(1);
		expect(items[1][0].json).toMatchObject({ ...rows[1], error: { status: 404 } });
	});

	it('does not turn a good item into a failed one', async () => {
		const { json } = await run([{ ...anna, error: 'old' }], '*');
		expect(json[0]).not.toHaveProperty('error');
		expect(json[0].input_error).toBe('old');
	});

	it('says which names the input does not have', async () => {
		const { json, hints } = await run([anna], 'Name, nmae');
		expect(json[0]).toMatchObject({ Name: 'Anna' });
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining("no field 'nmae'"),
		]);
	});

	it('rejects an invalid list of names, before anything is sent', async () => {
		server.requests.length = 0;
		const { error } = await run([anna], '={{ { a: 1 } }}');
		expect(error?.message).toMatch("'Include Input Fields' is not a list of names");
		expect(server.requests).toHaveLength(0);
	});
});

describe('names of columns', () => {
	const named = async (input: IDataObject, ...answers: IDataObject[]) => {
		const items = await withInputFields(answers.map((json) => ({ item: { json }, input })));
		return items.map(({ json }) => json);
	};

	it('are the same in all items, also where only one has a field of that name', async () => {
		expect(await named({ a: 1 }, { a: 'x' }, { b: 'y' })).toEqual([
			{ a: 'x', input_a: 1 },
			{ b: 'y', input_a: 1 },
		]);
	});

	it('do not collide with each other', async () => {
		expect(await named({ a: 1, input_a: 2 }, { a: 'x' })).toEqual([
			{ a: 'x', input_input_a: 1, input_a: 2 },
		]);
	});
});
