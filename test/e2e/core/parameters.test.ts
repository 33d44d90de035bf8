import type {
	IDataObject,
	INodeListSearchResult,
	INodeParameters,
	ResourceMapperFields,
} from 'n8n-workflow';

import type { Credential } from '../../../scripts/n8n/client';
import { packageName } from '../../../scripts/n8n/paths';
import { CREDENTIAL_TYPE } from '../../../verify/harness/service';
import { useBench } from '../support/service';
import { chain, execute, items, ours } from '../../../verify/harness/workflow';

const bench = useBench();
const SEARCH = { resource: 'creator', operation: 'search', limit: 1, followerCountMin: 1 };
const CONTACT = { resource: 'contact', operation: 'get' };
let withDocument: Credential;

beforeAll(async () => {
	const { url, token } = bench.sandbox;
	withDocument = await bench.n8n.createCredential({
		name: 'With document',
		type: CREDENTIAL_TYPE,
		data: { baseUrl: url, apiToken: token, openApiUrl: '/openapi.json' },
	});
});
afterAll(async () => await bench.n8n.deleteCredential(withDocument.id));

async function run(parameters: INodeParameters, input?: IDataObject[], used = bench.credential) {
	const node = ours('creatorSearch', parameters, used);
	const execution = await execute(bench.n8n, chain('Parameters', [node], input));
	expect(execution.data.resultData.error).toBeUndefined();
	return items(execution, 'creatorSearch');
}

const sent = (path: string) => bench.sandbox.log.last({ method: 'POST', path })?.body;

/** What the editor asks n8n for while somebody fills in a node. */
async function ask<T>(what: string, asked: IDataObject, { id, name }: Credential): Promise<T> {
	return await bench.n8n.post<T>(`/dynamic-node-parameters/${what}`, {
		path: 'parameters',
		nodeTypeAndVersion: { name: `${packageName}.creatorSearch`, version: 1 },
		credentials: { [CREDENTIAL_TYPE]: { id, name } },
		...asked,
	});
}

it('sends named fields and picked values', async () => {
	const picked = (value: string) => ({ __rl: true, mode: 'list', value });
	await run({
		...SEARCH,
		followerCountMin: 10_000,
		moreFields: {
			creatorLocations: picked('loc_1'),
			creatorLanguageCode: picked('fr'),
			creatorInterests: { __rl: true, mode: 'text', value: 'Travel, Food' },
		},
	});
	expect(sent('/discovery')).toEqual({
		creator_locations: ['loc_1'],
		follower_count: { min: 10_000 },
		creator_language: { code: 'fr' },
		creator_interests: ['Travel', 'Food'],
	});
});

it('reads options from Options and from its groups', async () => {
	const shown = await run({
		...SEARCH,
		options: { dryRun: true, requests: { values: { maxRetries: 0 } } },
	});
	expect(shown).toHaveLength(1);
	expect(JSON.stringify(shown)).toContain('[token removed]');
	expect(bench.sandbox.log.count()).toBe(0);
});

it('lists what a picker offers', async () => {
	const { results } = await ask<INodeListSearchResult>(
		'resource-locator-results',
		{ methodName: 'searchLocations', filter: 'germ', currentNodeParameters: SEARCH },
		bench.credential,
	);
	expect(results).toEqual(
		expect.arrayContaining([expect.objectContaining({ name: 'Germany - country' })]),
	);
});

it("maps the fields of the service's document", async () => {
	const parameters = { ...CONTACT, bodyMode: 'schema' };
	const { fields } = await ask<ResourceMapperFields>(
		'resource-mapper-fields',
		{ methodName: 'getServiceFields', currentNodeParameters: parameters },
		withDocument,
	);
	expect(fields).toEqual(
		expect.arrayContaining([expect.objectContaining({ id: 'identifier', required: true })]),
	);
	const mappedFields = {
		mappingMode: 'defineBelow',
		value: { identifier: '={{ $json.handle }}' },
		matchingColumns: [],
		schema: JSON.parse(JSON.stringify(fields)) as INodeParameters[],
	};
	const { username } = bench.sample.creator;
	await run({ ...parameters, mappedFields }, [{ handle: username }], withDocument);
	expect(sent('/contact-info')).toEqual({ identifier: username });
});

it('creates a report from its items', async () => {
	const report = ours(
		'creatorSearch',
		{ resource: 'report', operation: 'create' },
		bench.credential,
	);
	const search = ours('creatorSearch', SEARCH, bench.credential);
	const execution = await execute(
		bench.n8n,
		chain('Report', [search, { ...report, name: 'Report' }]),
	);
	const [item] = execution.data.resultData.runData.Report?.[0].data?.main[0] ?? [];
	expect(Object.values(item?.binary ?? {})).toEqual([
		expect.objectContaining({ mimeType: 'text/html' }),
	]);
});
