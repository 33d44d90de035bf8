import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { creatorSearch } from '../../../../nodes/CreatorSearch/catalogue';
import {
	callsService,
	findOperation,
	type EndpointOperation,
} from '../../../../nodes/shared/catalogue/types';
import { readContract } from '../../../../nodes/shared/contract/parse';
import {
	enteredBody,
	enteredQuery,
	prepare,
	readMaxRows,
	readOptions,
} from '../../../../nodes/shared/node/prepare';
import { Transport } from '../../../../nodes/shared/transport/Transport';
import { socialBackgroundCheck } from '../../../../nodes/SocialBackgroundCheck/catalogue';
import { thrownBy } from '../responses';
import { contextOf } from './contexts';

const parameterOf =
	(entered: Record<string, unknown>) =>
	(name: string, fallback?: unknown): unknown =>
		name in entered ? entered[name] : fallback;

const operationOf = (
	resource: string,
	name: string,
	catalogue = creatorSearch,
): EndpointOperation => {
	const found = findOperation(catalogue, resource, name);
	if (found === undefined || !callsService(found)) throw new Error(`There is no ${name}`);
	return found;
};
const search = operationOf('creator', 'search');
const exporting = operationOf('creatorExport', 'submitAndWait');

it.each([
	[{}, 50],
	[{ returnAll: null }, 50],
	[{ limit: 1 }, 1],
	[{ limit: '7' }, 7],
	[{ limit: 7, returnAll: false }, 7],
	[{ limit: 'x', returnAll: true }, Infinity],
	[{ limit: 'x', returnAll: ' True' }, Infinity],
	[{ limit: 3, returnAll: 'false' }, 3],
])('%j requests %d rows', (entered, expected) => {
	expect(readMaxRows(parameterOf(entered), search)).toBe(expected);
});

it.each([{}, { returnAll: null }])('with %j, an export wants all rows', (entered) => {
	expect(readMaxRows(parameterOf(entered), exporting)).toBe(Infinity);
});

it.each([0, -1, 1.5, 'x', NaN, Infinity])('%s is no limit', (limit) => {
	expect(thrownBy(() => readMaxRows(parameterOf({ limit }), search))).toMatchObject({
		details: {
			message: "'Limit' is not a whole number of 1 or more",
			description: `It is '${limit}'. Correct it, or turn on 'Return All'.`,
		},
	});
});

it('query parameters are sent while they are turned on', () => {
	const query = { assignments: [{ name: 'a', value: 'x', type: 'string' }] };
	expect(enteredQuery(parameterOf({ query }))).toEqual([]);
	expect(enteredQuery(parameterOf({ query, sendQuery: null }))).toEqual([]);
	for (const sendQuery of [true, 'true']) {
		expect(enteredQuery(parameterOf({ query, sendQuery }))).toMatchObject([
			{ name: 'a', value: 'x' },
		]);
	}
	expect(enteredQuery(parameterOf({ sendQuery: true }))).toEqual([]);
});

it.each([
	['Return All', () => readMaxRows(parameterOf({ returnAll: 'yes' }), search)],
	['Send Query Parameters', () => enteredQuery(parameterOf({ sendQuery: 1 }))],
])('%s must be true or false', (label, read) => {
	expect(thrownBy(read)).toMatchObject({
		details: { message: `'${label}' is neither true nor false` },
	});
});

describe('a body', () => {
	const read = (entered: Record<string, unknown>, inputItem?: IDataObject) => {
		const asked: string[] = [];
		const parameter = parameterOf(entered);
		const body = enteredBody(
			(name, fallback) => {
				asked.push(name);
				return parameter(name, fallback);
			},
			search,
			inputItem,
		);
		return { body, asked };
	};

	it.each([
		['json', ['bodyMode', 'bodyJson']],
		['input', ['bodyMode', 'excludeFields']],
		['schema', ['bodyMode', 'mappedFields']],
	])('in the mode %s is read from its own parameters only', (bodyMode, expected) => {
		expect(read({ bodyMode }, {}).asked).toEqual(expected);
	});

	it.each(['input', 'nope', undefined])('of a trigger cannot be %s', (bodyMode) => {
		expect(thrownBy(() => read({ bodyMode }))).toMatchObject({ details: { kind: 'input' } });
	});
});

describe('Options', () => {
	const inputs = [{ key: 'a' }, { key: 'b' }];
	const read = (parameters: INodeParameters) => {
		const { context } = contextOf({ inputs, parameters });
		return inputs.map((_, index) => readOptions(context, index));
	};

	it.each<[string, INodeParameters]>([
		['in Options', { options: { processedKey: '={{ $json.key }}' } }],
		['next to them', { maxWait: '={{ $json.key }}', options: { processedKey: 'x' } }],
	])('with an expression %s are read for each item', (_, parameters) => {
		const { context } = contextOf({ inputs: [{ key: 1 }, { key: 2 }], parameters });
		const [first, second] = [0, 1].map((index) => readOptions(context, index));
		expect(first).not.toEqual(second);
	});

	it('have the key of each item', () => {
		const options = { processedKey: '={{ $json.key }}' };
		expect(read({ options }).map(({ processedKey }) => processedKey)).toEqual(['a', 'b']);
	});

	it('without an expression are read once for all items', () => {
		const [first, second] = read({ options: { maxPaidRequests: 5 }, maxWait: 7 });
		expect(first).toMatchObject({ maxPaidRequests: 5, maxWaitMs: 7_000 });
		expect(second).toBe(first);
	});

	it('have the defaults of the operation', () => {
		const report = operationOf('screening', 'generateReport', socialBackgroundCheck);
		const { context } = contextOf({ parameters: {} });
		expect(readOptions(context, 0, report).downloadFile).toBe(true);
		expect(readOptions(contextOf({ parameters: {} }).context, 0, search).downloadFile).toBe(false);
	});
});

describe('an item', () => {
	const made = (
		operation: EndpointOperation,
		parameters: INodeParameters,
		{
			inputs = [{}],
			fields = {},
			index = 0,
		}: { inputs?: IDataObject[]; fields?: object; index?: number } = {},
	) => {
		const { context } = contextOf({ inputs, parameters });
		const { method, path } = operation.endpoint;
		const endpoints = { [`${method} ${path}`]: { fields } };
		const responseContract = JSON.stringify({ version: 1, endpoints });
		return prepare({
			context,
			operation,
			idLabel: 'Screening ID',
			index,
			connection: {
				baseUrl: 'https://api.example.com',
				transport: new Transport(async () => await Promise.reject(new Error('Not used'))),
				redact: (text) => text,
				tokenAdvice: '',
				contract: Object.keys(fields).length > 0 ? readContract({ responseContract }) : undefined,
			},
		});
	};
	const query = { assignments: [{ name: 'lang', value: 'de', type: 'string' }] };
	const screening = (name: string) => operationOf('screening', name, socialBackgroundCheck);
	const url = 'https://network.example/@a';

	it('sends the query with the request, or with the request for the result', () => {
		const parameters = { profileUrl: url, moreFields: { query } };
		const rows = [{ name: 'lang', value: 'de' }];
		expect(made(screening('submit'), parameters).draft).toMatchObject({
			query: rows,
			body: { profile_url: url },
		});
		const waiting = made(screening('submitAndWait'), parameters);
		expect([waiting.draft.query, waiting.resultQuery]).toMatchObject([[], rows]);
	});

	it('of a GET has its fields in the query, before the entered ones, and no body', () => {
		const profile = operationOf('profile', 'get');
		const { draft } = made(profile, { identifier: 'ada', moreFields: { query } });
		expect(draft).toEqual({
			endpoint: profile.endpoint,
			query: [
				{ name: 'identifier', value: 'ada' },
				expect.objectContaining({ name: 'lang', value: 'de' }),
			],
		});
	});

	it('has the names of the contract', () => {
		const fields = { profile_url: 'link', identifier: 'who' };
		expect(made(screening('submit'), { profileUrl: url }, { fields }).draft.body).toEqual({
			link: url,
		});
		const profile = operationOf('profile', 'get');
		expect(made(profile, { identifier: 'ada' }, { fields }).draft.query).toEqual([
			{ name: 'who', value: 'ada' },
		]);
	});

	it('has the ID of its resource, which must be there before anything is sent', () => {
		const get = screening('get');
		expect(made(get, { id: ' j1 ' }).draft).toMatchObject({ id: ' j1 ', idLabel: 'Screening ID' });
		expect(thrownBy(() => made(get, { id: '' }))).toMatchObject({
			details: { kind: 'input', message: expect.stringContaining("'Screening ID'") },
		});
	});

	it('may not be empty, except where that makes sense', () => {
		for (const [operation, name] of [
			[screening('submit'), "'Profile URL'"],
			[operationOf('profile', 'get'), "'Handle or URL'"],
		] as const) {
			expect(thrownBy(() => made(operation, {}))).toMatchObject({
				details: { kind: 'input', message: expect.stringContaining(`Enter ${name}`) },
			});
		}
		expect(made(search, {}).draft.body).toEqual({});
		expect(made(operationOf('dictionary', 'getBrands'), {}).draft.query).toEqual([]);
	});

	it('may not have the ID of its path in a field', () => {
		const unflag = operationOf('flaggedContent', 'unflag', socialBackgroundCheck);
		expect(made(unflag, { id: 'j1', contentIds: 'c1' }).draft.body).toEqual({
			content_ids: ['c1'],
		});
		for (const fields of [{}, { content_ids: 'ids' }]) {
			const wrong = () => made(unflag, { id: 'j1 ', contentIds: 'c1, j1' }, { fields });
			expect(thrownBy(wrong)).toMatchObject({
				details: { message: "'Content IDs' contains the 'Screening ID'" },
			});
		}
	});

	it('reads rows up to the limit, where there are rows', () => {
		expect(made(search, { limit: 7 }).maxRows).toBe(7);
		expect(made(screening('get'), { id: 'j1', limit: 7 }).maxRows).toBe(Infinity);
	});

	it('has a fingerprint of its request, if that may be charged', () => {
		const submit = (parameters: INodeParameters, who = 'a') =>
			made(screening('submit'), parameters, { inputs: [{ who }] }).requestFingerprint;
		expect(submit({ profileUrl: url })).toBe(submit({ profileUrl: url }));
		expect(submit({ profileUrl: url })).not.toBe(submit({ profileUrl: `${url}b` }));
		expect(submit({ profileUrl: url })).not.toBe(submit({ profileUrl: url }, 'b'));
		expect(made(screening('get'), { id: 'j1' }).requestFingerprint).toBeUndefined();
	});

	it('is its own input item', () => {
		const items = [{ who: 'a' }, { who: 'b' }];
		const item = made(search, { bodyMode: 'input' }, { inputs: items, index: 1 });
		expect([item.index, item.draft.body]).toEqual([1, { who: 'b' }]);
	});
});
