import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { LoopbackServer } from '../support/http';
import { startServer } from '../support/http';
import { generateReport, getContact, getCriteria, getProfile, TOKEN } from './calls';
import { queryOf, rows } from './parameters';

interface Received {
	method: string;
	url: string;
	headers: Record<string, unknown>;
	body: string;
}

let server: LoopbackServer;
let received: Received[];

beforeAll(async () => {
	server = await startServer((app) => {
		app.removeAllContentTypeParsers();
		app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
			done(null, body),
		);
		app.all('/*', async ({ method, url, headers, body }) => {
			received.push({ method, url, headers, body: String(body ?? '') });
			return { ok: true };
		});
	});
});
afterAll(async () => await server.close());
beforeEach(() => {
	received = [];
});

const sentBody = async (parameters: INodeParameters, item: IDataObject = {}) => {
	const { error } = await getContact(server.url, { parameters, items: [{ json: item }] });
	expect(error).toBeUndefined();
	return JSON.parse(received[0].body) as unknown;
};

describe('common fields', () => {
	it('of the form and of "Add Field" are sent under the names of the service', async () => {
		const body = await sentBody(
			{
				identifier: '={{ $json.Link }}',
				moreFields: { workPlatformId: 'p-1' },
				bodyFields: rows({ 'extra.note': 'x' }),
			},
			{ Link: '@name' },
		);
		expect(body).toEqual({ identifier: '@name', work_platform_id: 'p-1', extra: { note: 'x' } });
	});

	it('are not sent while they are empty, nor in another body mode', async () => {
		const empty = { identifier: ' ', moreFields: { workPlatformId: 'p-1' } };
		expect(await sentBody(empty)).toEqual({ work_platform_id: 'p-1' });
		received = [];
		const json = { bodyMode: 'json', identifier: '@name', bodyJson: '{"a": 1}' };
		expect(await sentBody(json)).toEqual({ a: 1 });
	});

	it('of another operation are not sent', async () => {
		expect(await sentBody({ identifier: '@name', profileUrl: 'https://x.example/@a' })).toEqual({
			identifier: '@name',
		});
	});

	it('are in the query of a read', async () => {
		await getProfile(server.url, {
			parameters: { identifier: '@na me', moreFields: { workPlatformId: 'p-1' } },
		});
		expect(received[0].url).toBe('/profiles?identifier=%40na%20me&work_platform_id=p-1');
	});

	it('cannot be given twice', async () => {
		const parameters = { identifier: '@name', bodyFields: rows({ identifier: '@other' }) };
		const { error } = await getContact(server.url, { parameters });
		expect(error?.message).toContain("'identifier' in 'Other Fields' collides with another row");
		expect(received).toEqual([]);
	});
});

describe('the URL', () => {
	it.each([
		['without a slash', (url: string) => url, '/profiles'],
		['with a slash at the end', (url: string) => `${url}/`, '/profiles'],
		['with a path', (url: string) => `${url}/v2`, '/v2/profiles'],
		['with a path and a slash', (url: string) => `${url}/v2//`, '/v2/profiles'],
		['with blanks around it', (url: string) => `  ${url} `, '/profiles'],
	])('is right for a base URL %s', async (_, base, path) => {
		await getProfile(base(server.url));
		expect(received).toMatchObject([{ method: 'GET', url: `${path}?identifier=somebody` }]);
	});

	it('has the token alone, and nothing that was not entered', async () => {
		await getProfile(server.url);
		expect(received[0].headers.authorization).toBe(TOKEN);
		expect(received[0].url).toBe('/profiles?identifier=somebody');
		expect(received[0].body).toBe('');
	});

	it('drops blanks and line breaks that were pasted with the token', async () => {
		await getProfile(server.url, { token: ` ${TOKEN}\n` });
		expect(received[0].headers.authorization).toBe(TOKEN);
	});

	it('has the query as it was entered, encoded', async () => {
		const parameters = queryOf({
			name: 'a&b=c d',
			ids: [1, 2],
			flag: false,
			nothing: '',
			'a.b': 'x',
		});
		await getProfile(server.url, { parameters });
		expect(received[0].url).toBe(
			'/profiles?identifier=somebody&name=a%26b%3Dc%20d&ids=1&ids=2&flag=false&a.b=x',
		);
	});

	it('has no query while Send Query Parameters is off', async () => {
		const parameters = { ...queryOf({ a: 1 }), sendQuery: false };
		await getProfile(server.url, { parameters });
		expect(received[0].url).toBe('/profiles?identifier=somebody');
	});

	it.each([
		['a/b', 'a%2Fb'],
		['?x=1', '%3Fx%3D1'],
		['#top', '%23top'],
		['../../profiles', '..%2F..%2Fprofiles'],
		['%2e%2e', '%252e%252e'],
		['élan ✓', '%C3%A9lan%20%E2%9C%93'],
		[' 12 ', '12'],
		[4711, '4711'],
	])('keeps the id %p in its segment', async (id, segment) => {
		const { error } = await getCriteria(server.url, { parameters: { id } });
		expect(error).toBeUndefined();
		expect(received[0].url).toBe(`/flagging-criteria/${segment}`);
	});

	it.each(['', '   ', '.', '..', '\ud800', '={{ undefined }}', '={{ {} }}', '={{ [1] }}'])(
		'is not requested at all for the id %p',
		async (id) => {
			const { error } = await getCriteria(server.url, { parameters: { id } });
			// n8n itself stops at a required field that is empty.
			expect(error?.message).toMatch(
				/^(The expression in )?'Flagging Criteria ID' .* \[item 0\]$|"Flagging Criteria ID" is required/,
			);
			expect(received).toEqual([]);
		},
	);
});

describe('an ID that was not entered', () => {
	it('is that of the job in the input item', async () => {
		const items = [{ json: { job: { id: 'a' } } }, { json: { job: { id: 7 } } }];
		await generateReport(server.url, { items });
		expect(received.map(({ url }) => url).sort()).toEqual([
			'/screening/7/generate-report',
			'/screening/a/generate-report',
		]);
	});

	it.each([{}, { job: {} }, { job: { id: null } }])(
		'is reported as missing in %j',
		async (json) => {
			const { error } = await generateReport(server.url, { items: [{ json }] });
			expect(error?.message).toBe("The expression in 'Screening ID' returned nothing [item 0]");
			expect(error?.description).toMatch(/^The input item has no job\.id\./);
			expect(received).toEqual([]);
		},
	);
});

describe('the body', () => {
	it('says that it is JSON', async () => {
		await getContact(server.url);
		expect(received[0].body).toBe('{"identifier":"somebody"}');
		expect(received[0].headers['content-type']).toBe('application/json');
	});

	it('has typed fields, nested at dots', async () => {
		const bodyFields = rows({
			name: 'someone',
			'follower_count.min': 1000,
			'follower_count.max': 5000,
			is_verified: false,
			zero: 0,
			hashtags: [{ name: 'a' }],
			empty: '',
			location: { city: 'Bonn' },
		});
		expect(await sentBody({ bodyFields })).toEqual({
			identifier: 'somebody',
			name: 'someone',
			follower_count: { min: 1000, max: 5000 },
			is_verified: false,
			zero: 0,
			hashtags: [{ name: 'a' }],
			location: { city: 'Bonn' },
		});
	});

	it('has all digits of long ids in typed fields, and no number for a blank', async () => {
		const field = (name: string, type: string, value: string) => ({ id: name, name, type, value });
		const bodyFields = {
			assignments: [
				field('one', 'number', '={{ $json.id }}'),
				field('entered', 'number', '7301234567890123456'),
				field('list', 'array', '[7301234567890123456]'),
				field('object', 'object', '{"id":7301234567890123456}'),
				field('max', 'number', '={{ $json.max }}'),
			],
		};
		const id = '7301234567890123456';
		expect(await sentBody({ bodyFields }, { id, max: ' ' })).toEqual({
			identifier: 'somebody',
			one: id,
			entered: id,
			list: [id],
			object: { id },
		});
	});

	it('is not sent with a number whose digits are lost, in any body mode', async () => {
		const id = 9007199254740992;
		const typed = {
			assignments: [{ id: '1', name: 'id', type: 'number', value: '={{ $json.id }}' }],
		};
		for (const parameters of [
			{ bodyFields: typed },
			{ bodyFields: rows({ id: '={{ $json.id }}' }) },
			{ bodyMode: 'input' },
			{ bodyMode: 'json', bodyJson: '={{ { id: $json.id } }}' },
			{ bodyMode: 'json', bodyJson: '{"id":9007199254740993.0}' },
		]) {
			const { error } = await getContact(server.url, { parameters, items: [{ json: { id } }] });
			expect(error?.message).toBe("'id' is too large to be exact [item 0]");
		}
		expect(received).toEqual([]);
	});

	it('reads values of fields from expressions', async () => {
		const bodyFields = rows({ name: '={{ $json.handle }}', left: '={{ $json.nope ?? "" }}' });
		expect(await sentBody({ bodyFields }, { handle: 'someone' })).toEqual({
			identifier: 'somebody',
			name: 'someone',
		});
	});

	it('is the input item without the excluded fields', async () => {
		const item = { identifier: 'x', row_number: 7, notes: 'n', 'a.b': 1 };
		const parameters = { bodyMode: 'input', excludeFields: 'row_number, notes' };
		expect(await sentBody(parameters, item)).toEqual({ identifier: 'x', 'a.b': 1 });
	});

	it.each([
		['text', '{"identifier":"x","n":[1]}'],
		['an expression that gives an object', '={{ { identifier: "x", n: [1] } }}'],
		['an expression that gives text', '={{ JSON.stringify({ identifier: "x", n: [1] }) }}'],
	])('is a JSON object from %s', async (_, bodyJson) => {
		expect(await sentBody({ bodyMode: 'json', bodyJson })).toEqual({ identifier: 'x', n: [1] });
	});

	it('keeps all digits of a long id', async () => {
		const bodyJson = '{"content_id": 1234567890123456789}';
		expect(await sentBody({ bodyMode: 'json', bodyJson })).toEqual({
			content_id: '1234567890123456789',
		});
	});

	it.each([
		[{ bodyMode: 'json', bodyJson: '[1]' }, "'JSON Body' is not a JSON object"],
		[{ bodyMode: 'json', bodyJson: '"x"' }, "'JSON Body' is not a JSON object"],
		[{ bodyMode: 'json', bodyJson: '{"a":' }, "'JSON Body' is not valid JSON"],
		[
			{ bodyFields: rows({ '__proto__.x': 1 }) },
			"The name '__proto__.x' in 'Other Fields' is not allowed",
		],
		[
			{ bodyFields: rows({ 'a.constructor': 1 }) },
			"The name 'a.constructor' in 'Other Fields' is not allowed",
		],
		[
			{ bodyFields: rows({ prototype: 1 }) },
			"The name 'prototype' in 'Other Fields' is not allowed",
		],
		[{ bodyFields: rows({ a: 1, 'a.b': 2 }) }, "'a.b' in 'Other Fields' collides with another row"],
		[{ bodyFields: rows({ 'a..b': 2 }) }, "The name 'a..b' in 'Other Fields' has an empty part"],
		[{ bodyFields: rows({ '': 'x' }) }, "Row 1 of 'Other Fields' has a value but no name"],
		[
			{ ...queryOf({ constructor: 1 }) },
			"The name 'constructor' in 'Query Parameters' is not allowed",
		],
	])('is not sent for %j', async (parameters, message) => {
		const { error } = await getContact(server.url, { parameters });
		expect(error?.message).toBe(`${message} [item 0]`);
		expect(error?.description).toBeTruthy();
		expect(received).toEqual([]);
	});

	it('is checked for all items before the first request', async () => {
		const items = [{ json: { body: '{"a":1}' } }, { json: { body: 'oops' } }];
		const parameters = { bodyMode: 'json', bodyJson: '={{ $json.body }}' };
		const { error } = await getContact(server.url, { parameters, items });
		expect(error?.message).toBe("'JSON Body' is not valid JSON [item 1]");
		expect(received).toEqual([]);
	});
});
