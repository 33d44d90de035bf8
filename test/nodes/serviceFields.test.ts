import type { IDataObject, INodeParameters, ResourceMapperField } from 'n8n-workflow';

import { CreatorSearch } from '../../nodes/CreatorSearch/CreatorSearch.node';
import { startSandbox, type Sandbox } from '../../sandbox';
import { mappingFields } from '../support/editor';
import { runNode } from '../engine/engine';

let sandbox: Sandbox;
/** As the editor saves them, per operation. */
let schemas: Record<'search' | 'contact' | 'overlap', ResourceMapperField[]>;

const OPERATIONS = {
	search: { resource: 'creator', operation: 'search', limit: 1 },
	contact: { resource: 'contact', operation: 'get' },
	overlap: { resource: 'audienceOverlap', operation: 'submit' },
};

beforeAll(async () => {
	sandbox = await startSandbox({ creators: 200 });
	const load = async (parameters: INodeParameters) =>
		await mappingFields({
			node: new CreatorSearch(),
			parameters,
			credentials: credentials(),
			method: 'getServiceFields',
		});
	schemas = {
		search: (await load(OPERATIONS.search)).fields,
		contact: (await load(OPERATIONS.contact)).fields,
		overlap: (await load(OPERATIONS.overlap)).fields,
	};
});
afterAll(async () => await sandbox.close());
beforeEach(() => {
	sandbox.log.clear();
});

const credentials = () => ({
	baseUrl: sandbox.url,
	apiToken: sandbox.token,
	openApiUrl: '/openapi.json',
});

interface Case {
	operation?: keyof typeof OPERATIONS;
	value?: IDataObject | null;
	automatic?: boolean;
	items?: IDataObject[];
	schema?: ResourceMapperField[] | null;
}

async function run({ operation = 'search', value = null, automatic, items = [{}], schema }: Case) {
	const saved = schema === null ? undefined : (schema ?? schemas[operation]);
	const mappedFields = {
		mappingMode: automatic ? 'autoMapInputData' : 'defineBelow',
		value,
		matchingColumns: [],
		...(saved && { schema: JSON.parse(JSON.stringify(saved)) }),
	};
	const result = await runNode({
		node: new CreatorSearch(),
		credentials: credentials(),
		items: items.map((json) => ({ json })),
		parameters: { ...OPERATIONS[operation], bodyMode: 'schema', mappedFields } as INodeParameters,
	});
	return { ...result, bodies: sandbox.log.find({ method: 'POST' }).map(({ body }) => body) };
}

describe('fields of the service, mapped manually', () => {
	it('become the body, nested and typed', async () => {
		const { error, bodies } = await run({
			value: {
				'follower_count.min': '10000',
				'creator_language.code': 'fr',
				creator_locations: 'Germany, France',
				hashtags: 'travel, vanlife',
				audience_locations: '[{"location": "Germany", "percentage_value": 20}]',
				is_verified: "={{ 'true' }}",
				'sort_by.field': 'FOLLOWER_COUNT',
				keyword: '={{ $json.word }}',
			},
			items: [{ word: 'yoga' }],
		});
		expect(error).toBeUndefined();
		expect(bodies).toEqual([
			{
				keyword: 'yoga',
				follower_count: { min: 10_000 },
				creator_language: { code: 'fr' },
				creator_locations: ['Germany', 'France'],
				audience_locations: [{ location: 'Germany', percentage_value: 20 }],
				hashtags: [{ name: 'travel' }, { name: 'vanlife' }],
				is_verified: true,
				sort_by: { field: 'FOLLOWER_COUNT' },
			},
		]);
	});

	it('keep all digits of a long integer, as text', async () => {
		const { bodies } = await run({ value: { 'follower_count.min': '9007199254740993' } });
		expect(bodies).toEqual([{ follower_count: { min: '9007199254740993' } }]);
	});

	it('omit empty fields, and fields of another operation', async () => {
		const { bodies } = await run({
			operation: 'contact',
			value: { identifier: sandbox.world.creators[0].username, work_platform_id: '', keyword: 'x' },
		});
		expect(bodies).toEqual([{ identifier: sandbox.world.creators[0].username }]);
	});

	const bad: Array<[string, Case, RegExp, RegExp]> = [
		[
			'a required field that is empty',
			{ operation: 'contact', value: { identifier: ' ' } },
			/^'identifier' is required by the service, but is empty \[item 0\]$/,
			/Enter a value for 'identifier' in 'Fields of the Service'/,
		],
		[
			'a word for a number',
			{ value: { 'follower_count.min': '={{ "many" }}' } },
			/^'follower_count.min' is not a number \[item 0\]$/,
			/It is 'many'/,
		],
	];
	it.each(bad)('%s is reported before anything is sent', async (_, given, message, description) => {
		const { error, bodies } = await run(given);
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(description);
		expect(bodies).toEqual([]);
	});

	it.each([
		['a field that nobody filled in', 'contact', null, /"identifier" is required/],
		['a word for a number', 'search', { 'follower_count.min': 'many' }, /expects a number/],
	] as const)('%s: n8n does not run the node', async (_, operation, value, message) => {
		const { error, bodies } = await run({ operation, value });
		expect(error?.message).toMatch(message);
		expect(bodies).toEqual([]);
	});

	it('are sent unchanged where the schema was not saved', async () => {
		const { bodies } = await run({
			value: { keyword: 'yoga', 'follower_count.min': 5, x: null },
			schema: null,
		});
		expect(bodies).toEqual([{ keyword: 'yoga', follower_count: { min: 5 } }]);
	});
});

describe('fields of the service, mapped by name', () => {
	const username = () => sandbox.world.creators[0].username;

	it('use the columns of the input, and no others', async () => {
		const { error, bodies } = await run({
			automatic: true,
			items: [
				{
					keyword: 'yoga',
					'Creator Locations': ['Germany'],
					notes: 'not for the service',
					row_number: 2,
				},
				{ follower_count: { min: 7 }, 'sort_by.field': 'AVERAGE_LIKES' },
			],
		});
		expect(error).toBeUndefined();
		expect(bodies).toEqual(
			expect.arrayContaining([
				{ keyword: 'yoga', creator_locations: ['Germany'] },
				{ follower_count: { min: 7 }, sort_by: { field: 'AVERAGE_LIKES' } },
			]),
		);
	});

	it('say which column is missing', async () => {
		const { error } = await run({
			operation: 'contact',
			automatic: true,
			items: [{ identifier: username() }, { Link: 'x' }],
		});
		expect(error?.message).toMatch(
			/^'identifier' is required by the service, but is empty \[item 1\]$/,
		);
		expect(error?.description).toMatch(/The input item has no column 'identifier'/);
	});

	it('report that no column matches', async () => {
		const { error } = await run({ automatic: true, items: [{ Link: 'x', Notes: 'y' }] });
		expect(error?.message).toMatch(/^No input column has the name of a field of the service/);
		expect(error?.description).toMatch(/the input has Link, Notes/);
	});

	it('report that no fields are known', async () => {
		const { error, bodies } = await run({
			automatic: true,
			schema: null,
			items: [{ keyword: 'x' }],
		});
		expect(error?.message).toMatch(/has no fields to map the input to/);
		expect(bodies).toEqual([]);
	});
});
