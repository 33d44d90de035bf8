import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { runTool } from '../support/agent';
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

	it('takes the body as an object, as agents hand it over', async () => {
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

	it('answers with the chosen fields only', async () => {
		const { answer } = await search(
			'{}',
			{},
			{ outputFields: 'platform_username, follower_count' },
		);
		expect(answer).toHaveLength(3);
		for (const creator of answer) {
			expect(Object.keys(creator).sort()).toEqual(['follower_count', 'platform_username']);
		}
	});
});
