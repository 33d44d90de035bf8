import { Failure } from '../../../../nodes/shared/failure/Failure';
import { findRows } from '../../../../nodes/shared/recognition/rows';
import { thrownBy } from '../responses';

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
		expect(findRows(value, endpoint)).toEqual({ rows, path });
	});

	it('in an empty list too', () => {
		expect(findRows({ data: [] }, '/discovery')).toEqual({ rows: [], path: 'data' });
		expect(findRows([], '/discovery')).toEqual({ rows: [], path: '' });
	});

	it.each<[unknown, string]>([
		[{ data: null, metadata: { total_results: 0 } }, 'data'],
		[{ data: null }, 'data'],
		[{ items: null, total: 0, message: 'Nothing found' }, 'items'],
		[{ results: null, has_more: false, page: 1, next: null }, 'results'],
		[{ data: { items: null, total: 0 } }, 'data.items'],
		[{ brands: null }, 'brands'],
	])('in null in the place of rows: %j', (value, path) => {
		expect(findRows(value, '/dictionary/brands')).toEqual({ rows: [], path });
	});

	it('in a list of bare values where the key is one for rows', () => {
		expect(findRows({ data: ['a', 'b'] }, '/x')).toEqual({ rows: ['a', 'b'], path: 'data' });
	});

	it('past a record under an earlier key', () => {
		expect(findRows({ data: { id: 'x' }, results: rows }, '/x')).toEqual({ rows, path: 'results' });
	});
});

describe('rows are not recognised', () => {
	it.each<[string, unknown]>([
		['null beside an explanation', { data: null, message: 'Your quota is used up' }],
		['null beside data', { result: null, data: { id: 1 } }],
		['null beside something else', { result: null, creator: { id: 1 } }],
		['two lists of equal right', { creators: rows, brands: rows }],
		['one object', { id: 1, name: 'x' }],
		['a list two levels down', { a: { b: { items: rows } } }],
		['text', 'rows'],
		['a number', 5],
		['null', null],
		['nothing', undefined],
	])('in %s', (_, value) => {
		expect(findRows(value, '/discovery')).toBeUndefined();
	});
});

describe('the path of the user', () => {
	it('comes before everything that would be recognised', () => {
		expect(findRows({ data: [1], other: { list: rows } }, '/x', ' other.list ')).toEqual({
			rows,
			path: 'other.list',
		});
	});

	it.each([undefined, '', '  '])('%j is none', (path) => {
		expect(findRows({ data: rows }, '/x', path)).toEqual({ rows, path: 'data' });
	});

	it.each<[unknown]>([[{ deep: { list: null } }], [{ deep: null }]])(
		'that leads to null is an empty list: %j',
		(value) => {
			expect(findRows(value, '/x', 'deep.list')).toEqual({ rows: [], path: 'deep.list' });
		},
	);

	it('that leads to no list loses nothing of the answer', () => {
		const value = { email: 'ann@example.com' };
		expect(thrownBy(() => findRows(value, '/x', 'nowhere'))).toMatchObject({
			details: { response: value },
		});
	});

	it.each<[unknown, RegExp]>([
		[{ data: rows, total: 2 }, /The response has the fields data, total\./],
		[{}, /\(none\)/],
		['text', /Rows Path/],
	])('that leads to no list says where it leads and what there is', (value, description) => {
		const thrown = thrownBy(() => findRows(value, '/x', 'nowhere'));
		expect(thrown).toBeInstanceOf(Failure);
		expect(thrown).toMatchObject({
			details: {
				message: "There is no list at 'nowhere' in the response",
				description: expect.stringMatching(description),
			},
		});
	});
});
