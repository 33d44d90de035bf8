import type { IDataObject } from 'n8n-workflow';

import { nextStep, type NextStep } from '../../../../nodes/shared/lists/nextStep';
import type { PageContext } from '../../../../nodes/shared/lists/pageCounts';
import {
	DEFAULT_PAGE_SETTINGS,
	type NextPageEvidence,
	type IncompleteReason,
	type PageSettings,
	type Step,
} from '../../../../nodes/shared/lists/scheme';

const settings = (changes: Partial<PageSettings> = {}): PageSettings => ({
	...DEFAULT_PAGE_SETTINGS,
	...changes,
});

const BASE = 'https://api.example.com';

const after = (
	value: unknown,
	entered: IDataObject = {},
	changes: Partial<PageContext> = {},
): PageContext => ({
	value,
	headers: {},
	rowsPath: 'rows',
	rows: 10,
	largestPage: changes.rows ?? 10,
	fetched: 10,
	pages: 1,
	emptyInARow: 0,
	draft: { endpoint: { method: 'POST', path: '/list' }, query: [], body: entered },
	resolve: (link) => {
		const url = new URL(link, `${BASE}/list`);
		return url.origin === BASE ? url.href.slice(BASE.length) : undefined;
	},
	...changes,
});

const fields = (values: Record<string, string | number>): Step => ({ fields: values });
const stepOf = (decision: NextStep) =>
	decision.kind === 'next' ? decision.ways[0]?.sent : decision;

describe('the next page, according to the response', () => {
	it.each<[string, PageContext, Step]>([
		['offset and limit', after({ offset: 0, limit: 10 }), fields({ offset: 10 })],
		['a total next to a limit', after({ total: 25 }, { limit: 10 }), fields({ offset: 10 })],
		['a total as text', after({ total: '1,200', offset: 0 }), fields({ offset: 10 })],
		[
			'a higher limit than the one of the user',
			after({ offset: 0, limit: 5_000 }, { limit: 10 }),
			fields({ offset: 10 }),
		],
		[
			'an offset without a value, next to a limit of the user',
			after({ offset: null }, { limit: 10 }),
			fields({ offset: 10 }),
		],
		[
			'a list that calls itself one',
			after({ object: 'list', has_more: true, rows: [{ id: 'a' }, { id: 'b' }] }),
			fields({ starting_after: 'b' }),
		],
		['has_more only', after({ has_more: true }), fields({ offset: 10 })],
		[
			'the offset of the next page instead of this one',
			after({ offset: 10, limit: 10, total: 30 }),
			fields({ offset: 10 }),
		],
		[
			'more pages than the total',
			after({ page: 3, total_pages: 3, has_more: true }, {}, { pages: 3, fetched: 30 }),
			fields({ page: 4 }),
		],
		[
			'the number of the second page, after two rows',
			after({ next: 2 }, {}, { rows: 2, fetched: 2 }),
			fields({ page: 2 }),
		],
		['has_more as text', after({ has_more: 'true', page: '1' }), fields({ page: 2 })],
		['has_more as number', after({ has_more: 1, page: 1 }), fields({ page: 2 })],
		['more rows than the total', after({ has_more: true, total: 5, page: 1 }), fields({ page: 2 })],
		['more rows than none', after({ has_more: true, total: 0, offset: 0 }), fields({ offset: 10 })],
		['a cursor', after({ next_cursor: 'abc' }), fields({ cursor: 'abc' })],
		['a cursor in base 64', after({ next_cursor: '/abc=' }), fields({ cursor: '/abc=' })],
		['a link', after({ next: '/list?page=2' }), { url: '/list?page=2' }],
		[
			'a cursor next to a link to another host',
			after({ next: 'https://x.example/', next_cursor: 'a' }),
			fields({ cursor: 'a' }),
		],
		[
			'a page next to a link to another host',
			after({ next: 'https://x.example/', page: 1, total_pages: 3 }),
			fields({ page: 2 }),
		],
		[
			'a cursor next to a bare query',
			after({ paging: { next: { after: 'a', link: '?after=a' } } }),
			fields({ after: 'a' }),
		],
		['page 1', after({ page: 1, page_size: 10, total: 30 }), fields({ page: 2 })],
		['page 0', after({ page: 0, page_size: 10, total: 30 }), fields({ page: 1 })],
		['a page of several', after({ page: 1, total_pages: 3 }), fields({ page: 2 })],
		[
			'a page that is not the last',
			after({ number: 0, last: false, totalPages: 3 }),
			fields({ page: 1 }),
		],
		['the number of the next page', after({ next_page: 2 }), fields({ page: 2 })],
		['a bare number of a page', after({ page: 1, next: 2 }), fields({ page: 2 })],
		['a size under another name', after({ page: 1, per_page: 10, total: 30 }), fields({ page: 2 })],
		[
			'a size next to an offset',
			after({ offset: 0, page_size: 10, total: 30 }),
			fields({ offset: 10 }),
		],
		[
			'rows that count from 1',
			after({ startIndex: 1, totalResults: 30 }),
			fields({ startIndex: 11 }),
		],
		[
			'a page that beats the missing cursor',
			after({ page: 1, total_pages: 3, next_cursor: null }),
			fields({ page: 2 }),
		],
	])('%s', (_, progress, step) => {
		expect(stepOf(nextStep(settings(), progress))).toEqual(step);
	});
});

describe('the field for a cursor', () => {
	it.each<[string, object, string]>([
		['without "next"', { next_page_token: 'a' }, 'page_token'],
		['without "next", in its own spelling', { nextPageToken: 'a' }, 'pageToken'],
		['without "next", with a capital', { NextMarker: 'a' }, 'Marker'],
		['the whole name of a bare token', { NextToken: 'a' }, 'NextToken'],
		['its own name', { bookmark: 'a' }, 'bookmark'],
		['the name of an offset that is a text', { offset: 'rec9' }, 'offset'],
		[
			'"after" for the end of this page',
			{ page_info: { end_cursor: 'a', has_next_page: true } },
			'after',
		],
		['the only name that the response has', { next: 'a' }, 'next'],
	])('is named %s', (_, response, name) => {
		const decision = nextStep(settings(), after(response));
		const [value] = Object.values(response).filter((each) => typeof each === 'string');
		expect(stepOf(decision)).toEqual(fields({ [name]: (value as string) ?? 'a' }));
	});

	it('has the name that the user entered', () => {
		const progress = after({ next: 'b' }, { pagination_token: 'a' });
		expect(stepOf(nextStep(settings(), progress))).toEqual(fields({ pagination_token: 'b' }));
	});
});

describe('the last page, according to headers', () => {
	it('Link without a next is the end even of a full page', () => {
		const headers = { link: '</list?page=1>; rel="prev"' };
		const progress = after([], { limit: 10 }, { headers, rowsPath: '' });
		expect(nextStep(settings(), progress)).toMatchObject({ kind: 'end' });
	});

	it.each<[string, Record<string, string>]>([
		['Link without a next', { link: '</list?page=1>; rel="prev"' }],
		['an empty X-Next-Page', { 'x-next-page': '', 'x-page': '3', 'x-total': '30' }],
		['a limit of requests', { 'x-ratelimit-limit': '5', 'x-ratelimit-total': '500' }],
	])('%s is the end', (_, headers) => {
		const progress = after([], {}, { headers, rowsPath: '', rows: 7, fetched: 30, pages: 3 });
		expect(nextStep(settings(), progress)).toEqual({ kind: 'end' });
	});
});

describe('the next page, according to the fields that the user entered', () => {
	it.each<[string, IDataObject, Step]>([
		['a limit', { limit: 10 }, fields({ offset: 10 })],
		['a limit as text', { limit: '10' }, fields({ offset: 10 })],
		['an offset', { offset: 40 }, fields({ offset: 50 })],
		['an offset under another name', { start: 40, count: 10 }, fields({ start: 50 })],
		['a page', { page: 3 }, fields({ page: 4 })],
		['a page under another name', { pageNumber: 3 }, fields({ pageNumber: 4 })],
		['page 0', { page: 0, page_size: 10 }, fields({ page: 1 })],
		['a page size', { per_page: 10 }, fields({ page: 2 })],
	])('%s', (_, entered, step) => {
		expect(stepOf(nextStep(settings(), after([], entered)))).toEqual(step);
	});

	it('continues from the requested page, whatever the service calls it', () => {
		const progress = after(
			{ page: 1, total: 90 },
			{ page: 0 },
			{ pages: 2, fetched: 20, requested: fields({ page: 1 }) },
		);
		expect(stepOf(nextStep(settings(), progress))).toEqual(fields({ page: 2 }));
	});
});

describe('a page with fewer rows than requested', () => {
	it.each<[string, PageContext, Step, NextPageEvidence]>([
		[
			'is full by the limit that the service reports',
			after({ metadata: { offset: 0, limit: 10 } }, { limit: 1_000 }),
			fields({ offset: 10 }),
			'full',
		],
		[
			'is full by the page size that the service reports',
			after({ page: 1, page_size: 10 }, { page: 1, page_size: 1_000 }),
			fields({ page: 2 }),
			'full',
		],
		[
			'may not be the last if it is the first',
			after([], { limit: 1_000 }),
			fields({ offset: 10 }),
			'probe',
		],
		[
			'may not be the last if it is the first of numbered ones',
			after([], { page: 0, page_size: 1_000 }),
			fields({ page: 1 }),
			'probe',
		],
		[
			'may not be the last if a service may have limited it to so few rows',
			after([], { limit: 20 }, { rows: 5, fetched: 5 }),
			fields({ offset: 5 }),
			'probe',
		],
		[
			'may not be the last if it is as long as those before',
			after([], { limit: 1_000 }, { pages: 3, fetched: 30, requested: fields({ offset: 20 }) }),
			fields({ offset: 30 }),
			'full',
		],
	])('%s', (_, progress, step, basis) => {
		expect(nextStep(settings(), progress)).toMatchObject({
			kind: 'next',
			ways: [{ sent: step }],
			basis,
		});
	});
});

describe('a page without rows', () => {
	const requested = fields({ offset: 10 });
	const empty = { rows: 0, largestPage: 10, fetched: 10, pages: 2, requested };
	it.each<[string, object, Step]>([
		['is followed by a cursor', { next_cursor: 'b' }, fields({ cursor: 'b' })],
		['is followed by a link', { next: '/list?page=3' }, { url: '/list?page=3' }],
		['is followed by a page', { has_more: true, page: 2 }, fields({ page: 3 })],
		['is followed by rows', { has_more: true, offset: 10, limit: 10 }, fields({ offset: 20 })],
		['is one of several pages', { page: 2, total_pages: 4 }, fields({ page: 3 })],
	])('%s', (_, response, step) => {
		expect(stepOf(nextStep(settings(), after(response, {}, empty)))).toEqual(step);
	});

	it('ends a scroll, which keeps its cursor, unless there is more', () => {
		const afterScroll = (more: object) =>
			nextStep(
				settings(),
				after(
					{ _scroll_id: 's', ...more },
					{},
					{ ...empty, requested: fields({ scroll_id: 's' }) },
				),
			);
		expect(afterScroll({})).toEqual({ kind: 'end' });
		expect(stepOf(afterScroll({ has_more: true }))).toEqual(fields({ scroll_id: 's' }));
	});
});

describe('the last page', () => {
	it.each<[string, PageContext]>([
		['has no rows', after({}, { limit: 10 }, { rows: 0 })],
		['says so', after({ has_more: false, next_cursor: 'x', total: 10 })],
		['says so in a number', after({ has_more: 0, next_cursor: 'x' })],
		['says so as the last', after({ last: true, number: 0, totalPages: 1 })],
		['reaches the total', after({ total: 10 })],
		['reaches the total from an offset', after({ total: 50 }, { offset: 40 })],
		['reaches the total as text', after({ total: '10' })],
		[
			'is shorter than another',
			after([], { limit: 20 }, { rows: 8, largestPage: 15, pages: 2, fetched: 23 }),
		],
		[
			'has fewer rows than any service cuts off at',
			after([], { limit: 20 }, { rows: 4, fetched: 4 }),
		],
		['is short, with nothing behind it', after({ next_cursor: null }, { limit: 20 })],
		['is full, with nothing behind it', after({ next: null }, { limit: 10 })],
		['is short by both limits', after({ offset: 0, limit: 20 }, { limit: 50 })],
		['is short by the limit of the user', after({ offset: 0, limit: 5_000 }, { limit: 20 })],
		['is short by its own limit', after({ offset: 0, limit: 20 })],
		['is page 3 of 3', after({ page: 3, total_pages: 3 }, {}, { pages: 3, fetched: 30 })],
		['is page 2 of 3, from 0', after({ page: 2, total_pages: 3 }, {}, { pages: 3, fetched: 30 })],
		['reaches the total on page 3', after({ page: 3, page_size: 10, total: 30 }, { page: 3 })],
		['has a cursor of 0', after({ next_cursor: 0 })],
		['leads nowhere', after({ next: null, next_cursor: null })],
		[
			'has fewer rows than the total, after a cursor of the user',
			after({ next_cursor: null, total: 99 }, { cursor: 'x' }),
		],
		['has no page information', after([], {}, { rows: 7, fetched: 7 })],
	])('%s', (_, progress) => {
		expect(nextStep(settings(), progress)).toEqual({ kind: 'end' });
	});
});

describe('an end that is not certain', () => {
	it.each<[string, IncompleteReason, PageContext]>([
		[
			'more, without a way to request it',
			'unknownNext',
			after({ has_more: true }, {}, { rows: 0, fetched: 0 }),
		],
		[
			'a next-page key that is an object',
			'unknownNext',
			after({ LastEvaluatedKey: { id: { S: 'a' } } }),
		],
		['a link to another host', 'otherOrigin', after({ next: 'https://x.example/list' })],
		['fewer rows than the total', 'total', after({ has_more: false, total: 99 })],
		['fewer rows than a count', 'total', after({ next: null, count: 99 })],
		['an empty page before the total', 'total', after({ total: 99, offset: 10 }, {}, { rows: 0 })],
		['a page of a usual size, without page information', 'fullPage', after([])],
		['a full page by a field that may mean another size', 'fullPage', after([], { size: 10 })],
	])('%s', (_, incomplete, progress) => {
		expect(nextStep(settings(), progress)).toEqual({ kind: 'end', incomplete });
	});
});

describe('a pagination scheme of the user', () => {
	it('none reads one page', () => {
		expect(nextStep(settings({ scheme: 'none' }), after({ next: '/x' }))).toEqual({ kind: 'end' });
	});

	it('offset counts rows under the names of the user', () => {
		const stated = settings({
			scheme: 'offset',
			name: 'skip',
			size: 'count',
		});
		const asked = { count: 10 };
		expect(stepOf(nextStep(stated, after([], asked)))).toEqual(fields({ skip: 10 }));
		expect(nextStep(stated, after([], asked, { rows: 9, largestPage: 10 }))).toEqual({
			kind: 'end',
		});
	});

	it('offset counts rows under the usual names, if there are no others', () => {
		const stated = settings({ scheme: 'offset' });
		const progress = after([], { limit: 10 });
		expect(stepOf(nextStep(stated, progress))).toEqual(fields({ offset: 10 }));
	});

	it('page counts pages under the names of the user, whatever the response calls them', () => {
		const stated = settings({
			scheme: 'page',
			name: 'p',
			size: 'n',
		});
		const entered = { n: 10 };
		const first = after({ page: 7, per_page: 10 }, entered, { requested: fields({ p: 1 }) });
		expect(stepOf(nextStep(stated, first))).toEqual(fields({ p: 2 }));
		const requested = fields({ p: 2 });
		const second = after([], entered, { pages: 2, fetched: 20, requested });
		expect(stepOf(nextStep(stated, second))).toEqual(fields({ p: 3 }));
	});

	it('page continues after the page that the user entered', () => {
		const stated = settings({ scheme: 'page' });
		expect(stepOf(nextStep(stated, after([], { page: 3 })))).toEqual(fields({ page: 4 }));
	});

	it.each<[PageSettings['scheme'], Step]>([
		['cursor', fields({ cursor: 'c' })],
		['nextUrl', { url: '/x' }],
	])('%s recognises its own page field, and no other', (scheme, step) => {
		const response = { next: '/x', next_cursor: 'c' };
		expect(stepOf(nextStep(settings({ scheme }), after(response)))).toEqual(step);
		const other = scheme === 'cursor' ? { next: '/x' } : { next_cursor: 'c' };
		expect(nextStep(settings({ scheme }), after(other))).toEqual({ kind: 'end' });
	});
});
