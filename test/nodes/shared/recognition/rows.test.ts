import { findRows } from '../../../../nodes/shared/recognition/rows';
import { within } from '../within';

const rows = [{ id: 1 }, { id: 2 }];

describe('rows are recognised', () => {
	it.each<[string, unknown, string, string]>([
		['the response itself', rows, '/discovery', ''],
		['data', { data: rows, total: 2 }, '/discovery', 'data'],
		['results', { results: rows }, '/discovery', 'results'],
		['result', { result: rows }, '/discovery', 'result'],
		['items', { items: rows }, '/discovery', 'items'],
		['data.items', { data: { items: rows, total: 2 } }, '/discovery', 'data.items'],
		['result.data', { result: { data: rows } }, '/discovery', 'result.data'],
		['the name of the endpoint', { locations: rows }, '/dictionary/locations', 'locations'],
		['the name before the id', { contents: rows }, '/screening/{id}/contents', 'contents'],
		['a word of the name', { comments: rows, x: [{}] }, '/public-comments', 'comments'],
		['the name with _', { flagging_criteria: rows }, '/flagging-criteria', 'flagging_criteria'],
		['within data by name', { data: { comments: rows } }, '/public-comments', 'data.comments'],
		['the only list of objects', { creators: rows, tags: ['a'], n: 1 }, '/discovery', 'creators'],
	])('at %s', (_, value, endpoint, path) => {
		expect(findRows(value, endpoint)).toMatchObject({ value: rows, path });
	});

	it('in an empty list too', () => {
		expect(findRows({ data: [] }, '/discovery')).toMatchObject({
			value: [],
			path: 'data',
		});
		expect(findRows([], '/discovery')).toMatchObject({
			value: [],
			path: '',
		});
	});

	it.each<[unknown, string]>([
		[{ status: 'completed', creators: [], not_found: rows }, 'creators'],
		[{ data: [], platforms: rows }, 'data'],
		[{ found: [], not_found: rows }, 'found'],
		[{ matched: [], unmatched: rows }, 'matched'],
		[{ creators: [], failed_items: rows }, 'creators'],
		[{ comments: [], total: 0, platforms: rows }, 'comments'],
		[{ searches: [], files: rows }, 'searches'],
		[{ creators: [], unknown_handles: rows }, 'creators'],
		[{ creators: [], notFound: rows, total: 2 }, 'creators'],
	])('in an empty list rather than in one for something else: %j', (value, path) => {
		expect(findRows(value, '/searches')).toMatchObject({ value: [], path });
	});

	it.each([
		{ data: [], creators: rows },
		{ pagination: { total_entries: 57 }, accounts: [], organizations: rows },
		{ data: [], total: 57, people: rows },
		{ tweets: rows, users: [], total_tweets: 2 },
		{ lookalikes: rows, accounts: [] },
		{ videos: rows, comments: [] },
		{ status: 'completed', findings: rows, posts: [] },
		{ hits_by_source: rows, matches: [] },
		{ unsafe_items: rows, items: [] },
		{ unique_records: rows, records: [] },
		{ flagged: rows, items: [] },
	])('in the filled one of two lists: %j', (value) => {
		expect(findRows(value, '/x')).toMatchObject({ value: rows });
	});

	it.each<[unknown, string]>([
		[{ data: null, metadata: { total_results: 0 } }, 'data'],
		[{ data: null }, 'data'],
		[{ items: null, total: 0, message: 'Nothing found' }, 'items'],
		[{ results: null, has_more: false, page: 1, next: null }, 'results'],
		[{ data: { items: null, total: 0 } }, 'data.items'],
		[{ brands: null }, 'brands'],
	])('in null in the place of rows: %j', (value, path) => {
		expect(findRows(value, '/dictionary/brands')).toMatchObject({
			value: [],
			path,
		});
	});

	it('in a list of scalar values where the key is one for rows', () => {
		expect(findRows({ data: ['a', 'b'] }, '/x')).toMatchObject({
			value: ['a', 'b'],
			path: 'data',
		});
	});

	it('past a record under an earlier key', () => {
		expect(findRows({ data: { id: 'x' }, results: rows }, '/x')).toMatchObject({
			value: rows,
			path: 'results',
		});
	});
});

describe('rows are not recognised', () => {
	it.each<[string, unknown]>([
		['null beside an explanation', { data: null, message: 'Your quota is used up' }],
		['null beside data', { result: null, data: { id: 1 } }],
		['null beside something else', { result: null, creator: { id: 1 } }],
		['two lists of equal right', { creators: rows, brands: rows }],
		['one object', { id: 1, name: 'x' }],
		['an object of numbers', { size: 5, number: 3 }],
		['an empty object', {}],
		['a list five levels down', { a: { b: { c: { d: { items: rows } } } } }],
		['errors', { errors: [{ message: 'no' }] }],
		['text', 'rows'],
		['a number', 5],
		['null', null],
		['nothing', undefined],
	])('in %s', (_, value) => {
		expect(findRows(value, '/discovery')).toBeUndefined();
	});
});

describe('rows are recognised where services put them by convention', () => {
	it.each<[string, unknown, string]>([
		[
			'a wrapper',
			{ response: { posts: rows, total_posts: 2 }, meta: { status: 200 } },
			'response.posts',
		],
		[
			'a wrapper of hits',
			{ took: 5, _shards: { total: 1 }, hits: { total: { value: 2 }, hits: rows } },
			'hits.hits',
		],
		['two wrappers', { data: { products: { items: rows, next: null } } }, 'data.products.items'],
		['any wrapper with nothing else', { a: { b: { items: rows } } }, 'a.b.items'],
		[
			'a wrapper beside echoes',
			{ tz: 'UTC', langs: ['en'], result: { found: 9, documents: rows } },
			'result.documents',
		],
		[
			'an embedded list',
			{ _embedded: { orders: rows }, _links: { self: { href: '/x' } } },
			'_embedded.orders',
		],
		['another spelling', { Items: rows, Count: 2 }, 'Items'],
		['the list that is not empty', { data: [], results: rows }, 'results'],
		['the list that is not empty, by another name', { direct: [], lookalikes: rows }, 'lookalikes'],
		['the list that is not of filters', { facets: [{ a: 1 }], people: rows }, 'people'],
		[
			'the list that is counted',
			{ accounts: [{ a: 1 }], transfers: rows, total_transfers: 9 },
			'transfers',
		],
		[
			'the list with marks beside it',
			{ users: [{ a: 1 }], topics: { next: '/x?p=2', rows } },
			'topics.rows',
		],
		[
			'a list of things with a name',
			{ id: 1, name: 'My list', has_more: true, members: rows },
			'members',
		],
		['the result of a job', { id: 'j1', status: 'finished', creators: rows }, 'creators'],
		[
			'the result of a job of its kind',
			{ id: 'j1', state: 'ok', network: 'x', posts: rows },
			'posts',
		],
		['the empty list beside extras', { data: [], suggestions: [{ a: 1 }] }, 'data'],
		['the empty list beside extras, by any name', { people: [], facets: [{ a: 1 }] }, 'people'],
		['nothing, as null beside a next page', { data: null, next_cursor: 'a' }, 'data'],
		['nothing, as an object', { data: {}, total: 0 }, 'data'],
		['nothing but a next page', { nextPageToken: 'a' }, ''],
		['bare values alone', { handles: ['a', 'b'], total: 2 }, 'handles'],
	])('%s', (_, value, path) => {
		expect(findRows(value, '/x')).toMatchObject({ path });
	});

	it('objects under keys are no rows', () => {
		const data = { 178: { name: 'a' }, 179: { name: 'b' } };
		expect(findRows({ data }, '/x')).toBeUndefined();
	});

	it('edges contain them one level down', () => {
		const edges = rows.map((node, index) => ({ node, cursor: `c${index}` }));
		expect(findRows({ data: { all: { edges } } }, '/x')).toMatchObject({
			value: rows,
			path: 'data.all.edges',
		});
	});

	it('a list in a list contains them, but not each of several', () => {
		const find = (data: unknown[]) => findRows({ data }, '/x')?.value;
		expect(find([rows])).toEqual(rows);
		expect(find([rows, rows])).toEqual([rows, rows]);
	});

	it('edges with fields of their own stay unchanged', () => {
		const edges = rows.map((node) => ({ node, addedAt: '2024-01-01' }));
		expect(findRows({ edges }, '/x')?.value).toEqual(edges);
	});

	it('nodes take precedence over edges', () => {
		const value = { edges: [{ node: { id: 1 } }, { node: { id: 2 } }], nodes: rows };
		expect(findRows(value, '/x')).toMatchObject({ value: rows, path: 'nodes' });
	});
});

it.each<[string, object, string | undefined]>([
	['in nested objects', within('a.b.c', { items: rows }), 'a.b.c.items'],
	['next to a few values', { a: 1, b: 2, c: 3, parts: rows }, 'parts'],
	['not next to more', { a: 1, b: 2, c: 3, d: 4, parts: rows }, undefined],
])('rows are recognised %s', (_, value, path) => {
	expect(findRows(value, '/x')?.path).toBe(path);
});

describe('a single record with a list inside stays whole', () => {
	it.each<[string, unknown]>([
		['a profile', { id: 1, username: 'ann', posts: rows }],
		['a profile without an id', { username: 'ann', posts: rows }],
		['a profile in data', { data: { id: 1, name: 'Ann', contact_details: rows } }],
		['a profile under its own name', { profile: { id: 1, name: 'Ann', links: rows } }],
		['an order with items', { id: 1, name: 'Order', customer: { id: 2 }, items: rows }],
		['a thing with a total', { id: 1, total: 30, currency: 'EUR', price: 3, lines: rows }],
	])('%s', (_, value) => {
		expect(findRows(value, '/x')).toBeUndefined();
	});
});

describe('what was recognised can be explained', () => {
	it('by its path, the rule, and the alternatives', () => {
		const value = { facets: [{ a: 1 }], hits: { people: rows } };
		expect(findRows(value, '/x')).toMatchObject({
			value: rows,
			path: 'hits.people',
			rule: 'rows.list',
			candidates: ['facets'],
		});
	});
});
