import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { runNode, type RunResult } from '../engine/engine';
import { nodeOf } from './areas';

/** Tasks as people have them, with nothing but what the form offers. */

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ creators: 12_000, timeScale: 0.01 });
});
afterAll(async () => await sandbox.close());
beforeEach(() => {
	sandbox.log.clear();
});

const run = async (
	node: string,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
): Promise<RunResult> => {
	const result = await runNode({
		node: nodeOf(node),
		credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
		parameters: { ...parameters, options: { waiting: { values: { pollInterval: 0.05 } } } },
		items: items.map((json) => ({ json })),
	});
	expect(result.error).toBeUndefined();
	return result;
};

const FILTERS = {
	creatorLocations: 'Germany',
	followerCountMin: 10_000,
	creatorLanguageCode: 'fr',
};
const ORDER = { sortByField: 'FOLLOWER_COUNT', sortByOrder: 'DESCENDING' };
const SENT = {
	creator_locations: ['Germany'],
	follower_count: { min: 10_000 },
	creator_language: { code: 'fr' },
	sort_by: { field: 'FOLLOWER_COUNT', order: 'DESCENDING' },
};

it('creators with at least 10,000 followers in Germany who speak French, by followers', async () => {
	const { json, hints } = await run('creatorSearch', {
		resource: 'creator',
		operation: 'search',
		returnAll: true,
		followerCountMin: 10_000,
		moreFields: { ...FILTERS, ...ORDER },
	});
	expect(sandbox.log.all()[0].body).toEqual(SENT);
	expect(json.length).toBeGreaterThan(1);
	for (const creator of json) {
		expect(creator).toMatchObject({ language: 'fr', location: { country: 'Germany' } });
	}
	const followers = json.map((creator) => Number(creator.follower_count));
	expect(Math.min(...followers)).toBeGreaterThanOrEqual(10_000);
	expect(followers).toEqual([...followers].sort((a, b) => b - a));
	expect(hints).toEqual([]);
});

it('the same search as an export, with the same fields and all of its rows', async () => {
	await run('creatorSearch', {
		resource: 'creatorExport',
		operation: 'submitAndWait',
		moreFields: { ...FILTERS, ...ORDER },
	});
	expect(sandbox.log.all()[0]).toMatchObject({ path: '/discovery-export', body: SENT });
});

it('no field of another operation is sent', async () => {
	const handle = sandbox.world.creators[0].username;
	await run('creatorSearch', {
		resource: 'contact',
		operation: 'get',
		identifier: handle,
		...FILTERS,
		searchString: 'ber',
		profileUrl: 'https://network.example/@other',
		query: { assignments: [{ id: '1', name: 'a', value: 'b', type: 'string' }] },
	});
	expect(sandbox.log.all()).toMatchObject([{ query: {}, body: { identifier: handle } }]);
	expect(sandbox.log.all()[0].body).toEqual({ identifier: handle });
});
