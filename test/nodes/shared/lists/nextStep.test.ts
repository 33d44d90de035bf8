import { firstStep, nextStep, type Progress } from '../../../../nodes/shared/lists/nextStep';
import {
	DEFAULT_PAGE_SETTINGS,
	type PageSettings,
	type Step,
} from '../../../../nodes/shared/lists/scheme';

const settings = (changes: Partial<PageSettings> = {}): PageSettings => ({
	...DEFAULT_PAGE_SETTINGS,
	...changes,
});

const after = (
	response: unknown,
	entered: Record<string, unknown> = {},
	changes: Partial<Progress> = {},
): Progress => ({
	response,
	rows: 10,
	most: changes.rows ?? 10,
	fetched: 10,
	pages: 1,
	entered: (name) => entered[name],
	...changes,
});

const fields = (values: Record<string, string | number>): Step => ({ fields: values });

describe('the next page, as the response tells it', () => {
	it.each<[string, Progress, Step]>([
		['offset and limit', after({ offset: 0, limit: 10 }), fields({ limit: 10, offset: 10 })],
		['a total only', after({ total: 25 }), fields({ offset: 10 })],
		['a total as text', after({ total: '25' }), fields({ offset: 10 })],
		['has_more only', after({ has_more: true }), fields({ offset: 10 })],
		['a cursor', after({ next_cursor: 'abc' }), fields({ cursor: 'abc' })],
		['a cursor in base 64', after({ next_cursor: '/abc=' }), fields({ cursor: '/abc=' })],
		['a link', after({ next: '/list?page=2' }), { url: '/list?page=2' }],
		['page 1', after({ page: 1, page_size: 10, total: 30 }), fields({ page: 2, page_size: 10 })],
		['page 0', after({ page: 0, page_size: 10, total: 30 }), fields({ page: 1, page_size: 10 })],
		[
			'a size under another name',
			after({ page: 1, per_page: 10, total: 30 }),
			fields({ page: 2, per_page: 10 }),
		],
		[
			'a size beside an offset',
			after({ offset: 0, page_size: 10, total: 30 }),
			fields({ offset: 10 }),
		],
	])('%s', (_, progress, step) => {
		expect(nextStep(settings(), progress)).toEqual(step);
	});
});

describe('the next page, as what the user entered tells it', () => {
	it.each<[string, Record<string, unknown>, Step]>([
		['a limit', { limit: 10 }, fields({ limit: 10, offset: 10 })],
		['a limit as text', { limit: '10' }, fields({ limit: 10, offset: 10 })],
		['an offset', { offset: 40 }, fields({ offset: 50 })],
		['a page', { page: 3 }, fields({ page: 4 })],
		['page 0', { page: 0, page_size: 10 }, fields({ page: 1, page_size: 10 })],
	])('%s', (_, entered, step) => {
		expect(nextStep(settings(), after([], entered))).toEqual(step);
	});

	it('goes on from the page that was entered, whatever the service calls it', () => {
		const progress = after({ page: 1, total: 90 }, { page: 0 }, { pages: 2, fetched: 20 });
		expect(nextStep(settings(), progress)).toEqual(fields({ page: 2 }));
	});
});

describe('a page with fewer rows than were asked for', () => {
	it.each<[string, Progress, Step]>([
		[
			'is full by the limit that the service tells',
			after({ metadata: { offset: 0, limit: 10 } }, { limit: 1_000 }),
			fields({ limit: 1_000, offset: 10 }),
		],
		[
			'is full by the page size that the service tells',
			after({ page: 1, page_size: 10 }, { page: 1, page_size: 1_000 }),
			fields({ page: 2, page_size: 1_000 }),
		],
		[
			'may not be the last if it is the first',
			after([], { limit: 1_000 }),
			{ ...fields({ limit: 1_000, offset: 10 }), probe: true },
		],
		[
			'may not be the last if it is the first of numbered ones',
			after([], { page: 0, page_size: 1_000 }),
			{ ...fields({ page: 1, page_size: 1_000 }), probe: true },
		],
		[
			'may not be the last if it is as long as those before',
			after([], { limit: 1_000 }, { pages: 3, fetched: 30 }),
			fields({ limit: 1_000, offset: 30 }),
		],
	])('%s', (_, progress, step) => {
		expect(nextStep(settings(), progress)).toEqual(step);
	});
});

describe('the last page', () => {
	it.each<[string, Progress]>([
		['has no rows', after({ has_more: true }, {}, { rows: 0 })],
		['says so', after({ has_more: false, next_cursor: 'x', total: 99 })],
		['reaches the total', after({ total: 10 })],
		['reaches the total from an offset', after({ total: 50 }, { offset: 40 })],
		['reaches the total as text', after({ total: '10' })],
		['is shorter than another', after([], { limit: 20 }, { most: 15, pages: 2, fetched: 25 })],
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
		['is all there is to say', after([])],
	])('%s', (_, progress) => {
		expect(nextStep(settings(), progress)).toBeUndefined();
	});
});

describe('a stated scheme', () => {
	it('none reads one page', () => {
		expect(nextStep(settings({ scheme: 'none' }), after({ next: '/x' }))).toBeUndefined();
	});

	it('offset counts rows under its names', () => {
		const stated = settings({
			scheme: 'offset',
			pageSize: 10,
			limitName: 'count',
			offsetName: 'skip',
		});
		expect(firstStep(stated, () => undefined)).toEqual(fields({ count: 10 }));
		expect(nextStep(stated, after([]))).toEqual(fields({ count: 10, skip: 10 }));
		expect(nextStep(stated, after([], {}, { rows: 9, most: 10 }))).toBeUndefined();
	});

	it('page counts pages under its names, whatever the response calls them', () => {
		const stated = settings({
			scheme: 'page',
			firstPage: 0,
			pageSize: 10,
			pageName: 'p',
			pageSizeName: 'n',
		});
		expect(firstStep(stated, () => undefined)).toEqual(fields({ p: 0, n: 10 }));
		expect(nextStep(stated, after({ page: 7, per_page: 3 }))).toEqual(fields({ p: 1, n: 10 }));
		const second = after([], {}, { pages: 2, fetched: 20 });
		expect(nextStep(stated, second)).toEqual(fields({ p: 2, n: 10 }));
	});

	it('page begins with the page that the user entered', () => {
		const stated = settings({ scheme: 'page' });
		expect(firstStep(stated, () => 3)).toEqual(fields({}));
		expect(nextStep(stated, after([], { page: 3 }))).toEqual(fields({ page: 4 }));
	});

	it('cursor takes it from the stated path, under the stated name', () => {
		const stated = settings({ scheme: 'cursor', cursorName: 'after', nextPath: 'meta.token' });
		expect(nextStep(stated, after({ meta: { token: 5 }, next: '/x' }))).toEqual(
			fields({ after: 5 }),
		);
		expect(nextStep(stated, after({ next_cursor: 'x' }))).toBeUndefined();
	});

	it('nextUrl takes it from the stated path', () => {
		const stated = settings({ scheme: 'nextUrl', nextPath: 'a.more' });
		expect(nextStep(stated, after({ a: { more: '/x?y=2' } }))).toEqual({ url: '/x?y=2' });
		expect(nextStep(stated, after({ next: '/other' }))).toBeUndefined();
	});

	it.each<PageSettings['scheme']>(['auto', 'none', 'cursor', 'nextUrl'])(
		'%s adds nothing to the first request',
		(scheme) => {
			expect(firstStep(settings({ scheme, pageSize: 10 }), () => undefined)).toEqual(fields({}));
		},
	);
});
