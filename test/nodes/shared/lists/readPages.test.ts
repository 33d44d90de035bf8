import type { IDataObject } from 'n8n-workflow';

import type { Method } from '../../../../nodes/shared/catalogue/types';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import { firstPage, readPages, type ListOptions } from '../../../../nodes/shared/lists/readPages';
import type { NextPlan } from '../../../../nodes/shared/plan/plan';
import { NO_OVERRIDES } from '../../../../nodes/shared/recognition/stateWords';
import { DEFAULT_PAGE_SETTINGS, type PageSettings } from '../../../../nodes/shared/lists/scheme';
import type { RequestDraft } from '../../../../nodes/shared/request/draft';
import { Service, type DecodedResponse } from '../../../../nodes/shared/Service';
import { oneAttempt } from '../senders';
import type { ServiceRequest, ServiceResponse } from '../../../../nodes/shared/http/types';
import { json, response } from '../responses';

interface Asked {
	url: URL;
	body: Record<string, unknown>;
}

/** A service that answers each request with what the test says. */
function serviceThat(received: (asked: Asked, count: number) => ServiceResponse) {
	const requests: Asked[] = [];
	const httpClient = async ({ url, body = '{}' }: ServiceRequest) => {
		const asked = { url: new URL(url), body: JSON.parse(body) as Record<string, unknown> };
		requests.push(asked);
		return await Promise.resolve(received(asked, requests.length));
	};
	return {
		service: new Service('https://api.example.com/v1', oneAttempt(httpClient), 'auto'),
		requests,
	};
}

const draft = (method: Method = 'GET', more: Partial<RequestDraft> = {}): RequestDraft => ({
	endpoint: { method, path: '/things' },
	query: [],
	...more,
});

const options = (
	more: Partial<ListOptions> = {},
	settings: Partial<PageSettings> = {},
): ListOptions => ({
	settings: { ...DEFAULT_PAGE_SETTINGS, ...settings },
	maxRows: Infinity,
	maxPages: 0,
	stated: { overrides: NO_OVERRIDES },
	...more,
});

/** A page that came as the state of a job. */
const firstResponse = (value: unknown): DecodedResponse => ({
	content: { kind: 'data', value },
	response: json(value),
});

const readFrom = async (
	answer: Parameters<typeof serviceThat>[0],
	list = draft(),
	how = options(),
) => {
	const { service, requests } = serviceThat(answer);
	return { read: await readPages({ service, draft: list, options: how }), requests };
};

const numbers = (from: number, to: number) =>
	Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ id: from + index }));

/** 25 rows by offset and limit, with marks or without. */
const byOffset =
	(marks: (offset: number) => object = () => ({})) =>
	({ url, body }: Asked) => {
		const offset = Number(url.searchParams.get('offset') ?? body.offset ?? 0);
		const limit = Number(url.searchParams.get('limit') ?? body.limit ?? 10);
		return json({ data: numbers(offset, Math.min(25, offset + limit)), ...marks(offset) });
	};

describe('all rows are read', () => {
	it('by a number of pages that only the first page names', async () => {
		const { read, requests } = await readFrom(({ url }) => {
			const page = Number(url.searchParams.get('page') ?? 1);
			const marks = page === 1 ? { page, total_pages: 4 } : {};
			return json({ data: numbers(3 * (page - 1), 3 * page), ...marks });
		});
		expect(read).toMatchObject({ rows: numbers(0, 12), pages: 4 });
		expect(requests).toHaveLength(4);
	});

	it('by a total, with fields in the body of a POST', async () => {
		const { read, requests } = await readFrom(
			byOffset((offset) => ({ total: 25, offset })),
			draft('POST', { body: { q: 'x' } }),
		);
		expect(read.rows).toEqual(numbers(0, 25));
		expect(requests.map(({ body }) => body)).toEqual([
			{ q: 'x' },
			{ q: 'x', offset: 10 },
			{ q: 'x', offset: 20 },
		]);
	});

	it('without page information, by the limit that the user entered and a short page', async () => {
		const { read, requests } = await readFrom(byOffset(), draft('POST', { body: { limit: 10 } }));
		expect(read.rows).toEqual(numbers(0, 25));
		expect(requests).toHaveLength(3);
	});

	it.each<[string, (limit: number) => object]>([
		['and the service tells how many it gives', (limit) => ({ metadata: { limit } })],
		['and the service tells nothing', () => ({})],
	])('if more are requested than the service returns at once, %s', async (_, marks) => {
		const { read, requests } = await readFrom(
			({ body }) => {
				const offset = Number(body.offset ?? 0);
				const limit = Math.min(10, Number(body.limit));
				return json({ data: numbers(offset, Math.min(25, offset + limit)), ...marks(limit) });
			},
			draft('POST', { body: { limit: 1_000 } }),
		);
		expect(read.rows).toEqual(numbers(0, 25));
		expect(requests).toHaveLength(3);
	});

	it.each<[string, unknown]>([
		['an empty page', []],
		['the same page', numbers(0, 5)],
	])('from a short list, after one more request that returns %s', async (_, second) => {
		const { read, requests } = await readFrom(
			(_asked, count) => json(count === 1 ? numbers(0, 5) : second),
			draft('POST', { body: { limit: 10 } }),
		);
		expect(read.rows).toEqual(numbers(0, 5));
		expect(requests).toHaveLength(2);
	});

	it.each([0, 1])('by page numbers that begin with %d', async (first) => {
		const { service } = serviceThat(({ url }) => {
			const page = Number(url.searchParams.get('page') ?? first);
			const start = (page - first) * 10;
			const data = numbers(start, Math.min(25, start + 10));
			return json({ data, page, page_size: 10, total: 25 });
		});
		expect((await readPages({ service, draft: draft(), options: options() })).rows).toEqual(
			numbers(0, 25),
		);
	});

	it.each<[string, object]>([
		['total', { total: 25, offset: 0 }],
		['total and offset', { total: 25, offset: 0, limit: 10 }],
		['page and total', { page: 1, page_size: 10, total: 25 }],
		['page and pages', { current_page: 1, total_pages: 3 }],
		['page size and total', { page_size: 10, total: 25 }],
	])('by the page information of the first page: %s', async (_, marks) => {
		const { read, requests } = await readFrom(({ url }, count) => {
			const page = Number(url.searchParams.get('page') ?? 1);
			const start = Number(url.searchParams.get('offset') ?? (page - 1) * 10);
			return json({ data: numbers(start, Math.min(25, start + 10)), ...(count === 1 && marks) });
		});
		expect(read).toMatchObject({ rows: numbers(0, 25), pages: 3 });
		expect(read.incomplete).toBeUndefined();
		expect(requests).toHaveLength(3);
	});

	it('by numeric cursors, sent unchanged, until 0', async () => {
		const received = ({ url, body }: Asked) => {
			const start = Number(url.searchParams.get('cursor') ?? body.cursor ?? 0);
			const end = Math.min(25, start + 10);
			return json({ items: numbers(start, end), next_cursor: end < 25 ? end : 0 });
		};
		const posted = serviceThat(received);
		expect(
			(await readPages({ service: posted.service, draft: draft('POST'), options: options() })).rows,
		).toEqual(numbers(0, 25));
		expect(posted.requests.map(({ body }) => body)).toEqual([{}, { cursor: 10 }, { cursor: 20 }]);
		const got = serviceThat(received);
		expect(
			(await readPages({ service: got.service, draft: draft('GET'), options: options() })).rows,
		).toEqual(numbers(0, 25));
		expect(got.requests.map(({ url }) => url.search)).toEqual(['', '?cursor=10', '?cursor=20']);
	});

	it.each<[string, (next: number) => string]>([
		['absolute', (next) => `https://api.example.com/v1/things/a%2Fb/rows?start=${next}`],
		['relative to the host', (next) => `/v1/things/a%2Fb/rows?start=${next}`],
		['relative to the request', (next) => `?start=${next}`],
	])('by links: %s', async (_, link) => {
		const { service, requests } = serviceThat(({ url }) => {
			const start = Number(url.searchParams.get('start') ?? 0);
			return json({ data: numbers(start, start + 10), next: start < 20 ? link(start + 10) : null });
		});
		const endpoint = { method: 'GET', path: '/things/{id}/rows' } as const;
		const read = await readPages({
			service,
			draft: { endpoint, id: 'a/b', query: [] },
			options: options(),
		});
		expect(read.rows).toEqual(numbers(0, 30));
		expect(requests.map(({ url }) => `${url.pathname}${url.search}`)).toEqual([
			'/v1/things/a%2Fb/rows',
			'/v1/things/a%2Fb/rows?start=10',
			'/v1/things/a%2Fb/rows?start=20',
		]);
	});

	it('by links with user info, which is removed, and one page once', async () => {
		const { read, requests } = await readFrom(
			(_, count) =>
				json({ data: [{ id: count }], next: `https://a:b@api.example.com/v1/things?p=2#${count}` }),
			draft(),
			options({ maxPages: 3 }),
		);
		expect(read.pages).toBe(3);
		expect(requests[1].url.href).toBe('https://api.example.com/v1/things?p=2');
	});

	it.each<[PageSettings['scheme'], string[]]>([
		['offset', ['?offset=10', '?offset=20']],
		['page', ['?page=2', '?page=3']],
	])(
		'from a first page that was requested without the %s of the scheme',
		async (scheme, searches) => {
			const { service, requests } = serviceThat(({ url }) => {
				const asked = (name: string) => Number(url.searchParams.get(name) ?? 0);
				const start = asked('offset') || (asked('page') - 1) * 10;
				return json(numbers(start, Math.min(25, start + 10)));
			});
			const read = await readPages({
				service,
				draft: draft(),
				options: options({}, { scheme }),
				firstResponse: firstResponse(numbers(0, 10)),
			});
			expect(read.rows).toEqual(numbers(0, 25));
			expect(requests.map(({ url }) => url.search).slice(0, 2)).toEqual(searches);
		},
	);
});

describe('the first request', () => {
	const byPage: NextPlan = { scheme: 'page', name: 'p' };
	it.each<[string, PageSettings['scheme'], NextPlan | undefined, object, object]>([
		['has no page number', 'offset', undefined, {}, {}],
		['has the number of the first page', 'page', undefined, {}, { page: 1 }],
		['has the page number that the user entered', 'page', undefined, { page: 3 }, { page: 3 }],
		['has the page number under the name in the contract', 'page', byPage, {}, { p: 1 }],
		['has the first number in the contract', 'page', { ...byPage, first: 0 }, {}, { p: 0 }],
		['has no page number by a contract alone', 'auto', byPage, {}, {}],
		['has no name of another mode', 'page', { scheme: 'offset', name: 'o' }, {}, { page: 1 }],
	])('%s', (_, scheme, next, entered, sent) => {
		const contract = next && { plans: new Map([['POST /things', { next }]]), strict: false };
		const body = { ...entered } as IDataObject;
		const first = firstPage(draft('POST', { body }), { scheme }, { contract });
		expect(first.body).toEqual(sent);
	});
});

it('a page may have hundreds of thousands of rows', async () => {
	const { read } = await readFrom(() => json(new Array(400_000).fill(1)));
	expect(read.rows).toHaveLength(400_000);
});

describe('where the same page is returned again, and reading is free', () => {
	const pagesBy =
		(name: string, mark: object, value = 'c2') =>
		({ url }: Asked) =>
			json({ data: url.searchParams.get(name) === value ? [3] : [1, 2], ...mark });

	it.each<[string, object, string, string[]]>([
		['a cursor', { pagination: { cursor: 'c2' } }, 'after', ['?cursor=c2', '?after=c2']],
		[
			'a token',
			{ next_page_token: 'c2' },
			'next_page_token',
			['?page_token=c2', '?next_page_token=c2'],
		],
		[
			'a list object',
			{ object: 'list', next_cursor: 'c2' },
			'start_cursor',
			['?cursor=c2', '?start_cursor=c2'],
		],
	])('another name is tried: %s', async (_, mark, name, asked) => {
		const { read, requests } = await readFrom(
			pagesBy(name, mark),
			draft(),
			options({ maxRows: 3 }),
		);
		expect(read.rows).toEqual([1, 2, 3]);
		expect(read.incomplete).toBeUndefined();
		expect(requests.map(({ url }) => url.search)).toEqual(['', ...asked]);
		expect(read.recognised?.next?.sent).toEqual({ fields: { [name]: 'c2' } });
	});

	it('the other name is kept for further pages', async () => {
		const { read, requests } = await readFrom(({ url }) => {
			const at = Number(url.searchParams.get('after') ?? 1);
			return json({ data: [at], pagination: at < 3 ? { cursor: String(at + 1) } : {} });
		});
		expect(read.rows).toEqual([1, 2, 3]);
		expect(requests.map(({ url }) => url.search)).toEqual([
			'',
			'?cursor=2',
			'?after=2',
			'?after=3',
		]);
	});

	it('of many next pages only ten are tried', async () => {
		const links = Array.from({ length: 100 }, (_, at) => ({ rel: 'next', href: `?page=${at}` }));
		const { requests } = await readFrom(() => json({ data: [1], links }));
		expect(requests).toHaveLength(11);
	});

	it('a page number is tried instead of a row offset', async () => {
		const { read } = await readFrom(({ url }) => {
			const at = Number(url.searchParams.get('page') ?? 1);
			return json({ data: [at], has_more: at < 3 });
		});
		expect(read.rows).toEqual([1, 2, 3]);
		expect(read.incomplete).toBeUndefined();
	});

	it.each(['GET', 'POST'] as const)(
		'%s gives up after all names (GET), or at once (POST)',
		async (method) => {
			const { read, requests } = await readFrom(
				() => json({ data: [1], next_cursor: 'a' }),
				draft(method),
			);
			expect(read).toMatchObject({ rows: [1], incomplete: 'noProgress' });
			expect(requests).toHaveLength(method === 'GET' ? 8 : 2);
		},
	);
});

describe('reading ends', () => {
	it.each([
		[10, 1],
		[12, 2],
		[25, 3],
	])('at %d rows after %d requests', async (maxRows, count) => {
		const { read, requests } = await readFrom(
			byOffset((offset) => ({ total: 25, offset })),
			draft(),
			options({ maxRows }),
		);
		expect(read.rows).toEqual(numbers(0, maxRows));
		expect(requests).toHaveLength(count);
		expect(read.incomplete).toBeUndefined();
	});

	it('after 10,000 pages, where Max Pages sets no limit, and says so', async () => {
		const { service, requests } = serviceThat((_, n) => json({ data: [n], next_cursor: `c${n}` }));
		const { rows, incomplete } = await readPages({ service, draft: draft(), options: options() });
		expect([rows.length, requests.length, incomplete]).toEqual([10_000, 10_000, 'maxPages']);
	});

	it('at Max Pages silently if nothing says that there is more', async () => {
		const { service, requests } = serviceThat(() => json(numbers(0, 5)));
		const short = draft('POST', { body: { limit: 10 } });
		expect(
			(await readPages({ service, draft: short, options: options({ maxPages: 1 }) })).incomplete,
		).toBeUndefined();
		expect(requests).toHaveLength(1);
	});

	it('after rows with a total of 0, and says so', async () => {
		const { read } = await readFrom(() => json({ data: numbers(0, 10), total: 0 }));
		expect(read).toMatchObject({ rows: numbers(0, 10), incomplete: 'fullPage' });
	});

	it.each<[string, object, unknown[], 'noProgress' | undefined]>([
		['has_more', { has_more: true }, numbers(0, 10), 'noProgress'],
		['a total', { total: '25', offset: 0 }, numbers(0, 10), 'noProgress'],
		['a total that is reached', { total: 10, next: '?more' }, numbers(0, 10), undefined],
		['nothing but a cursor', { next_cursor: 'a' }, numbers(0, 10), 'noProgress'],
	])('at a repeated page, and reports that %s says otherwise', async (_, marks, data, cut) => {
		const { read } = await readFrom(() => json({ data, ...marks }));
		expect(read.rows).toEqual(data);
		expect(read.incomplete).toBe(cut);
	});

	it('at the count of rows, if a cursor stays the same', async () => {
		const { read } = await readFrom((_, count) =>
			json({ data: [{ id: count }], next_cursor: 'same', total: 9 }),
		);
		expect(read.rows).toEqual(numbers(1, 10));
		expect(read.incomplete).toBeUndefined();
	});

	it('at a page without rows, and reports it if there should be some', async () => {
		const { read } = await readFrom(
			(_, count) => json(count === 1 ? { list: [1], has_more: true } : { oops: true }),
			draft(),
			options({ stated: { overrides: NO_OVERRIDES, rowsPath: 'list' } }),
		);
		expect(read).toMatchObject({ rows: [1], incomplete: 'noProgress' });
	});

	it.each<[string, object, object]>([
		['a total, then no cursor', { total: 10, next_cursor: 'a' }, {}],
		['a total, then an empty cursor', { total: 10, next_cursor: 'a' }, { next_cursor: null }],
		['a total, then no more', { total: 10, has_more: true }, { has_more: false }],
		['a count, then no cursor', { count: 10, next_cursor: 'a' }, {}],
		['pages, then no link', { total_pages: 4, next: '/v1/things?after=3' }, {}],
	])('before the rows that the first page announces, and says so: %s', async (_, first, last) => {
		const { read, requests } = await readFrom((__, count) =>
			json(count === 1 ? { data: numbers(0, 3), ...first } : { data: numbers(3, 4), ...last }),
		);
		expect(read).toMatchObject({ rows: numbers(0, 4), incomplete: 'total' });
		expect(requests).toHaveLength(2);
	});

	it.each<[object, Record<string, number>]>([
		[{ total: 4 }, {}],
		[{ total_pages: 2 }, {}],
		[{ total: 14 }, { offset: 10 }],
		[{ total: 10, per_page: 3 }, { page: 3 }],
	])('silently at the rows that the first page announces: %j after %j', async (marks, sent) => {
		const { service } = serviceThat((_, count) =>
			json(
				count === 1
					? { data: numbers(0, 3), next_cursor: 'a', ...marks }
					: { data: numbers(3, 4), has_more: false },
			),
		);
		const query = Object.entries(sent).map(([name, value]) => ({ name, value }));
		const read = await readPages({ service, draft: draft('GET', { query }), options: options() });
		expect(read.rows).toHaveLength(4);
		expect(read.incomplete).toBeUndefined();
	});

	it.each(['https://evil.example/v1/things', '//evil.example/x', 'http://api.example.com/v1/x'])(
		'at a link to another origin: %s',
		async (next) => {
			const { read, requests } = await readFrom(() => json({ data: [1], next }));
			expect(read).toMatchObject({ rows: [1], incomplete: 'otherOrigin' });
			expect(requests).toHaveLength(1);
		},
	);
});

describe('by a contract', () => {
	const readBy = async (next: NextPlan, pages: IDataObject[], strict = false) => {
		const { service, requests } = serviceThat((_, count) => json(pages[count - 1] ?? { data: [] }));
		const contract = { plans: new Map([['GET /things', { next }]]), strict };
		const stated = { overrides: NO_OVERRIDES, contract };
		const read = await readPages({ service, draft: draft(), options: options({ stated }) });
		return { ...read, requests: requests.map(({ url }) => url.search) };
	};
	const byPage: NextPlan = { scheme: 'page', name: 'p', total: ['total'] };
	const byCursor: NextPlan = { scheme: 'cursor', path: ['own'], name: 'from' };

	it.each<[string, IDataObject[]]>([
		[
			'`last: false`',
			[
				{ page: 1, last: false },
				{ page: 2, last: false },
				{ page: 3, last: true },
			],
		],
		[
			'an object for the next page',
			[{ next: { page: 2, limit: 3 } }, { next: { page: 3, limit: 3 } }],
		],
		[
			'a cursor in an object',
			[{ paging: { next: { after: 'x' } } }, { paging: { next: { after: 'y' } } }],
		],
		[
			'links that have another order on each page',
			[
				[{ rel: 'next', href: '/v1/things?page=2' }],
				[
					{ rel: 'prev', href: '/v1/things' },
					{ rel: 'next', href: '/v1/things?page=3' },
				],
			].map((links) => ({ links })),
		],
	])('learned from a list, the next list is read the same: %s', async (_, marks) => {
		const pages = [0, 3, 6].map((from, at) => ({ data: numbers(from, from + 3), ...marks[at] }));
		const { service } = serviceThat((_asked, count) => json(pages[count - 1]));
		const learned = await readPages({ service, draft: draft(), options: options() });
		expect(learned.rows).toEqual(numbers(0, 9));
		const { plan } = learned.recognised?.next ?? {};
		if (plan !== undefined) expect((await readBy(plan, pages)).rows).toEqual(numbers(0, 9));
	});

	it("'Pagination' of the node counts, with the names of a contract of the same scheme", async () => {
		const { service, requests } = serviceThat((_, count) =>
			json({ data: count < 3 ? [{ id: count }] : [], next: '/v1/other' }),
		);
		const contract = { plans: new Map([['GET /things', { next: byPage }]]), strict: false };
		const stated = { overrides: NO_OVERRIDES, contract };
		const read = await readPages({
			service,
			draft: draft(),
			options: options({ stated }, { scheme: 'page' }),
		});
		expect(read).toMatchObject({ rows: [{ id: 1 }, { id: 2 }], differences: [] });
		expect(requests.map(({ url }) => url.search)).toEqual(['?p=1', '?p=2', '?p=3']);
	});

	it('a total that only the first page has counts for all pages', async () => {
		const [first, ...others] = [0, 3, 6].map((from) => ({ data: numbers(from, from + 3) }));
		const all = [{ ...first, total: 9 }, ...others];
		expect(await readBy(byPage, all)).toMatchObject({
			rows: numbers(0, 9),
			requests: ['', '?p=2', '?p=3'],
		});
		expect(await readBy(byPage, all.slice(0, 2))).toMatchObject({
			rows: numbers(0, 6),
			incomplete: 'total',
		});
		const cursors = [{ ...first, total: 9, own: 'a' }, ...others];
		expect(await readBy({ ...byCursor, total: ['total'] }, cursors)).toMatchObject({
			rows: numbers(0, 6),
			incomplete: 'total',
		});
	});

	it('the next page is where it says, whatever recognition would find', async () => {
		const pages = [{ data: [1], own: 'a', next_cursor: 'b' }, { data: [2] }];
		const { rows, requests, incomplete, differences } = await readBy(byCursor, pages);
		expect([rows, requests]).toEqual([
			[1, 2],
			['', '?from=a'],
		]);
		expect([incomplete, differences]).toEqual([undefined, []]);
	});

	it.each([true, false])('that is strict (%s), a next page elsewhere differs', async (strict) => {
		const pages = [
			{ data: [1], next_cursor: 'b' },
			{ data: [2], own: null },
		];
		const { rows, differences } = await readBy(byCursor, pages, strict);
		expect(rows).toEqual(strict ? [1] : [1, 2]);
		const what = "the next page is not at 'own'";
		expect(differences).toMatchObject([{ what, now: 'next_cursor', isError: strict }]);
	});
});

describe('a page that fails', () => {
	it.each([{}, { other: [1] }, { deep: {} }])(
		'is an error if the first has nothing at the path of the user: %j',
		async (first) => {
			const { service } = serviceThat(() => json(first));
			const read = readPages({
				service,
				draft: draft(),
				options: options({ stated: { overrides: NO_OVERRIDES, rowsPath: 'deep.list' } }),
			});
			await expect(read).rejects.toThrow("There is no list at 'deep.list'");
		},
	);

	it('keeps the rows before it', async () => {
		const { read } = await readFrom((asked, count) =>
			count === 3
				? json({ message: 'no' }, 500)
				: byOffset((offset) => ({ total: 25, offset }))(asked),
		);
		expect(read.rows).toEqual(numbers(0, 20));
		expect(read.failure).toBeInstanceOf(Failure);
	});

	it.each([400, 404, 410, 416, 422])(
		'is the end of a short list if it was a guess (%d)',
		async (status) => {
			const { read, requests } = await readFrom(
				(_, count) =>
					count === 1 ? json(numbers(0, 5)) : json({ message: 'out of range' }, status),
				draft('POST', { body: { limit: 10 } }),
			);
			expect(read).toMatchObject({ rows: numbers(0, 5), recognised: {} });
			expect(read.incomplete).toBeUndefined();
			expect(read.failure).toBeUndefined();
			expect(requests).toHaveLength(2);
		},
	);

	it.each<[string, number, object, number]>([
		['was announced', 404, { total: 25 }, 5],
		['was named', 404, { next_cursor: 'a' }, 5],
		['follows a full page and is broken', 500, {}, 10],
	])('is an error if it %s', async (_, status, marks, count) => {
		const { read } = await readFrom(
			(_asked, asked) =>
				asked === 1 ? json({ data: numbers(0, count), ...marks }) : json({ message: 'no' }, status),
			draft('POST', { body: { limit: 10 } }),
		);
		expect(read.rows).toEqual(numbers(0, count));
		expect(read.failure).toBeInstanceOf(Failure);
	});

	it.each<[string, number, IDataObject, object, number]>([
		['was only a guess, and is rejected for another reason', 403, { limit: 10 }, {}, 5],
		['was only a guess, and is broken', 500, { limit: 10 }, {}, 5],
		['follows a full page', 404, { limit: 10 }, {}, 10],
		['was asked for in a way that nobody told', 400, {}, { has_more: true }, 10],
	])('is reported, and no error, if it %s', async (_, status, body, marks, count) => {
		const { read } = await readFrom(
			(_asked, asked) =>
				asked === 1 ? json({ data: numbers(0, count), ...marks }) : json({ message: 'no' }, status),
			draft('POST', { body }),
		);
		expect(read).toMatchObject({ rows: numbers(0, count), incomplete: 'nextPageFailed' });
		expect(read.pageFailure).toContain('no');
		expect(read.failure).toBeUndefined();
	});

	it('keeps the rows before it, too, if the path contains something else', async () => {
		const { read } = await readFrom(
			(_, count) =>
				json(count === 1 ? { deep: { list: [1] }, has_more: true } : { deep: { list: 'x' } }),
			draft(),
			options({ stated: { overrides: NO_OVERRIDES, rowsPath: 'deep.list' } }),
		);
		expect(read.rows).toEqual([1]);
		expect(read.failure).toBeInstanceOf(Failure);
	});

	it.each<[unknown]>([[{ deep: { list: null } }], [{ deep: null }], [{ deep: {} }], [{}], [[]]])(
		'is no failure if the rows have ended: %j',
		async (last) => {
			const { service } = serviceThat((_, count) =>
				json(count === 1 ? { deep: { list: [1] } } : last),
			);
			const listed = draft('POST', { body: { limit: 1 } });
			const read = await readPages({
				service,
				draft: listed,
				options: options({ stated: { overrides: NO_OVERRIDES, rowsPath: 'deep.list' } }),
			});
			expect(read).toMatchObject({ rows: [1], recognised: {} });
			expect(read.failure).toBeUndefined();
		},
	);
});

describe('what was recognised', () => {
	it('is returned: the path of the rows, and how the next page was requested', async () => {
		const { read } = await readFrom((_, count) =>
			json({
				facets: [],
				hits: { people: numbers(count, count + 1), next_page: count < 3 ? count + 1 : null },
			}),
		);
		expect(read.rows).toEqual(numbers(1, 4));
		expect(read.recognised).toMatchObject({
			rows: { path: 'hits.people', rule: 'rows.list', candidates: ['facets'] },
			next: {
				path: 'hits.next_page',
				value: 2,
				rule: 'next.field',
				sent: { fields: { page: 2 } },
			},
		});
	});
});

describe('a response without rows', () => {
	it('is returned unchanged', async () => {
		const { service } = serviceThat(() => json({ id: 1 }));
		expect(await readPages({ service, draft: draft(), options: options() })).toMatchObject({
			...{ differences: [], rows: [], firstCount: 0, hasEmptyPage: false, pages: 0 },
			received: { content: { kind: 'data', value: { id: 1 } } },
		});
	});

	it('counts as an empty list if it is empty', async () => {
		const { read } = await readFrom(() => response('', {}, 204));
		expect(read).toMatchObject({ rows: [], recognised: {} });
	});
});
