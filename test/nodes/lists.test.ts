import type { FastifyReply, FastifyRequest } from 'fastify';

import { dialectNames, startSandbox, type DialectName, type Sandbox } from '../../sandbox';
import type { LoopbackServer } from '../support/http';
import { startServer } from '../support/http';
import { getBrands, searchCreators } from './calls';
import { queryOf, rows } from './parameters';

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

	it('ends at Limit, and requests no more pages than that needs', async () => {
		const { json } = await search({ limit: 1 });
		expect(json).toHaveLength(1);
		expect(sandbox.log.count()).toBe(1);
	});

	it('sends nothing of its own with the first request', async () => {
		await search({ limit: 5 });
		expect(sandbox.log.all()[0]).toMatchObject({ body: { follower_count: { min: 1 } }, query: {} });
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

	it('may well be empty, which is said but no warning', async () => {
		const { json, hints, summary } = await search({ followerCountMin: 1e12 });
		expect([json, hints]).toEqual([[], []]);
		expect(summary).toMatch(
			/^The service returned no results for item 0, .* Loosen the filters.*may be charged: 1\.$/,
		);
	});

	it('is one page with the scheme None', async () => {
		const options = { pagination: 'none' };
		await search({ returnAll: true, options });
		expect(sandbox.log.count()).toBe(1);
	});
});

it('a top-level list continues with the Link header', async () => {
	const { url, token, log, close } = await startSandbox({ dialect: 'linked', creators: 100 });
	const { json } = await getBrands(url, {
		token,
		parameters: { returnAll: true, ...queryOf({ limit: 7 }) },
	});
	await close();
	expect(json.length).toBeGreaterThan(7);
	expect(new Set(json.map(({ name }) => name)).size).toBe(json.length);
	expect(log.count()).toBe(Math.ceil(json.length / 7));
});

describe('pages of a scheme that the user chose', () => {
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

	const read = async (pagination: string, parameters: object = {}) =>
		await getBrands(server.url, {
			parameters: { returnAll: true, options: { pagination }, ...parameters },
		});
	const asked = () => server.requests.map(({ url }) => url.split('?')[1] ?? '');

	it('offset: by the number of rows', async () => {
		answer = ({ query }) => {
			const { offset = 0 } = query as { offset?: number };
			return all.slice(Number(offset), Number(offset) + 3);
		};
		expect((await read('offset')).json).toEqual(all);
		expect(asked()).toEqual(['', 'offset=3', 'offset=6', 'offset=7']);
	});

	it('page: by its number', async () => {
		answer = ({ query }) => {
			const at = Number((query as { page?: string }).page ?? 1) - 1;
			return all.slice(at * 3, at * 3 + 3);
		};
		expect((await read('page')).json).toEqual(all);
		expect(asked()).toEqual(['page=1', 'page=2', 'page=3', 'page=4']);
	});

	it('next URL: not to other hosts', async () => {
		answer = () => ({ items: all, next: 'http://other.example/steal' });
		const { json, hints } = await read('auto');
		expect(json).toEqual(all);
		expect(hints[0].message).toMatch(/another host/);
	});

	it('auto: nothing is guessed where the response has no page information', async () => {
		answer = () => all;
		expect((await read('auto')).json).toEqual(all);
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

	it('ends after some empty pages, and says so', async () => {
		answer = (page) => ({ data: page < 3 ? [{ n: page }] : [], next_cursor: `c${page}` });
		const { json, hints } = await read();
		expect(json).toEqual([{ n: 1 }, { n: 2 }]);
		expect(hints[0].message).toMatch(/more rows.*Pagination/);
		expect(server.requests.length).toBeLessThan(20);
	});
});

describe('a list is read to its end', () => {
	let server: LoopbackServer;
	let answer: (request: FastifyRequest, reply: FastifyReply) => unknown;

	beforeAll(async () => {
		server = await startServer((app) => {
			app.all('/*', async (request, reply) => answer(request, reply));
		});
	});
	afterAll(async () => await server.close());
	beforeEach(() => {
		server.requests.length = 0;
	});

	const read = async (parameters: object = {}) =>
		await getBrands(server.url, { parameters: { returnAll: true, ...parameters } });
	const numbersOf = ({ json }: Awaited<ReturnType<typeof read>>) => json.map(({ n }) => n);
	/** Pages in the order of the requests; the last one for all further ones. */
	const inTurn = (...pages: unknown[]) => {
		answer = () => pages[Math.min(server.requests.length, pages.length) - 1];
	};

	it.each<[string, (next?: number) => object]>([
		['a cursor', (next) => ({ next_cursor: next === undefined ? null : `c${next}` })],
		['has_more', (next) => ({ has_more: next !== undefined, page: (next ?? 4) - 1 })],
		['a link', (next) => ({ next: next === undefined ? null : `/dictionary/brands?p=${next}` })],
		['a count of pages', (next) => ({ page: (next ?? 4) - 1, total_pages: 3 })],
	])('over an empty page with %s', async (_, marks) => {
		inTurn(
			{ data: [{ n: 1 }], ...marks(2) },
			{ data: [], ...marks(3) },
			{ data: [{ n: 2 }], ...marks() },
		);
		const result = await read();
		expect(numbersOf(result)).toEqual([1, 2]);
		expect(result.hints).toEqual([]);
		expect(server.requests).toHaveLength(3);
	});

	it.each([0, 1])('if has_more says so against a total of %d', async (total) => {
		inTurn(
			{ data: [{ n: 1 }], has_more: true, page: 1, total },
			{ data: [{ n: 2 }], has_more: true, page: 2, total },
			{ data: [{ n: 3 }], has_more: false, page: 3, total },
		);
		expect(numbersOf(await read())).toEqual([1, 2, 3]);
	});

	it('with a cursor that stays the same while the pages differ', async () => {
		inTurn(
			{ data: [{ n: 1 }], scroll_id: 's' },
			{ data: [{ n: 2 }], scroll_id: 's' },
			{ data: [{ n: 3 }], scroll_id: 's' },
			{ data: [], scroll_id: 's' },
		);
		const result = await read();
		expect(numbersOf(result)).toEqual([1, 2, 3]);
		expect(result.hints).toEqual([]);
		expect(server.requests.map(({ query }) => query)).toEqual([
			{},
			{ scroll_id: 's' },
			{ scroll_id: 's' },
			{ scroll_id: 's' },
		]);
	});

	describe('and ends soon, without duplicate rows, and says so', () => {
		it.each<[string, () => void]>([
			[
				'where pages come in a cycle under new cursors',
				() => {
					answer = () => {
						const count = server.requests.length;
						return { data: [{ n: (count - 1) % 3 }], next_cursor: `c${count}` };
					};
				},
			],
			[
				'where pages differ in a time stamp alone',
				() => {
					answer = () => ({
						data: [0, 1, 2].map((n) => ({
							n,
							fetched_at: new Date().toISOString(),
							at: Date.now(),
						})),
						next_cursor: `c${server.requests.length}`,
					});
				},
			],
			[
				'where links go round',
				() => {
					answer = ({ query }) => {
						const page = Number((query as { p?: string }).p ?? 0);
						return {
							data: [{ n: page, seen_at: server.requests.length }],
							next: `?p=${(page + 1) % 3}`,
						};
					};
				},
			],
			[
				'where links go round to the first request',
				() => {
					answer = ({ url }) => {
						const page = Number(/p=(\d)/.exec(url)?.[1] ?? 0);
						const next = page === 2 ? '/dictionary/brands' : `/dictionary/brands?p=${page + 1}`;
						return { data: [{ n: page, seen: server.requests.length }], next };
					};
				},
			],
		])('%s', async (_, serve) => {
			serve();
			const result = await read();
			expect(numbersOf(result)).toEqual([0, 1, 2]);
			expect(result.hints[0].message).toMatch(/more rows.*Pagination/);
			// A read is free, so that other names of the cursor are tried.
			expect(server.requests.length).toBeLessThan(10);
		});
	});

	describe('and is complete although the request for the next page fails', () => {
		const short = [1, 2, 3, 4, 5, 6].map((n) => ({ n }));
		it.each<[string, (reply: FastifyReply) => unknown]>([
			['with 404', async (reply) => await reply.code(404).send({ message: 'no such page' })],
			['with 403', async (reply) => await reply.code(403).send({ message: 'not yours' })],
			['with 500', async (reply) => await reply.code(500).send({ message: 'oops' })],
			['with a web page', async (reply) => await reply.type('text/html').send('<html>Oops</html>')],
			['with half an answer', async (reply) => await reply.type('application/json').send('{"da')],
			['without an answer', (reply) => reply.raw.destroy()],
		])('%s', async (_, fail) => {
			answer = async (_request, reply) =>
				server.requests.length === 1 ? short : await fail(reply);
			const result = await read({ ...queryOf({ limit: 10 }), options: { maxRetries: 0 } });
			expect(result.error).toBeUndefined();
			expect(numbersOf(result)).toEqual([1, 2, 3, 4, 5, 6]);
		});
	});

	describe('or says that there may be more', () => {
		it.each<[string, RegExp, unknown[]]>([
			[
				'a total above what came',
				/reports more rows.*Pagination/,
				[{ data: [{ n: 1 }], total: 9, has_more: false }],
			],
			['more without a way to it', /more rows.*Pagination/, [{ data: [], has_more: true }]],
			[
				'a key that cannot be sent',
				/more rows.*Pagination/,
				[{ Items: [{ n: 1 }], LastEvaluatedKey: { id: { S: 'x' } } }],
			],
			[
				'a page of a usual size, without a word',
				/more rows.*Pagination/,
				[Array.from({ length: 50 }, (_, n) => ({ n }))],
			],
		])('%s', async (_, hint, pages) => {
			inTurn(...pages);
			const { error, hints } = await read();
			expect(error).toBeUndefined();
			expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(hint)]);
		});
	});
});
