import {
	asCursor,
	asNumber,
	asUrl,
	readMarks,
	type PageMarks,
} from '../../../../nodes/shared/recognition/pageMarks';

const found = (value: unknown) => JSON.parse(JSON.stringify(readMarks(value))) as PageMarks;

describe('what a response says about its place in the list', () => {
	it.each<[string, unknown, PageMarks]>([
		[
			'metadata with offset, limit and total_results',
			{ data: [], metadata: { offset: 20, limit: 10, total_results: 95 } },
			{ offset: 20, limit: 10, total: 95 },
		],
		['a total', { items: [], total: 7 }, { total: 7 }],
		['a total as text', { items: [], total: '1200' }, { total: 1200 }],
		['has_more', { has_more: true }, { more: true }],
		['a cursor', { next_cursor: 'abc', has_more: true }, { cursor: 'abc', more: true }],
		['page_info', { page_info: { has_next_page: true, cursor: 'c' } }, { more: true, cursor: 'c' }],
		['the end by page_info', { page_info: { has_next_page: false } }, { more: false }],
		['next as a URL', { next: 'https://x.example/p?2' }, { nextUrl: 'https://x.example/p?2' }],
		['links.next', { links: { next: '/list?page=2' } }, { nextUrl: '/list?page=2' }],
		['_links.next.href', { _links: { next: { href: '?page=2' } } }, { nextUrl: '?page=2' }],
		['no next', { next: null, next_cursor: null, has_more: false }, { more: false, end: true }],
		['an empty next', { links: { next: '' } }, { end: true }],
		['a cursor of 0', { next_cursor: 0 }, { end: true }],
		['no next beside the cursor of this page', { cursor: 'c', next_cursor: null }, { end: true }],
		[
			'no link, but a cursor and more',
			{ next: null, page_info: { cursor: 'c', has_next_page: true } },
			{ cursor: 'c', end: true, more: true },
		],
		['a next beside the cursor of this page', { cursor: 'c', next_cursor: 'd' }, { cursor: 'd' }],
		['no cursor at the first page', { cursor: null }, {}],
		[
			'pages in data',
			{ data: { items: [], page: 2, page_size: 50, total: '99' } },
			{ page: 2, pageSize: { name: 'page_size', value: 50 }, total: 99 },
		],
		[
			'pages under other names',
			{ pagination: { currentPage: 1, perPage: 25, totalPages: 4 } },
			{ page: 1, pageSize: { name: 'perPage', value: 25 }, totalPages: 4 },
		],
		['nothing', { data: [{ total: 5, next: 'https://x.example' }] }, {}],
		['nothing in a bare list', [{ total: 5 }], {}],
		['nothing in a text', 'x', {}],
	])('%s', (_, value, marks) => {
		expect(found(value)).toEqual(marks);
	});
});

describe('marks are told from other values', () => {
	it.each<[unknown, string | number | undefined]>([
		['abc', 'abc'],
		['/9j/4AAQSkZJRg==', '/9j/4AAQSkZJRg=='],
		[12, 12],
		['12', '12'],
		['0', '0'],
		[0, undefined],
		[false, undefined],
		['', undefined],
		['https://x.example/p', undefined],
		[null, undefined],
		[{}, undefined],
	])('cursor: %p', (raw, cursor) => {
		expect(asCursor(raw)).toBe(cursor);
	});

	it.each<[unknown, string | undefined]>([
		['https://x.example/p', 'https://x.example/p'],
		['/p?x=1', '/p?x=1'],
		['?x=1', '?x=1'],
		['abc', undefined],
		[2, undefined],
		[null, undefined],
	])('URL: %p', (raw, url) => {
		expect(asUrl(raw)).toBe(url);
	});

	it.each<[unknown, number | undefined]>([
		[0, 0],
		['25', 25],
		[' ', undefined],
		['many', undefined],
		[-1, undefined],
		[NaN, undefined],
		[null, undefined],
		[true, undefined],
	])('number: %p', (raw, number) => {
		expect(asNumber(raw)).toBe(number);
	});
});
