import type { FastifyRequest } from 'fastify';

import { dialectNames, startSandbox, type DialectName, type Sandbox } from '../../sandbox';
import type { LoopbackServer } from '../support/http';
import { startServer } from '../support/http';
import { getBrands, searchCreators } from './calls';
import { rows } from './parameters';

describe.each(dialectNames)('a list in the dialect %s', (dialect: DialectName) => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ dialect, creators: 250 });
	});
	afterAll(async () => await sandbox.close());
	beforeEach(() => sandbox.log.clear());

	const search = async (parameters: object) =>
		await searchCreators(sandbox.url, { token: sandbox.token, parameters: { ...parameters } });

	it('is read to its end, each row once, with Return All', async () => {
		const { json, error, hints } = await search({ returnAll: true });
		expect(error).toBeUndefined();
		expect(new Set(json.map(({ id }) => id)).size).toBe(250);
		expect(json).toHaveLength(250);
		expect(hints).toEqual([]);
		expect(sandbox.log.count()).toBeGreaterThan(1);
	});

	it('ends at Limit, and asks for no page more than that needs', async () => {
		const { json } = await search({ limit: 1 });
		expect(json).toHaveLength(1);
		expect(sandbox.log.count()).toBe(1);
	});

	it('sends nothing of its own with the first request', async () => {
		await search({ limit: 5 });
		expect(sandbox.log.all()[0]).toMatchObject({ rawBody: '{}', query: {} });
	});

	it('keeps what the user entered on all pages', async () => {
		const bodyFields = rows({ 'follower_count.min': 1_000 });
		await search({ returnAll: true, bodyFields });
		for (const { body } of sandbox.log.find({ method: 'POST' })) {
			expect(body).toMatchObject({ follower_count: { min: 1_000 } });
		}
	});

	it('ends at Max Pages, and says that there is more', async () => {
		const { json, hints } = await search({ returnAll: true, options: { maxPages: 2 } });
		expect(sandbox.log.count()).toBe(2);
		expect(json.length).toBeLessThan(250);
		expect(hints[0].message).toMatch(/more rows.*Max Pages/);
	});

	it('is one page with the scheme None', async () => {
		const options = { pagination: { settings: { scheme: 'none' } } };
		await search({ returnAll: true, options });
		expect(sandbox.log.count()).toBe(1);
	});
});

describe('pages that are asked for by hand', () => {
	const all = Array.from({ length: 7 }, (_, n) => ({ n }));
	let server: LoopbackServer;
	let answer: (request: FastifyRequest) => unknown;

	beforeAll(async () => {
		server = await startServer((app) => {
			app.all('/*', async (request) => answer(request));
		});
	});
	afterAll(async () => await server.close());
	beforeEach(() => {
		server.requests.length = 0;
	});

	const read = async (settings: object, parameters: object = {}) =>
		await getBrands(server.url, {
			parameters: {
				returnAll: true,
				options: { pagination: { settings: { ...settings } } },
				...parameters,
			},
		});
	const asked = () => server.requests.map(({ url }) => url.split('?')[1] ?? '');

	it('offset: by the number of rows', async () => {
		answer = ({ query }) => {
			const { skip = 0, take } = query as { skip?: number; take: number };
			return all.slice(Number(skip), Number(skip) + Number(take));
		};
		const { json } = await read({
			scheme: 'offset',
			pageSize: 3,
			limitName: 'take',
			offsetName: 'skip',
		});
		expect(json).toEqual(all);
		expect(asked()).toEqual(['take=3', 'take=3&skip=3', 'take=3&skip=6']);
	});

	it('offset: nested in a body, where a dot nests', async () => {
		answer = ({ body }) => {
			const { page } = body as { page: { size: number; from?: number } };
			return all.slice(page.from ?? 0).slice(0, page.size);
		};
		const settings = {
			scheme: 'offset',
			limitName: 'page.size',
			offsetName: 'page.from',
			pageSize: 3,
		};
		const { json } = await searchCreators(server.url, {
			parameters: { returnAll: true, options: { pagination: { settings } } },
		});
		expect(json).toEqual(all);
		expect(server.requests.map(({ body }) => body)).toEqual([
			{ page: { size: 3 } },
			{ page: { size: 3, from: 3 } },
			{ page: { size: 3, from: 6 } },
		]);
	});

	it('page: by its number, from the first one that is stated', async () => {
		answer = ({ query }) => {
			const { p } = query as { p: string };
			return all.slice(Number(p) * 3, Number(p) * 3 + 3);
		};
		const { json } = await read({
			scheme: 'page',
			pageName: 'p',
			firstPage: 0,
			pageSize: 3,
			pageSizeName: 'per',
		});
		expect(json).toEqual(all);
		expect(asked()).toEqual(['per=3&p=0', 'per=3&p=1', 'per=3&p=2']);
	});

	it('cursor: from the path that is stated', async () => {
		answer = ({ query }) => {
			const at = Number((query as { from?: string }).from ?? 0);
			return { rows: all.slice(at, at + 3), after: { here: at + 3 < 7 ? `${at + 3}` : null } };
		};
		const { json } = await read({ scheme: 'cursor', cursorName: 'from', nextPath: 'after.here' });
		expect(json).toEqual(all);
		expect(asked()).toEqual(['', 'from=3', 'from=6']);
	});

	it('next URL: relative ones too', async () => {
		answer = ({ query }) => {
			const at = Number((query as { at?: string }).at ?? 0);
			return {
				items: all.slice(at, at + 3),
				next: at + 3 < 7 ? `/dictionary/brands?at=${at + 3}` : null,
			};
		};
		expect((await read({ scheme: 'auto' })).json).toEqual(all);
		expect(asked()).toEqual(['', 'at=3', 'at=6']);
	});

	it('next URL: not to other hosts', async () => {
		answer = () => ({ items: all, next: 'http://other.example/steal' });
		const { json, hints } = await read({});
		expect(json).toEqual(all);
		expect(hints[0].message).toMatch(/another host/);
	});

	it('auto: from the limit that the user entered, until a short page', async () => {
		answer = ({ query }) => {
			const { offset = 0, limit } = query as { offset?: number; limit: number };
			return all.slice(Number(offset), Number(offset) + Number(limit));
		};
		const { json } = await read({}, { sendQuery: true, query: rows({ limit: 4 }) });
		expect(json).toEqual(all);
		expect(asked()).toEqual(['limit=4', 'limit=4&offset=4']);
	});

	it('auto: all rows, if the service gives fewer at once than were asked for', async () => {
		answer = ({ query }) => {
			const { offset = 0 } = query as { offset?: number };
			return {
				data: all.slice(Number(offset), Number(offset) + 3),
				metadata: { offset, limit: 3 },
			};
		};
		const { json } = await read({}, { sendQuery: true, query: rows({ limit: 1_000 }) });
		expect(json).toEqual(all);
		expect(asked()).toEqual(['limit=1000', 'limit=1000&offset=3', 'limit=1000&offset=6']);
	});

	it('auto: nothing is guessed where there is no sign of pages', async () => {
		answer = () => all;
		expect((await read({})).json).toEqual(all);
		expect(server.requests).toHaveLength(1);
	});
});

describe('a list that never ends', () => {
	let server: LoopbackServer;
	let answer: (page: number) => unknown;

	beforeAll(async () => {
		server = await startServer((app) => {
			app.all('/*', async () => answer(server.requests.length));
		});
	});
	afterAll(async () => await server.close());
	beforeEach(() => {
		server.requests.length = 0;
	});

	const read = async () => await getBrands(server.url, { parameters: { returnAll: true } });

	it('ends at a page equal to the one before', async () => {
		answer = () => ({ data: [{ n: 1 }], has_more: true });
		const { json, hints } = await read();
		expect(json).toEqual([{ n: 1 }]);
		expect(hints[0].message).toMatch(/more rows.*Pagination/);
		expect(server.requests).toHaveLength(2);
	});

	it('ends at a cursor that comes again', async () => {
		answer = (page) => ({ data: [{ n: page }], next_cursor: 'same' });
		expect((await read()).json).toEqual([{ n: 1 }, { n: 2 }]);
	});

	it('ends at an empty page', async () => {
		answer = (page) => ({ data: page < 3 ? [{ n: page }] : [], next_cursor: `c${page}` });
		expect((await read()).json).toEqual([{ n: 1 }, { n: 2 }]);
	});
});
