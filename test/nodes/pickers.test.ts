import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CreatorSearch } from '../../nodes/CreatorSearch/CreatorSearch.node';
import { SocialBackgroundCheck } from '../../nodes/SocialBackgroundCheck/SocialBackgroundCheck.node';
import { startSandbox, type Sandbox } from '../../sandbox';
import { runNode } from '../engine/engine';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ creators: 200 });
});
afterAll(async () => await sandbox.close());
beforeEach(() => {
	sandbox.log.clear();
});

const credentials = () => ({ baseUrl: sandbox.url, apiToken: sandbox.token });

/** As the editor saves what was picked from a list. */
const picked = (value: string, cachedResultName = value) => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName,
});
const typed = (value: string) => ({ __rl: true, mode: 'id', value });
async function searchBody(parameters: object, json: IDataObject = {}) {
	const { error } = await runNode({
		node: new CreatorSearch(),
		credentials: credentials(),
		items: [{ json }],
		parameters: {
			resource: 'creator',
			operation: 'search',
			limit: 1,
			keyword: 'a',
			moreFields: parameters,
		} as INodeParameters,
	});
	const body = sandbox.log.last({ method: 'POST' })?.body as IDataObject | undefined;
	return { error, body: body && { ...body, keyword: undefined } };
}

describe('a list with pickers sends', () => {
	const cases: Array<[string, object, IDataObject | undefined]> = [
		['what was picked', { creatorLocations: picked('loc_1') }, { creator_locations: ['loc_1'] }],
		[
			'what was picked, with its commas',
			{ creatorLocations: picked('Berlin, Germany') },
			{ creator_locations: ['Berlin, Germany'] },
		],
		[
			'what was typed, divided at its commas',
			{ creatorLocations: typed('Germany, France') },
			{ creator_locations: ['Germany', 'France'] },
		],
		[
			'lines',
			{ creatorLocations: typed('Germany\n\nFrance') },
			{ creator_locations: ['Germany', 'France'] },
		],
		[
			'a list from an expression',
			{ creatorLocations: typed('={{ $json.places }}') },
			{ creator_locations: ['Spain', 'Italy'] },
		],
		[
			'a list in JSON',
			{ creatorLocations: typed('["A, B", "C"]') },
			{ creator_locations: ['A, B', 'C'] },
		],
		['nothing where it is empty', { creatorLocations: picked('') }, {}],
		[
			'what a tool has as plain text',
			{ creatorLocations: 'Germany, France' },
			{ creator_locations: ['Germany', 'France'] },
		],
		[
			'objects where the service wants them',
			{ audienceLocations: 'a, b' },
			{ audience_locations: [{ location: 'a' }, { location: 'b' }] },
		],
	];
	it.each(cases)('%s', async (_, parameters, expected) => {
		const { error, body } = await searchBody(parameters, { places: ['Spain', 'Italy'] });
		expect(error).toBeUndefined();
		expect(body).toEqual(expected);
	});
});

describe('a field with a picker sends', () => {
	it.each([
		['what was picked', picked('fr', 'French - fr')],
		['what was typed', typed('fr')],
		['what an expression gives', typed('={{ $json.lang }}')],
		['what a tool has as plain text', 'fr'],
		['an expression of a tool', '={{ $json.lang }}'],
	])('%s', async (_, creatorLanguageCode) => {
		const { error, body } = await searchBody({ creatorLanguageCode }, { lang: 'fr' });
		expect(error).toBeUndefined();
		expect(body).toEqual({ creator_language: { code: 'fr' } });
	});

	it.each([['an empty one'], ['blanks']])('nothing for %s', async (kind) => {
		const { body } = await searchBody({
			creatorLanguageCode: typed(kind === 'blanks' ? ' ' : ''),
		});
		expect(body).toEqual({});
	});

	it('its id in the path', async () => {
		const response = await fetch(`${sandbox.url}/flagging-criteria`, {
			method: 'POST',
			headers: { authorization: sandbox.token, 'content-type': 'application/json' },
			body: JSON.stringify({ name: 'Alcohol', categories: ['ALCOHOL'] }),
		});
		const { id } = (await response.json()) as { id: string };
		for (const entered of [picked(id, 'Alcohol'), typed(id), typed('={{ $json.id }}'), id]) {
			const { json, error } = await runNode({
				node: new SocialBackgroundCheck(),
				credentials: credentials(),
				items: [{ json: { id } }],
				parameters: { resource: 'flaggingCriteria', operation: 'get', id: entered },
			});
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject({ id, name: 'Alcohol' });
		}
	});
});

it.each([
	['Audience Location', { audienceLocations: '={{ $json. }}' }],
	['Creator Language', { creatorLanguageCode: typed('={{ $json. }}') }],
])('names %s where its expression has an error', async (label, parameters) => {
	const { error, body } = await searchBody(parameters);
	expect(error?.message).toMatch(`n8n could not evaluate the expression in '${label}'`);
	expect(body).toBeUndefined();
});
