import type { NextPage } from '../../../../nodes/shared/recognition/nextPage';
import {
	readPageInfo,
	type PageInfo,
	type PageResponse,
} from '../../../../nodes/shared/recognition/pageInfo';
import { within } from '../within';

type Plain = Partial<Record<keyof PageInfo, unknown>>;

/** The values alone, without where they were. */
function plain(response: PageResponse): Plain {
	const { next, end, isListObject, ...fields } = readPageInfo(response);
	const values = Object.entries(fields).flatMap(([kind, field]) =>
		field === undefined ? [] : [[kind, field.value]],
	);
	return {
		...(Object.fromEntries(values) as Plain),
		...(next.length > 0 && { next: next.map(({ kind, value }: NextPage) => ({ [kind]: value })) }),
		...(end !== undefined && { end }),
		...(isListObject && { isListObject }),
	};
}

const page = (value: object, rowsPath = 'data') => plain({ value, rowsPath });

describe('the page information of a response', () => {
	it.each<[string, object, Plain]>([
		[
			'a total of this page before that of the list',
			{ data: [1, 2], page: 1, total: 2, total_results: 23 },
			{ page: 1, total: 23 },
		],
		[
			'two totals that are both of the list',
			{ data: [1, 2], page: 1, total: 20, total_results: 23 },
			{ page: 1, total: 20 },
		],
		[
			'metadata with offset, limit and total_results',
			{ data: [], metadata: { offset: 20, limit: 10, total_results: 95 } },
			{ offset: 20, limit: 10, total: 95 },
		],
		['a total', { total: 7 }, { total: 7 }],
		['a total as text', { total: '1,200' }, { total: 1200 }],
		['a total with a relation', { total: { value: 9, relation: 'eq' } }, { total: 9 }],
		['a total of its rows by name', { total_data: 9 }, { total: 9 }],
		['a total of other things', { total_price: 9 }, {}],
		['a negative total', { resultsTotal: -1 }, {}],
		['a count', { count: 9 }, { count: 9 }],
		['has_more', { has_more: true }, { more: true }],
		['has_more as text', { has_more: 'False' }, { more: false }],
		['has_more as number', { hasMore: 1 }, { more: true }],
		['more as number, which is a count', { more: 1 }, {}],
		['is_last', { isLast: false }, { more: true }],
		['the last page by a flag', { last: true }, { more: false }],
		['the last page by its number', { last_page: 5 }, { totalPages: 5 }],
		['truncated', { IsTruncated: true }, { more: true }],
		['a cursor', { next_cursor: 'abc', has_more: true }, { next: [{ cursor: 'abc' }], more: true }],
		[
			'page_info',
			{ page_info: { has_next_page: true, cursor: 'c' } },
			{ more: true, next: [{ cursor: 'c' }] },
		],
		['the end by page_info', { page_info: { has_next_page: false, cursor: 'c' } }, { more: false }],
		[
			'next as a URL',
			{ next: 'https://x.example/p?2' },
			{ next: [{ link: 'https://x.example/p?2' }] },
		],
		['links.next', { links: { next: '/list?page=2' } }, { next: [{ link: '/list?page=2' }] }],
		['_links.next.href', { _links: { next: { href: '?p=2' } } }, { next: [{ link: '?p=2' }] }],
		['a list of links', { links: [{ rel: 'next', href: '/p?2' }] }, { next: [{ link: '/p?2' }] }],
		[
			'links by relation',
			{ link: [{ relation: 'next', url: '/p?2' }] },
			{ next: [{ link: '/p?2' }] },
		],
		['links within links', { links: { pages: { next: '/p?2' } } }, { next: [{ link: '/p?2' }] }],
		['a link to more', { _links: { more: { href: '/p?2' } } }, { next: [{ link: '/p?2' }] }],
		['next_href', { next_href: '/p?2' }, { next: [{ link: '/p?2' }] }],
		['next_page_uri', { next_page_uri: '/p?2' }, { next: [{ link: '/p?2' }] }],
		['a link of a vocabulary', { '@odata.nextLink': '/p?2' }, { next: [{ link: '/p?2' }] }],
		['a link behind its method', { next: 'GET /p?2' }, { next: [{ link: '/p?2' }] }],
		['the number of the next page', { nextPage: 2 }, { next: [{ page: 2 }] }],
		['the offset of the next page', { next_offset: 20 }, { next: [{ offset: 20 }] }],
		[
			'a continuation',
			{ continue: { from: 5, mode: 'x' } },
			{ next: [{ fields: { from: 5, mode: 'x' } }] },
		],
		[
			'no next',
			{ next: null, next_cursor: null, has_more: false },
			{ more: false, end: 'certain' },
		],
		['an empty next', { links: { next: '' } }, { end: 'certain' }],
		['an empty object', { paging: { next: {} } }, { end: 'certain' }],
		['a cursor of 0', { next_cursor: 0 }, { end: 'certain' }],
		['a cursor of "0"', { next_cursor: '0' }, { end: 'certain' }],
		['the word null', { next_cursor: 'null' }, { end: 'certain' }],
		[
			'no next beside the cursor of this page',
			{ cursor: 'c', next_cursor: null },
			{ end: 'certain' },
		],
		[
			'no link, but a cursor and more',
			{ next: null, page_info: { cursor: 'c', has_next_page: true } },
			{ next: [{ cursor: 'c' }], end: 'certain', more: true },
		],
		[
			'a next before the cursor of this page',
			{ cursor: 'c', next_cursor: 'd' },
			{ next: [{ cursor: 'd' }, { cursor: 'c' }] },
		],
		['no cursor at the first page', { cursor: null }, { end: 'likely' }],
		['a text as offset', { offset: 'rec1' }, { next: [{ cursor: 'rec1' }] }],
		['a date as after', { after: '2024-01-01' }, {}],
		['a token to sign in with', { token: 'secret' }, {}],
		['a token among marks', { pagination: { token: 't' } }, { next: [{ cursor: 't' }] }],
		['the ends of this page', { paging: { cursors: { before: 'a', after: 'b' } } }, {}],
		[
			'the ends of this page and more',
			{ paging: { cursors: { before: 'a', after: 'b' } }, has_more: true },
			{ next: [{ cursor: 'b' }], more: true },
		],
		['one end of this page', { info: { cursors: { after: 'b' } } }, { next: [{ cursor: 'b' }] }],
		[
			'the last id and more',
			{ last_id: 'z', has_more: true },
			{ next: [{ cursor: 'z' }], more: true },
		],
		['the last id', { last_id: 'z' }, { next: [{ cursor: 'z' }] }],
		['the ends of this page by id', { first_id: 'a', last_id: 'z' }, {}],
		['a key that cannot be sent', { LastEvaluatedKey: { id: 1 } }, { unusable: { id: 1 } }],
		[
			'pages under other names',
			{ pagination: { currentPage: 1, perPage: 25, totalPages: 4 } },
			{ page: 1, pageSize: 25, totalPages: 4 },
		],
		[
			'a number and a size of their family',
			{ page: { number: 0, size: 20, totalPages: 3, totalElements: 55 } },
			{ page: 0, pageSize: 20, totalPages: 3, total: 55 },
		],
		['a number and a size of something else', { number: 4, colour: 'red' }, {}],
		['a time as start', { start: 1_700_000_000 }, {}],
		['nothing in the rows', { data: [{ total: 5, next: 'https://x.example' }] }, {}],
		['nothing in other things', { user: { name: 'x', total: 5, next: 'https://x.example' } }, {}],
		[
			'an object of marks by any name',
			{ records: { totalRecords: 9, cursor: 'c' } },
			{ total: 9, next: [{ cursor: 'c' }] },
		],
		['an iterator', { iterator: 'i', done: false }, { next: [{ cursor: 'i' }] }],
		[
			'a cursor of a job that is done',
			{ next_cursor: 'c', done: true },
			{ next: [{ cursor: 'c' }] },
		],
	])('%s', (_, value, marks) => {
		expect(page(value)).toEqual(marks);
	});

	it.each<[unknown]>([[[{ total: 5 }]], ['x'], [null]])('nothing in %j', (value) => {
		expect(plain({ value, rowsPath: '' })).toEqual({});
	});
});

describe('page information is read', () => {
	const info = { has_next_page: true, end_cursor: 'c' };
	it.each<[string, object]>([
		['data.items', { data: { items: [], page_info: info } }],
		['data.items', { data: { items: [] }, page_info: info }],
		['data.all.edges', { data: { all: { edges: [], pageInfo: info } } }],
		['a.rows', { a: { rows: [], meta: { pagination: info } } }],
	])('around the rows at %s: %j', (rowsPath, value) => {
		expect(page(value, rowsPath)).toEqual({ more: true, next: [{ cursor: 'c' }] });
	});

	it('nearer the rows first', () => {
		expect(page({ total: 3, data: { items: [], total: 99 } }, 'data.items')).toEqual({ total: 99 });
	});

	it('in headers', () => {
		const headers = {
			link: '</p?2>; rel="next"',
			'x-total-count': '55',
			'content-range': 'x 0-9/56',
		};
		expect(plain({ value: [], headers, rowsPath: '' })).toEqual({
			next: [{ link: '/p?2' }],
			total: 55,
		});
	});

	it.each([
		['items 0-9/56', { total: 56 }],
		['bytes 0-55/56', {}],
	])('in a range of rows, not of bytes: %s', (range, marks) => {
		expect(plain({ value: [], headers: { 'content-range': range }, rowsPath: '' })).toEqual(marks);
	});

	it('in nested objects for it', () => {
		expect(page({ data: [], ...within('meta.pagination', { has_more: true }) })).toEqual({
			more: true,
		});
	});

	it('in an object of any name that holds nothing else', () => {
		const names =
			'first last self empty sort sort_by order_by first_url last_url self_url first_id';
		const aside = Object.fromEntries(names.split(' ').map((name) => [name, '']));
		const numbers = { ...aside, has_more: true };
		expect(page({ data: [], colour: 'red', numbers })).toEqual({ more: true });
	});

	it('from its container', () => {
		expect(
			readPageInfo({ value: { data: [], meta: { next_cursor: 'a' } }, rowsPath: 'data' }).next,
		).toEqual([
			{
				kind: 'cursor',
				value: 'a',
				name: 'cursor',
				path: 'meta.next_cursor',
				rule: 'next.field',
			},
		]);
	});
});

describe('the end of a list', () => {
	it.each<[string, object, Plain]>([
		['a previous page and no next one', { meta: { previous_token: 'p' } }, { end: 'certain' }],
		['the same beside an estimate', { prev: '/x?p=1', total: 9 }, { end: 'certain' }],
		['not where pages are counted', { prev_page: 1, page: 2 }, { page: 2 }],
		['no more, as a number', { more: 0 }, { more: false }],
		['not a number of more rows', { more: 4 }, {}],
		['not where a next page is named', { prev: 'a', next: 'b' }, { next: [{ cursor: 'b' }] }],
	])('is %s', (_, value, info) => {
		expect(page(value)).toEqual(info);
	});
});
