import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CreatorSearch } from '../../nodes/CreatorSearch/CreatorSearch.node';
import { SocialBackgroundCheck } from '../../nodes/SocialBackgroundCheck/SocialBackgroundCheck.node';
import { startSandbox, type Sandbox } from '../../sandbox';
import { runNode } from '../support/engine';

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
const rows = (...entries: object[]): IDataObject => ({
	rows: entries.map((entry) => ({ entry: entry as IDataObject })),
});

async function searchBody(parameters: object, json: IDataObject = {}) {
	const { error } = await runNode({
		node: new CreatorSearch(),
		credentials: credentials(),
		items: [{ json }],
		parameters: {
			resource: 'creator',
			operation: 'search',
			limit: 1,
			...parameters,
		} as INodeParameters,
	});
	return { error, body: sandbox.log.last({ method: 'POST' })?.body };
}

describe('a list with pickers sends', () => {
	const cases: Array<[string, object, IDataObject | undefined]> = [
		[
			'what was picked',
			{ creatorLocationsRows: rows(picked('loc_1'), picked('loc_2')) },
			{ creator_locations: ['loc_1', 'loc_2'] },
		],
		[
			'what was picked, with its commas',
			{ creatorLocationsRows: rows(picked('Berlin, Germany')) },
			{ creator_locations: ['Berlin, Germany'] },
		],
		[
			'what was typed, divided at its commas',
			{ creatorLocationsRows: rows(typed('Germany, France')) },
			{ creator_locations: ['Germany', 'France'] },
		],
		[
			'lines',
			{ creatorLocationsRows: rows(typed('Germany\nFrance')) },
			{ creator_locations: ['Germany', 'France'] },
		],
		[
			'a list from an expression',
			{ creatorLocationsRows: rows(typed('={{ $json.places }}')) },
			{ creator_locations: ['Spain', 'Italy'] },
		],
		[
			'a list in JSON',
			{ creatorLocationsRows: rows(typed('["A, B", "C"]')) },
			{ creator_locations: ['A, B', 'C'] },
		],
		[
			'no empty row',
			{ creatorLocationsRows: rows(picked(''), typed(' '), picked('loc_1')) },
			{ creator_locations: ['loc_1'] },
		],
		['nothing for rows that are all empty', { creatorLocationsRows: rows(picked('')) }, {}],
		[
			'a text of before',
			{ creatorLocations: 'Germany, France' },
			{ creator_locations: ['Germany', 'France'] },
		],
		[
			'a list of before',
			{ creatorLocations: '={{ $json.places }}' },
			{ creator_locations: ['Spain', 'Italy'] },
		],
		[
			'both',
			{ creatorLocationsRows: rows(picked('loc_1')), creatorLocations: 'Germany' },
			{ creator_locations: ['loc_1', 'Germany'] },
		],
		[
			'objects where the service wants them',
			{ moreFields: { audienceLocationsRows: rows(picked('loc_1'), typed('a, b')) } },
			{ audience_locations: [{ location: 'loc_1' }, { location: 'a' }, { location: 'b' }] },
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
		['a text of before', 'fr'],
		['an expression of before', '={{ $json.lang }}'],
	])('%s', async (_, creatorLanguageCode) => {
		const { error, body } = await searchBody(
			{ moreFields: { creatorLanguageCode } },
			{ lang: 'fr' },
		);
		expect(error).toBeUndefined();
		expect(body).toEqual({ creator_language: { code: 'fr' } });
	});

	it.each([['an empty one'], ['blanks']])('nothing for %s', async (kind) => {
		const { body } = await searchBody({
			moreFields: { creatorLanguageCode: typed(kind === 'blanks' ? ' ' : '') },
		});
		expect(body).toEqual({});
	});

	it('an id of its own as the path', async () => {
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

it.each<[string, INodeParameters, RegExp]>([
	[
		'a picker',
		{ resource: 'contact', operation: 'get', identifier: typed('={{ $json.nothing }}') },
		/^The expression in 'Handle or URL' returned nothing/,
	],
	[
		'a row of a list, as the others would be another job',
		{
			resource: 'audienceOverlap',
			operation: 'submit',
			identifiersRows: rows(typed('a'), typed('={{ $json.nothing }}'), typed('b')),
		} as INodeParameters,
		/^The expression in 'Handles or URLs' returned nothing/,
	],
])('says that an expression returned nothing in %s', async (_, parameters, message) => {
	const node = new CreatorSearch();
	const { error } = await runNode({ node, credentials: credentials(), parameters });
	expect(error?.message).toMatch(message);
	expect(sandbox.log.count()).toBe(0);
});

it.each([
	['Creator Locations', { creatorLocationsRows: rows(typed('={{ $json. }}')) }],
	['Audience Locations', { moreFields: { audienceLocationsRows: rows(typed('={{ $json. }}')) } }],
	['Creator Language', { moreFields: { creatorLanguageCode: typed('={{ $json. }}') } }],
])('names %s where an expression in it has a mistake', async (label, parameters) => {
	const { error, body } = await searchBody(parameters);
	expect(error?.message).toMatch(`There is a mistake in the expression of '${label}'`);
	expect(body).toBeUndefined();
});
