import type { IDataObject } from 'n8n-workflow';

import type { Method } from '../../../../nodes/shared/catalogue/types';
import {
	fieldOf,
	toRequest,
	withFields,
	type RequestDraft,
} from '../../../../nodes/shared/request/draft';

const BASE = 'https://api.example.com/v2';

const draft = (method: Method, more: Partial<RequestDraft> = {}): RequestDraft => ({
	endpoint: { method, path: '/things/{id}/rows' },
	id: 'a/b',
	query: [],
	...more,
});

describe('a request', () => {
	it('has the id and the query in the URL below the base URL', () => {
		const made = toRequest(draft('GET', { query: [{ name: 'q', value: '?' }] }), BASE);
		expect(made).toEqual({
			method: 'GET',
			url: `${BASE}/things/a%2Fb/rows?q=%3F`,
			body: undefined,
			label: 'GET /things/{id}/rows',
			charged: false,
			authenticated: true,
		});
	});

	it.each<[string, RequestDraft, string]>([
		['an object', draft('POST', { body: { a: { b: null } } }), '{"a":{"b":null}}'],
		['an empty object', draft('POST', { body: {} }), '{}'],
		['nothing, which is an empty object', draft('PATCH'), '{}'],
	])('has the body %s', (_, sent, body) => {
		expect(toRequest(sent, BASE).body).toBe(body);
	});

	it.each<[string, Partial<RequestDraft>, string]>([
		['NaN', { body: { a: { b: [1, NaN] } } }, "'a.b.1' is NaN, which cannot be sent"],
		['Infinity', { body: { a: -Infinity } }, "'a' is -Infinity, which cannot be sent"],
		['a rounded integer', { body: { a: 2 ** 53 } }, "'a' is too large to be exact"],
		[
			'a rounded integer in the query',
			{ query: [{ name: 'q', value: [2 ** 53] }] },
			"'q.0' is too",
		],
		['NaN in the query', { query: [{ name: 'q', value: NaN }] }, "'q' is NaN"],
		['a rounded integer as ID', { id: -1e20, idLabel: 'Job ID' }, "'Job ID' is too large"],
		['NaN as ID', { id: NaN }, "'ID' is NaN"],
	])('never contains %s', (_, more, message) => {
		expect(() => toRequest(draft('POST', more), BASE)).toThrow(message);
	});

	it('has no body if it is a GET', () => {
		expect(toRequest(draft('GET', { body: { a: 1 } }), BASE).body).toBeUndefined();
	});

	it('is sent to the URL of the next page if there is one', () => {
		const url = 'https://api.example.com/other?cursor=1';
		const sent = draft('GET', { url, query: [{ name: 'q', value: 1 }] });
		expect(toRequest(sent, BASE).url).toBe(url);
	});

	it('has a label without anything that was entered', () => {
		const sent = draft('POST', { id: 'secret', query: [{ name: 'key', value: 'secret' }] });
		expect(toRequest(sent, BASE).label).not.toContain('secret');
	});
});

describe('fields are set', () => {
	it('in the body of a POST, over those that are there', () => {
		const before = draft('POST', { body: { a: 1, offset: 0 } });
		const after = withFields(before, { offset: 10, limit: 5 });
		expect(after.body).toEqual({ a: 1, offset: 10, limit: 5 });
		expect(after.query).toEqual([]);
		expect(before.body).toEqual({ a: 1, offset: 0 });
	});

	it.each<[string, IDataObject, IDataObject]>([
		['a new one', {}, { page: { size: 5 } }],
		['one that is there', { page: { size: 1, from: 2 } }, { page: { size: 5, from: 2 } }],
		['beside others', { page: { sort: 'x' }, q: 1 }, { page: { sort: 'x', size: 5 }, q: 1 }],
		['a name that has the dot itself', { 'page.size': 1 }, { 'page.size': 5 }],
		['nothing into a value', { page: 3 }, { page: 3, 'page.size': 5 }],
	])('nested at a dot in the body: %s', (_, body, expected) => {
		const before = structuredClone(body);
		const after = withFields(draft('POST', { body }), { 'page.size': 5 });
		expect(after.body).toEqual(expected);
		expect(fieldOf(after, 'page.size')).toBe(5);
		expect(body).toEqual(before);
	});

	it.each(['a.', '.a', 'a..b', '.'])('unnested where a dot has no name on one side: %s', (name) => {
		expect(withFields(draft('POST'), { [name]: 5 }).body).toEqual({ [name]: 5 });
	});

	it('in the query of a GET, over those that are there', () => {
		const query = [
			{ name: 'offset', value: 0 },
			{ name: 'a', value: 1 },
			{ name: 'offset', value: 5 },
		];
		const after = withFields(draft('GET', { query }), { offset: 10 });
		expect(after.query).toEqual([
			{ name: 'a', value: 1 },
			{ name: 'offset', value: 10 },
		]);
		expect(after.body).toBeUndefined();
	});
});
