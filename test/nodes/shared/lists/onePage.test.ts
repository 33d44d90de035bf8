import { readOnePage, type Bookmark } from '../../../../nodes/shared/lists/onePage';
import type { PageSource } from '../../../../nodes/shared/lists/readPages';
import { toRequest, type RequestDraft } from '../../../../nodes/shared/request/draft';
import { json, response } from '../responses';

const baseUrl = 'https://api.example.com/v1';
const draft: RequestDraft = { endpoint: { method: 'GET', path: '/brands' }, query: [] };
const rows = (count: number) =>
	Array.from({ length: count }, (_, id) => ({ id, name: `row ${id}` }));

/** Answers each request with the same value, and keeps the addresses. */
function serving(value: unknown) {
	const asked: string[] = [];
	const service: PageSource = {
		baseUrl,
		read: async (each) => {
			asked.push(toRequest(each, baseUrl).url);
			return await Promise.resolve({ content: { kind: 'data', value }, response: json(value) });
		},
	};
	return { service, asked };
}

const bookmark = (step: Bookmark['step']): Bookmark => ({
	step,
	path: 'data',
	fetched: 30,
	pages: 3,
	largestPage: 10,
});

describe('one page', () => {
	it('is returned with the location of the next one, if the service names it', async () => {
		const { service, asked } = serving({ data: rows(2), next_cursor: 'abc' });
		expect(await readOnePage({ service, draft })).toEqual({
			rows: rows(2),
			next: {
				step: { fields: { cursor: 'abc' } },
				path: 'data',
				fetched: 2,
				pages: 1,
				largestPage: 2,
			},
		});
		expect(asked).toEqual([`${baseUrl}/brands`]);
	});

	it('continues from a location, and keeps counting', async () => {
		const { service, asked } = serving({ data: rows(4), next_cursor: 'def' });
		const from = bookmark({ fields: { cursor: 'abc' } });
		expect((await readOnePage({ service, draft, from }))?.next).toEqual({
			step: { fields: { cursor: 'def' } },
			path: 'data',
			fetched: 34,
			pages: 4,
			largestPage: 10,
		});
		expect(asked).toEqual([`${baseUrl}/brands?cursor=abc`]);
	});

	it('is the last if nothing says that there is another', async () => {
		expect(await readOnePage({ service: serving({ data: rows(3) }).service, draft })).toEqual({
			rows: rows(3),
		});
		const short = { ...draft, query: [{ name: 'limit', value: 10 }] };
		const { service } = serving({ data: rows(6) });
		expect(await readOnePage({ service, draft: short })).toEqual({ rows: rows(6) });
	});

	it('with as many rows as the user requested has a next one', async () => {
		const { service } = serving({ data: rows(10) });
		const full = { ...draft, query: [{ name: 'limit', value: 10 }] };
		expect((await readOnePage({ service, draft: full }))?.next?.step).toEqual({
			fields: { limit: 10, offset: 10 },
		});
	});

	it('has its rows where the pages before had them', async () => {
		const { service } = serving({ data: [], others: rows(3), next_cursor: 'b' });
		const from = bookmark({ fields: { cursor: 'a' } });
		expect(await readOnePage({ service, draft, from })).toMatchObject({ rows: [] });
	});

	it('is counted from the page that was requested', async () => {
		const { service } = serving({ data: rows(10), total: 90 });
		const from = bookmark({ fields: { page: 4 } });
		const paged = { ...draft, query: [{ name: 'page', value: 1 }] };
		expect((await readOnePage({ service, draft: paged, from }))?.next?.step).toEqual({
			fields: { page: 5 },
		});
	});

	it('is empty where there is no list', async () => {
		expect(await readOnePage({ service: serving('text').service, draft })).toBeUndefined();
	});

	it('of an empty response has no rows', async () => {
		const service: PageSource = {
			baseUrl,
			read: async () => await Promise.resolve({ content: { kind: 'empty' }, response: response() }),
		};
		expect(await readOnePage({ service, draft })).toEqual({ rows: [] });
	});
});

describe('a link to the next page', () => {
	it('is followed on the same host', async () => {
		const { service, asked } = serving({ data: rows(2), next: '/v1/brands?after=2' });
		const page = await readOnePage({ service, draft });
		const step = { url: 'https://api.example.com/v1/brands?after=2' };
		expect(page?.next?.step).toEqual(step);
		await readOnePage({ service, draft, from: bookmark(step) });
		expect(asked[1]).toBe(step.url);
	});

	it('to another host is not stored, and not followed if a modified one is sent back', async () => {
		const { service, asked } = serving({ data: rows(2), next: 'https://evil.example/brands' });
		expect((await readOnePage({ service, draft }))?.next).toBeUndefined();
		await readOnePage({ service, draft, from: bookmark({ url: 'https://evil.example/x' }) });
		expect(asked[1]).toBe(baseUrl);
	});
});
